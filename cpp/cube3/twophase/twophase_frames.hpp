// Face turns by number, and how they look from the three axes and through their symmetries.
//
// Face turns are numbered U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'.
#pragma once

#include "cube3/cube3.hpp"

namespace puzzlery::twophase {

using cube3::Cube;
using cube3::Pieces;
using cube3::Symmetry;

constexpr int turn_count = 18;
constexpr int axis_count = 3;
constexpr int symmetry_count = 16;  // those that keep the axis through U and D
constexpr int no_turn = turn_count;

const Cube &turn(int number);
const Symmetry &symmetry(int number);  // number < symmetry_count; 0 is the identity
const Symmetry &tilt(int axis);        // brings an axis of the cube to where U and D are

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
