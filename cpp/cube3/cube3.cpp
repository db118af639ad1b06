// Slots, turns and symmetries of the 3x3x3, all derived from which faces a piece touches.
#include "cube3/cube3.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace puzzlery::cube3 {

namespace {

// Going round a face clockwise one meets these four.
constexpr int kAround[kFaces][4] = {
    {4, 3, 5, 2},  // U: F L B R
    {4, 2, 5, 3},  // D: F R B L
    {0, 5, 1, 4},  // R: U B D F
    {0, 4, 1, 5},  // L: U F D B
    {0, 2, 1, 3},  // F: U R D L
    {0, 3, 1, 2},  // B: U L D R
};

constexpr int axis_of(int face) { return face / 2; }

// The faces of a slot in the order that orientations count: an edge's primary face lies on the
// axis after that of its slice, so that every symmetry keeps flips; a corner's faces go clockwise
// from U or D.
struct Slots {
    int edge[kEdges][2];
    int corner[kCorners][3];

    Slots() {
        int at = 0;
        for (int slice = 0; slice < 3; ++slice)
            for (int i = 0; i < 4; ++i, ++at) {
                edge[at][0] = 2 * ((slice + 1) % 3) + (i & 1);
                edge[at][1] = 2 * ((slice + 2) % 3) + (i >> 1);
            }
        at = 0;
        for (int cap = 0; cap < 2; ++cap)
            for (int i = 0; i < 4; ++i, ++at) {
                corner[at][0] = cap;
                corner[at][1] = kAround[cap][i];
                corner[at][2] = kAround[cap][(i + 1) % 4];
            }
    }
    int find_edge(int a, int b) const {
        for (int slot = 0; slot < kEdges; ++slot)
            if ((edge[slot][0] == a && edge[slot][1] == b) ||
                (edge[slot][0] == b && edge[slot][1] == a))
                return slot;
        return -1;
    }
    int find_corner(int a, int b, int c) const {
        for (int slot = 0; slot < kCorners; ++slot) {
            const auto &faces = corner[slot];
            const auto has = [&](int face) {
                return std::find(faces, faces + 3, face) != faces + 3;
            };
            if (has(a) && has(b) && has(c)) return slot;
        }
        return -1;
    }
};

const Slots &slots() {
    static const Slots all;
    return all;
}

// How `Pieces` numbers the slots, each by its faces in the order of its name.
enum Face { U, D, R, L, F, B };
constexpr int kListedCorners[kCorners][3] = {{U, R, F}, {U, F, L}, {U, L, B}, {U, B, R},
                                             {D, F, R}, {D, L, F}, {D, B, L}, {D, R, B}};
constexpr int kListedEdges[kEdges][2] = {{U, R}, {U, F}, {U, L}, {U, B}, {D, R}, {D, F},
                                         {D, L}, {D, B}, {F, R}, {F, L}, {B, L}, {B, R}};

// For each slot its number in `Pieces`, and whether the first letter of its name is not the face
// that orientations count from here. For corners both agree.
struct Listed {
    std::uint8_t corner[kCorners], edge[kEdges], reversed[kEdges];

    Listed() {
        for (std::uint8_t i = 0; i < kCorners; ++i) {
            const auto &faces = kListedCorners[i];
            corner[slots().find_corner(faces[0], faces[1], faces[2])] = i;
        }
        for (std::uint8_t i = 0; i < kEdges; ++i) {
            const int slot = slots().find_edge(kListedEdges[i][0], kListedEdges[i][1]);
            edge[slot] = i;
            reversed[slot] = slots().edge[slot][0] != kListedEdges[i][0];
        }
    }
};

const Listed &listed() {
    static const Listed all;
    return all;
}

template <std::size_t size> bool holds_each(const std::array<std::uint8_t, size> &pieces) {
    unsigned seen = 0;
    for (const auto piece : pieces)
        if (piece < size) seen |= 1u << piece;
    return seen == (1u << size) - 1;
}

template <std::size_t size> bool is_odd(const std::array<std::uint8_t, size> &pieces) {
    bool odd = false;
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < i; ++j) odd ^= pieces[j] > pieces[i];
    return odd;
}

template <std::size_t size>
bool add_up(const std::array<std::uint8_t, size> &orientations, unsigned order) {
    unsigned sum = 0;
    for (const auto each : orientations) {
        if (each >= order) return false;
        sum += each;
    }
    return sum % order == 0;
}

bool is_reachable(const Pieces &pieces) {
    return holds_each(pieces.corners) && holds_each(pieces.edges) &&
           is_odd(pieces.corners) == is_odd(pieces.edges) && add_up(pieces.twists, 3) &&
           add_up(pieces.flips, 2);
}

int place_in(const int *faces, int count, int face) {
    return static_cast<int>(std::find(faces, faces + count, face) - faces);
}

