// The numbered face turns and symmetries of the two-phase search.
#include "cube3/twophase/twophase_frames.hpp"

namespace puzzlery::twophase {
namespace {

using cube3::Faces;
using cube3::product;
using cube3::symmetry_of;

// Where symmetries carry the faces U D R L F B.
constexpr Faces unmoved{0, 1, 2, 3, 4, 5};
constexpr Faces third_about_corner{4, 5, 0, 1, 2, 3};  // about URF: U to F, F to R, R to U
constexpr Faces half_about_front{1, 0, 3, 2, 4, 5};
constexpr Faces quarter_about_up{0, 1, 5, 4, 2, 3};  // F to R
constexpr Faces mirror{0, 1, 3, 2, 4, 5};            // swaps L and R

std::array<Cube, turn_count> all_turns() {
    std::array<Cube, turn_count> turns;
    for (int number = 0; number < turn_count; ++number) {
        const int face = face_of(number), quarters = number % 3 + 1;
        turns[number] = face < axis_count ? cube3::axis_turn(face, quarters, 0)
                                          : cube3::axis_turn(face - axis_count, 0, quarters);
    }
    return turns;
}

std::array<const Symmetry *, symmetry_count> all_symmetries() {
    std::array<const Symmetry *, symmetry_count> all;
    int count = 0;
    const Symmetry *one = &symmetry_of(unmoved);
    const auto then = [&](const Faces &faces) { one = &product(*one, symmetry_of(faces)); };
    for (int front = 0; front < 2; ++front, then(half_about_front))
        for (int up = 0; up < 4; ++up, then(quarter_about_up))
            for (int side = 0; side < 2; ++side, then(mirror)) all[count++] = one;
    return all;
}

std::uint8_t number_of_turn(const Cube &wanted) {
    std::uint8_t number = 0;
    while (!same(turn(number), wanted)) ++number;
    return number;
}

std::uint8_t number_of_symmetry(const Symmetry &wanted) {
    std::uint8_t number = 0;
    while (&symmetry(number) != &wanted) ++number;
    return number;
}

}  // namespace

const Cube &turn(int number) {
    static const std::array<Cube, turn_count> turns = all_turns();
    return turns[number];
}

const Symmetry &symmetry(int number) {
    static const auto all = all_symmetries();
    return *all[number];
}

const Symmetry &tilt(int axis) {
    static const Symmetry &third = symmetry_of(third_about_corner);
    static const std::array<const Symmetry *, axis_count> tilts = {&symmetry_of(unmoved), &third,
                                                                   &product(third, third)};
    return *tilts[axis];
}

Frames::Frames() {
    for (int a = 0; a < symmetry_count; ++a)
        for (int b = 0; b < symmetry_count; ++b)
            product[a][b] = number_of_symmetry(cube3::product(symmetry(a), symmetry(b)));
    for (int axis = 0; axis < axis_count; ++axis)
        for (int s = 0; s < symmetry_count; ++s) {
            const Symmetry &frame = cube3::product(symmetry(s), tilt(axis));
            for (int t = 0; t < turn_count; ++t) {
                seen[axis][s][t] = number_of_turn(conjugate(turn(t), frame));
                real[axis][s][seen[axis][s][t]] = static_cast<std::uint8_t>(t);
            }
            for (int last = 0; last <= no_turn; ++last) {
                allowed[axis][s][last] = 0;
                for (int t = 0; t < turn_count; ++t)
                    if (may_follow(t, last)) allowed[axis][s][last] |= 1u << seen[axis][s][t];
            }
        }
}

const Frames &frames() {
    static const Frames known;
    return known;
}

}  // namespace puzzlery::twophase
