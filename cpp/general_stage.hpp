// Stages: which orbits are solved before which.
//
// What is hard goes first, while nothing else has to stay as it is. Hard are orbits that two layers
// move only together with many other pieces, whatever commutator is made of them; and of these
// first such as few pairs of layers move at all.
#pragma once

#include "general_anneal.hpp"
#include "general_insert.hpp"

#include <optional>

namespace puzzlery::general {

// The orbits of each stage; those without 3-cycles are in the first.
std::vector<std::vector<int>> stages_of(const Model &model, const std::vector<char> &is_free);

// The puzzle with only the orbits that are solved in a stage or before.
class Stage {
public:
    Stage(const Model &whole, const std::vector<Cycles> &cycles, const std::vector<int> &level,
          const std::vector<char> &is_free, const std::vector<int> &orbits, const Stage *last);
    Stage(const Stage &) = delete;
    Stage &operator=(const Stage &) = delete;

    const Model &model() const { return model_; }
    const Annealer &annealer() const { return annealer_; }
    const Inserter &inserter() const { return inserter_; }
    // Whether an orbit is solved then, and whether it was before.
    bool now(int orbit) const { return when_[orbit] == When::now; }
    bool before(int orbit) const { return when_[orbit] == When::before; }
    int slots() const { return slots_; }

private:
    enum class When : char { now, before, later };
    static std::vector<When> when(std::size_t count, const std::vector<int> &orbits,
                                  const Stage *last);
    static std::optional<Model> restricted(const Model &whole, const std::vector<When> &when);

    std::vector<When> when_;  // of each orbit
    std::optional<Model> own_;  // unless it is the whole puzzle
    const Model &model_;
    Annealer annealer_;
    Inserter inserter_;
    int slots_ = 0;
};

}  // namespace puzzlery::general