// A piece put where its stickers are: the sticker of home face `from[k]` now on face `to[k]`.
void put_edge(Cube &cube, const int *from, const int *to) {
    const int piece = slots().find_edge(from[0], from[1]), slot = slots().find_edge(to[0], to[1]);
    const int primary = to[place_in(from, 2, slots().edge[piece][0])];
    cube.edges[slot] =
        static_cast<std::uint8_t>(piece | (primary == slots().edge[slot][0] ? 0 : kFlip));
}

void put_corner(Cube &cube, const int *from, const int *to) {
    const int piece = slots().find_corner(from[0], from[1], from[2]);
    const int slot = slots().find_corner(to[0], to[1], to[2]);
    const int capped = to[place_in(from, 3, slots().corner[piece][0])];
    const int twist = place_in(slots().corner[slot], 3, capped);
    cube.corners[slot] = static_cast<std::uint8_t>(piece | twist * kTwist);
}

Cube quarter(int face) {
    std::array<int, kFaces> to;
    for (int f = 0; f < kFaces; ++f) to[f] = f;
    for (int i = 0; i < 4; ++i) to[kAround[face][i]] = kAround[face][(i + 1) % 4];
    Cube cube = solved();
    for (const auto &from : slots().edge) {
        const int now[2] = {to[from[0]], to[from[1]]};
        if (from[0] == face || from[1] == face) put_edge(cube, from, now);
    }
    for (const auto &from : slots().corner) {
        const int now[3] = {to[from[0]], to[from[1]], to[from[2]]};
        if (place_in(from, 3, face) < 3) put_corner(cube, from, now);
    }
    return cube;
}

Symmetry make_symmetry(const std::array<int, 3> &axes, int signs) {
    Symmetry made{};
    for (int face = 0; face < kFaces; ++face) {
        const int axis = axes[axis_of(face)];
        made.face[face] = static_cast<std::uint8_t>(2 * axis + ((face & 1) ^ (signs >> axis & 1)));
    }
    for (int axis = 0; axis < 3; ++axis) made.axis[axis] = static_cast<std::uint8_t>(axes[axis]);
    for (int slot = 0; slot < kEdges; ++slot) {
        const auto &faces = slots().edge[slot];
        made.edge[slot] =
            static_cast<std::uint8_t>(slots().find_edge(made.face[faces[0]], made.face[faces[1]]));
    }
    for (int slot = 0; slot < kCorners; ++slot) {
        const auto &faces = slots().corner[slot];
        made.corner[slot] = static_cast<std::uint8_t>(
            slots().find_corner(made.face[faces[0]], made.face[faces[1]], made.face[faces[2]]));
        const auto &image = slots().corner[made.corner[slot]];
        made.twist[slot] = static_cast<std::uint8_t>(place_in(image, 3, made.face[faces[0]]));
    }
    // Going round U clockwise, F comes before L; a mirror image goes the other way.
    const int *around = kAround[made.face[0]];
    const int front = place_in(around, 4, made.face[4]), left = place_in(around, 4, made.face[3]);
    made.mirrors = (front + 1) % 4 != left;
    return made;
}

std::array<Symmetry, kSymmetries> make_symmetries() {
    std::array<Symmetry, kSymmetries> all;
    std::array<int, 3> axes = {0, 1, 2};
    int at = 0;
    do
        for (int signs = 0; signs < 8; ++signs) all[at++] = make_symmetry(axes, signs);
    while (std::next_permutation(axes.begin(), axes.end()));
    for (auto &symmetry : all)
        for (int other = 0; other < kSymmetries; ++other) {
            bool undoes = true;
            for (int face = 0; face < kFaces; ++face)
                undoes &= all[other].face[symmetry.face[face]] == face;
            if (undoes) symmetry.inverse = other;
        }
    return all;
}

}  // namespace

Cube solved() {
    Cube cube;
    for (int i = 0; i < 16; ++i) cube.edges[i] = cube.corners[i] = static_cast<std::uint8_t>(i);
    return cube;
}

Cube compose(const Cube &a, const Cube &b) {
    Cube both = a;
    for (int i = 0; i < kEdges; ++i)
        both.edges[i] = static_cast<std::uint8_t>(a.edges[b.edges[i] & 15] ^ (b.edges[i] & kFlip));
    for (int i = 0; i < kCorners; ++i) {
        const int turned = a.corners[b.corners[i] & 15] + (b.corners[i] & kThreeTwists);
        both.corners[i] =
            static_cast<std::uint8_t>(turned < kThreeTwists ? turned : turned - kThreeTwists);
    }
    return both;
}

Cube inverse(const Cube &cube) {
    Cube undone;
    for (int i = 0; i < 16; ++i) {
        undone.edges[cube.edges[i] & 15] = static_cast<std::uint8_t>(i | (cube.edges[i] & kFlip));
        const int twist = (kThreeTwists - (cube.corners[i] & kThreeTwists)) % kThreeTwists;
        undone.corners[cube.corners[i] & 15] = static_cast<std::uint8_t>(i | twist);
    }
    return undone;
}

