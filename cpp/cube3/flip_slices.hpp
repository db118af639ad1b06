// How far all flips together with all slices are from solved: a bound for the few cubes whose
// cosets tell little because most flips are forgotten there, such as those near the superflip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cube3/cosets.hpp"
#include "cube3/once_per_turns.hpp"

namespace puzzlery::cube3 {

class FlipSlices {
public:
    // Distances by these turns, their inverses and the images of both under all symmetries, each
    // counted as one; made once a process. Null if the time is over first.
    static std::shared_ptr<const FlipSlices> of(const std::vector<Cube> &turns,
                                                Deadline until = Deadline::max());

    // Where the pattern of the edges goes in its class, and how far it is there with these flips.
    struct Home {
        std::uint16_t pattern_class;
        std::uint8_t symmetry;
    };
    Home home(std::size_t pattern) const { return home_[pattern]; }
    int far(Home home, unsigned flips) const { return far_[index(home.pattern_class, flips)]; }

private:
    friend class FlipSlicesMaker;
    static std::size_t index(int pattern_class, unsigned flips) {
        return static_cast<std::size_t>(pattern_class) << kFlips | (flips & ((1u << kFlips) - 1));
    }

    std::vector<Home> home_;
    std::vector<std::uint8_t> far_;
};

}  // namespace puzzlery::cube3
