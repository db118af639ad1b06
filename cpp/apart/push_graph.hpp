// Which pieces push which, in one arrangement of them: the sets that can move, and how far.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "apart/movement.hpp"
#include "apart/push_rows.hpp"

namespace puzzlery {

// How many pieces a set has. (Processors count bits quickly, but not all that this is built for.)
inline std::size_t size_of(PieceMask set) {
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    return ((set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56;
}

template <class Rows> class PushGraph {
public:
    // Small rows read the ways of up to four axes from one byte.
    static bool takes(const Movement &movement, std::size_t pieces) {
        return pieces <= Rows::most && (Rows::most > 8 || movement.axes() <= 4);
    }

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
        if constexpr (Rows::most <= 8)
            look_by_codes(places);
        else
            look_by_bits(places);
    }

    PieceMask all() const { return all_; }

    // A set of pieces that can leave for good and its way; 0 if there is none. Single pieces go
    // before larger sets, of at most half of the pieces; then the earlier way and piece go first.
    struct Leaving {
        PieceMask set = 0;
        int axis = 0;
        bool back = false;
    };
    Leaving leaving() {
        Leaving group;
        for (int a = 0; a < axes_; ++a) {
            if (Rows::together(bound_[a], bound_back_[a], pieces_)) continue;
            bound_[a].close(pieces_);
            bound_back_[a].close(pieces_);
            for (const bool back : {false, true}) {
                const Rows &rows = (back ? bound_back_ : bound_)[a];
                for (std::size_t i = 0; i < pieces_; ++i) {
                    const PieceMask set = rows.row(i);
                    if (!(set & (set - 1))) return {set, a, back};
                    if (!group.set && is_small(set)) group = {set, a, back};
                }
            }
        }
        return group;
    }

    // Calls found(axis, set) for each closure of one piece that can go a step forward, and for
    // each set whose complement is such a closure backward: all other moves are made of these.
    template <class Found> void single_sets(const Found &found) {
        for (int a = 0; a < axes_; ++a) {
            if (Rows::together(ahead_[a], behind_[a], pieces_)) continue;
            ahead_[a].close(pieces_);
            behind_[a].close(pieces_);
            const Rows &rows = ahead_[a], &back = behind_[a];
            for (std::size_t i = 0; i < pieces_; ++i) {
                if (rows.row(i) != all_ && is_first(rows, i)) found(a, rows.row(i));
                if (back.row(i) != all_ && is_first(back, i)) found(a, all_ & ~back.row(i));
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
            if (Rows::together(ahead_[a], behind_[a], pieces_)) continue;
            ahead_[a].close(pieces_);
            behind_[a].close(pieces_);
            for (const bool back : {false, true}) sets_along(a, back, found);
        }
    }

private:
    void look_by_bits(const Spot *places) {
        for (int a = 0; a < axes_; ++a)
            for (auto *rows : {&ahead_, &behind_, &bound_, &bound_back_}) (*rows)[a].clear(pieces_);
        auto pair = pairs_.begin();
        for (std::size_t i = 0; i < pieces_; ++i)
            for (std::size_t j = i + 1; j < pieces_; ++j) {
                const FreeSteps &free = *(*pair++)->at(places[j] - places[i]).free;
                steps_[i * Rows::most + j] = &free;
                if (free.bound) note(i, j, free);
            }
    }
    void note(std::size_t i, std::size_t j, const FreeSteps &free) {
        for (int a = 0; a < axes_; ++a) {
            const bool first = free.touching >> 2 * a & 1, other = free.touching >> (2 * a + 1) & 1;
            ahead_[a].add(i, j, first);
            ahead_[a].add(j, i, other);
            behind_[a].add(i, j, other);
            behind_[a].add(j, i, first);
            const bool stops = free.bound >> 2 * a & 1, stopped = free.bound >> (2 * a + 1) & 1;
            bound_[a].add(i, j, stops);
            bound_[a].add(j, i, stopped);
            bound_back_[a].add(i, j, stopped);
            bound_back_[a].add(j, i, stops);
        }
    }
    // The bits 2a and 2a + 1 of a code say that the first piece cannot go forward along axis a,
    // and that the other cannot. Seen from the other piece, the two are exchanged.
    void look_by_codes(const Spot *places) {
        const auto exchanged = [](std::uint64_t code) {
            return (code & 0x55) << 1 | (code >> 1 & 0x55);
        };
        std::array<std::uint64_t, 8> touching{}, bound{};
        auto pair = pairs_.begin();
        for (std::size_t i = 0; i < pieces_; ++i)
            for (std::size_t j = i + 1; j < pieces_; ++j) {
                const PairTable::Slot &free = (*pair++)->at(places[j] - places[i]);
                steps_[i * Rows::most + j] = free.free;
                touching[i] |= std::uint64_t{free.touching} << 8 * j;
                touching[j] |= exchanged(free.touching) << 8 * i;
                bound[i] |= std::uint64_t{free.bound} << 8 * j;
                bound[j] |= exchanged(free.bound) << 8 * i;
            }
        if constexpr (Rows::most <= 8)
            for (int a = 0; a < axes_; ++a) {
                ahead_[a].take(touching, 2 * a, pieces_);
                behind_[a].take(touching, 2 * a + 1, pieces_);
                bound_[a].take(bound, 2 * a, pieces_);
                bound_back_[a].take(bound, 2 * a + 1, pieces_);
            }
    }
    static bool is_first(const Rows &rows, std::size_t i) {
        for (std::size_t before = 0; before < i; ++before)
            if (rows.row(before) == rows.row(i)) return false;
        return true;
    }
    bool is_small(PieceMask set) const { return 2 * size_of(set) <= pieces_; }

    template <class Found> void sets_along(int axis, bool back, const Found &found) {
        for (std::size_t steps = 0; steps < used_; ++steps) known_[steps].clear();
        used_ = 0;
        const Rows &rows = (back ? behind_ : ahead_)[axis];
        closed_.clear();
        for (std::size_t i = 0; i < pieces_; ++i) {
            PieceMask set = rows.row(i);
            for (int steps = 1; is_small(set);) {
                emit(axis, set, steps, back, found);
                set = closed_at(axis, back, ++steps).row(i);
            }
        }
    }
    // What pushes what on a way of so many steps, closed; found when first asked for.
    const Rows &closed_at(int axis, bool back, int steps) {
        while (closed_.size() + 1 < static_cast<std::size_t>(steps)) {
            Rows &rows = closed_.emplace_back();
            const int reach = static_cast<int>(closed_.size()) + 1;
            for (std::size_t i = 0; i < pieces_; ++i)
                for (std::size_t j = i + 1; j < pieces_; ++j) {
                    const FreeSteps &free = *steps_[i * Rows::most + j];
                    rows.add(i, j, free.steps[2 * axis + back] < reach);
                    rows.add(j, i, free.steps[2 * axis + !back] < reach);
                }
            rows.close(pieces_);
        }
        return closed_[steps - 2];
    }
    // The set is found, and so are its unions with the sets that go as far.
    template <class Found>
    void emit(int axis, PieceMask set, int steps, bool back, const Found &found) {
        if (known_.size() <= static_cast<std::size_t>(steps)) known_.resize(steps + 1);
        used_ = std::max(used_, static_cast<std::size_t>(steps) + 1);
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

    std::size_t pieces_ = 0;
    int axes_ = 0;
    PieceMask all_ = 0;
    std::vector<PairTable *> pairs_;
    std::vector<std::vector<PieceMask>> known_;  // by steps, while one way is looked at
    std::size_t used_ = 0;                       // so many of them hold something
    std::vector<Rows> closed_;                   // for 2, 3, ... steps of that way
    // What pushes what on one step forward and back, and what is ever in the way of what.
    std::array<Rows, most_axes> ahead_{}, behind_{}, bound_{}, bound_back_{};
    std::array<const FreeSteps *, Rows::most * Rows::most> steps_{};  // of i < j
};

}  // namespace puzzlery
