// Simulated annealing of a word; see anneal.hpp.
#include "general/anneal.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace puzzlery::general {

namespace {

// The sources of the values below are not recorded; docs/general-table.md measures the solver.
// Moves between an inserted move and its inverse. Longer words between them move too many pieces.
constexpr int MOST_MOVES_BETWEEN = 14;
// Random places, or times, examined until a proposal is given up.
constexpr int PROPOSAL_ATTEMPTS = 12;
// Slots: commutators that move more are not proposed, since each slot costs an evaluation.
constexpr std::size_t MOST_MOVED_SLOTS = 24;
// Bounds the memory for commutators on puzzles with very many moves.
constexpr std::size_t MOST_COMMUTATORS = 60'000;
// Moves: where an inserted move cancels another, its neighbors may cancel too: one on each side.
constexpr int MOST_FURTHER_SAVED = 2;

int below(RandomGenerator &dice, int limit) {
    return static_cast<int>(dice.below(static_cast<std::size_t>(limit)));
}

}  // namespace

Annealer::Annealer(const Model &model, const std::vector<char> &is_free)
    : model_(model), homes_(model.oriented_slots()) {
    TransitionIndex<Letter>::Entries by_move(model.oriented_slots());
    for (std::size_t m = 0; m < model.moves.size(); ++m) {
        for (const OrientedSlot f : model.moves[m].moved)
            by_move[f].emplace_back(model.moves[m].to[f], static_cast<Letter>(m));
        if (!model.moves[m].moved.empty()) letters_.push_back(static_cast<Letter>(m));
    }
    for (const OrientedSlot f : model.first_of)
        if (!by_move[f].empty()) places_.push_back(f);
    for (int f = 0; f < model.oriented_slots(); ++f) {
        if (by_move[f].empty()) continue;
        const int o = model.orbit_of[f];
        for (int p = model.orbits[o].begin; p < model.orbits[o].end; ++p)
            if (model.fits(static_cast<OrientedSlot>(p), static_cast<OrientedSlot>(f)))
                homes_[f].push_back(static_cast<OrientedSlot>(p));
    }
    for (std::size_t m = 0; m < model.moves.size(); ++m) {
        std::vector<int> totals(model.coordinates.size(), 0);
        model.add(totals, static_cast<Letter>(m));
        bool unchanged = true;
        for (std::size_t c = 0; c < totals.size(); ++c)
            unchanged &= !totals[c] || !is_free[model.coordinates[c].orbit];
        keeps_coordinates_.push_back(unchanged);
    }
    moves_between_ = {model, std::move(by_move)};
    list_slots();
    find_clashes();
    list_commutators();
}

// A move and its inverse change a group only if some move between them does not commute with them
// there.
bool Annealer::clashes(const TracedWord &traced, const Pair &pair, int group) const {
    const Bits &bits = clashes_[group];
    const int row = model_.layer_of[pair.move] * model_.layers();
    for (int t = pair.first; t < pair.second; ++t)
        if (has(bits, row + model_.layer_of[traced.word()[t]])) return true;
    return false;
}

void Annealer::list_slots() {
    for (const Move &move : model_.moves) {
        slots_of_.emplace_back();
        for (int k = 0; k < static_cast<int>(move.slots.size()); ++k) {
            const int group = model_.group_of[move.slots[k].first];
            if (slots_of_.back().empty() || slots_of_.back().back().group != group)
                slots_of_.back().push_back({group, k, k});
            slots_of_.back().back().end = k + 1;
        }
    }
}

void Annealer::find_clashes() {
    const int layers = model_.layers();
    const std::size_t words = static_cast<std::size_t>(layers) * layers / 64 + 1;
    clashes_.assign(model_.groups.size(), Bits(words, 0));
    for (int a = 0; a < layers; ++a)
        for (int b = 0; b < layers; ++b) {
            if (model_.orders[a] < 2 || model_.orders[b] < 2 || model_.commute(a, b)) continue;
            const Move &x = model_.moves[model_.letter(a, 1)],
                       &y = model_.moves[model_.letter(b, 1)];
            for (const Move *move : {&x, &y})
                for (const OrientedSlot f : move->moved)
                    if (y.to[x.to[f]] != x.to[y.to[f]])
                        put(clashes_[model_.group_of[f]], a * layers + b);
        }
}

