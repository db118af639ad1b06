// Annealing of a line; see general_anneal.hpp.
#include "general_anneal.hpp"

#include <algorithm>
#include <cmath>

namespace puzzlery::general {

namespace {

constexpr int FARTHEST = 14;             // moves between a move and its undoing
constexpr int TRIES = 12;                // times looked at until one move brings a piece home
constexpr double TIED = 1e6;             // what is solved of the tied orbits stays solved

int below(Dice &dice, int limit) { return static_cast<int>(dice() % static_cast<std::uint64_t>(limit)); }

double unit(Dice &dice) { return static_cast<double>(dice() >> 11) * 0x1.0p-53; }

}  // namespace

Annealer::Annealer(const Model &model, std::vector<double> weights, const std::vector<char> &is_free)
    : model_(model), weights_(model.frames()), homes_(model.frames()), reach_(model.frames()) {
    for (int f = 0; f < model.frames(); ++f) {
        const int o = model.orbit_of[f];
        weights_[f] = is_free[o] ? weights[o] : TIED;
        for (int p = model.orbits[o].begin; p < model.orbits[o].end; ++p)
            if (model.fits(static_cast<Frame>(p), static_cast<Frame>(f))) homes_[f].push_back(static_cast<Frame>(p));
    }
    for (std::size_t m = 0; m < model.moves.size(); ++m) {
        for (const Frame f : model.moves[m].moved)
            reach_[f].emplace_back(model.moves[m].to[f], static_cast<Letter>(m));
        std::vector<int> totals(model.coordinates.size(), 0);
        model.add(totals, static_cast<Letter>(m));
        bool still = true;
        for (std::size_t c = 0; c < totals.size(); ++c)
            still &= !totals[c] || !is_free[model.coordinates[c].orbit];
        harmless_.push_back(still);
    }
}

double Annealer::value(const Line &line) const {
    double total = line.size();
    for (const Frame place : model_.first_of)
        if (!model_.fits(place, line.end()[place])) total += weights_[place];
    return total;
}

void Annealer::propose(Line &line, Dice &dice, double heat) {
    Pair pair{};
    const bool aimed = dice() & 1;
    if (!(aimed ? guided(line, dice, pair) : wandering(line, dice, pair))) return;
    // A change of four moves is the most that merging makes up for.
    const double allowed = -heat * std::log(unit(dice) + 1e-12);
    const double gained = gain(line, pair);
    if (-4.0 - gained > allowed) return;
    const Word make{pair.move}, undo{model_.inverse(pair.move)};
    const Line::Patch patch = pair.alone ? line.patch(pair.first, make)
                                         : line.patch(pair.first, make, pair.second, undo);
    if (patch.growth() - gained <= allowed) line.apply(patch);
}

// A wrong piece, a place where it would be right, and a time at which one move leads there.
bool Annealer::guided(const Line &line, Dice &dice, Pair &pair) const {
    Frame place = 0;
    for (int k = 0;; ++k) {
        place = model_.first_of[below(dice, model_.slots())];
        if (!model_.fits(place, line.end()[place])) break;
        if (k == TRIES) return false;
    }
    const std::vector<Frame> &homes = homes_[line.end()[place]];
    if (homes.empty()) return false;
    for (int k = 0; k < TRIES; ++k) {
        const int t = below(dice, line.size() + 1);
        const Frame *back = line.back(t);
        const Frame from = back[place], to = back[homes[below(dice, static_cast<int>(homes.size()))]];
        for (const auto &[reached, move] : reach_[from]) {
            if (reached != to) continue;
            const int other = t + (dice() & 1 ? 1 : -1) * (1 + below(dice, FARTHEST));
            if (other < 0 || other > line.size()) break;
            pair = t < other ? Pair{t, other, move, false} : Pair{other, t, model_.inverse(move), false};
            return true;
        }
    }
    return false;
}

bool Annealer::wandering(const Line &line, Dice &dice, Pair &pair) const {
    if (!line.size()) return false;
    const int t = below(dice, line.size());
    const int other = std::min(line.size(), t + 1 + below(dice, FARTHEST));
    const int kind = below(dice, 8);
    if (kind < 5) {
        // Take out the move at one of the two times, and make up for it at the other.
        const bool early = dice() & 1;
        const int at = early ? t : std::min(other, line.size() - 1);
        const Letter there = line.word()[at];
        pair = early ? Pair{t, other, model_.inverse(there), false} : Pair{t, at, there, false};
        if (kind == 0) {
            const int layer = model_.moves[there].layer;
            const int power = 1 + below(dice, model_.orders[layer] - 1);
            pair.move = model_.letter(layer, power);
        }
        return pair.first < pair.second;
    }
    pair = {t, other, static_cast<Letter>(below(dice, static_cast<int>(model_.moves.size()))), kind == 7};
    return !pair.alone || harmless_[pair.move];
}

double Annealer::difference(const State &end, Frame from, Frame to) const {
    const Frame piece = end[from];
    return weights_[from] * (model_.fits(to, piece) - model_.fits(from, piece));
}

double Annealer::gain(const Line &line, const Pair &pair) const {
    const Move &make = model_.moves[pair.move];
    const Frame *ahead = line.ahead(pair.first);
    const State &end = line.end();
    double total = 0;
    if (pair.alone) {
        for (const auto &[from, to] : make.slots) total += difference(end, ahead[from], ahead[to]);
        return total;
    }
    const Move &undo = model_.moves[model_.inverse(pair.move)];
    const Frame *later = line.ahead(pair.second), *back = line.back(pair.first);
    const Frame *later_back = line.back(pair.second);
    for (const auto &[from, to] : make.slots)
        total += difference(end, ahead[from], later[undo.to[later_back[ahead[to]]]]);
    for (const auto &[from, to] : undo.slots) {
        const Frame was = later[from], early = back[was];
        if (make.to[early] == early) total += difference(end, was, later[to]);
    }
    return total;
}

}  // namespace puzzlery::general
