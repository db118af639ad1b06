// Ranks of patterns, classes of corner patterns, and how symmetries act on both.
#include "cube3/cosets.hpp"

#include <bit>
#include <memory>
#include <stdexcept>

namespace puzzlery::cube3 {

namespace {

// A cube whose corners show the pattern; within a tetrad the pieces come in order.
Cube corners_with(int tetrads, int twists) {
    Cube cube = solved();
    int pieces[2][4], count[2] = {0, 0}, used[2] = {0, 0}, sum = 0;
    for (int slot = 0; slot < kCorners; ++slot) {
        const int tetrad = tetrad_of_corner(slot);
        pieces[tetrad][count[tetrad]++] = slot;
    }
    for (int slot = 0; slot < kCorners; ++slot) {
        const int tetrad = tetrads >> slot & 1;
        const int twist = slot < kCorners - 1 ? twists % 3 : (3 - sum % 3) % 3;
        twists /= 3;
        sum += twist;
        cube.corners[slot] =
            static_cast<std::uint8_t>(pieces[tetrad][used[tetrad]++] | twist * kTwist);
    }
    return cube;
}

}  // namespace

const Cosets &Cosets::get() {
    static const std::unique_ptr<const Cosets> all(new Cosets);
    return *all;
}

Cosets::Cosets() {
    rank_sets();
    see_symmetries();
    find_classes();
}

void Cosets::rank_sets() {
    int rank = 0;
    for (int set = 0; set < 256; ++set) {
        const bool four = std::popcount(static_cast<unsigned>(set)) == 4;
        corner_rank[set] = pair_rank[set] = static_cast<std::uint8_t>(four ? rank++ : 0);
    }
    rank = 0;
    for (int set = 0; set < 4096; ++set) {
        const bool four = std::popcount(static_cast<unsigned>(set)) == 4;
        slice_rank[set] = static_cast<std::uint16_t>(four ? 70 * rank++ : 0);
    }
}

void Cosets::see_symmetries() {
    for (int slot = 0; slot < kCorners; ++slot) tetrad[slot] = tetrad_of_corner(slot);
    for (int s = 0; s < kSymmetries; ++s) {
        const Symmetry &symmetry = symmetries()[s];
        from_slot[s] = solved().edges;
        for (int slot = 0; slot < kEdges; ++slot)
            from_slot[s][symmetry.edge[slot]] = static_cast<std::uint8_t>(slot);
        piece_marks[s] = slice_marks[s] = slice_images[s] = Bytes{};
        for (int slice = 0; slice < 3; ++slice) {
            const int image = symmetry.axis[slice];
            const std::uint8_t marks = image == 0 ? kFirstSlice : image == 1 ? kSecondSlice : 0;
            slice_marks[s][slice] = marks;
            slice_images[s][slice] = static_cast<std::uint8_t>(image);
            for (int piece = 0; piece < kEdges; ++piece)
                if (slice_of_edge(piece) == slice) piece_marks[s][piece] = marks;
        }
    }
}

int Cosets::corner_pattern(const Cube &cube, const Cube &then) const {
    int tetrads = 0, twists = 0;
    for (int slot = kCorners - 1; slot >= 0; --slot) {
        const int corner = cube.corners[then.corners[slot] & 15];
        tetrads |= tetrad[corner & 15] << slot;
        if (slot == kCorners - 1) continue;
        const int twist = corner / kTwist + then.corners[slot] / kTwist;
        twists = 3 * twists + (twist < 3 ? twist : twist - 3);
    }
    return twists * 70 + corner_rank[tetrads];
}

void Cosets::find_classes() {
    std::vector<bool> seen(kCornerPatterns);
    int found = 0;
    for (int tetrads = 0; tetrads < 256; ++tetrads) {
        if (std::popcount(static_cast<unsigned>(tetrads)) != 4) continue;
        for (int twists = 0; twists < 2187; ++twists) {
            const Cube cube = corners_with(tetrads, twists);
            if (seen[corner_pattern(cube)]) continue;
            if (found == kClasses) throw std::logic_error("too many classes of corner patterns");
            for (const Symmetry &symmetry : symmetries()) {
                const int pattern = corner_pattern(conjugate(cube, symmetry));
                if (seen[pattern]) continue;
                seen[pattern] = true;
                home[pattern] = {static_cast<std::uint16_t>(found),
                                 static_cast<std::uint8_t>(symmetry.inverse)};
            }
            representative[found++] = cube;
        }
    }
    if (found != kClasses) throw std::logic_error("too few classes of corner patterns");
}

}  // namespace puzzlery::cube3
