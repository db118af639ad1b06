// The search itself: several depth-first searches in turn, so that while one waits for its table
// reads the others work. A node is opened in three visits: ask for the bounds of its cosets on the
// other side, read them and ask for those of the children on its own side, read them and push.
#pragma once

#include "optimal_bytes.hpp"

namespace puzzlery::optimal {
namespace {

struct Reading {
    const cube3::Cosets &cosets;
    Bytes tetrads;
    Bounds fine, coarse;
    std::uint64_t fine_stride, coarse_stride;

    explicit Reading(const Bounds &fine_bounds, const Bounds &coarse_bounds)
        : cosets(cube3::Cosets::get()), tetrads(tetrad_marks()), fine(fine_bounds),
          coarse(coarse_bounds), fine_stride(class_cosets(fine.flips)),
          coarse_stride(class_cosets(coarse.flips)) {}

    KERNEL_INLINE std::uint64_t index(const Cube &cube) const {
        return coset_index(cosets, tetrads, cube, fine.flips, fine_stride);
    }
    KERNEL_INLINE void ask(std::uint64_t index) const {
        __builtin_prefetch(fine.data + (index >> 2));
    }
    KERNEL_INLINE static int entry(const Bounds &bounds, std::uint64_t index) {
        return bounds.data[index >> 2] >> (2 * (index & 3)) & 3;
    }
    KERNEL_INLINE int bound(std::uint64_t index) const {
        const int value = entry(fine, index);
        return value ? fine.base + value : coarse_bound(index);
    }
    // Near the goal the fine table only says "near"; the coarse one knows fewer flips.
    KERNEL int coarse_bound(std::uint64_t index) const {
        const std::uint64_t corner_class = index / fine_stride;
        const std::uint64_t edges = index % fine_stride >> (fine.flips - coarse.flips);
        const int value = entry(coarse, corner_class * coarse_stride + edges);
        return value ? coarse.base + value : 0;
    }
};

// What is left to spend below a node that may still cost `left` and needs at least `bound` moves.
KERNEL_INLINE int slack(const Alphabet &moves, int left, int bound) {
    return left - bound * moves.unit;
}

KERNEL_INLINE std::uint64_t open_moves(const Alphabet &moves, const Node &node, int side, int left) {
    // A half turn on one side keeps the coset of the other, and so its bound.
    const int spare = slack(moves, left, node.bound[1 - side]);
    const std::uint64_t halves = moves.of_coset[kNoCoset];
    const std::uint64_t kept = spare > 0 ? halves & moves.affordable[spare] : 0;
    return moves.next[side][node.state[side]] & (~halves | kept) & moves.affordable[left];
}

KERNEL_INLINE const Cube &acting(const Move &move, int side) { return side ? move.inverse : move.cube; }
KERNEL_INLINE const Cube &undoing(const Move &move, int side) { return side ? move.cube : move.inverse; }

KERNEL_INLINE void ask_other_side(Lane &lane, Worker &worker, const Shared &shared,
                                  const Reading &table) {
    const Alphabet &moves = shared.alphabet;
    const int left = shared.depth - lane.node.spent;
    const std::uint64_t ways[2] = {open_moves(moves, lane.node, 0, left),
                                   open_moves(moves, lane.node, 1, left)};
    lane.side = __builtin_popcountll(ways[1]) < __builtin_popcountll(ways[0]);
    lane.mask = ways[lane.side];
    worker.nodes += static_cast<std::uint64_t>(__builtin_popcountll(lane.mask));
    const Cube &other = lane.node.side[1 - lane.side];
    for (int coset = 0; coset < moves.coset_count; ++coset) {
        if (!(moves.of_coset[coset] & lane.mask)) continue;
        const Move &move = moves.move[moves.first_of_coset[coset]];
        lane.index[coset] = table.index(then(undoing(move, lane.side), other));
        table.ask(lane.index[coset]);
        ++worker.reads;
    }
    lane.stage = Stage::seeing_other;
}

KERNEL_INLINE void ask_child(Lane &lane, Worker &worker, const Shared &shared, const Reading &table,
                             int move, int bound) {
    Candidate &candidate = lane.candidate[lane.candidates++];
    candidate.move = static_cast<std::uint8_t>(move);
    candidate.bound = static_cast<std::uint8_t>(bound);
    candidate.cube = then(lane.node.side[lane.side], acting(shared.alphabet.move[move], lane.side));
    candidate.index = table.index(candidate.cube);
    table.ask(candidate.index);
    ++worker.reads;
}

KERNEL_INLINE void see_other_side(Lane &lane, Worker &worker, const Shared &shared,
                                  const Reading &table) {
    const Alphabet &moves = shared.alphabet;
    const int left = shared.depth - lane.node.spent;
    lane.candidates = 0;
    for (int coset = 0; coset <= kCosets; ++coset) {
        std::uint64_t some = lane.mask & moves.of_coset[coset];
        if (!some) continue;
        const int bound = coset == kNoCoset ? lane.node.bound[1 - lane.side]
                                            : table.bound(lane.index[coset]);
        const int spare = slack(moves, left, bound);
        if (spare < moves.least_of_coset[coset]) continue;
        for (some &= moves.affordable[spare]; some; some &= some - 1)
            ask_child(lane, worker, shared, table, __builtin_ctzll(some), bound);
    }
    lane.stage = lane.candidates ? Stage::seeing_own : Stage::opening;
}

// Moves of the first side in order, then the last one, then those of the other side backwards. The
// two stretches may meet in a way of writing that another branch of the tree finds, too.
void keep_solution(const Lane &lane, int last, Shared &shared) {
    Word word;
    for (int i = 0; i < lane.node.level; ++i)
        if (!lane.from[i]) word.push_back(lane.word[i]);
    word.push_back(last);
    for (int i = lane.node.level - 1; i >= 0; --i)
        if (lane.from[i]) word.push_back(lane.word[i]);
    if (!shared.alphabet.allows(word)) return;
    const std::lock_guard guard(shared.lock);
    shared.words.push_back(std::move(word));
    ++shared.found;
}

KERNEL_INLINE void push_child(Lane &lane, const Shared &shared, const Candidate &candidate, int own) {
    const Alphabet &moves = shared.alphabet;
    const int side = lane.side;
    Node &child = lane.stack.emplace_back(lane.node);
    child.side[side] = candidate.cube;
    child.side[1 - side] = then(undoing(moves.move[candidate.move], side), lane.node.side[1 - side]);
    child.bound[side] = static_cast<std::uint8_t>(own);
    child.bound[1 - side] = candidate.bound;
    child.state[side] = moves.step[side][lane.node.state[side]][candidate.move];
    child.spent = static_cast<std::uint8_t>(lane.node.spent + moves.move[candidate.move].cost);
    child.level = static_cast<std::uint8_t>(lane.node.level + 1);
    child.move = candidate.move;
    child.from = static_cast<std::uint8_t>(side);
}

KERNEL_INLINE void see_own_side(Lane &lane, Shared &shared, const Reading &table, const Cube &goal) {
    const int left = shared.depth - lane.node.spent;
    for (int i = 0; i < lane.candidates; ++i) {
        const Candidate &candidate = lane.candidate[i];
        const int rest = left - shared.alphabet.move[candidate.move].cost;
        const int own = table.bound(candidate.index);
        if (slack(shared.alphabet, rest, own) < 0) continue;
        if (own == 0 && equal(candidate.cube.edges, goal.edges) &&
            equal(candidate.cube.corners, goal.corners)) {
            if (rest == 0) keep_solution(lane, candidate.move, shared);
            continue;
        }
        if (rest > 0) push_child(lane, shared, candidate, own);
    }
    lane.stage = Stage::opening;
}

// Take the next node of the lane, or of the next task; false when there is none.
KERNEL_INLINE bool next_node(Lane &lane, Shared &shared, const Reading &table) {
    while (lane.stack.empty()) {
        const std::size_t number = shared.next_task.fetch_add(1, std::memory_order_relaxed);
        if (number >= shared.tasks.size()) return false;
        lane.task = &shared.tasks[number];
        Node node = lane.task->node;
        const int left = shared.depth - node.spent;
        for (int side = 0; side < 2; ++side)
            node.bound[side] = static_cast<std::uint8_t>(table.bound(table.index(node.side[side])));
        if (slack(shared.alphabet, left, std::max(node.bound[0], node.bound[1])) < 0) continue;
        std::copy(lane.task->word, lane.task->word + lane.task->length, lane.word);
        std::fill(lane.from, lane.from + lane.task->length, std::uint8_t{0});
        lane.stack.push_back(node);
    }
    lane.node = lane.stack.back();
    lane.stack.pop_back();
    if (lane.node.level) {
        lane.word[lane.node.level - 1] = lane.node.move;
        lane.from[lane.node.level - 1] = lane.node.from;
    }
    return true;
}

KERNEL_INLINE void visit(Lane &lane, Worker &worker, Shared &shared, const Reading &table,
                         const Cube &goal) {
    switch (lane.stage) {
    case Stage::seeing_other: see_other_side(lane, worker, shared, table); break;
    case Stage::seeing_own: see_own_side(lane, shared, table, goal); break;
    case Stage::idle:
    case Stage::opening: break;
    }
    if (lane.stage != Stage::opening) return;
    if (!next_node(lane, shared, table)) {
        lane.stage = Stage::idle;
        return;
    }
    const std::uint64_t before = worker.nodes;
    ask_other_side(lane, worker, shared, table);
    lane.task->nodes += worker.nodes - before;
}

constexpr int kRoundsBetweenLooks = 256;

KERNEL void walk(Worker &worker, Shared &shared, std::chrono::steady_clock::time_point until) {
    const Reading table(shared.fine, shared.coarse);
    const Cube goal = cube3::solved();
    while (!shared.stop.load(std::memory_order_relaxed)) {
        bool busy = false;
        for (int round = 0; round < kRoundsBetweenLooks; ++round) {
            busy = false;
            for (int i = 0; i < worker.width; ++i) {
                visit(worker.lanes[i], worker, shared, table, goal);
                busy |= worker.lanes[i].stage != Stage::idle;
            }
            if (!busy || shared.found >= shared.wanted) break;
        }
        if (!busy) {
            worker.finished = true;
            return;
        }
        if (shared.found >= shared.wanted) shared.stop = true;
        if (std::chrono::steady_clock::now() >= until) return;
    }
}

KERNEL int look_up(const Cube &cube, const Bounds &fine, const Bounds &coarse) {
    const Reading table(fine, coarse);
    return table.bound(table.index(cube));
}

}  // namespace
}  // namespace puzzlery::optimal
