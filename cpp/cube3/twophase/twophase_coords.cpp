// Numbering orientations, combinations and permutations of the 3x3x3.
#include "cube3/twophase/twophase_coords.hpp"

#include <bit>
#include <vector>

namespace puzzlery::twophase {
namespace {

constexpr int masks = 1 << 12;
using Shuffled = std::array<std::uint16_t, masks>;  // what becomes of every set of edge slots

// Bit `slot` of the result is bit `from[slot]` of the set.
Shuffled shuffles(const std::array<std::uint8_t, 12> &from) {
    Shuffled shuffled{};
    for (int slot = 0; slot < 12; ++slot)
        for (int set = 0; set < masks; ++set)
            shuffled[set] |= static_cast<std::uint16_t>((set >> from[slot] & 1) << slot);
    return shuffled;
}

std::uint16_t mask_of(const std::array<std::uint8_t, 12> &bits) {
    int mask = 0;
    for (int slot = 0; slot < 12; ++slot) mask |= bits[slot] << slot;
    return static_cast<std::uint16_t>(mask);
}

// How a turn or a symmetry acts on a set of edge slots, and which flips it adds: some in any
// case, some only where an edge of the middle layer is.
struct EdgeAction {
    Shuffled shuffled;
    std::uint16_t flipped = 0;
    bool flips_rim = false;
    bool flips_layer = false;
};

struct EdgeActions {
    std::vector<EdgeAction> turns, symmetries;
    EdgeActions() {
        for (int t = 0; t < turn_count; ++t)
            turns.push_back({shuffles(turn(t).edges), mask_of(turn(t).flips)});
        for (int s = 0; s < symmetry_count; ++s) {
            const Cube back = inverse(symmetry(s));
            // A symmetry that keeps the axis flips all edges of the middle layer alike.
            symmetries.push_back({shuffles(back.edges), mask_of(back.flips),
                                  symmetry(s).flips[0] != 0, symmetry(s).flips[8] != 0});
        }
    }
};

const EdgeActions &actions() {
    static const EdgeActions known;
    return known;
}

struct Layers {
    std::array<std::uint16_t, masks> number{};
    std::array<std::uint16_t, layer_count> mask{};
    Layers() {
        int count = 0;
        for (int set = masks - 1; set >= 0; --set)
            if (std::popcount(static_cast<unsigned>(set)) == 4) {
                number[set] = static_cast<std::uint16_t>(count);
                mask[count++] = static_cast<std::uint16_t>(set);
            }
    }
};

const Layers &layers() {
    static const Layers known;
    return known;
}

// The number of a permutation in the order of a dictionary.
template <int Size> int rank(const std::uint8_t *items) {
    int number = 0;
    for (int i = 0; i < Size; ++i) {
        int smaller = 0;
        for (int j = i + 1; j < Size; ++j) smaller += items[j] < items[i];
        number = number * (Size - i) + smaller;
    }
    return number;
}

template <int Size> void unrank(int number, std::uint8_t *items) {
    for (int i = Size - 1; i >= 0; --i) {
        items[i] = static_cast<std::uint8_t>(number % (Size - i));
        number /= Size - i;
        for (int j = i + 1; j < Size; ++j) items[j] += items[j] >= items[i];
    }
}

}  // namespace

int twist_of(const Cube &cube) {
    int number = 0;
    for (int slot = 0; slot < 7; ++slot) number = 3 * number + cube.twists[slot];
    return number;
}

Cube cube_of_twist(int twist) {
    Cube cube;
    int sum = 0;
    for (int slot = 6; slot >= 0; --slot, twist /= 3) {
        cube.twists[slot] = static_cast<std::uint8_t>(twist % 3);
        sum += twist % 3;
    }
    cube.twists[7] = static_cast<std::uint8_t>((21 - sum) % 3);
    return cube;
}

Edges edges_of(const Cube &cube) {
    int layer = 0;
    for (int slot = 0; slot < 12; ++slot) layer |= (cube.edges[slot] >= 8) << slot;
    return {mask_of(cube.flips), static_cast<std::uint16_t>(layer)};
}

Edges turned(Edges edges, int turn) {
    const EdgeAction &action = actions().turns[turn];
    return {static_cast<std::uint16_t>(action.shuffled[edges.flips] ^ action.flipped),
            action.shuffled[edges.layer]};
}

Edges seen(Edges edges, int symmetry) {
    const EdgeAction &action = actions().symmetries[symmetry];
    const std::uint16_t layer = action.shuffled[edges.layer];
    int flips = action.shuffled[edges.flips] ^ action.flipped;
    if (action.flips_layer) flips ^= layer;
    if (action.flips_rim) flips ^= ~layer & (masks - 1);
    return {static_cast<std::uint16_t>(flips), layer};
}

int number_of(Edges edges) {
    return layers().number[edges.layer] * flip_count + (edges.flips & (flip_count - 1));
}

Edges edges_of_number(int number) {
    const int flips = number % flip_count;
    const int last = std::popcount(static_cast<unsigned>(flips)) & 1;
    return {static_cast<std::uint16_t>(flips | last << 11), layers().mask[number / flip_count]};
}

Inner inner_of(const Cube &cube) {
    return {static_cast<std::uint16_t>(rank<8>(cube.corners.data())),
            static_cast<std::uint16_t>(rank<8>(cube.edges.data())),
            static_cast<std::uint8_t>(rank<4>(cube.edges.data() + 8))};
}

Cube cube_of_inner(const Inner &inner) {
    Cube cube;
    unrank<8>(inner.corners, cube.corners.data());
    unrank<8>(inner.rim, cube.edges.data());
    unrank<4>(inner.middle, cube.edges.data() + 8);
    for (int slot = 8; slot < 12; ++slot) cube.edges[slot] += 8;
    return cube;
}

}  // namespace puzzlery::twophase
