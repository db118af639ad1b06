// The 3x3x3 as pieces in slots: 12 edges and 8 corners, each vector of bytes one group element.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace puzzlery::cube3 {

using Bytes = std::uint8_t __attribute__((vector_size(16)));

// Faces are U D R L F B, so that face / 2 is the axis (y, x, z).
constexpr int kFaces = 6, kEdges = 12, kCorners = 8, kSymmetries = 48;
constexpr std::uint8_t kFlip = 0x10, kTwist = 0x10, kThreeTwists = 0x30;

// The layout that searches turn: byte i of `edges` is the piece in slot i with its flip in bit 4;
// of `corners`, the piece in slot i with its twist in bits 4 and 5. What lies behind the last slot
// stays where it is.
struct Cube {
    Bytes edges, corners;
};

Cube solved();
Cube compose(const Cube &a, const Cube &b);  // first a, then b
Cube inverse(const Cube &cube);
bool same(const Cube &a, const Cube &b);

// The layout of files, of Python and of two-phase coordinates: four lists, with the slots in the
// order that Kociemba's solver made usual.
//   corners URF UFL ULB UBR DFR DLF DBL DRB
//   edges   UR UF UL UB DR DF DL DB FR FL BL BR
// A twist or flip says on which letter of its slot's name a piece has the first letter of its own.
struct Pieces {
    std::array<std::uint8_t, kCorners> corners, twists;
    std::array<std::uint8_t, kEdges> edges, flips;

    bool operator==(const Pieces &) const = default;
};
Pieces pieces_of(const Cube &cube);
Cube cube_of(const Pieces &pieces);
Cube read_cube(std::string_view pieces);  // bytes of `Pieces`; an error if no turns lead there

// Both faces of an axis turned clockwise, so many quarters each.
Cube axis_turn(int axis, int first, int second);

// An edge belongs to the slice whose axis it does not touch.
int slice_of_edge(int slot);
// Corners next to one another belong to different tetrads.
int tetrad_of_corner(int slot);

using Faces = std::array<std::uint8_t, kFaces>;

// A symmetry of the cube: where it carries each face and so each slot.
struct Symmetry {
    Faces face;
    std::array<std::uint8_t, kEdges> edge;
    std::array<std::uint8_t, kCorners> corner;
    std::array<std::uint8_t, kCorners> twist;  // of what lies on U or D, in the slot it comes to
    std::array<std::uint8_t, 3> axis;
    bool mirrors;
    int inverse;
};
const std::array<Symmetry, kSymmetries> &symmetries();
const Symmetry &symmetry_of(const Faces &face);  // the one that carries faces like this
const Symmetry &product(const Symmetry &a, const Symmetry &b);  // first b, then a
Cube conjugate(const Cube &cube, const Symmetry &symmetry);
// The turns, their inverses and the images of both under all symmetries, each once.
std::vector<Cube> closed_under_symmetries(const std::vector<Cube> &turns);

}  // namespace puzzlery::cube3
