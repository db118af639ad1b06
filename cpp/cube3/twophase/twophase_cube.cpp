// The face turns and symmetries of the 3x3x3, and their products.
#include "cube3/twophase/twophase_cube.hpp"

namespace puzzlery::twophase {
namespace {

// Clockwise turns of U R F D L B: which piece comes into each slot, and what that turns.
constexpr Cube quarters[face_count] = {
    {{3, 0, 1, 2, 4, 5, 6, 7}, {}, {3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11}, {}},
    {{4, 1, 2, 0, 7, 5, 6, 3},
     {2, 0, 0, 1, 1, 0, 0, 2},
     {8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0},
     {}},
    {{1, 5, 2, 3, 0, 4, 6, 7},
     {1, 2, 0, 0, 2, 1, 0, 0},
     {0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11},
     {0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0}},
    {{0, 1, 2, 3, 5, 6, 7, 4}, {}, {0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11}, {}},
    {{0, 2, 6, 3, 4, 1, 5, 7},
     {0, 1, 2, 0, 0, 2, 1, 0},
     {0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11},
     {}},
    {{0, 1, 3, 7, 4, 5, 2, 6},
     {0, 0, 1, 2, 0, 0, 2, 1},
     {0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7},
     {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1}}};

// A third of a turn about the corner URF, a half turn about F, a quarter turn about U, and the
// reflection that swaps L and R make all 48.
constexpr Cube third_about_corner = {{0, 4, 5, 1, 3, 7, 6, 2},
                                     {1, 2, 1, 2, 2, 1, 2, 1},
                                     {1, 8, 5, 9, 3, 11, 7, 10, 0, 4, 6, 2},
                                     {1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1}};
constexpr Cube half_about_front = {
    {5, 4, 7, 6, 1, 0, 3, 2}, {}, {6, 5, 4, 7, 2, 1, 0, 3, 9, 8, 11, 10}, {}};
constexpr Cube quarter_about_up = {{3, 0, 1, 2, 7, 4, 5, 6},
                                   {},
                                   {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10},
                                   {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}};
constexpr Cube mirror = {
    {1, 0, 3, 2, 5, 4, 7, 6}, {3, 3, 3, 3, 3, 3, 3, 3}, {2, 1, 0, 3, 6, 5, 4, 7, 9, 8, 11, 10}, {}};

// Twists of a mirrored corner count backwards.
std::uint8_t add_twists(int first, int second) {
    const bool mirrored = (first >= 3) != (second >= 3);
    const int sum = (first >= 3 ? first - second + 6 : first + second) % 3;
    return static_cast<std::uint8_t>(mirrored ? sum + 3 : sum);
}

std::array<Cube, turn_count> all_turns() {
    std::array<Cube, turn_count> turns;
    for (int face = 0; face < face_count; ++face) {
        Cube cube;
        for (int amount = 0; amount < 3; ++amount) {
            cube = cube * quarters[face];
            turns[3 * face + amount] = cube;
        }
    }
    return turns;
}

std::array<Cube, symmetry_count> all_symmetries() {
    std::array<Cube, symmetry_count> symmetries;
    int count = 0;
    Cube cube;
    for (int front = 0; front < 2; ++front, cube = cube * half_about_front)
        for (int up = 0; up < 4; ++up, cube = cube * quarter_about_up)
            for (int side = 0; side < 2; ++side, cube = cube * mirror) symmetries[count++] = cube;
    return symmetries;
}

std::uint8_t number_in(const Cube &(*list)(int), const Cube &wanted) {
    int number = 0;
    while (!(list(number) == wanted)) ++number;
    return static_cast<std::uint8_t>(number);
}

template <class Items> bool is_permutation(const Items &items) {
    unsigned seen = 0;
    for (const auto item : items)
        if (item < items.size()) seen |= 1u << item;
    return seen == (1u << items.size()) - 1;
}

template <class Items> bool is_odd(const Items &items) {
    bool odd = false;
    for (std::size_t i = 0; i < items.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) odd ^= items[j] > items[i];
    return odd;
}

template <class Items> bool adds_up(const Items &items, unsigned order) {
    unsigned sum = 0;
    for (const auto item : items) {
        if (item >= order) return false;
        sum += item;
    }
    return sum % order == 0;
}

}  // namespace

Cube operator*(const Cube &first, const Cube &second) {
    Cube product;
    for (int slot = 0; slot < 8; ++slot) {
        const int from = second.corners[slot];
        product.corners[slot] = first.corners[from];
        product.twists[slot] = add_twists(first.twists[from], second.twists[slot]);
    }
    for (int slot = 0; slot < 12; ++slot) {
        const int from = second.edges[slot];
        product.edges[slot] = first.edges[from];
        product.flips[slot] = first.flips[from] ^ second.flips[slot];
    }
    return product;
}

Cube inverse(const Cube &cube) {
    Cube back;
    for (int slot = 0; slot < 8; ++slot) {
        const int twist = cube.twists[slot];
        back.corners[cube.corners[slot]] = static_cast<std::uint8_t>(slot);
        back.twists[cube.corners[slot]] =
            static_cast<std::uint8_t>(twist >= 3 ? twist : (3 - twist) % 3);
    }
    for (int slot = 0; slot < 12; ++slot) {
        back.edges[cube.edges[slot]] = static_cast<std::uint8_t>(slot);
        back.flips[cube.edges[slot]] = cube.flips[slot];
    }
    return back;
}

bool is_reachable(const Cube &cube) {
    return is_permutation(cube.corners) && is_permutation(cube.edges) &&
           is_odd(cube.corners) == is_odd(cube.edges) && adds_up(cube.twists, 3) &&
           adds_up(cube.flips, 2);
}

Cube conjugate(const Cube &by, const Cube &cube) { return by * cube * inverse(by); }

const Cube &turn(int number) {
    static const std::array<Cube, turn_count> turns = all_turns();
    return turns[number];
}

const Cube &symmetry(int number) {
    static const std::array<Cube, symmetry_count> symmetries = all_symmetries();
    return symmetries[number];
}

const Cube &tilt(int axis) {
    static const std::array<Cube, axis_count> tilts = {Cube{}, third_about_corner,
                                                       third_about_corner * third_about_corner};
    return tilts[axis];
}

Frames::Frames() {
    for (int a = 0; a < symmetry_count; ++a)
        for (int b = 0; b < symmetry_count; ++b)
            product[a][b] = number_in(symmetry, symmetry(a) * symmetry(b));
    for (int axis = 0; axis < axis_count; ++axis)
        for (int s = 0; s < symmetry_count; ++s) {
            for (int t = 0; t < turn_count; ++t) {
                seen[axis][s][t] = number_in(turn, conjugate(symmetry(s) * tilt(axis), turn(t)));
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
