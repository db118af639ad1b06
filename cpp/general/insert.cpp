// Insertion of pure 3-cycles; see insert.hpp.
#include "general/insert.hpp"

#include <algorithm>
#include <array>

namespace puzzlery::general {

namespace {

// Moves: an inserted word is assumed to save at most this many by merging with its neighbors. A
// larger value examines more insertions. The source of the value is not recorded.
constexpr int MOST_SAVED_MOVES = 6;
// A safety bound; each pass normally solves pieces.
constexpr int MOST_PASSES = 3'000;
// The price of a 3-cycle that solves no piece is divided by this instead of by 0: such 3-cycles are
// inserted only if no other one exists.
constexpr double NO_GAIN = 0.02;
// Moves: the least price of an insertion, so that insertions that shorten the word stay comparable
// by the number of pieces that they solve.
constexpr double LEAST_GROWTH = 0.25;

}  // namespace

Inserter::Inserter(const Model &model, const std::vector<ThreeCycles> &cycles,
                   const std::vector<int> &level)
    : model_(model), cycles_(cycles), level_(level) {
    for (std::size_t o = 0; o < cycles.size(); ++o)
        shift_.push_back(cycles[o].orbit().begin - model.orbits[o].begin);
}

int Inserter::cost(int orbit, OrientedSlot x, OrientedSlot y, OrientedSlot z) const {
    return cycles_[orbit].cost(shifted(orbit, x), shifted(orbit, y), shifted(orbit, z));
}

Word Inserter::word(int orbit, OrientedSlot x, OrientedSlot y, OrientedSlot z) const {
    return cycles_[orbit].word(shifted(orbit, x), shifted(orbit, y), shifted(orbit, z));
}

bool Inserter::run(TracedWord &traced, int level, RandomGenerator &dice,
                   const InsertionLimits &limits, const Pause &pause) const {
    for (int k = 0; k < MOST_PASSES; ++k) {
        if (solved(traced, level)) return true;
        if (pause() || !pass(traced, level, dice, limits)) return false;
    }
    return false;
}

bool Inserter::solved(const TracedWord &traced, int level) const {
    return std::ranges::all_of(model_.first_of, [&](OrientedSlot f) {
        return level_[model_.orbit_of[f]] != level || traced.solved_at(f);
    });
}

int Inserter::gain(const State &end, OrientedSlot x, OrientedSlot y, OrientedSlot z) const {
    const auto change = [&](OrientedSlot from, OrientedSlot to) {
        return int{model_.fits(to, end[from])} - int{model_.fits(from, end[from])};
    };
    return change(x, y) + change(y, z) + change(z, x);
}

// Triples of wrong slots that solve at least two pieces.
void Inserter::triples_of_wrong(const TracedWord &traced, const std::vector<OrientedSlot> &wrong,
                                std::vector<Triple> &into) const {
    const State &end = traced.end();
    const int orbit = model_.orbit_of[wrong[0]];
    const int orientations = model_.orbits[orbit].orientations;
    std::vector<OrientedSlot> places;  // all oriented slots of the wrong slots
    std::vector<std::size_t> row;      // which slot each belongs to
    for (std::size_t k = 0; k < wrong.size(); ++k)
        for (int h = 0; h < orientations; ++h) {
            places.push_back(static_cast<OrientedSlot>(wrong[k] + h));
            row.push_back(k);
        }
    for (std::size_t k = 0; k < wrong.size(); ++k)
        for (std::size_t p = 0; p < places.size(); ++p) {
            const OrientedSlot y = places[p];
            if (row[p] == k || !model_.fits(y, end[wrong[k]])) continue;
            for (std::size_t q = 0; q < places.size(); ++q) {
                if (row[q] == k || row[q] == row[p] || !model_.fits(places[q], end[y])) continue;
                into.push_back({orbit, wrong[k], y, places[q], gain(end, wrong[k], y, places[q])});
            }
        }
}

// Triples that solve one piece with any third place. If there are none, triples that solve nothing,
// which can lead out of a dead end.
void Inserter::triples_with_any(const TracedWord &traced, const std::vector<OrientedSlot> &wrong,
                                std::vector<Triple> &into) const {
    const State &end = traced.end();
    const int o = model_.orbit_of[wrong[0]];
    const Orbit &orbit = model_.orbits[o];
    const auto add = [&](OrientedSlot x, OrientedSlot y, bool any) {
        for (int z = orbit.begin; z < orbit.end; ++z) {
            const auto third = static_cast<OrientedSlot>(z);
            if (model_.slot_of[z] == model_.slot_of[x] || model_.slot_of[z] == model_.slot_of[y])
                continue;
            const int gained = gain(end, x, y, third);
            if (gained >= (any ? -1 : 0)) into.push_back({o, x, y, third, gained});
        }
    };
    for (const OrientedSlot x : wrong)
        for (int y = orbit.begin; y < orbit.end; ++y)
            if (model_.slot_of[y] != model_.slot_of[x] &&
                model_.fits(static_cast<OrientedSlot>(y), end[x]))
                add(x, static_cast<OrientedSlot>(y), false);
    if (!into.empty()) return;
    for (const OrientedSlot x : wrong)
        for (int y = orbit.begin; y < orbit.end; ++y)
            if (model_.slot_of[y] != model_.slot_of[x]) add(x, static_cast<OrientedSlot>(y), true);
}

std::vector<Inserter::Triple> Inserter::triples(const TracedWord &traced, int o) const {
    const Orbit &orbit = model_.orbits[o];
    std::vector<OrientedSlot> wrong;
    for (int f = orbit.begin; f < orbit.end; f += orbit.orientations)
        if (!traced.solved_at(static_cast<OrientedSlot>(f)))
            wrong.push_back(static_cast<OrientedSlot>(f));
    std::vector<Triple> found;
    if (wrong.empty()) return found;
    triples_of_wrong(traced, wrong, found);
    if (found.empty()) triples_with_any(traced, wrong, found);
    return found;
}

std::vector<Inserter::Triple> Inserter::all_triples(const TracedWord &traced, int level) const {
    std::vector<Triple> all;
    for (std::size_t o = 0; o < cycles_.size(); ++o) {
        if (level_[o] != level || !cycles_[o].complete()) continue;
        const std::vector<Triple> found = triples(traced, static_cast<int>(o));
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}

bool Inserter::append_cycles(TracedWord &traced, int level,
                             CommutatorSteps &commutator_steps) const {
    for (int k = 0; k < MOST_PASSES && !solved(traced, level); ++k) {
        const std::vector<Triple> all = all_triples(traced, level);
        const auto price = [&](const Triple &t) {
            return cost(t.orbit, t.x, t.y, t.z) / (t.gain > 0 ? t.gain : NO_GAIN);
        };
        const auto best = std::ranges::min_element(all, {}, price);
        if (best == all.end()) return false;
        const Word cycle = word(best->orbit, best->x, best->y, best->z);
        traced.replace(traced.size(), traced.size(), cycle);
        commutator_steps.emplace_back(best->orbit, cycle);
    }
    return solved(traced, level);
}

bool Inserter::best_time(const TracedWord &traced, const Triple &triple, double limit,
                         Choice &choice) const {
    const double gained = triple.gain > 0 ? triple.gain : triple.gain == 0 ? NO_GAIN : NO_GAIN / 2;
    choice.price = limit;
    bool found = false;
    for (int t = 0; t <= traced.size(); ++t) {
        const auto from_end = traced.from_end(t);
        const OrientedSlot x = from_end[triple.x], y = from_end[triple.y], z = from_end[triple.z];
        const int length = cost(triple.orbit, x, y, z);
        if (length == ThreeCycles::NONE) continue;
        if (std::max(LEAST_GROWTH, length - double{MOST_SAVED_MOVES}) / gained >= choice.price)
            continue;
        const int growth = traced.patch(t, word(triple.orbit, x, y, z)).growth;
        const double price = std::max(LEAST_GROWTH, double(growth)) / gained;
        if (price >= choice.price) continue;
        choice = {price, t, triple};
        found = true;
    }
    return found;
}

Word Inserter::word(const TracedWord &traced, const Choice &choice) const {
    const auto from_end = traced.from_end(choice.time);
    const Triple &t = choice.triple;
    return word(t.orbit, from_end[t.x], from_end[t.y], from_end[t.z]);
}

bool Inserter::pass(TracedWord &traced, int level, RandomGenerator &dice,
                    const InsertionLimits &limits) const {
    std::vector<Triple> all = all_triples(traced, level);
    std::shuffle(all.begin(), all.end(), dice);
    all.resize(
        std::min(all.size(), 1 + limits.pairs / static_cast<std::size_t>(traced.size() + 1)));
    std::ranges::stable_sort(all, [](const Triple &a, const Triple &b) { return a.gain > b.gain; });
    std::vector<Choice> choices;
    double best = 1e9;
    for (const Triple &triple : all) {
        Choice choice{};
        if (!best_time(traced, triple, best * limits.tolerance, choice)) continue;
        best = std::min(best, choice.price);
        choices.push_back(choice);
    }
    if (choices.empty()) return false;
    std::ranges::sort(choices, {}, &Choice::price);
    std::vector<char> used(model_.slots(), 0);
    std::vector<Choice> taken;
    for (const Choice &choice : choices) {
        const std::array slots{model_.slot_of[choice.triple.x], model_.slot_of[choice.triple.y],
                               model_.slot_of[choice.triple.z]};
        if (choice.price > best * limits.tolerance) break;
        if (std::ranges::any_of(slots, [&](int s) { return used[s]; })) continue;
        for (const int slot : slots) used[slot] = 1;
        taken.push_back(choice);
        if (choice.triple.gain <= 0) break;
    }
    // Insert from the end to the start, so that earlier times stay valid.
    std::ranges::sort(taken, {}, [](const Choice &c) { return -c.time; });
    int earliest = traced.size() + 1;
    for (const Choice &choice : taken) {
        if (choice.time >= earliest) continue;
        const TracedWord::Patch patch = traced.patch(choice.time, word(traced, choice));
        traced.apply(patch);
        earliest = patch.from;
    }
    return true;
}

}  // namespace puzzlery::general
