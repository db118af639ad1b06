// The coordinates of both phases: numbers that tell all that a phase needs to know of a cube.
//
// Phase 1 brings the cube into the group H of U, D, R2, L2, F2, B2: `twist` numbers the corner
// orientations, `Edges` holds the edge orientations and where the four edges of the middle layer
// are. Phase 2 goes on inside H, where three permutations are left.
#pragma once

#include "cube3/twophase/twophase_frames.hpp"

namespace puzzlery::twophase {

constexpr int twist_count = 2187;
constexpr int flip_count = 2048;
constexpr int layer_count = 495;
constexpr int raw_edges_count = layer_count * flip_count;
constexpr int corners_count = 40320;
constexpr int rim_count = 40320;  // the eight edges of U and D
constexpr int middle_count = 24;  // the four edges between them
constexpr int home_layer = 0xf00;

// Twelve bits say which edges are flipped, twelve which slots hold an edge of the middle layer.
struct Edges {
    std::uint16_t flips = 0;
    std::uint16_t layer = home_layer;
};

int twist_of(const Pieces &pieces);
Pieces pieces_of_twist(int twist);

Edges edges_of(const Pieces &pieces);
Edges turned(Edges edges, int turn);
Edges seen(Edges edges, int symmetry);  // as it looks after a symmetry
int number_of(Edges edges);             // below raw_edges_count
Edges edges_of_number(int number);

// The ten turns of H, as numbers of face turns.
constexpr int inner_count = 10;
constexpr std::array<std::uint8_t, inner_count> inner_turns{0, 1, 2, 9, 10, 11, 4, 7, 13, 16};

// Inside H: where the corners, the edges of U and D, and those of the middle layer are.
struct Inner {
    std::uint16_t corners = 0;
    std::uint16_t rim = 0;
    std::uint8_t middle = 0;
};

Inner inner_of(const Pieces &pieces);
void carry(Pieces &pieces, int turn);  // where a turn carries them; orientations are left alone
Pieces pieces_of_inner(const Inner &inner);  // parity is the caller's care

}  // namespace puzzlery::twophase
