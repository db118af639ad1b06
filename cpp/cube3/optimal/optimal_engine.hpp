// What the optimal solver runs on: a table of bounds, the alphabet of moves, and the two inner
// loops (fill a class of the table, walk the tree) in a portable and a fast version.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "cube3/corner_distances.hpp"
#include "cube3/cosets.hpp"
#include "cube3/flip_slices.hpp"

namespace puzzlery::optimal {

using cube3::Bytes;
using cube3::Cube;

// Two bits for each coset: 0 up to `base` moves, 1 and 2 for one and two more, 3 for the rest.
struct Bounds {
    const std::uint8_t *data = nullptr;
    int flips = 0;  // how many edges' flips the table knows
    int base = 0;
};

constexpr int kMostFlips = 9;

// Tables from the finest to the coarsest: where one only says "near", the next is asked.
constexpr int kRungs = 4;
struct Ladder {
    Bounds rung[kRungs];
    int size = 0;
};

// How many cosets each class of the table has room for; no two classes share a byte.
inline std::uint64_t class_cosets(int flips) {
    return ((static_cast<std::uint64_t>(cube3::kEdgePatterns) << flips) + 3) / 4 * 4;
}
inline std::uint64_t table_bytes(int flips) { return cube3::kClasses * class_cosets(flips) / 4; }

// A word of the table's alphabet: what it does to edges, and which class it leads from.
struct Source {
    Bytes from;           // slot of the member that each slot takes its content from
    Bytes marks, slices;  // slice of the member to the marks and the number of its image
    Bytes flips;
    const Bytes *members;
    std::size_t count;
};
enum Mark { kNear = 0, kNext = 1, kLast = 2 };
using FillSource = void (*)(const Source &source, std::uint8_t *region, int flips, Mark mark);
using ListSource = std::size_t (*)(const Source &source, std::uint64_t *seen, Bytes *fresh);
using Forget = void (*)(const Bytes *members, std::size_t count, std::uint64_t *seen);

// A word over the alphabet: the numbers of its moves.
using Word = std::vector<int>;

// One move of the alphabet. `coset` numbers the kinds of quarter turns: a clockwise turn and its
// inverse lead to the same coset on the other side; half turns keep it and have none.
constexpr int kDeepest = 250;  // the most that a solution may cost
constexpr int kMoves = 45, kCosets = 9, kNoCoset = kCosets, kStates = 512;
struct Move {
    Cube cube, inverse;
    int cost = 1, coset = kNoCoset;
};
struct Alphabet {
    int size = 0;
    int unit = 1;  // what one move of the table's metric costs at least
    Move move[kMoves];
    std::uint64_t of_coset[kCosets + 1] = {};
    int least_of_coset[kCosets + 1] = {};
    int first_of_coset[kCosets] = {};
    int coset_count = 0;
    std::uint64_t affordable[kDeepest + 1] = {};  // the moves that cost at most so much
    // What may come next, in words read forwards (0) and backwards (1): every product of turns
    // of one axis is written in one way only.
    std::uint64_t next[2][kStates] = {};
    std::uint16_t step[2][kStates][kMoves] = {};

    Word written[3][16];  // the one way to write a product of turns of an axis
    int axis[kMoves] = {}, product[kMoves] = {};

    bool allows(const Word &word) const;
    Word rewrite(const Word &word) const;  // each stretch of one axis in its own way
};

// Turns of the two faces of an axis one after the other; 4 times the first's quarters, and the
// second's.
inline int multiply(int a, int b) { return (a / 4 + b / 4) % 4 * 4 + (a + b) % 4; }

// A turn of the two faces of an axis as one move, and what it costs.
struct Letter {
    int axis, first, second, cost;
};
Alphabet make_alphabet(const std::vector<Letter> &letters);

struct Node {
    Cube side[2];  // what is left to solve, and its inverse
    std::uint8_t bound[2];
    std::uint16_t state[2];
    std::uint8_t spent, level, move, from;  // the last move, and on which side it was made
};

struct Task {
    Node node;
    std::uint8_t word[8];
    std::uint8_t length = 0;
    std::uint64_t nodes = 0;
};

// What the workers of one search share.
struct Shared {
    Alphabet alphabet;
    Ladder ladder;
    std::shared_ptr<const cube3::FlipSlices> flip_slices;
    std::shared_ptr<const cube3::CornerDistances> corner_distances;
    int depth = 0;
    std::vector<Task> tasks;
    std::atomic<std::size_t> next_task{0};
    std::atomic<bool> stop{false};
    std::mutex lock;
    std::vector<Word> words;
    std::atomic<std::size_t> found{0};
    std::size_t wanted = 1;
};

constexpr int kLanes = 12;

// Where a lane stands between two visits: it has asked for memory and goes round the others.
enum class Stage : std::uint8_t { idle, opening, seeing_other, seeing_own };

struct Candidate {
    std::uint64_t index;
    cube3::Cosets::Home home;
    Cube cube;
    std::uint8_t move, bound;
};
struct Lane {
    Stage stage = Stage::idle;
    std::uint8_t side = 0;
    int candidates = 0;
    std::uint64_t mask = 0;
    std::uint64_t index[kCosets];
    Node node;
    Candidate candidate[kMoves];
    std::vector<Node> stack;
    std::uint8_t word[kDeepest], from[kDeepest];
    Task *task = nullptr;
};
struct Worker {
    Lane lanes[kLanes];
    int width = kLanes;
    std::uint64_t nodes = 0, reads = 0;
    bool finished = false;
};
using Walk = void (*)(Worker &worker, Shared &shared, std::chrono::steady_clock::time_point until);
using LookUp = int (*)(const Cube &cube, const Ladder &ladder);

struct Engine {
    FillSource fill;
    ListSource list;
    Forget forget;
    Walk walk, walk_simply;
    LookUp look_up;
};
const Engine &plain_engine();
const Engine *fast_engine();  // null where the processor lacks what it needs

inline const Engine &best_engine() {
    const Engine *fast = fast_engine();
    return fast ? *fast : plain_engine();
}

}  // namespace puzzlery::optimal
