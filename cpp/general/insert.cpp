// Insertion of pure 3-cycles; see insert.hpp.
#include "general/insert.hpp"

#include <algorithm>
#include <array>

namespace puzzlery::general {

namespace {

constexpr int MOST_MERGED = 6;  // moves that an insertion can hope to save
constexpr int MOST_PASSES = 3'000;
// Pieces that gain nothing are moved only where nothing else helps.
constexpr double NO_GAIN = 0.02;

}  // namespace

Inserter::Inserter(const Model &model, const std::vector<Cycles> &cycles,
                   const std::vector<int> &level)
    : model_(model), cycles_(cycles), level_(level) {
    for (std::size_t o = 0; o < cycles.size(); ++o)
        shift_.push_back(cycles[o].orbit().begin - model.orbits[o].begin);
}

int Inserter::cost(int orbit, Frame x, Frame y, Frame z) const {
    return cycles_[orbit].cost(shifted(orbit, x), shifted(orbit, y), shifted(orbit, z));
}

Word Inserter::word(int orbit, Frame x, Frame y, Frame z) const {
    return cycles_[orbit].word(shifted(orbit, x), shifted(orbit, y), shifted(orbit, z));
}

bool Inserter::run(Line &line, int level, Dice &dice, const Thrift &thrift) const {
    for (int k = 0; k < MOST_PASSES; ++k) {
        if (solved(line, level)) return true;
        if (!pass(line, level, dice, thrift)) return false;
    }
    return false;
}

bool Inserter::solved(const Line &line, int level) const {
    return std::ranges::all_of(model_.first_of, [&](Frame f) {
        return level_[model_.orbit_of[f]] != level || line.right(f);
    });
}

int Inserter::gain(const State &end, Frame x, Frame y, Frame z) const {
    const auto change = [&](Frame from, Frame to) {
        return int{model_.fits(to, end[from])} - int{model_.fits(from, end[from])};
    };
    return change(x, y) + change(y, z) + change(z, x);
}

// Two pieces at least come home, in slots that are all wrong.
void Inserter::closing(const Line &line, const std::vector<Frame> &wrong,
                       std::vector<Triple> &into) const {
    const State &end = line.end();
    const int orbit = model_.orbit_of[wrong[0]];
    const int turns = model_.orbits[orbit].turns;
    std::vector<Frame> places;     // all frames of the wrong slots
    std::vector<std::size_t> row;  // which slot each belongs to
    for (std::size_t k = 0; k < wrong.size(); ++k)
        for (int h = 0; h < turns; ++h) {
            places.push_back(static_cast<Frame>(wrong[k] + h));
            row.push_back(k);
        }
    for (std::size_t k = 0; k < wrong.size(); ++k)
        for (std::size_t p = 0; p < places.size(); ++p) {
            const Frame y = places[p];
            if (row[p] == k || !model_.fits(y, end[wrong[k]])) continue;
            for (std::size_t q = 0; q < places.size(); ++q) {
                if (row[q] == k || row[q] == row[p] || !model_.fits(places[q], end[y])) continue;
                into.push_back({orbit, wrong[k], y, places[q], gain(end, wrong[k], y, places[q])});
            }
        }
}

// Any third place will do; it may be that only places change, to get out of a dead end.
void Inserter::opening(const Line &line, const std::vector<Frame> &wrong,
                       std::vector<Triple> &into) const {
    const State &end = line.end();
    const int o = model_.orbit_of[wrong[0]];
    const Orbit &orbit = model_.orbits[o];
    const auto add = [&](Frame x, Frame y, bool any) {
        for (int z = orbit.begin; z < orbit.end; ++z) {
            const auto third = static_cast<Frame>(z);
            if (model_.slot_of[z] == model_.slot_of[x] || model_.slot_of[z] == model_.slot_of[y])
                continue;
            const int gained = gain(end, x, y, third);
            if (gained >= (any ? -1 : 0)) into.push_back({o, x, y, third, gained});
        }
    };
    for (const Frame x : wrong)
        for (int y = orbit.begin; y < orbit.end; ++y)
            if (model_.slot_of[y] != model_.slot_of[x] &&
                model_.fits(static_cast<Frame>(y), end[x]))
                add(x, static_cast<Frame>(y), false);
    if (!into.empty()) return;
    for (const Frame x : wrong)
        for (int y = orbit.begin; y < orbit.end; ++y)
            if (model_.slot_of[y] != model_.slot_of[x]) add(x, static_cast<Frame>(y), true);
}

std::vector<Inserter::Triple> Inserter::triples(const Line &line, int o) const {
    const Orbit &orbit = model_.orbits[o];
    std::vector<Frame> wrong;
    for (int f = orbit.begin; f < orbit.end; f += orbit.turns)
        if (!line.right(static_cast<Frame>(f))) wrong.push_back(static_cast<Frame>(f));
    std::vector<Triple> found;
    if (wrong.empty()) return found;
    closing(line, wrong, found);
    if (found.empty()) opening(line, wrong, found);
    return found;
}

std::vector<Inserter::Triple> Inserter::all_triples(const Line &line, int level) const {
    std::vector<Triple> all;
    for (std::size_t o = 0; o < cycles_.size(); ++o) {
        if (level_[o] != level || !cycles_[o].complete()) continue;
        const std::vector<Triple> found = triples(line, static_cast<int>(o));
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}

bool Inserter::teach(Line &line, int level, Lesson &lesson) const {
    for (int k = 0; k < MOST_PASSES && !solved(line, level); ++k) {
        const std::vector<Triple> all = all_triples(line, level);
        const auto price = [&](const Triple &t) {
            return cost(t.orbit, t.x, t.y, t.z) / (t.gain > 0 ? t.gain : NO_GAIN);
        };
        const auto best = std::ranges::min_element(all, {}, price);
        if (best == all.end()) return false;
        const Word made = word(best->orbit, best->x, best->y, best->z);
        line.replace(line.size(), line.size(), made);
        lesson.emplace_back(best->orbit, made);
    }
    return solved(line, level);
}

bool Inserter::best_time(const Line &line, const Triple &triple, double limit,
                         Choice &choice) const {
    const double gained = triple.gain > 0 ? triple.gain : triple.gain == 0 ? NO_GAIN : NO_GAIN / 2;
    choice.price = limit;
    bool found = false;
    for (int t = 0; t <= line.size(); ++t) {
        const Frame *back = line.back(t);
        const Frame x = back[triple.x], y = back[triple.y], z = back[triple.z];
        const int length = cost(triple.orbit, x, y, z);
        if (length == Cycles::NONE) continue;
        if (std::max(0.25, length - double{MOST_MERGED}) / gained >= choice.price) continue;
        const int growth = line.patch(t, word(triple.orbit, x, y, z)).growth();
        const double price = std::max(0.25, double(growth)) / gained;
        if (price >= choice.price) continue;
        choice = {price, t, triple};
        found = true;
    }
    return found;
}

Word Inserter::word(const Line &line, const Choice &choice) const {
    const Frame *back = line.back(choice.time);
    const Triple &t = choice.triple;
    return word(t.orbit, back[t.x], back[t.y], back[t.z]);
}

bool Inserter::pass(Line &line, int level, Dice &dice, const Thrift &thrift) const {
    std::vector<Triple> all = all_triples(line, level);
    std::shuffle(all.begin(), all.end(), dice);
    all.resize(std::min(all.size(), 1 + thrift.looks / static_cast<std::size_t>(line.size() + 1)));
    std::ranges::stable_sort(all, [](const Triple &a, const Triple &b) { return a.gain > b.gain; });
    std::vector<Choice> choices;
    double best = 1e9;
    for (const Triple &triple : all) {
        Choice choice{};
        if (!best_time(line, triple, best * thrift.tolerance, choice)) continue;
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
        if (choice.price > best * thrift.tolerance) break;
        if (std::ranges::any_of(slots, [&](int s) { return used[s]; })) continue;
        for (const int slot : slots) used[slot] = 1;
        taken.push_back(choice);
        if (choice.triple.gain <= 0) break;
    }
    // The last one first: what stands before it keeps its times.
    std::ranges::sort(taken, {}, [](const Choice &c) { return -c.time; });
    int earliest = line.size() + 1;
    for (const Choice &choice : taken) {
        if (choice.time >= earliest) continue;
        const Line::Patch patch = line.patch(choice.time, word(line, choice));
        line.apply(patch);
        earliest = patch.from;
    }
    return true;
}

}  // namespace puzzlery::general
