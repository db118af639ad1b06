// How far flips and each of the slices alone are from solved: a bound for the few cubes whose cosets tell
// little because most flips are forgotten there, such as those near the superflip.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cube3.hpp"

namespace puzzlery::cube3 {

struct SlotTurn;

class FlipSlice {
public:
    // Distances by these turns and their inverses, each counted as one; made once a process.
    static std::shared_ptr<const FlipSlice> of(const std::vector<Cube> &turns);

    int bound(const Cube &cube) const {
        unsigned flips = 0;
        std::array<unsigned, 3> slots{};
        for (int slot = 0; slot < 12; ++slot) {
            flips |= static_cast<unsigned>((cube.edges[slot] & kFlip) != 0) << slot;
            slots[slice_of_[cube.edges[slot] & 15]] |= 1u << slot;
        }
        int least = 0;
        for (int slice = 0; slice < 3; ++slice)
            least = std::max<int>(least, far_[slice][index(flips, slots[slice])]);
        return least;
    }

private:
    explicit FlipSlice(const std::vector<Cube> &turns);
    std::size_t index(unsigned flips, unsigned slots) const {
        return std::size_t{rank_[slots]} * 2048 + (flips & 2047);
    }

    std::vector<std::uint8_t> distances(const std::vector<SlotTurn> &turns, unsigned home) const;

    std::array<std::uint8_t, 16> slice_of_{};
    std::vector<std::uint16_t> rank_;  // of four slots among twelve
    std::vector<std::uint16_t> fours_;
    std::array<std::vector<std::uint8_t>, 3> far_;
};

}  // namespace puzzlery::cube3
