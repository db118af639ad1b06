// The same search without looking ahead: one child after the other, each read waited for. It is
// here to be measured against.
#pragma once

#include "cube3/optimal/optimal_walk.hpp"

namespace puzzlery::optimal {
namespace {

struct SimpleWalk {
    Worker &worker;
    Shared &shared;
    const Reading &table;
    const Cube goal = cube3::solved();

    KERNEL int bound(const Cube &cube) {
        ++worker.reads;
        return table.bound(cube);
    }
    KERNEL void visit(Lane &lane) {
        const Node node = lane.node;
        const Alphabet &moves = shared.alphabet;
        const int left = shared.depth - node.spent;
        lane.side = 0;
        for (std::uint64_t mask = open_moves(moves, node, 0, left); mask; mask &= mask - 1) {
            const int letter = __builtin_ctzll(mask);
            const Move &move = moves.move[letter];
            const int rest = left - move.cost;
            ++worker.nodes;
            const int other = bound(then(move.inverse, node.side[1]));
            if (slack(moves, rest, other) < 0) continue;
            const Candidate child{0,
                                  {},
                                  then(node.side[0], move.cube),
                                  static_cast<std::uint8_t>(letter),
                                  static_cast<std::uint8_t>(other)};
            const int own = bound(child.cube);
            if (slack(moves, rest, own) < 0) continue;
            lane.node = node;
            if (own == 0 && equal(child.cube.edges, goal.edges) &&
                equal(child.cube.corners, goal.corners)) {
                if (rest == 0) keep_solution(lane, letter, shared);
            } else if (rest > 0) {
                descend(lane, child, own);
            }
        }
    }
    KERNEL void descend(Lane &lane, const Candidate &child, int own) {
        push_child(lane, shared, child, own, child.bound);
        lane.node = lane.stack.back();
        lane.stack.pop_back();
        lane.word[lane.node.level - 1] = lane.node.move;
        lane.from[lane.node.level - 1] = 0;
        visit(lane);
    }
};

KERNEL void walk_simply(Worker &worker, Shared &shared,
                        std::chrono::steady_clock::time_point until) {
    const Reading table(shared.ladder, shared.alphabet);
    SimpleWalk simple{worker, shared, table};
    Lane &lane = worker.lanes[0];
    while (!shared.stop && std::chrono::steady_clock::now() < until) {
        if (!next_node(lane, shared, table)) {
            worker.finished = true;
            return;
        }
        simple.visit(lane);
        if (shared.found >= shared.wanted) shared.stop = true;
    }
}

}  // namespace
}  // namespace puzzlery::optimal