bool same(const Cube &a, const Cube &b) { return std::memcmp(&a, &b, sizeof(Cube)) == 0; }

Pieces pieces_of(const Cube &cube) {
    const Listed &order = listed();
    Pieces pieces;
    for (int slot = 0; slot < kCorners; ++slot) {
        pieces.corners[order.corner[slot]] = order.corner[cube.corners[slot] & 15];
        pieces.twists[order.corner[slot]] = cube.corners[slot] / kTwist;
    }
    for (int slot = 0; slot < kEdges; ++slot) {
        const int piece = cube.edges[slot] & 15;
        pieces.edges[order.edge[slot]] = order.edge[piece];
        pieces.flips[order.edge[slot]] = static_cast<std::uint8_t>(
            cube.edges[slot] / kFlip ^ order.reversed[slot] ^ order.reversed[piece]);
    }
    return pieces;
}

Cube cube_of(const Pieces &pieces) {
    const Listed &order = listed();
    std::uint8_t corner[kCorners], edge[kEdges];
    for (std::uint8_t slot = 0; slot < kCorners; ++slot) corner[order.corner[slot]] = slot;
    for (std::uint8_t slot = 0; slot < kEdges; ++slot) edge[order.edge[slot]] = slot;
    Cube cube = solved();
    for (int i = 0; i < kCorners; ++i)
        cube.corners[corner[i]] =
            static_cast<std::uint8_t>(corner[pieces.corners[i]] | pieces.twists[i] * kTwist);
    for (int i = 0; i < kEdges; ++i) {
        const int slot = edge[i], piece = edge[pieces.edges[i]];
        const int flip = pieces.flips[i] ^ order.reversed[slot] ^ order.reversed[piece];
        cube.edges[slot] = static_cast<std::uint8_t>(piece | flip * kFlip);
    }
    return cube;
}

Cube read_cube(std::string_view bytes) {
    Pieces pieces;
    if (bytes.size() != sizeof(Pieces))
        throw std::invalid_argument("a cube is 8 corners, 8 twists, 12 edges and 12 flips");
    std::memcpy(&pieces, bytes.data(), sizeof(Pieces));
    if (!is_reachable(pieces))
        throw std::invalid_argument("no turns lead to these pieces: no state of the 3x3x3");
    return cube_of(pieces);
}

Cube axis_turn(int axis, int first, int second) {
    Cube cube = solved();
    for (int i = 0; i < first; ++i) cube = compose(cube, quarter(2 * axis));
    for (int i = 0; i < second; ++i) cube = compose(cube, quarter(2 * axis + 1));
    return cube;
}

int slice_of_edge(int slot) { return slot / 4; }

int tetrad_of_corner(int slot) {
    const auto &faces = slots().corner[slot];
    return (faces[0] ^ faces[1] ^ faces[2]) & 1;
}

const std::array<Symmetry, kSymmetries> &symmetries() {
    static const std::array<Symmetry, kSymmetries> all = make_symmetries();
    return all;
}

const Symmetry &symmetry_of(const Faces &face) {
    const auto &all = symmetries();
    return *std::find_if(all.begin(), all.end(),
                         [&](const Symmetry &one) { return one.face == face; });
}

const Symmetry &product(const Symmetry &a, const Symmetry &b) {
    Faces face;
    for (int f = 0; f < kFaces; ++f) face[f] = a.face[b.face[f]];
    return symmetry_of(face);
}

Cube conjugate(const Cube &cube, const Symmetry &symmetry) {
    Cube image = solved();
    for (int slot = 0; slot < kEdges; ++slot) {
        const int piece = cube.edges[slot] & 15;
        image.edges[symmetry.edge[slot]] =
            static_cast<std::uint8_t>(symmetry.edge[piece] | (cube.edges[slot] & kFlip));
    }
    for (int slot = 0; slot < kCorners; ++slot) {
        const int piece = cube.corners[slot] & 15, twist = cube.corners[slot] / kTwist;
        // A mirror image counts twists the other way.
        const int turned = symmetry.twist[slot] - symmetry.twist[piece] +
                           (symmetry.mirrors ? 3 - twist : twist) + 3;
        image.corners[symmetry.corner[slot]] =
            static_cast<std::uint8_t>(symmetry.corner[piece] | turned % 3 * kTwist);
    }
    return image;
}

std::vector<Cube> closed_under_symmetries(const std::vector<Cube> &turns) {
    std::vector<Cube> all;
    for (const Cube &turn : turns)
        for (const Symmetry &symmetry : symmetries())
            for (const Cube &one : {turn, inverse(turn)}) {
                const Cube image = conjugate(one, symmetry);
                const auto known = [&](const Cube &other) { return same(other, image); };
                if (std::ranges::none_of(all, known)) all.push_back(image);
            }
    return all;
}

}  // namespace puzzlery::cube3
