// The tables of the two-phase search: one flat block, built once and kept.
//
// Flips and middle layer together have 1,013,760 values but only 64,430 *kinds* up to the sixteen
// symmetries of the axis. For each kind and twist the distance to H is kept modulo 3, in two bits:
// turns change it by at most one, so the distance of a cube tells those of its neighbours.
#pragma once

#include <cstddef>
#include <vector>

#include "cube3/twophase/twophase_coords.hpp"

namespace puzzlery::twophase {

constexpr int kind_count = 64430;
constexpr int row_bytes = (twist_count + 3) / 4;
constexpr std::size_t far_bytes = std::size_t{kind_count} * row_bytes;
constexpr int unknown = 3;
constexpr int farthest = 12;        // no cube needs more turns into H
constexpr int farthest_inner = 18;  // none in H needs more turns of H
// How many kinds with twists are so near to H.
constexpr std::array<std::uint64_t, farthest + 1> known_within{
    1, 2, 7, 51, 538, 6379, 74743, 851311, 8802059, 60900935, 137137169, 140908281, 140908410};

// What a turn makes of a kind, in 32 bits: the kind that follows, the symmetry that carries it to
// its representative, and the class of its middle layer.
struct Turned {
    std::uint32_t bits;

    int symmetry() const { return static_cast<int>(bits & 15); }
    int kind() const { return static_cast<int>(bits >> 4 & 0xffff); }
    int layer() const { return static_cast<int>(bits >> 20); }
};

constexpr int layer_class_count = 45;
constexpr std::uint32_t every_turn = (1u << turn_count) - 1;

// How far a part of the cube is from H, which turns bring it nearer, and which not farther.
struct Bound {
    std::uint64_t bits;

    int far() const { return static_cast<int>(bits >> 2 * turn_count); }
    // The turns after which this part may be less than `left` turns from H.
    std::uint32_t passing(int left) const {
        const int spare = left - far();
        const auto nearer = static_cast<std::uint32_t>(bits) & every_turn;
        const auto not_farther = static_cast<std::uint32_t>(bits >> turn_count) & every_turn;
        return spare <= 0 ? nearer : spare == 1 ? not_farther : every_turn;
    }
};

struct Neighbour {
    std::uint16_t kind;
    std::uint16_t twist;
};

struct Tables {
    std::uint8_t *far;               // [kind][twist], 2 bits each: distance modulo 3
    Turned *turn_kind;               // [kind][turn], as a Turned
    std::uint32_t *representatives;  // [kind]: number of the edges, ascending
    Bound *kind_bound;               // [kind]: of the kind alone
    Bound *layer_bound;              // [layer class][twist]: of middle layer and twist alone
    std::uint16_t *turn_twist;       // [twist][turn]
    std::uint16_t *seen_twist;       // [twist][symmetry]
    std::uint16_t *turn_corners;     // [corners][inner turn]
    std::uint16_t *turn_rim;         // [rim][inner turn]
    std::uint8_t *turn_middle;       // [middle][inner turn]
    std::uint8_t *far_corners;       // [corners][middle], 4 bits each: distance inside H
    std::uint8_t *far_rim;           // [rim][middle], 4 bits each

    explicit Tables(std::uint8_t *block);
    // For those who only read.
    static Tables reading(const std::uint8_t *block) {
        return Tables(const_cast<std::uint8_t *>(block));
    }

    static std::size_t bytes();  // the size of the block

    Neighbour neighbour(Turned turned, int twist, int turn) const {
        const int moved = turn_twist[twist * turn_count + turn];
        return {static_cast<std::uint16_t>(turned.kind()),
                seen_twist[moved * symmetry_count + turned.symmetry()]};
    }

    const std::uint8_t *far_at(int kind, int twist) const {
        return far + std::size_t{static_cast<unsigned>(kind)} * row_bytes + (twist >> 2);
    }
    void prefetch_far(int kind, int twist) const { __builtin_prefetch(far_at(kind, twist)); }
    // What a node needs first when it is expanded.
    void prefetch_rows(Neighbour at, int layer) const {
        __builtin_prefetch(turn_kind + at.kind * turn_count);
        __builtin_prefetch(turn_kind + at.kind * turn_count + turn_count - 1);
        __builtin_prefetch(kind_bound + at.kind);
        __builtin_prefetch(layer_bound + layer * twist_count + at.twist);
    }

    int far_modulo(int kind, int twist) const {
        return *far_at(kind, twist) >> 2 * (twist & 3) & 3;
    }
};

// Fill everything but `far`.
void fill_transitions(const Tables &tables);

// The kind of some edges, and a symmetry that carries them to its representative.
struct KindOf {
    int kind;
    int symmetry;
};
KindOf kind_of(const Tables &tables, Edges edges);
int layer_class(const Tables &tables, int kind);

// Breadth first through all kinds and twists, in portions.
class FarBuilder {
public:
    explicit FarBuilder(const Tables &tables);

    // Work on the next kinds; entries up to `cursor.depth` have their distance.
    void portion();

    struct Cursor {
        std::int32_t depth = 0;
        std::int32_t kind = 0;
        std::uint64_t known = 0;  // entries that have their distance
    };
    Cursor cursor;

private:
    void forward(int kind);
    void backward(int kind);
    void reach(int kind, int twist);
    void set(int kind, int twist);
    const std::vector<std::uint32_t> &twists(int kind, int bits);

    Tables tables_;
    std::vector<std::uint16_t> own_;     // self-symmetries of the representatives
    std::vector<std::uint32_t> twists_;  // of one kind
};

}  // namespace puzzlery::twophase
