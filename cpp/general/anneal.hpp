// Simulated annealing of a word: insert and remove moves where the solved pieces pay for them.
//
// 1. A proposal inserts a move X at one time and X⁻¹ at another. If the word W between them moves
//    few of the slots that X moves, few pieces change: X W X⁻¹ W⁻¹ is a commutator, and W is
//    already there. Other proposals insert a whole commutator [X, Y], or a single move.
// 2. Proposals are chosen to bring one wrong piece to a place where it fits, or to remove or shift
//    a move of the word, or at random.
// 3. The gain of a proposal is the reward for the pieces that it solves, less the reward for those
//    that it unsolves. The cost is the growth of the word in moves.
// 4. Metropolis rule: accept if cost − gain ≤ −temperature · log(u) with u uniform in (0, 1]. This
//    bound is drawn first, so that a proposal is dropped as soon as its loss exceeds it.
#pragma once

#include "core/random.hpp"
#include "general/traced_word.hpp"

#include <algorithm>
#include <span>

namespace puzzlery::general {

// How many moves the word may grow for one more solved piece.
struct Rewards {
    std::vector<float> of_place;
    // A proposal is dropped when its loss so far exceeds the allowed loss by this much, though
    // slots that were not examined yet could still make up for it.
    double abort_margin;
};

// The part of a word where moves are proposed: all but so many at its start and at its end.
struct Window {
    int before = 0, after = 0;
};

// Lists of items by (from, to), where both are oriented slots of one orbit: for example the moves
// that carry one to the other. Stored as compressed sparse rows.
template <class Item> class TransitionIndex {
public:
    using Entries = std::vector<std::vector<std::pair<OrientedSlot, Item>>>;  // by from: (to, item)

    TransitionIndex() = default;
    TransitionIndex(const Model &model, Entries entries) : begin_(1, 0) {
        for (int f = 0; f < model.oriented_slots(); ++f) {
            const Orbit &orbit = model.orbits[model.orbit_of[f]];
            row_.push_back(static_cast<std::ptrdiff_t>(begin_.size()) - 1 - orbit.begin);
            std::ranges::stable_sort(entries[f], {}, &std::pair<OrientedSlot, Item>::first);
            auto at = entries[f].begin();
            for (int to = orbit.begin; to < orbit.end; ++to) {
                for (; at != entries[f].end() && at->first == to; ++at)
                    items_.push_back(at->second);
                begin_.push_back(static_cast<std::uint32_t>(items_.size()));
            }
        }
    }
    std::span<const Item> between(OrientedSlot from, OrientedSlot to) const {
        const std::uint32_t *at = begin_.data() + (row_[from] + to);
        return {items_.data() + at[0], items_.data() + at[1]};
    }

private:
    std::vector<std::ptrdiff_t> row_;  // of each `from`, its first index less its orbit's begin
    std::vector<std::uint32_t> begin_;
    std::vector<Item> items_;
};

class Annealer {
public:
    Annealer(const Model &model, const std::vector<char> &is_free);

    void run(TracedWord &traced, RandomGenerator &dice, std::size_t proposals, double temperature,
             const Rewards &rewards, const Window &window) const;

private:
    // A round of proposals: what they have in common, and which orbits one of them has examined.
    struct Round {
        TracedWord &traced;
        RandomGenerator &dice;
        double temperature;
        const Rewards &rewards;
        Window window;
        std::vector<std::uint32_t> examined;  // of each orbit, the number of the last proposal
        std::uint32_t number = 0;             // of the proposal

        int below(int limit) {
            return static_cast<int>(dice.below(static_cast<std::size_t>(limit)));
        }
        // Moves on the border of the window may merge with others, so that it vanishes.
        int begin() const { return std::min(window.before, traced.size()); }
        int end() const { return std::max(begin(), traced.size() - window.after); }
        int any_time() { return begin() + below(end() - begin() + 1); }
        double draw_allowed_loss();
    };
    struct Pair {
        int first, second;
        Letter move;  // inserted at `first`; its inverse is inserted at `second`
        bool single;  // without the inverse
    };
    struct Commutator {
        Letter x, y;
        MovedSlots slots;
    };
    // The slots of a move that belong to one orbit, as a range of `Move::slots`.
    struct OrbitSlots {
        std::uint16_t orbit, begin, end;
    };
    void list_slots();
    void list_clashes();
    void list_commutators();
    void propose(Round &round) const;
    void propose_commutator(Round &round) const;
    bool choose_wrong_piece(Round &round, OrientedSlot &place, OrientedSlot &home) const;
    bool propose_for_piece(Round &round, Pair &pair) const;
    bool propose_anywhere(Round &round, Pair &pair) const;
    bool has_no_effect(const TracedWord &traced, const Pair &pair) const;
    int least_growth(const TracedWord &traced, const Pair &pair) const;
    double gain(Round &round, const Pair &pair, double least) const;
    void add_gain(const Round &round, const Pair &pair, const OrbitSlots &own, double least,
                  double &total) const;
    double reward_change(const Round &round, OrientedSlot from, OrientedSlot to) const {
        return round.rewards.of_place[from] *
               static_cast<float>(int{model_.look[to] == round.traced.look_at(from)} -
                                  int{round.traced.solved_at(from)});
    }
    std::span<const OrbitSlots> clashes(Letter move, int layer) const {
        const std::uint32_t *at = clashes_begin_.data() + move * model_.layers() + layer;
        return {clashes_.data() + at[0], clashes_.data() + at[1]};
    }

    const Model &model_;
    std::vector<std::vector<OrbitSlots>> slots_of_;  // of each move
    // Of each move and layer the orbits in which they do not commute, with the slots of the move.
    std::vector<OrbitSlots> clashes_;
    std::vector<std::uint32_t> clashes_begin_;
    std::vector<Letter> letters_;  // the moves that are not the identity
    std::vector<Commutator> commutators_;
    std::vector<char>
        keeps_coordinates_;  // of each move, whether no coordinate of a free orbit changes
    std::vector<std::vector<OrientedSlot>> homes_;        // the places where each piece fits
    TransitionIndex<Letter> moves_between_;               // single moves
    TransitionIndex<std::uint32_t> commutators_between_;  // numbers of commutators
};

}  // namespace puzzlery::general
