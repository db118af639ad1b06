// Insertion of pure 3-cycles; see insert.hpp.
#include "general/insert.hpp"

#include <algorithm>
#include <array>
#include <optional>

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
    moves_orbit_.assign(model.orbits.size(), std::vector<char>(model.layers(), 0));
    for (const Move &move : model.moves)
        for (const OrientedSlot f : move.moved) moves_orbit_[model.orbit_of[f]][move.layer] = 1;
}

int Inserter::cost(int orbit, OrientedSlot x, OrientedSlot y, OrientedSlot z) const {
    return cycles_[orbit].cost(shifted(orbit, x), shifted(orbit, y), shifted(orbit, z));
}

Word Inserter::word(int orbit, OrientedSlot x, OrientedSlot y, OrientedSlot z) const {
    return cycles_[orbit].word(shifted(orbit, x), shifted(orbit, y), shifted(orbit, z));
}

bool Inserter::run(TracedWord &traced, int level, Insertion &insertion) const {
    for (int k = 0; k < MOST_PASSES; ++k) {
        if (solved(traced, level) || excess(traced, insertion.wildcards) <= 0) return true;
        if (insertion.pause() || !pass(traced, level, insertion)) return false;
    }
    return false;
}

int Inserter::excess(const TracedWord &traced, const Wildcards &wildcards) const {
    int wrong = 0;
    for (const OrientedSlot f : traced.wrong()) wrong += wildcards.cost(model_.orbit_of[f]);
    return wrong - wildcards.stickers;
}

bool Inserter::solved(const TracedWord &traced, int level) const {
    return std::ranges::none_of(
        traced.wrong(), [&](OrientedSlot f) { return level_[model_.orbit_of[f]] == level; });
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
    const std::vector<char> &moves = moves_orbit_[triple.orbit];
    const int group = model_.group_of[triple.x];
    const auto least = [&](int length) {
        return length == ThreeCycles::NONE
                   ? 1e9
                   : std::max(LEAST_GROWTH, length - double{MOST_SAVED_MOVES}) / gained;
    };
    choice.price = limit;
    bool found = false;
    int length = 0;                            // of the 3-cycle of the places at this time
    double bound = 0;                          // of the price with it
    std::optional<ThreeCycles::Ends> borders;  // its first and last move
    Word cycle;
    for (int t = 0; t <= traced.size(); ++t) {
        if (!t || moves[model_.layer_of[traced.word()[t - 1]]]) {
            const OrientedSlot *at = traced.rows(group, t).from_end;
            length = cost(triple.orbit, at[triple.x], at[triple.y], at[triple.z]);
            bound = least(length);
            borders.reset();
            cycle.clear();
        }
        if (bound >= choice.price) continue;
        if (!borders) borders = ends(traced, {0, t, triple});
        int growth = length;
        if (traced.merges_before(t, borders->first) || traced.merges_after(t, borders->last)) {
            if (cycle.empty()) cycle = word(traced, {0, t, triple});
            growth = traced.patch(t, cycle).growth;
        }
        const double price = std::max(LEAST_GROWTH, double(growth)) / gained;
        if (price >= choice.price) continue;
        choice = {price, t, triple};
        found = true;
    }
    return found;
}

std::vector<std::size_t> Inserter::count_rows(const TracedWord &traced) const {
    std::vector<std::size_t> turned(model_.layers(), 0), result;
    for (const Letter move : traced.word()) ++turned[model_.layer_of[move]];
    for (const std::vector<char> &moves : moves_orbit_) {
        result.push_back(1);
        for (std::size_t layer = 0; layer < turned.size(); ++layer)
            if (moves[layer]) result.back() += turned[layer];
    }
    return result;
}

ThreeCycles::Ends Inserter::ends(const TracedWord &traced, const Choice &choice) const {
    const Triple &t = choice.triple;
    const OrientedSlot *at = traced.rows(model_.group_of[t.x], choice.time).from_end;
    return cycles_[t.orbit].ends(shifted(t.orbit, at[t.x]), shifted(t.orbit, at[t.y]),
                                 shifted(t.orbit, at[t.z]));
}

Word Inserter::word(const TracedWord &traced, const Choice &choice) const {
    const auto from_end = traced.from_end(choice.time);
    const Triple &t = choice.triple;
    return word(t.orbit, from_end[t.x], from_end[t.y], from_end[t.z]);
}

bool Inserter::pass(TracedWord &traced, int level, Insertion &insertion) const {
    const InsertionLimits &limits = insertion.limits;
    std::vector<Triple> all = all_triples(traced, level);
    std::shuffle(all.begin(), all.end(), insertion.dice);
    const std::vector<std::size_t> rows = count_rows(traced);
    std::size_t pairs = 0;
    std::erase_if(all, [&](const Triple &triple) {
        if (pairs > limits.pairs) return true;
        pairs += rows[triple.orbit];
        return false;
    });
    insertion.examined += pairs;
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
    int excessive = excess(traced, insertion.wildcards);
    for (const Choice &choice : choices) {
        if (excessive <= 0) break;
        const std::array slots{model_.slot_of[choice.triple.x], model_.slot_of[choice.triple.y],
                               model_.slot_of[choice.triple.z]};
        if (choice.price > best * limits.tolerance) break;
        if (std::ranges::any_of(slots, [&](int s) { return used[s]; })) continue;
        for (const int slot : slots) used[slot] = 1;
        taken.push_back(choice);
        excessive -= choice.triple.gain * insertion.wildcards.cost(choice.triple.orbit);
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
