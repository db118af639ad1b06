// Stages of the general solver; see stage.hpp.
#include "general/tables/stage.hpp"

#include <algorithm>
#include <set>

namespace puzzlery::general {

namespace {

constexpr double MANY_MORE = 1.5;  // slots that move along, between one stage and the next
constexpr double MORE_OFTEN = 2;   // the same of pairs of layers
constexpr int FEW = 5;             // a later stage has at least one of so many slots
constexpr int SMALL = 40;          // slots: puzzles with fewer have one stage

// How commutators of two layers move an orbit.
struct Ease {
    int orbit;
    int slots;  // the fewest that move, of all orbits
    int pairs;  // of layers that move it
};

std::vector<Ease> eases(const Model &model) {
    std::vector<Ease> made;
    for (std::size_t o = 0; o < model.orbits.size(); ++o)
        made.push_back({static_cast<int>(o), model.slots() + 1, 0});
    const auto look = [&](Letter x, Letter y) {
        const Word word{x, y, model.inverse(x), model.inverse(y)};
        std::set<int> orbits;
        int moved = 0;
        for (const Frame f : model.first_of) {
            if (model.carried(f, word) == f) continue;
            orbits.insert(model.orbit_of[f]);
            ++moved;
        }
        for (const int o : orbits) {
            made[o].slots = std::min(made[o].slots, moved);
            ++made[o].pairs;
        }
    };
    // The other way round, or with a layer turned back, it moves as many slots of the same orbits.
    for (int a = 0; a < model.layers(); ++a)
        for (int b = 0; b < a; ++b)
            if (model.orders[a] > 1 && model.orders[b] > 1 && !model.commute(a, b))
                look(model.letter(a, 1), model.letter(b, 1));
    return made;
}

// Cut a sorted list wherever a number changes by a factor.
std::vector<std::vector<Ease>> cut(const std::vector<Ease> &sorted, int Ease::*number,
                                   double factor) {
    std::vector<std::vector<Ease>> made;
    for (const Ease &ease : sorted) {
        const int one = made.empty() ? 0 : made.back().back().*number, other = ease.*number;
        if (made.empty() || std::max(one, other) >= factor * std::min(one, other))
            made.emplace_back();
        made.back().push_back(ease);
    }
    return made;
}

}  // namespace

std::vector<std::vector<int>> stages_of(const Model &model, const std::vector<char> &is_free) {
    std::vector<Ease> all = eases(model);
    std::erase_if(all, [&](const Ease &ease) { return !is_free[ease.orbit]; });
    std::ranges::stable_sort(all, [](const Ease &a, const Ease &b) { return a.slots > b.slots; });
    std::vector<std::vector<Ease>> groups = cut(all, &Ease::slots, MANY_MORE);
    if (groups.empty()) groups.emplace_back();
    std::vector<Ease> hardest = groups[0];
    std::ranges::stable_sort(hardest, {}, &Ease::pairs);
    const std::vector<std::vector<Ease>> parts = cut(hardest, &Ease::pairs, MORE_OFTEN);
    groups.erase(groups.begin());
    groups.insert(groups.begin(), parts.begin(), parts.end());
    std::vector<std::vector<int>> made(1);
    for (std::size_t k = 0; k < groups.size(); ++k) {
        int slots = 0;
        for (const Ease &ease : groups[k]) slots += model.orbits[ease.orbit].slots();
        if (k && model.slots() >= SMALL && FEW * slots >= model.slots()) made.emplace_back();
        for (const Ease &ease : groups[k]) made.back().push_back(ease.orbit);
    }
    for (std::size_t o = 0; o < is_free.size(); ++o)
        if (!is_free[o]) made[0].push_back(static_cast<int>(o));
    return made;
}

std::vector<Stage::When> Stage::when(std::size_t count, const std::vector<int> &orbits,
                                     const Stage *last) {
    std::vector<When> made(count, When::later);
    for (std::size_t o = 0; last && o < count; ++o)
        if (last->when_[o] != When::later) made[o] = When::before;
    for (const int o : orbits) made[o] = When::now;
    return made;
}

std::optional<Model> Stage::restricted(const Tables &whole, const Tables::Part &part,
                                       const std::vector<When> &when) {
    std::vector<char> kept;
    for (const When w : when) kept.push_back(w != When::later);
    if (part.own || std::ranges::all_of(kept, [](char k) { return k; })) return std::nullopt;
    return whole.model().with_only(kept);
}

Stage::Stage(const Tables &whole, const Tables::Part &part, const Stage *last, const State &start)
    : when_(when(whole.model().orbits.size(), part.orbits, last)),
      tables_(part.own ? *part.own : whole), own_(restricted(whole, part, when_)),
      model_(own_ ? *own_ : tables_.model()), start_(whole.model().within(model_, start)),
      annealer_(model_, tables_.is_free()), inserter_(model_, tables_.cycles(), tables_.level()) {}

}  // namespace puzzlery::general
