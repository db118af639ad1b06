// How far all corners, each told apart, are from solved: a bound for cubes whose cosets tell little
// because they permute corners within their tetrads and edges within their slices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cube3/once_per_turns.hpp"

namespace puzzlery::cube3 {

class CornerDistances {
public:
    // Distances by these turns, their inverses and the images of both under all symmetries, each
    // counted as one. They take 6 MB, and are computed once a process; null if the time is over
    // first.
    static std::shared_ptr<const CornerDistances> of(const std::vector<Cube> &turns,
                                                     Deadline until = Deadline::max());

    int far(Bytes corners) const {
        const Home home = home_[permutation_rank(corners)];
        return far_[std::size_t{home.permutation_class} * kTwistings + twisting(corners, home)];
    }

private:
    friend class CornerDistancesMaker;
    struct TwistedTurn;
    static constexpr int kTwistings = 2187;
    static constexpr int kPermutations = 40320;

    // The class of a permutation, and the symmetry that carries it to its representative.
    struct Home {
        std::uint16_t permutation_class;
        std::uint8_t symmetry;
    };

    // The rank of the pieces as a word of eight letters, in mixed radix.
    static unsigned permutation_rank(Bytes corners) {
        unsigned rank = 0, left = 0xff;
        for (int slot = 0; slot < kCorners - 1; ++slot) {
            const unsigned piece = 1u << (corners[slot] & 15);
            rank = rank * (kCorners - slot) +
                   static_cast<unsigned>(__builtin_popcount(left & (piece - 1)));
            left &= ~piece;
        }
        return rank;
    }
    unsigned twisting(Bytes corners, Home home) const {
        const Twisting &weight = weight_[home.symmetry];
        unsigned sum = 0;
        for (int slot = 0; slot < kCorners; ++slot) sum += weight[slot][corners[slot] >> 4];
        return sum;
    }

    // By symmetry, slot and twist: what the twist adds to the number of all twists. The last slot
    // of the image adds nothing, because its twist follows from the others.
    using Twisting = std::uint16_t[kCorners][4];

    std::vector<Home> home_;
    std::vector<std::uint8_t> far_;
    Twisting weight_[kSymmetries] = {};
};

}  // namespace puzzlery::cube3
