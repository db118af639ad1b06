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

}  // namespace

Annealer::Annealer(const Model &model, const std::vector<char> &is_free)
    : model_(model), homes_(model.oriented_slots()) {
    TransitionIndex<Letter>::Entries by_move(model.oriented_slots());
    for (std::size_t m = 0; m < model.moves.size(); ++m) {
        for (const OrientedSlot f : model.moves[m].moved)
            by_move[f].emplace_back(model.moves[m].to[f], static_cast<Letter>(m));
        if (!model.moves[m].moved.empty()) letters_.push_back(static_cast<Letter>(m));
    }
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
    list_clashes();
    list_commutators();
}

void Annealer::run(TracedWord &traced, RandomGenerator &dice, std::size_t proposals,
                   double temperature, const Rewards &rewards, const Window &window) const {
    Round round{traced,  dice,   temperature,
                rewards, window, std::vector<std::uint32_t>(model_.orbits.size(), 0)};
    for (std::size_t k = 0; k < proposals; ++k) propose(round);
}

double Annealer::Round::draw_allowed_loss() { return -temperature * std::log(dice.unit()); }

void Annealer::list_slots() {
    for (const Move &move : model_.moves) {
        slots_of_.emplace_back();
        for (std::uint16_t k = 0; k < move.slots.size(); ++k) {
            const auto orbit = static_cast<std::uint16_t>(model_.orbit_of[move.slots[k].first]);
            if (slots_of_.back().empty() || slots_of_.back().back().orbit != orbit)
                slots_of_.back().push_back({orbit, k, k});
            slots_of_.back().back().end = static_cast<std::uint16_t>(k + 1);
        }
    }
}