void Annealer::list_commutators() {
    const std::size_t moves = model_.moves.size();
    TransitionIndex<std::uint32_t>::Entries by_commutator(model_.oriented_slots());
    for (std::size_t x = 0; x < moves; ++x)
        for (std::size_t y = 0; y < moves && commutators_.size() < MOST_COMMUTATORS; ++y) {
            const Move &a = model_.moves[x], &b = model_.moves[y];
            if (model_.commute(a.layer, b.layer)) continue;
            const Move &undo_a = model_.moves[model_.inverse(static_cast<Letter>(x))];
            const Move &undo_b = model_.moves[model_.inverse(static_cast<Letter>(y))];
            Commutator commutator{static_cast<Letter>(x), static_cast<Letter>(y), {}};
            for (const OrientedSlot f : model_.first_of) {
                const OrientedSlot to = undo_b.to[undo_a.to[b.to[a.to[f]]]];
                if (to != f) commutator.slots.emplace_back(f, to);
                if (commutator.slots.size() > MOST_MOVED_SLOTS) break;
            }
            if (commutator.slots.empty() || commutator.slots.size() > MOST_MOVED_SLOTS) continue;
            const auto number = static_cast<std::uint32_t>(commutators_.size());
            const Word word{commutator.x, commutator.y, model_.inverse(commutator.x),
                            model_.inverse(commutator.y)};
            for (const auto &[first, to] : commutator.slots)
                for (int k = 0; k < model_.orbits[model_.orbit_of[first]].orientations; ++k) {
                    const auto f = static_cast<OrientedSlot>(first + k);
                    by_commutator[f].emplace_back(model_.image(f, word), number);
                }
            commutators_.push_back(std::move(commutator));
        }
    commutators_between_ = {model_, std::move(by_commutator)};
}

void Annealer::propose(TracedWord &traced, RandomGenerator &dice, double temperature,
                       const Rewards &rewards) const {
    const auto which = dice() % 8;
    if (which < 3) return propose_commutator(traced, dice, temperature, rewards);
    Pair pair{};
    const bool for_piece = which < 5;
    if (!(for_piece ? propose_for_piece(traced, dice, pair) : propose_anywhere(traced, dice, pair)))
        return;
    if (has_no_effect(traced, pair)) return;
    const double allowed = -temperature * std::log(dice.unit());
    const int least = least_growth(traced, pair);
    const double gained = gain(traced, pair, rewards, least - allowed - rewards.abort_margin);
    if (least > gained + allowed) return;
    const std::array make{pair.move}, undo{model_.inverse(pair.move)};
    const TracedWord::Patch patch = pair.single ? traced.patch(pair.first, make)
                                                : traced.patch(pair.first, make, pair.second, undo);
    if (patch.growth - gained <= allowed) traced.apply(patch);
}

// Whether the move and its inverse cancel because the word between commutes with them.
bool Annealer::has_no_effect(const TracedWord &traced, const Pair &pair) const {
    const int layer = model_.layer_of[pair.move];
    const auto commutes = [&](Letter move) { return model_.commute(layer, model_.layer_of[move]); };
    const auto begin = traced.word().begin();
    return !pair.single && std::all_of(begin + pair.first, begin + pair.second, commutes);
}

// A lower bound of the growth that needs no simplified word.
int Annealer::least_growth(const TracedWord &traced, const Pair &pair) const {
    const auto least = [&](int time, Letter move) {
        const int growth = traced.growth(time, move);
        return growth < 0 ? growth - MOST_FURTHER_SAVED : growth;
    };
    const int growth = least(pair.first, pair.move);
    return pair.single ? growth : growth + least(pair.second, model_.inverse(pair.move));
}

// Insert a commutator that brings a wrong piece to a place where it fits.
void Annealer::propose_commutator(TracedWord &traced, RandomGenerator &dice, double temperature,
                                  const Rewards &rewards) const {
    OrientedSlot place = 0, home = 0;
    if (!choose_wrong_piece(traced, dice, place, home)) return;
    const int t = below(dice, traced.size() + 1);
    const OrientedSlot *from_end = traced.rows(model_.group_of[place], t).from_end;
    const auto found = commutators_between_.between(from_end[place], from_end[home]);
    if (found.empty()) return;
    const auto to_end = traced.to_end(t);
    const Commutator &commutator = commutators_[found[dice.below(found.size())]];
    const double allowed = -temperature * std::log(dice.unit());
    double gained = 0;
    for (const auto &[from, to] : commutator.slots) {
        gained += reward_change(traced, to_end[from], to_end[to], rewards);
        if (gained < -allowed - rewards.abort_margin) return;
    }
    if (-gained > allowed) return;
    const std::array word{commutator.x, commutator.y, model_.inverse(commutator.x),
                          model_.inverse(commutator.y)};
    const TracedWord::Patch patch = traced.patch(t, word);
    if (patch.growth - gained <= allowed) traced.apply(patch);
}

