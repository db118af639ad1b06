// The 3x3x3 as its twenty pieces: the eighteen face turns and the 48 symmetries act on it.
//
// Corners are numbered URF UFL ULB UBR DFR DLF DBL DRB, edges UR UF UL UB DR DF DL DB FR FL BL BR,
// face turns U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'.
#pragma once

#include <array>
#include <cstdint>

namespace puzzlery::twophase {

constexpr int turn_count = 18;
constexpr int face_count = 6;
constexpr int axis_count = 3;
constexpr int symmetry_count = 16;  // those that keep the axis through U and D
constexpr int no_turn = turn_count;

// Which piece stands in each slot, and how it is turned there. A corner turned by 3, 4 or 5 is
// mirrored; only symmetries have such corners.
struct Cube {
    std::array<std::uint8_t, 8> corners{0, 1, 2, 3, 4, 5, 6, 7};
    std::array<std::uint8_t, 8> twists{};
    std::array<std::uint8_t, 12> edges{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    std::array<std::uint8_t, 12> flips{};

    bool operator==(const Cube &) const = default;
};

Cube operator*(const Cube &first, const Cube &second);
Cube inverse(const Cube &cube);
bool is_reachable(const Cube &cube);               // by face turns
Cube conjugate(const Cube &by, const Cube &cube);  // by * cube * inverse of by

const Cube &turn(int number);
const Cube &symmetry(int number);  // number < symmetry_count; 0 is the identity
const Cube &tilt(int axis);        // brings an axis of the cube to where U and D are

constexpr int face_of(int turn) { return turn / 3; }
constexpr int inverse_turn(int turn) { return turn / 3 * 3 + 2 - turn % 3; }
// Two turns of one face are one turn; of two opposite faces, U R F go first.
constexpr bool may_follow(int turn, int last) {
    const int face = face_of(turn);
    return last == no_turn || (face != face_of(last) && face + 3 != face_of(last));
}

// Turns as they look from elsewhere: tilt the cube by an axis, then apply a symmetry.
struct Frames {
    std::uint8_t product[symmetry_count][symmetry_count];       // of two symmetries
    std::uint8_t seen[axis_count][symmetry_count][turn_count];  // what a real turn looks like
    std::uint8_t real[axis_count][symmetry_count][turn_count];  // the turn that looks like this
    // For each real turn that came last: the set of turns that may follow, as they look.
    std::uint32_t allowed[axis_count][symmetry_count][turn_count + 1];

    Frames();
};

const Frames &frames();

}  // namespace puzzlery::twophase
