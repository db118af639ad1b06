// Stages: which orbits are solved before which; see stage.hpp.
#include "general/tables/stage.hpp"

#include <algorithm>
#include <set>

namespace puzzlery::general {

namespace {

// The sources of these values are not recorded.
// A new stage starts where the least number of moved slots changes by this factor.
constexpr double SLOTS_FACTOR = 1.5;
// The same for the number of pairs of layers that move an orbit, within the first group.
constexpr double PAIRS_FACTOR = 2;
// A stage of its own must have at least one of so many slots; smaller groups join the one before.
constexpr int SLOTS_PER_STAGE_SLOT = 5;
// Puzzles with fewer slots have one stage: docs/general-solver.md notes that stages lengthen the
// solutions of small puzzles.
constexpr int LEAST_SLOTS_FOR_STAGES = 40;

// How commutators of two layers move an orbit.
struct Difficulty {
    int orbit;
    int slots;  // the fewest slots, of all orbits, that a commutator moves which moves this one
    int pairs;  // the number of pairs of layers whose commutator moves it
};

std::vector<Difficulty> difficulties(const Model &model) {
    std::vector<Difficulty> result;
    for (std::size_t o = 0; o < model.orbits.size(); ++o)
        result.push_back({static_cast<int>(o), model.slots() + 1, 0});
    const auto measure = [&](Letter x, Letter y) {
        const Word word{x, y, model.inverse(x), model.inverse(y)};
        std::set<int> orbits;
        int moved = 0;
        for (const OrientedSlot f : model.first_of) {
            if (model.image(f, word) == f) continue;
            orbits.insert(model.orbit_of[f]);
            ++moved;
        }
        for (const int o : orbits) {
            result[o].slots = std::min(result[o].slots, moved);
            ++result[o].pairs;
        }
    };
    // Swapping the layers, or turning one back, moves as many slots of the same orbits.
    for (int a = 0; a < model.layers(); ++a)
        for (int b = 0; b < a; ++b)
            if (model.orders[a] > 1 && model.orders[b] > 1 && !model.commute(a, b))
                measure(model.letter(a, 1), model.letter(b, 1));
    return result;
}

// Split a sorted list wherever a number changes by a factor.
std::vector<std::vector<Difficulty>> split(const std::vector<Difficulty> &sorted,
                                           int Difficulty::*number, double factor) {
    std::vector<std::vector<Difficulty>> result;
    for (const Difficulty &difficulty : sorted) {
        const int one = result.empty() ? 0 : result.back().back().*number,
                  other = difficulty.*number;
        if (result.empty() || std::max(one, other) >= factor * std::min(one, other))
            result.emplace_back();
        result.back().push_back(difficulty);
    }
    return result;
}

}  // namespace

std::vector<std::vector<int>> stages_of(const Model &model, const std::vector<char> &is_free) {
    std::vector<Difficulty> all = difficulties(model);
    std::erase_if(all, [&](const Difficulty &difficulty) { return !is_free[difficulty.orbit]; });
    std::ranges::stable_sort(
        all, [](const Difficulty &a, const Difficulty &b) { return a.slots > b.slots; });
    std::vector<std::vector<Difficulty>> groups = split(all, &Difficulty::slots, SLOTS_FACTOR);
    if (groups.empty()) groups.emplace_back();
    std::vector<Difficulty> hardest = groups[0];
    std::ranges::stable_sort(hardest, {}, &Difficulty::pairs);
    const std::vector<std::vector<Difficulty>> parts =
        split(hardest, &Difficulty::pairs, PAIRS_FACTOR);
    groups.erase(groups.begin());
    groups.insert(groups.begin(), parts.begin(), parts.end());
    std::vector<std::vector<int>> result(1);
    for (std::size_t k = 0; k < groups.size(); ++k) {
        int slots = 0;
        for (const Difficulty &difficulty : groups[k])
            slots += model.orbits[difficulty.orbit].slots();
        if (k && model.slots() >= LEAST_SLOTS_FOR_STAGES &&
            SLOTS_PER_STAGE_SLOT * slots >= model.slots())
            result.emplace_back();
        for (const Difficulty &difficulty : groups[k]) result.back().push_back(difficulty.orbit);
    }
    for (std::size_t o = 0; o < is_free.size(); ++o)
        if (!is_free[o]) result[0].push_back(static_cast<int>(o));
    return result;
}

std::vector<Stage::When> Stage::when(std::size_t count, const std::vector<int> &orbits,
                                     const Stage *previous) {
    std::vector<When> result(count, When::later);
    for (std::size_t o = 0; previous && o < count; ++o)
        if (previous->when_[o] != When::later) result[o] = When::before;
    for (const int o : orbits) result[o] = When::now;
    return result;
}

std::optional<Model> Stage::restricted(const Tables &whole, const Tables::StageTables &own,
                                       const std::vector<When> &when) {
    std::vector<char> kept;
    for (const When w : when) kept.push_back(w != When::later);
    if (own.own || std::ranges::all_of(kept, [](char k) { return k; })) return std::nullopt;
    return whole.model().restricted_to(kept);
}

Stage::Stage(const Tables &whole, const Tables::StageTables &own, const Stage *previous,
             const State &start)
    : when_(when(whole.model().orbits.size(), own.orbits, previous)),
      tables_(own.own ? *own.own : whole), own_(restricted(whole, own, when_)),
      model_(own_ ? *own_ : tables_.model()), start_(whole.model().restrict_state(model_, start)),
      annealer_(model_, tables_.is_free()), inserter_(model_, tables_.cycles(), tables_.level()) {}

}  // namespace puzzlery::general
