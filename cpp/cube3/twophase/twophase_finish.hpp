// Phase 2: from a cube in H to the solved one, by turns of H only.
#pragma once

#include <functional>
#include <vector>

#include "cube3/twophase/twophase_tables.hpp"
#include "tables/nibbles.hpp"

namespace puzzlery::twophase {

class Finish {
public:
    explicit Finish(const Tables &tables) : tables_(tables) {}

    // Tell every way home of the least length up to `most` that does not begin with the face of
    // `last`; go on to greater lengths while `found` answers with a `most` that allows them.
    using Found = std::function<int(const std::uint8_t *turns, int length)>;
    void search(const Inner &start, int most, int last, const Found &found);

    // The turns that are surely needed.
    int at_least(const Inner &inner) const {
        const int corners = far(tables_.far_corners, inner.corners, inner.middle);
        const int rim = far(tables_.far_rim, inner.rim, inner.middle);
        return corners > rim ? corners : rim;
    }
    std::uint64_t nodes() const { return nodes_; }

private:
    static int far(const std::uint8_t *table, unsigned permutation, unsigned middle) {
        const unsigned entry = permutation * middle_count + middle;
        return static_cast<int>(nibble(table, entry));
    }
    void walk(const Inner &at, int depth, int left, int last);

    Tables tables_;
    const Found *found_ = nullptr;
    int most_ = 0;
    std::uint64_t nodes_ = 0;
    std::array<std::uint8_t, farthest_inner + 1> path_{};
};

}  // namespace puzzlery::twophase
