// Stages: which orbits are solved before which.
//
// Difficult orbits go first, while no other orbit has to stay solved. The difficulty of an orbit is
// measured by commutators of two layers: an orbit is difficult if every such commutator that moves
// it also moves many other slots. Among the most difficult orbits, those go first that few pairs of
// layers move at all.
#pragma once

#include "general/anneal.hpp"
#include "general/insert.hpp"
#include "general/tables/tables.hpp"

#include <optional>

namespace puzzlery::general {

// The orbits of each stage. Orbits without 3-cycles are in the first one.
std::vector<std::vector<int>> stages_of(const Model &model, const std::vector<char> &is_free);

// The puzzle restricted to the orbits that are solved in this stage or before it.
class Stage {
public:
    Stage(const Tables &whole, const Tables::StageTables &own, const Stage *previous,
          const State &start);
    Stage(const Stage &) = delete;
    Stage &operator=(const Stage &) = delete;

    const Tables &tables() const { return tables_; }
    const Model &model() const { return model_; }
    const Annealer &annealer() const { return annealer_; }
    const Inserter &inserter() const { return inserter_; }
    TracedWord traced(const Word &word) const { return {model_, start_, word}; }
    // Whether an orbit is solved in this stage, or was solved before it.
    bool now(int orbit) const { return when_[orbit] == When::now; }
    bool before(int orbit) const { return when_[orbit] == When::before; }
    int slots() const { return model_.slots(); }

private:
    enum class When : char { now, before, later };
    static std::vector<When> when(std::size_t count, const std::vector<int> &orbits,
                                  const Stage *previous);
    static std::optional<Model> restricted(const Tables &whole, const Tables::StageTables &own,
                                           const std::vector<When> &when);

    std::vector<When> when_;    // of each orbit
    const Tables &tables_;      // of this stage, or of the whole puzzle
    std::optional<Model> own_;  // unless the tables have the same model
    const Model &model_;
    State start_;
    Annealer annealer_;
    Inserter inserter_;
};

}  // namespace puzzlery::general
