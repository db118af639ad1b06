// Beam search for a skeleton: a word after which many pieces are solved.
//
// 1. The score of a state is the sum over its slots of a penalty for the number of moves that the
//    piece is away from a place where it fits.
// 2. Each level keeps the `width` states with the lowest scores, without repetitions.
// 3. The best states of each level are completed: a word from `Completion` solves what 3-cycles
//    cannot solve. The value of the result is its cost plus `wrong_piece_cost` for each wrong
//    piece.
// 4. The search ends when several levels in a row bring no better value.
#pragma once

#include "general/anneal.hpp"
#include "general/tables/completion.hpp"

#include <optional>

namespace puzzlery::general {

struct BeamOptions {
    int width = 30;
    double jitter = 0;            // random relative change of the weight of each slot
    double wrong_piece_cost = 3;  // moves, times the weight of the piece's orbit
};

class Beam {
public:
    // Orbits of weight 0 are ignored.
    Beam(const Model &model, const Completion &completion, std::vector<double> weights);

    // A short word after which few pieces are wrong, and 3-cycles can solve all of them.
    std::optional<Word> run(const State &start, const std::vector<int> &totals,
                            const BeamOptions &options, RandomGenerator &dice) const;

private:
    struct Node {
        int parent;
        Letter move;
        float score;
        int cost;  // of the moves so far
        std::uint64_t hash;
    };
    struct Best {
        double value = 1e18;
        int level = 0, node = 0;
        Word rest;
    };
    using Scores = std::vector<std::vector<float>>;  // by place and piece

    Scores scores(double jitter, RandomGenerator &dice) const;
    std::vector<Node> children(const std::vector<State> &states, const std::vector<Node> &level,
                               const Scores &scores) const;
    double value(const State &state, const Word &rest, int cost, const BeamOptions &options) const;

    const Model &model_;
    const Completion &completion_;
    std::vector<double> weights_;                      // of each orbit
    std::vector<OrientedSlot> places_;                 // the first place of each slot with weight
    std::vector<MovedSlots> slots_;                    // those with weight, by move
    std::vector<std::vector<std::uint8_t>> distance_;  // by place, piece: moves to a fitting place
    std::vector<std::vector<std::uint64_t>> keys_;     // Zobrist hash keys, by place and piece
};

}  // namespace puzzlery::general