// A move and its inverse change an orbit only if some move between them does not commute with them
// there.
void Annealer::list_clashes() {
    const int layers = model_.layers();
    std::vector<std::vector<char>> orbits(static_cast<std::size_t>(layers) * layers);
    for (int a = 0; a < layers; ++a)
        for (int b = 0; b < layers; ++b) {
            if (model_.orders[a] < 2 || model_.orders[b] < 2 || model_.commute(a, b)) continue;
            std::vector<char> &own = orbits[a * layers + b];
            own.assign(model_.orbits.size(), 0);
            const Move &x = model_.moves[model_.letter(a, 1)],
                       &y = model_.moves[model_.letter(b, 1)];
            for (const Move *move : {&x, &y})
                for (const OrientedSlot f : move->moved)
                    own[model_.orbit_of[f]] |= y.to[x.to[f]] != x.to[y.to[f]];
        }
    clashes_begin_.push_back(0);
    for (std::size_t m = 0; m < model_.moves.size(); ++m)
        for (int b = 0; b < layers; ++b) {
            const std::vector<char> &own = orbits[model_.layer_of[m] * layers + b];
            for (const OrbitSlots &slots : slots_of_[m])
                if (!own.empty() && own[slots.orbit]) clashes_.push_back(slots);
            clashes_begin_.push_back(static_cast<std::uint32_t>(clashes_.size()));
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

void Annealer::propose(Round &round) const {
    const auto which = round.dice() % 8;
    if (which < 3) return propose_commutator(round);
    Pair pair{};
    const bool for_piece = which < 5;
    if (!(for_piece ? propose_for_piece(round, pair) : propose_anywhere(round, pair))) return;
    TracedWord &traced = round.traced;
    if (has_no_effect(traced, pair)) return;
    const double allowed = round.draw_allowed_loss();
    const int least = least_growth(traced, pair);
    const double gained = gain(round, pair, least - allowed - round.rewards.abort_margin);
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
void Annealer::propose_commutator(Round &round) const {
    OrientedSlot place = 0, home = 0;
    if (!choose_wrong_piece(round, place, home)) return;
    TracedWord &traced = round.traced;
    const int t = round.any_time();
    const OrientedSlot *from_end = traced.rows(model_.group_of[place], t).from_end;
    const auto found = commutators_between_.between(from_end[place], from_end[home]);
    if (found.empty()) return;
    const auto to_end = traced.to_end(t);
    const Commutator &commutator = commutators_[found[round.dice.below(found.size())]];
    const double allowed = round.draw_allowed_loss();
    double gained = 0;
    for (const auto &[from, to] : commutator.slots) {
        gained += reward_change(round, to_end[from], to_end[to]);
        if (gained < -allowed - round.rewards.abort_margin) return;
    }
    if (-gained > allowed) return;
    const std::array word{commutator.x, commutator.y, model_.inverse(commutator.x),
                          model_.inverse(commutator.y)};
    const TracedWord::Patch patch = traced.patch(t, word);
    if (patch.growth - gained <= allowed) traced.apply(patch);
}

bool Annealer::choose_wrong_piece(Round &round, OrientedSlot &place, OrientedSlot &home) const {
    const std::vector<OrientedSlot> &wrong = round.traced.wrong();
    if (wrong.empty()) return false;
    place = wrong[round.dice.below(wrong.size())];
    const std::vector<OrientedSlot> &homes = homes_[round.traced.end()[place]];
    if (homes.empty()) return false;
    home = homes[round.dice.below(homes.size())];
    return true;
}

// Choose a wrong piece, a place where it fits, and a time at which one move leads there.
bool Annealer::propose_for_piece(Round &round, Pair &pair) const {
    OrientedSlot place = 0, home = 0;
    if (!choose_wrong_piece(round, place, home)) return false;
    const TracedWord &traced = round.traced;
    const std::vector<OrientedSlot> &homes = homes_[traced.end()[place]];
    for (int k = 0; k < PROPOSAL_ATTEMPTS; ++k) {
        const int t = round.any_time();
        const OrientedSlot *from_end = traced.rows(model_.group_of[place], t).from_end;
        const OrientedSlot to = from_end[homes[round.dice.below(homes.size())]];
        const auto found = moves_between_.between(from_end[place], to);
        if (found.empty()) continue;
        const Letter move = found[round.dice.below(found.size())];
        const int other = t + (round.dice() & 1 ? 1 : -1) * (1 + round.below(MOST_MOVES_BETWEEN));
        if (other < round.begin() || other > round.end()) continue;
        pair =
            t < other ? Pair{t, other, move, false} : Pair{other, t, model_.inverse(move), false};
        return true;
    }
    return false;
}

bool Annealer::propose_anywhere(Round &round, Pair &pair) const {
    const int begin = round.begin(), end = round.end();
    if (begin >= end || letters_.empty()) return false;
    const int t = begin + round.below(end - begin);
    const int other = std::min(end, t + 1 + round.below(MOST_MOVES_BETWEEN));
    const int kind = round.below(8);
    if (kind < 5) {
        // Remove the move at one of the two times, and insert it at the other.
        const bool early = round.dice() & 1;
        const int at = early ? t : std::min(other, end - 1);
        const Letter there = round.traced.word()[at];
        pair = early ? Pair{t, other, model_.inverse(there), false} : Pair{t, at, there, false};
        if (kind == 0) {
            const std::vector<Letter> &powers = model_.letters[model_.moves[there].layer];
            pair.move = powers[round.dice.below(powers.size())];
        }
        return pair.first < pair.second;
    }
    pair = {t, other, letters_[round.dice.below(letters_.size())], kind == 7};
    return !pair.single || keeps_coordinates_[pair.move];
}

// The reward that a pair gains. Stops at a partial sum below `least`.
double Annealer::gain(Round &round, const Pair &pair, double least) const {
    double total = 0;
    if (pair.single) {
        for (const auto &[from, to] : model_.moves[pair.move].slots) {
            const OrientedSlot *to_end =
                round.traced.rows(model_.group_of[from], pair.first).to_end;
            total += reward_change(round, to_end[from], to_end[to]);
        }
        return total;
    }
    ++round.number;
    const Word &word = round.traced.word();
    for (int t = pair.first; t < pair.second; ++t)
        for (const OrbitSlots &own : clashes(pair.move, model_.layer_of[word[t]])) {
            if (round.examined[own.orbit] == round.number) continue;
            round.examined[own.orbit] = round.number;
            add_gain(round, pair, own, least, total);
            if (total < least) return total;
        }
    return total;
}

// The reward that a pair gains in one orbit.
void Annealer::add_gain(const Round &round, const Pair &pair, const OrbitSlots &own, double least,
                        double &total) const {
    const Move &make = model_.moves[pair.move];
    const Move &undo = model_.moves[model_.inverse(pair.move)];
    const int group = model_.group_of[make.slots[own.begin].first];
    const auto [to_end, from_end] = round.traced.rows(group, pair.first);
    const auto [later, later_back] = round.traced.rows(group, pair.second);
    for (int k = own.begin; k < own.end; ++k) {
        const auto [from, to] = make.slots[k];
        const OrientedSlot end = later[undo.to[later_back[to_end[to]]]];
        total += reward_change(round, to_end[from], end);
        if (total < least) return;
    }
    // The inverse moves the same slots.
    for (int k = own.begin; k < own.end; ++k) {
        const auto [from, to] = undo.slots[k];
        const OrientedSlot was = later[from], early = from_end[was];
        if (make.to[early] != early) continue;
        total += reward_change(round, was, later[to]);
        if (total < least) return;
    }
}

}  // namespace puzzlery::general
