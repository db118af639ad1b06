// The search itself: several depth-first searches in turn, so that while one waits for its table
// reads the others work. A node is opened in three visits: ask for the bounds of its cosets on the
// other side, read them and ask for those of the children on its own side, read them and push.
#pragma once

#include <algorithm>

#include "cube3/optimal/optimal_bytes.hpp"

namespace puzzlery::optimal {
namespace {

// What is left to spend below a node that may still cost `left` and needs at least `bound` moves.
KERNEL_INLINE int slack(const Alphabet &moves, int left, int bound) {
    return left - bound * moves.unit;
}

struct Reading {
    const cube3::Cosets &cosets;
    Ladder ladder;
    Bounds fine;
    std::uint64_t stride;
    Disguise plain, turned[kCosets];

    KERNEL Reading(const Ladder &bounds, const Alphabet &moves)
        : cosets(cube3::Cosets::get()), ladder(bounds), fine(ladder.rung[0]),
          stride(class_cosets(fine.flips)), plain(cosets, cube3::solved()) {
        for (int coset = 0; coset < moves.coset_count; ++coset)
            turned[coset] = Disguise(cosets, moves.move[moves.first_of_coset[coset]].inverse);
    }

    KERNEL_INLINE Home home(const Disguise &seen, const Cube &cube) const {
        return home_of(cosets, seen, cube.corners);
    }
    KERNEL_INLINE std::uint64_t index(const Disguise &seen, Home home, const Cube &cube) const {
        return coset_index(cosets, seen, home, cube.edges, fine.flips, stride);
    }
    // Not to be kept in the second cache: that one is for finding homes.
    KERNEL_INLINE void ask(std::uint64_t index) const {
        __builtin_prefetch(fine.data + (index >> 2), 0, 0);
    }
    KERNEL_INLINE static int entry(const Bounds &bounds, std::uint64_t index) {
        return bounds.data[index >> 2] >> (2 * (index & 3)) & 3;
    }
    // A bound; where the finest table only says "near" it is 0 if that is `near_enough`.
    KERNEL_INLINE int bound(std::uint64_t index, bool near_enough) const {
        const int value = entry(fine, index);
        return value ? fine.base + value : near_enough ? 0 : near_bound(index);
    }
    KERNEL_INLINE int bound(const Cube &cube) const {
        return bound(index(plain, home(plain, cube), cube), false);
    }
    KERNEL int flip_bound(const cube3::FlipSlices &flips, const Cube &cube) const {
        const Bytes marks = take(cosets.piece_marks[0], cube.edges);
        const auto home =
            flips.home(edge_index(cosets, bits_of<7>(marks), bits_of<6>(marks), 0, 0));
        return flips.far(home, bits_of<4>(take(cube.edges, cosets.from_slot[home.symmetry])));
    }
    // The same coset with fewer flips known, one rung after the other.
    KERNEL int near_bound(std::uint64_t index) const {
        const std::uint64_t corner_class = index / stride, edges = index % stride;
        for (int i = 1; i < ladder.size; ++i) {
            const Bounds &rung = ladder.rung[i];
            const std::uint64_t seen = edges >> (fine.flips - rung.flips);
            const int value = entry(rung, corner_class * class_cosets(rung.flips) + seen);
            if (value) return rung.base + value;
        }
        return 0;
    }
};

KERNEL_INLINE std::uint64_t open_moves(const Alphabet &moves, const Node &node, int side,
                                       int left) {
    // A half turn on one side keeps the coset of the other, and so its bound.
    const int spare = slack(moves, left, node.bound[1 - side]);
    const std::uint64_t halves = moves.of_coset[kNoCoset];
    const std::uint64_t kept = spare > 0 ? halves & moves.affordable[spare] : 0;
    return moves.next[side][node.state[side]] & (~halves | kept) & moves.affordable[left];
}

KERNEL_INLINE const Cube &acting(const Move &move, int side) {
    return side ? move.inverse : move.cube;
}
KERNEL_INLINE const Cube &undoing(const Move &move, int side) {
    return side ? move.cube : move.inverse;
}

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
    // All homes first: they are found in the cache, but not at once.
    Home home[kCosets];
    for (int coset = 0; coset < moves.coset_count; ++coset)
        if (moves.of_coset[coset] & lane.mask) home[coset] = table.home(table.turned[coset], other);
    for (int coset = 0; coset < moves.coset_count; ++coset) {
        if (!(moves.of_coset[coset] & lane.mask)) continue;
        lane.index[coset] = table.index(table.turned[coset], home[coset], other);
        table.ask(lane.index[coset]);
        ++worker.reads;
    }
    lane.stage = Stage::seeing_other;
}

KERNEL_INLINE void ask_children(Lane &lane, Worker &worker, const Reading &table) {
    for (int i = 0; i < lane.candidates; ++i) {
        Candidate &candidate = lane.candidate[i];
        candidate.index = table.index(table.plain, candidate.home, candidate.cube);
        table.ask(candidate.index);
    }
    worker.reads += static_cast<std::uint64_t>(lane.candidates);
}

KERNEL_INLINE void see_other_side(Lane &lane, Worker &worker, const Shared &shared,
                                  const Reading &table) {
    const Alphabet &moves = shared.alphabet;
    const int left = shared.depth - lane.node.spent;
    lane.candidates = 0;
    for (int coset = 0; coset <= kCosets; ++coset) {
        std::uint64_t some = lane.mask & moves.of_coset[coset];
        if (!some) continue;
        const int least = moves.least_of_coset[coset];
        const bool near_enough = slack(moves, left - least, table.fine.base) >= 0;
        const int bound = coset == kNoCoset ? lane.node.bound[1 - lane.side]
                                            : table.bound(lane.index[coset], near_enough);
        const int spare = slack(moves, left, bound);
        if (spare < least) continue;
        for (some &= moves.affordable[spare]; some; some &= some - 1) {
            Candidate &candidate = lane.candidate[lane.candidates++];
            const int move = __builtin_ctzll(some);
            candidate.move = static_cast<std::uint8_t>(move);
            candidate.bound = static_cast<std::uint8_t>(bound);
            candidate.cube = then(lane.node.side[lane.side], acting(moves.move[move], lane.side));
            candidate.home = table.home(table.plain, candidate.cube);
        }
    }
    ask_children(lane, worker, table);
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

// The bound on the other side, read to the end now that the child is wanted.
KERNEL_INLINE int other_bound(const Lane &lane, const Alphabet &moves, const Reading &table,
                              const Candidate &candidate) {
    const int coset = moves.move[candidate.move].coset;
    if (candidate.bound || coset == kNoCoset) return candidate.bound;
    return table.near_bound(lane.index[coset]);
}

// The same on its own side, where one move cannot bring a coset nearer than the move is worth.
KERNEL_INLINE int own_bound(const Lane &lane, const Shared &shared, const Reading &table,
                            const Candidate &candidate, int own) {
    if (own > table.fine.base) return own;
    const Alphabet &moves = shared.alphabet;
    int least = lane.node.bound[lane.side] - moves.move[candidate.move].cost / moves.unit;
    if (least >= table.fine.base) return least;
    least = std::max(least, table.near_bound(candidate.index));
    return shared.flip_slices
               ? std::max(least, table.flip_bound(*shared.flip_slices, candidate.cube))
               : least;
}

// Whether the corners alone need too many moves. That is no bound of the coset, so it is not kept
// with the node: half turns on the other side change it.
KERNEL_INLINE bool corners_are_far(const Shared &shared, const Reading &table,
                                   const Candidate &candidate, int own, int rest) {
    return own <= table.fine.base && shared.corner_distances &&
           slack(shared.alphabet, rest, shared.corner_distances->far(candidate.cube.corners)) < 0;
}

KERNEL_INLINE void push_child(Lane &lane, const Shared &shared, const Candidate &candidate, int own,
                              int other) {
    const Alphabet &moves = shared.alphabet;
    const int side = lane.side;
    Node &child = lane.stack.emplace_back(lane.node);
    child.side[side] = candidate.cube;
    child.side[1 - side] =
        then(undoing(moves.move[candidate.move], side), lane.node.side[1 - side]);
    child.bound[side] = static_cast<std::uint8_t>(own);
    child.bound[1 - side] = static_cast<std::uint8_t>(other);
    child.state[side] = moves.step[side][lane.node.state[side]][candidate.move];
    child.spent = static_cast<std::uint8_t>(lane.node.spent + moves.move[candidate.move].cost);
    child.level = static_cast<std::uint8_t>(lane.node.level + 1);
    child.move = candidate.move;
    child.from = static_cast<std::uint8_t>(side);
}

KERNEL_INLINE void see_own_side(Lane &lane, Shared &shared, const Reading &table,
                                const Cube &goal) {
    const int left = shared.depth - lane.node.spent;
    for (int i = 0; i < lane.candidates; ++i) {
        const Candidate &candidate = lane.candidate[i];
        const int rest = left - shared.alphabet.move[candidate.move].cost;
        const bool near_enough = slack(shared.alphabet, rest, table.fine.base) >= 0;
        const int own = table.bound(candidate.index, near_enough);
        if (slack(shared.alphabet, rest, own) < 0) continue;
        if (own == 0 && equal(candidate.cube.edges, goal.edges) &&
            equal(candidate.cube.corners, goal.corners)) {
            if (rest == 0) keep_solution(lane, candidate.move, shared);
            continue;
        }
        if (rest == 0) continue;
        const int least = own_bound(lane, shared, table, candidate, own);
        if (corners_are_far(shared, table, candidate, least, rest)) continue;
        if (slack(shared.alphabet, rest, least) >= 0)
            push_child(lane, shared, candidate, least,
                       other_bound(lane, shared.alphabet, table, candidate));
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
            node.bound[side] = static_cast<std::uint8_t>(table.bound(node.side[side]));
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
    case Stage::seeing_other:
        see_other_side(lane, worker, shared, table);
        break;
    case Stage::seeing_own:
        see_own_side(lane, shared, table, goal);
        break;
    case Stage::idle:
    case Stage::opening:
        break;
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
    const Reading table(shared.ladder, shared.alphabet);
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

KERNEL int look_up(const Cube &cube, const Ladder &ladder) {
    const Reading table(ladder, {});
    return table.bound(cube);
}

}  // namespace
}  // namespace puzzlery::optimal
