// Stages: which orbits are solved before which.
//
// What is hard goes first, while nothing else has to stay as it is. Hard are orbits that two layers
// move only together with many other pieces, whatever commutator is made of them; and of these
// first such as few pairs of layers move at all.
#pragma once

#include "general/anneal.hpp"
#include "general/insert.hpp"
#include "general/tables/tables.hpp"

#include <optional>

namespace puzzlery::general {

// The orbits of each stage; those without 3-cycles are in the first.
std::vector<std::vector<int>> stages_of(const Model &model, const std::vector<char> &is_free);

// The puzzle with only the orbits that are solved in a stage or before.
class Stage {
public:
    Stage(const Tables &whole, const Tables::Part &part, const Stage *last, const State &start);
    Stage(const Stage &) = delete;
    Stage &operator=(const Stage &) = delete;

    const Tables &tables() const { return tables_; }
    const Model &model() const { return model_; }
    const Annealer &annealer() const { return annealer_; }
    const Inserter &inserter() const { return inserter_; }
    Line line(const Word &word) const { return {model_, start_, word}; }
    // Whether an orbit is solved then, and whether it was before.
    bool now(int orbit) const { return when_[orbit] == When::now; }
    bool before(int orbit) const { return when_[orbit] == When::before; }
    int slots() const { return model_.slots(); }

private:
    enum class When : char { now, before, later };
    static std::vector<When> when(std::size_t count, const std::vector<int> &orbits,
                                  const Stage *last);
    static std::optional<Model> restricted(const Tables &whole, const Tables::Part &part,
                                           const std::vector<When> &when);

    std::vector<When> when_;    // of each orbit
    const Tables &tables_;      // of these orbits alone, or of the whole puzzle
    std::optional<Model> own_;  // unless there is one with the tables
    const Model &model_;
    State start_;
    Annealer annealer_;
    Inserter inserter_;
};

}  // namespace puzzlery::general
