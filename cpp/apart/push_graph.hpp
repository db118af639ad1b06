// Which pieces push which, in one arrangement of them: the sets that can move, and how far.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "apart/movement.hpp"

namespace puzzlery {

using PieceMask = std::uint64_t;
constexpr std::size_t most_pieces = 64;

inline PieceMask mask_of(std::size_t pieces) {
    return pieces == most_pieces ? ~PieceMask{0} : (PieceMask{1} << pieces) - 1;
}

// Row i holds what piece i pushes. A set can move if it holds all that its pieces push.
using PushRows = std::array<PieceMask, most_pieces>;

// All that is pushed by the pieces of a set, directly or through others.
inline PieceMask pushed_by(const PushRows &rows, PieceMask set) {
    for (PieceMask left = set; left;) {
        const PieceMask more = rows[std::countr_zero(left)] & ~set;
        left = (left & (left - 1)) | more;
        set |= more;
    }
    return set;
}

// The closure of every single piece (Warshall's algorithm on rows of bits).
inline void close_rows(PushRows &rows, std::size_t pieces) {
    for (std::size_t i = 0; i < pieces; ++i) rows[i] |= PieceMask{1} << i;
    for (std::size_t via = 0; via < pieces; ++via)
        for (std::size_t i = 0; i < pieces; ++i)
            if (rows[i] >> via & 1) rows[i] |= rows[via];
}

class PushGraph {
public:
    // The tables of the pairs of pieces; table(i, j) for i < j.
    void set_pieces(PairTables &tables, const std::vector<std::int32_t> &bodies) {
        pieces_ = bodies.size();
        axes_ = tables.movement().axes();
        all_ = mask_of(pieces_);
        pairs_.clear();
        for (std::size_t i = 0; i < pieces_; ++i)
            for (std::size_t j = i + 1; j < pieces_; ++j)
                pairs_.push_back(&tables.of(bodies[i], bodies[j]));
    }

    void look(const Spot *places) {
        for (int a = 0; a < axes_; ++a) {
            std::fill_n(forward_[a].begin(), pieces_, 0);
            std::fill_n(backward_[a].begin(), pieces_, 0);
            std::fill_n(bound_[a].begin(), pieces_, 0);
            std::fill_n(bound_back_[a].begin(), pieces_, 0);
        }
        auto pair = pairs_.begin();
        for (std::size_t i = 0; i < pieces_; ++i)
            for (std::size_t j = i + 1; j < pieces_; ++j) {
                const FreeSteps &free = (*pair++)->at(places[j] - places[i]);
                steps_[i * most_pieces + j] = &free;
                if (free.bound) note(i, j, free);
            }
    }

    PieceMask all() const { return all_; }

    // A set of pieces that can leave for good and its way; 0 if there is none. Single pieces go
    // before larger sets, of at most half of the pieces; then the earlier way and piece go first.
    struct Leaving {
        PieceMask set = 0;
        int axis = 0;
        bool back = false;
    };
    Leaving leaving() const {
        Leaving group;
        for (int a = 0; a < axes_; ++a) {
            if (holds_together(bound_[a], bound_back_[a])) continue;
            for (const bool back : {false, true}) {
                const PushRows &rows = (back ? bound_back_ : bound_)[a];
                for (std::size_t i = 0; i < pieces_; ++i) {
                    const PieceMask set = pushed_by(rows, PieceMask{1} << i);
                    if (std::has_single_bit(set)) return {set, a, back};
                    if (!group.set && is_small(set)) group = {set, a, back};
                }
            }
        }
        return group;
    }

    // Calls found(axis, set) for each closure of one piece that can go a step forward, and for
    // each set whose complement is such a closure backward: all other moves are made of these.
    template <class Found> void single_sets(const Found &found) const {
        for (int a = 0; a < axes_; ++a) {
            if (holds_together(forward_[a], backward_[a])) continue;
            PushRows rows = forward_[a], back = backward_[a];
            close_rows(rows, pieces_);
            close_rows(back, pieces_);
            for (std::size_t i = 0; i < pieces_; ++i) {
                if (rows[i] != all_ && is_first(rows, i)) found(a, rows[i]);
                if (back[i] != all_ && is_first(back, i)) found(a, all_ & ~back[i]);
            }
        }
    }

