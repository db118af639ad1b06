// How far flips and one slice alone are from solved: a bound for the few cubes whose cosets tell
// little because most flips are forgotten there, such as those near the superflip.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cube3.hpp"

namespace puzzlery::cube3 {

class FlipSlice {
public:
    // Distances by these turns and their inverses, each counted as one; made once a process.
    static std::shared_ptr<const FlipSlice> of(const std::vector<Cube> &turns);

    int bound(const Cube &cube) const {
        unsigned flips = 0, slots = 0;
        for (int slot = 0; slot < 12; ++slot) {
            flips |= static_cast<unsigned>((cube.edges[slot] & kFlip) != 0) << slot;
            slots |= in_slice_[cube.edges[slot] & 15] << slot;
        }
        return far_[index(flips, slots)];
    }

private:
    explicit FlipSlice(const std::vector<Cube> &turns);
    std::size_t index(unsigned flips, unsigned slots) const {
        return std::size_t{rank_[slots]} * 2048 + (flips & 2047);
    }

    std::array<unsigned, 16> in_slice_{};
    std::vector<std::uint16_t> rank_;  // of four slots among twelve
    std::vector<std::uint8_t> far_;
};

}  // namespace puzzlery::cube3
