// Annealing of a line; see anneal.hpp.
#include "general/anneal.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace puzzlery::general {

namespace {

constexpr int FARTHEST = 14;            // moves between a move and its undoing
constexpr int TRIES = 12;               // times looked at until one move brings a piece home
constexpr std::size_t MOST_MOVED = 24;  // slots that a commutator may move to be of use
constexpr std::size_t MOST_LISTED = 60'000;
constexpr int MOST_MERGED = 2;  // moves saved where another one has vanished

int below(Dice &dice, int limit) {
    return static_cast<int>(dice.below(static_cast<std::size_t>(limit)));
}

}  // namespace

Annealer::Annealer(const Model &model, const std::vector<char> &is_free)
    : model_(model), homes_(model.frames()) {
    Ways<Letter>::Found reach(model.frames());
    for (std::size_t m = 0; m < model.moves.size(); ++m) {
        for (const Frame f : model.moves[m].moved)
            reach[f].emplace_back(model.moves[m].to[f], static_cast<Letter>(m));
        if (!model.moves[m].moved.empty()) letters_.push_back(static_cast<Letter>(m));
    }
    for (const Frame f : model.first_of)
        if (!reach[f].empty()) places_.push_back(f);
    for (int f = 0; f < model.frames(); ++f) {
        if (reach[f].empty()) continue;
        const int o = model.orbit_of[f];
        for (int p = model.orbits[o].begin; p < model.orbits[o].end; ++p)
            if (model.fits(static_cast<Frame>(p), static_cast<Frame>(f)))
                homes_[f].push_back(static_cast<Frame>(p));
    }
    for (std::size_t m = 0; m < model.moves.size(); ++m) {
        std::vector<int> totals(model.coordinates.size(), 0);
        model.add(totals, static_cast<Letter>(m));
        bool still = true;
        for (std::size_t c = 0; c < totals.size(); ++c)
            still &= !totals[c] || !is_free[model.coordinates[c].orbit];
        harmless_.push_back(still);
    }
    reach_ = {model, std::move(reach)};
    list_commutators();
}

void Annealer::list_commutators() {
    const std::size_t moves = model_.moves.size();
    Ways<std::uint32_t>::Found lifts(model_.frames());
    for (std::size_t x = 0; x < moves; ++x)
        for (std::size_t y = 0; y < moves && commutators_.size() < MOST_LISTED; ++y) {
            const Move &a = model_.moves[x], &b = model_.moves[y];
            if (model_.commute(a.layer, b.layer)) continue;
            const Move &undo_a = model_.moves[model_.inverse(static_cast<Letter>(x))];
            const Move &undo_b = model_.moves[model_.inverse(static_cast<Letter>(y))];
            Commutator made{static_cast<Letter>(x), static_cast<Letter>(y), {}};
            for (const Frame f : model_.first_of) {
                const Frame to = undo_b.to[undo_a.to[b.to[a.to[f]]]];
                if (to != f) made.slots.emplace_back(f, to);
                if (made.slots.size() > MOST_MOVED) break;
            }
            if (made.slots.empty() || made.slots.size() > MOST_MOVED) continue;
            const auto number = static_cast<std::uint32_t>(commutators_.size());
            const Word word{made.x, made.y, model_.inverse(made.x), model_.inverse(made.y)};
            for (const auto &[first, to] : made.slots)
                for (int k = 0; k < model_.orbits[model_.orbit_of[first]].turns; ++k) {
                    const auto f = static_cast<Frame>(first + k);
                    lifts[f].emplace_back(model_.carried(f, word), number);
                }
            commutators_.push_back(std::move(made));
        }
    lifts_ = {model_, std::move(lifts)};
}

void Annealer::propose(Line &line, Dice &dice, double heat, const Prices &prices) const {
    const auto which = dice() % 8;
    if (which < 3) return propose_commutator(line, dice, heat, prices);
    Pair pair{};
    const bool aimed = which < 5;
    if (!(aimed ? guided(line, dice, pair) : wandering(line, dice, pair))) return;
    if (idle(line, pair)) return;
    const double allowed = -heat * std::log(dice.unit());
    const int least = least_growth(line, pair);
    const double gained = gain(line, pair, prices, least - allowed - prices.margin);
    if (least > gained + allowed) return;
    const std::array make{pair.move}, undo{model_.inverse(pair.move)};
    const Line::Patch patch =
        pair.alone ? line.patch(pair.first, make) : line.patch(pair.first, make, pair.second, undo);
    if (patch.growth() - gained <= allowed) line.apply(patch);
}

// Whether a move is undone before anything is made that it does not commute with.
bool Annealer::idle(const Line &line, const Pair &pair) const {
    const int layer = model_.layer_of[pair.move];
    const auto commutes = [&](Letter move) { return model_.commute(layer, model_.layer_of[move]); };
    const auto begin = line.word().begin();
    return !pair.alone && std::all_of(begin + pair.first, begin + pair.second, commutes);
}

