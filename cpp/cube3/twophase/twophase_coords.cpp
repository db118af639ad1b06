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

// How a turn or a symmetry acts on a set of edge slots, and which edges it flips.
struct EdgeAction {
    Shuffled shuffled;
    std::uint16_t flipped = 0;
    bool flips_layer = false;  // also those of the middle layer
};

struct EdgeActions {
    std::vector<EdgeAction> turns, symmetries;
    EdgeActions() {
        for (int t = 0; t < turn_count; ++t) {
            const Pieces moved = pieces_of(turn(t));
            turns.push_back({shuffles(moved.edges), mask_of(moved.flips)});
        }
        for (int s = 0; s < symmetry_count; ++s) {
            Cube from = cube3::solved();
            for (int slot = 0; slot < cube3::kEdges; ++slot)
                from.edges[symmetry(s).edge[slot]] = static_cast<std::uint8_t>(slot);
            // Quarter turns of F and B flip edges, those of R and L do not. A symmetry that swaps
            // these axes flips each edge that is in the middle layer but not of it, or the reverse.
            const bool swaps = symmetry(s).axis[1] != 1;
            symmetries.push_back({shuffles(pieces_of(from).edges),
                                  static_cast<std::uint16_t>(swaps ? home_layer : 0), swaps});
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

int twist_of(const Pieces &pieces) {
    int number = 0;
    for (int slot = 0; slot < 7; ++slot) number = 3 * number + pieces.twists[slot];
    return number;
}

Pieces pieces_of_twist(int twist) {
    Pieces pieces = pieces_of(cube3::solved());
    int sum = 0;
    for (int slot = 6; slot >= 0; --slot, twist /= 3) {
        pieces.twists[slot] = static_cast<std::uint8_t>(twist % 3);
        sum += twist % 3;
    }
    pieces.twists[7] = static_cast<std::uint8_t>((21 - sum) % 3);
    return pieces;
}

Edges edges_of(const Pieces &pieces) {
    int layer = 0;
    for (int slot = 0; slot < 12; ++slot) layer |= (pieces.edges[slot] >= 8) << slot;
    return {mask_of(pieces.flips), static_cast<std::uint16_t>(layer)};
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

Inner inner_of(const Pieces &pieces) {
    return {static_cast<std::uint16_t>(rank<8>(pieces.corners.data())),
            static_cast<std::uint16_t>(rank<8>(pieces.edges.data())),
            static_cast<std::uint8_t>(rank<4>(pieces.edges.data() + 8))};
}

void carry(Pieces &pieces, int turn) {
    static const std::vector<Pieces> turns = [] {
        std::vector<Pieces> all;
        for (int t = 0; t < turn_count; ++t) all.push_back(pieces_of(twophase::turn(t)));
        return all;
    }();
    const Pieces before = pieces, &from = turns[turn];
    for (int slot = 0; slot < 8; ++slot) pieces.corners[slot] = before.corners[from.corners[slot]];
    for (int slot = 0; slot < 12; ++slot) pieces.edges[slot] = before.edges[from.edges[slot]];
}

Pieces pieces_of_inner(const Inner &inner) {
    Pieces pieces = pieces_of(cube3::solved());
    unrank<8>(inner.corners, pieces.corners.data());
    unrank<8>(inner.rim, pieces.edges.data());
    unrank<4>(inner.middle, pieces.edges.data() + 8);
    for (int slot = 8; slot < 12; ++slot) pieces.edges[slot] += 8;
    return pieces;
}

}  // namespace puzzlery::twophase
