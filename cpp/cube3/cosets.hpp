// Cosets of the 3x3x3 that all 48 symmetries keep: corners by tetrad and twist, edges by slice and
// flip. A cube's coset is (class of its corner pattern, pattern of its edges seen from there).
#pragma once

#include <cstdint>
#include <vector>

#include "cube3/cube3.hpp"

namespace puzzlery::cube3 {

constexpr int kCornerPatterns = 70 * 2187, kEdgePatterns = 34650;
constexpr int kClasses = 3393;
constexpr int kFlips = 11;  // the flip of the last edge follows from the others

// Marks of an edge's slice, as the ranking of edge patterns reads them.
constexpr std::uint8_t kFirstSlice = 0x80, kSecondSlice = 0x40;

struct Cosets {
    struct Home {
        std::uint16_t corner_class;
        std::uint8_t symmetry;  // carries the pattern to its representative
    };
    int tetrad[kCorners];
    Home home[kCornerPatterns];
    Cube representative[kClasses];  // corners only

    std::uint8_t corner_rank[256];   // of the slots that hold the second tetrad
    std::uint16_t slice_rank[4096];  // of the slots that hold the first slice, times 70
    std::uint8_t pair_rank[256];     // of the second slice among the other eight

    Bytes from_slot[kSymmetries];     // where the content of a slot comes from
    Bytes piece_marks[kSymmetries];   // piece to the marks of its slice, both as the symmetry sees
                                      // them
    Bytes slice_marks[kSymmetries];   // the same from the slice's number
    Bytes slice_images[kSymmetries];  // the slice's number to its image's

    int corner_pattern(const Cube &cube, const Cube &then) const;  // of their product
    int corner_pattern(const Cube &cube) const { return corner_pattern(cube, solved()); }

    static const Cosets &get();

private:
    Cosets();
    void rank_sets();
    void see_symmetries();
    void find_classes();
};

}  // namespace puzzlery::cube3