// By how much the word grows at least, which is seen without making it. Where a move vanishes, its
// neighbors may merge in their turn.
int Annealer::least_growth(const Line &line, const Pair &pair) const {
    const auto least = [&](int time, Letter move) {
        const int growth = line.growth(time, move);
        return growth < 0 ? growth - MOST_MERGED : growth;
    };
    const int growth = least(pair.first, pair.move);
    return pair.alone ? growth : growth + least(pair.second, model_.inverse(pair.move));
}

// A commutator that brings a wrong piece home from where it is at some time.
void Annealer::propose_commutator(Line &line, Dice &dice, double heat, const Prices &prices) const {
    Frame place = 0, home = 0;
    if (!wrong_place(line, dice, place, home)) return;
    const int t = below(dice, line.size() + 1);
    const Frame *back = line.back(t), *ahead = line.ahead(t);
    const auto found = lifts_.between(back[place], back[home]);
    if (found.empty()) return;
    const Commutator &made = commutators_[found[dice.below(found.size())]];
    const double allowed = -heat * std::log(dice.unit());
    double gained = 0;
    for (const auto &[from, to] : made.slots) {
        gained += difference(line, ahead[from], ahead[to], prices);
        if (gained < -allowed - prices.margin) return;
    }
    if (-gained > allowed) return;
    const std::array word{made.x, made.y, model_.inverse(made.x), model_.inverse(made.y)};
    const Line::Patch patch = line.patch(t, word);
    if (patch.growth() - gained <= allowed) line.apply(patch);
}

bool Annealer::wrong_place(const Line &line, Dice &dice, Frame &place, Frame &home) const {
    for (int k = 0; k < TRIES && !places_.empty(); ++k) {
        place = places_[dice.below(places_.size())];
        if (line.right(place)) continue;
        const std::vector<Frame> &homes = homes_[line.end()[place]];
        if (homes.empty()) return false;
        home = homes[dice.below(homes.size())];
        return true;
    }
    return false;
}

// A wrong piece, a place where it would be right, and a time at which one move leads there.
bool Annealer::guided(const Line &line, Dice &dice, Pair &pair) const {
    Frame place = 0, home = 0;
    if (!wrong_place(line, dice, place, home)) return false;
    const std::vector<Frame> &homes = homes_[line.end()[place]];
    for (int k = 0; k < TRIES; ++k) {
        const int t = below(dice, line.size() + 1);
        const Frame *back = line.back(t);
        const Frame to = back[homes[dice.below(homes.size())]];
        const auto found = reach_.between(back[place], to);
        if (found.empty()) continue;
        const Letter move = found[dice.below(found.size())];
        const int other = t + (dice() & 1 ? 1 : -1) * (1 + below(dice, FARTHEST));
        if (other < 0 || other > line.size()) continue;
        pair =
            t < other ? Pair{t, other, move, false} : Pair{other, t, model_.inverse(move), false};
        return true;
    }
    return false;
}

bool Annealer::wandering(const Line &line, Dice &dice, Pair &pair) const {
    if (!line.size() || letters_.empty()) return false;
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
            const std::vector<Letter> &powers = model_.letters[model_.moves[there].layer];
            pair.move = powers[dice.below(powers.size())];
        }
        return pair.first < pair.second;
    }
    pair = {t, other, letters_[dice.below(letters_.size())], kind == 7};
    return !pair.alone || harmless_[pair.move];
}

double Annealer::difference(const Line &line, Frame from, Frame to, const Prices &prices) const {
    return prices.of_place[from] * (model_.fits(to, line.end()[from]) - line.right(from));
}

// What a pair gains; if it is less than that at some point, what is known then.
double Annealer::gain(const Line &line, const Pair &pair, const Prices &prices,
                      double least) const {
    const Move &make = model_.moves[pair.move];
    const Frame *ahead = line.ahead(pair.first);
    double total = 0;
    if (pair.alone) {
        for (const auto &[from, to] : make.slots)
            total += difference(line, ahead[from], ahead[to], prices);
        return total;
    }
    const Move &undo = model_.moves[model_.inverse(pair.move)];
    const Frame *later = line.ahead(pair.second), *back = line.back(pair.first);
    const Frame *later_back = line.back(pair.second);
    for (const auto &[from, to] : make.slots) {
        total += difference(line, ahead[from], later[undo.to[later_back[ahead[to]]]], prices);
        if (total < least) return total;
    }
    for (const auto &[from, to] : undo.slots) {
        const Frame was = later[from], early = back[was];
        if (make.to[early] != early) continue;
        total += difference(line, was, later[to], prices);
        if (total < least) return total;
    }
    return total;
}

}  // namespace puzzlery::general
