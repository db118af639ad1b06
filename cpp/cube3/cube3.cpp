// Slots, turns and symmetries of the 3x3x3, all derived from which faces a piece touches.
#include "cube3/cube3.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace puzzlery::cube3 {

namespace {

// Going round a face clockwise one meets these four.
constexpr std::array<int, 4> kAround[kFaces] = {
    {4, 3, 5, 2},  // U: F L B R
    {4, 2, 5, 3},  // D: F R B L
    {0, 5, 1, 4},  // R: U B D F
    {0, 4, 1, 5},  // L: U F D B
    {0, 2, 1, 3},  // F: U R D L
    {0, 3, 1, 2},  // B: U L D R
};

constexpr int axis_of(int face) { return face / 2; }

// What one step of orientation adds to the byte of a piece, be it a flip or a twist.
constexpr int kOneOrientation = kFlip;
static_assert(kFlip == kTwist);

// Slots by the faces that they touch: two for an edge, three for a corner.
template <std::size_t size> using Touched = std::array<int, size>;

template <std::size_t size> int place_in(const Touched<size> &faces, int face) {
    return static_cast<int>(std::ranges::find(faces, face) - faces.begin());
}

// The slot that touches these faces, in whatever order they come.
template <int count, std::size_t size>
int find(const Touched<size> (&slots)[count], const Touched<size> &faces) {
    const auto same = [&](const auto &slot) { return std::ranges::is_permutation(slot, faces); };
    return static_cast<int>(std::ranges::find_if(slots, same) - slots);
}

// The faces of a slot in the order that orientations count: an edge's primary face lies on the
// axis after that of its slice, so that every symmetry keeps flips; a corner's faces go clockwise
// from U or D.
struct Slots {
    Touched<2> edges[kEdges];
    Touched<3> corners[kCorners];

    Slots() {
        for (int slot = 0; slot < kEdges; ++slot) {
            const int slice = slot / 4, i = slot % 4;
            edges[slot] = {2 * ((slice + 1) % 3) + (i & 1), 2 * ((slice + 2) % 3) + (i >> 1)};
        }
        for (int slot = 0; slot < kCorners; ++slot) {
            const int cap = slot / 4, i = slot % 4;
            corners[slot] = {cap, kAround[cap][i], kAround[cap][(i + 1) % 4]};
        }
    }
};

const Slots &slots() {
    static const Slots all;
    return all;
}

// How `Pieces` numbers the slots, each by its faces in the order of its name.
enum Face { U, D, R, L, F, B };
constexpr Touched<3> kListedCorners[kCorners] = {{U, R, F}, {U, F, L}, {U, L, B}, {U, B, R},
                                                 {D, F, R}, {D, L, F}, {D, B, L}, {D, R, B}};
constexpr Touched<2> kListedEdges[kEdges] = {{U, R}, {U, F}, {U, L}, {U, B}, {D, R}, {D, F},
                                             {D, L}, {D, B}, {F, R}, {F, L}, {B, L}, {B, R}};

// For each slot its number in `Pieces`, and whether the first letter of its name is not the face
// that orientations count from here. For corners both agree.
struct Listed {
    std::uint8_t corner[kCorners], edge[kEdges], reversed[kEdges];

    Listed() {
        for (int slot = 0; slot < kCorners; ++slot)
            corner[slot] = static_cast<std::uint8_t>(find(kListedCorners, slots().corners[slot]));
        for (int slot = 0; slot < kEdges; ++slot) {
            edge[slot] = static_cast<std::uint8_t>(find(kListedEdges, slots().edges[slot]));
            reversed[slot] = slots().edges[slot] != kListedEdges[edge[slot]];
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

// Carries the pieces of one kind that touch the turned face: a sticker on face f goes to to[f].
template <int count, std::size_t size>
void carry(Bytes &pieces, const Touched<size> (&all)[count], int turned, const Touched<6> &to) {
    for (int piece = 0; piece < count; ++piece) {
        if (std::ranges::find(all[piece], turned) == all[piece].end()) continue;
        Touched<size> now;
        for (std::size_t k = 0; k < size; ++k) now[k] = to[all[piece][k]];
        const int slot = find(all, now);
        pieces[slot] =
            static_cast<std::uint8_t>(piece | place_in(all[slot], now[0]) * kOneOrientation);
    }
}

Cube quarter(int face) {
    Touched<6> to;
    for (int f = 0; f < kFaces; ++f) to[f] = f;
    for (int i = 0; i < 4; ++i) to[kAround[face][i]] = kAround[face][(i + 1) % 4];
    Cube cube = solved();
    carry(cube.edges, slots().edges, face, to);
    carry(cube.corners, slots().corners, face, to);
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
        const auto &[a, b] = slots().edges[slot];
        made.edge[slot] =
            static_cast<std::uint8_t>(find(slots().edges, {made.face[a], made.face[b]}));
    }
    for (int slot = 0; slot < kCorners; ++slot) {
        const auto &[a, b, c] = slots().corners[slot];
        const int to = find(slots().corners, {made.face[a], made.face[b], made.face[c]});
        made.corner[slot] = static_cast<std::uint8_t>(to);
        made.twist[slot] = static_cast<std::uint8_t>(place_in(slots().corners[to], made.face[a]));
    }
    // Going round U clockwise, F comes before L; a mirror image goes the other way.
    const Touched<4> &around = kAround[made.face[0]];
    made.mirrors = (place_in(around, made.face[4]) + 1) % 4 != place_in(around, made.face[3]);
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
    const auto &[a, b, c] = slots().corners[slot];
    return (a ^ b ^ c) & 1;
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
