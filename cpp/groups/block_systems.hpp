// Blocks of imprimitivity of a group (Atkinson, 1975), and what colors they show.
#pragma once

#include <cstdint>
#include <vector>

#include "core/permutation.hpp"

namespace puzzlery {

// A partition of some points that a group keeps.
struct BlockSystem {
    std::vector<std::vector<Point>> blocks;

    // A number that is equal for colorings whose blocks, as multisets of colors, are the same but
    // for their order. Different ones rarely get the same number.
    std::uint64_t hash(const std::vector<Point> &colors) const;
};

// Systems of blocks of each of these orbits: for each point the smallest one in which it is
// together with the first point of its orbit, a few for an orbit.
std::vector<BlockSystem> block_systems(std::size_t degree,
                                       const std::vector<const std::vector<Point> *> &generators,
                                       const std::vector<std::vector<Point>> &orbits);

}  // namespace puzzlery