bool Annealer::choose_wrong_piece(const TracedWord &traced, RandomGenerator &dice,
                                  OrientedSlot &place, OrientedSlot &home) const {
    for (int k = 0; k < PROPOSAL_ATTEMPTS && !places_.empty(); ++k) {
        place = places_[dice.below(places_.size())];
        if (traced.solved_at(place)) continue;
        const std::vector<OrientedSlot> &homes = homes_[traced.end()[place]];
        if (homes.empty()) return false;
        home = homes[dice.below(homes.size())];
        return true;
    }
    return false;
}

// Choose a wrong piece, a place where it fits, and a time at which one move leads there.
bool Annealer::propose_for_piece(const TracedWord &traced, RandomGenerator &dice,
                                 Pair &pair) const {
    OrientedSlot place = 0, home = 0;
    if (!choose_wrong_piece(traced, dice, place, home)) return false;
    const std::vector<OrientedSlot> &homes = homes_[traced.end()[place]];
    for (int k = 0; k < PROPOSAL_ATTEMPTS; ++k) {
        const int t = below(dice, traced.size() + 1);
        const OrientedSlot *from_end = traced.rows(model_.group_of[place], t).from_end;
        const OrientedSlot to = from_end[homes[dice.below(homes.size())]];
        const auto found = moves_between_.between(from_end[place], to);
        if (found.empty()) continue;
        const Letter move = found[dice.below(found.size())];
        const int other = t + (dice() & 1 ? 1 : -1) * (1 + below(dice, MOST_MOVES_BETWEEN));
        if (other < 0 || other > traced.size()) continue;
        pair =
            t < other ? Pair{t, other, move, false} : Pair{other, t, model_.inverse(move), false};
        return true;
    }
    return false;
}

bool Annealer::propose_anywhere(const TracedWord &traced, RandomGenerator &dice, Pair &pair) const {
    if (!traced.size() || letters_.empty()) return false;
    const int t = below(dice, traced.size());
    const int other = std::min(traced.size(), t + 1 + below(dice, MOST_MOVES_BETWEEN));
    const int kind = below(dice, 8);
    if (kind < 5) {
        // Remove the move at one of the two times, and insert it at the other.
        const bool early = dice() & 1;
        const int at = early ? t : std::min(other, traced.size() - 1);
        const Letter there = traced.word()[at];
        pair = early ? Pair{t, other, model_.inverse(there), false} : Pair{t, at, there, false};
        if (kind == 0) {
            const std::vector<Letter> &powers = model_.letters[model_.moves[there].layer];
            pair.move = powers[dice.below(powers.size())];
        }
        return pair.first < pair.second;
    }
    pair = {t, other, letters_[dice.below(letters_.size())], kind == 7};
    return !pair.single || keeps_coordinates_[pair.move];
}

double Annealer::reward_change(const TracedWord &traced, OrientedSlot from, OrientedSlot to,
                               const Rewards &rewards) const {
    return rewards.of_place[from] * (model_.fits(to, traced.end()[from]) - traced.solved_at(from));
}

// The reward that a pair gains. Stops at a partial sum below `least`.
double Annealer::gain(const TracedWord &traced, const Pair &pair, const Rewards &rewards,
                      double least) const {
    const Move &make = model_.moves[pair.move];
    const Move &undo = model_.moves[model_.inverse(pair.move)];
    double total = 0;
    for (const GroupSlots &own : slots_of_[pair.move]) {
        if (!pair.single && model_.groups.size() > 1 && !clashes(traced, pair, own.group)) continue;
        const auto [to_end, from_end] = traced.rows(own.group, pair.first);
        if (pair.single) {
            for (int k = own.begin; k < own.end; ++k) {
                const auto [from, to] = make.slots[k];
                total += reward_change(traced, to_end[from], to_end[to], rewards);
            }
            continue;
        }
        const auto [later, later_back] = traced.rows(own.group, pair.second);
        for (int k = own.begin; k < own.end; ++k) {
            const auto [from, to] = make.slots[k];
            const OrientedSlot end = later[undo.to[later_back[to_end[to]]]];
            total += reward_change(traced, to_end[from], end, rewards);
            if (total < least) return total;
        }
        for (int k = own.begin; k < own.end; ++k) {
            const auto [from, to] = undo.slots[k];
            const OrientedSlot was = later[from], early = from_end[was];
            if (make.to[early] != early) continue;
            total += reward_change(traced, was, later[to], rewards);
            if (total < least) return total;
        }
    }
    return total;
}

}  // namespace puzzlery::general