    // Calls found(axis, set, steps, back) for every set that can go and every number of steps. A
    // set of more than half of the pieces is left to its complement, which goes the other way. The
    // order is that of BurrTools, so that of several shortest plans the same one is found: forward
    // and back along each axis, single closures by the piece that pushes, each by rising steps and
    // followed by its unions with the sets that were found before it.
    template <class Found> void all_sets(const Found &found) {
        for (int a = 0; a < axes_; ++a) {
            if (holds_together(forward_[a], backward_[a])) continue;
            for (const bool back : {false, true}) sets_along(a, back, found);
        }
    }

private:
    void note(std::size_t i, std::size_t j, const FreeSteps &free) {
        std::uint64_t touching = free.touching, bound = free.bound;
        for (int a = 0; a < axes_; ++a) {
            forward_[a][i] |= (touching & 1) << j;
            backward_[a][j] |= (touching & 1) << i;
            forward_[a][j] |= (touching >> 1 & 1) << i;
            backward_[a][i] |= (touching >> 1 & 1) << j;
            bound_[a][i] |= (bound & 1) << j;
            bound_back_[a][j] |= (bound & 1) << i;
            bound_[a][j] |= (bound >> 1 & 1) << i;
            bound_back_[a][i] |= (bound >> 1 & 1) << j;
            touching >>= 2;
            bound >>= 2;
        }
    }
    // Whether every piece pushes every other one, directly or through others.
    bool holds_together(const PushRows &rows, const PushRows &back) const {
        return pushed_by(rows, 1) == all_ && pushed_by(back, 1) == all_;
    }
    static bool is_first(const PushRows &rows, std::size_t i) {
        for (std::size_t before = 0; before < i; ++before)
            if (rows[before] == rows[i]) return false;
        return true;
    }
    template <class Found> void sets_along(int axis, bool back, const Found &found) {
        for (auto &sets : known_) sets.clear();
        const PushRows &rows = (back ? backward_ : forward_)[axis];
        for (std::size_t i = 0; i < pieces_; ++i) {
            PieceMask set = pushed_by(rows, PieceMask{1} << i);
            for (int steps = 1; is_small(set);) {
                const int most = most_steps(axis, set, back);
                for (; steps <= most; ++steps) emit(axis, set, steps, back, found);
                set = pushed_within(axis, set, steps, back);
            }
        }
    }
    bool is_small(PieceMask set) const {
        return 2 * static_cast<std::size_t>(std::popcount(set)) <= pieces_;
    }
    // The set is found, and so are its unions with the sets that go as far.
    template <class Found>
    void emit(int axis, PieceMask set, int steps, bool back, const Found &found) {
        if (known_.size() <= static_cast<std::size_t>(steps)) known_.resize(steps + 1);
        std::vector<PieceMask> &known = known_[steps];
        if (std::ranges::find(known, set) != known.end()) return;
        const std::size_t before = known.size();
        known.push_back(set);
        found(axis, set, steps, back);
        for (std::size_t i = 0; i < before; ++i) {
            const PieceMask both = set | known[i];
            if (both == all_ || std::ranges::find(known, both) != known.end()) continue;
            known.push_back(both);
            found(axis, both, steps, back);
        }
    }
    std::uint16_t free_steps(int axis, std::size_t i, std::size_t j, bool back) const {
        const bool other = i > j;
        const FreeSteps &free = *steps_[other ? j * most_pieces + i : i * most_pieces + j];
        return free.steps[2 * axis + (other != back)];
    }
    // All that a set pushes when it goes so many steps.
    PieceMask pushed_within(int axis, PieceMask set, int steps, bool back) const {
        for (PieceMask left = set; left; left &= left - 1) {
            const int i = std::countr_zero(left);
            for (PieceMask others = all_ & ~set; others; others &= others - 1) {
                const int j = std::countr_zero(others);
                if (free_steps(axis, i, j, back) >= steps) continue;
                set |= PieceMask{1} << j;
                left |= PieceMask{1} << j;
            }
        }
        return set;
    }
    int most_steps(int axis, PieceMask set, bool back) const {
        std::uint16_t least = unblocked;
        for (PieceMask moving = set; moving; moving &= moving - 1)
            for (PieceMask staying = all_ & ~set; staying; staying &= staying - 1)
                least = std::min(least, free_steps(axis, std::countr_zero(moving),
                                                   std::countr_zero(staying), back));
        return least;
    }

    std::size_t pieces_ = 0;
    int axes_ = 0;
    PieceMask all_ = 0;
    std::vector<PairTable *> pairs_;
    std::vector<std::vector<PieceMask>> known_;  // by steps, while one way is looked at
    std::array<PushRows, most_axes> forward_{}, backward_{}, bound_{}, bound_back_{};
    std::array<const FreeSteps *, most_pieces * most_pieces> steps_{};  // of i < j
};

}  // namespace puzzlery
