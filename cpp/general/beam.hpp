// A skeleton: a word after which many pieces are right, found by a beam search, and completed.
#pragma once

#include "general/anneal.hpp"
#include "general/tables/completion.hpp"

#include <optional>

namespace puzzlery::general {

struct BeamOptions {
    int width = 30;
    double jitter = 0;  // how much the weights of slots are varied
    double price = 3;   // moves that a wrong piece is reckoned to cost at the end
};

class Beam {
public:
    // Orbits without weight are of no account.
    Beam(const Model &model, const Completion &completion, std::vector<double> weights);

    // A word that leaves only 3-cycles to do, with few moves and few wrong pieces.
    std::optional<Word> run(const State &start, const std::vector<int> &totals,
                            const BeamOptions &options, Dice &dice) const;

private:
    struct Node {
        int parent;
        Letter move;
        float score;
        std::uint64_t hash;
    };
    struct Best {
        double value = 1e18;
        int level = 0, node = 0;
        Word rest;
    };
    using Scores = std::vector<std::vector<float>>;  // of a place (frame) and a piece

    Scores scores(double jitter, Dice &dice) const;
    std::vector<Node> children(const std::vector<State> &states, const std::vector<Node> &level,
                               const Scores &scores) const;
    void consider(const State &state, const std::vector<int> &totals, int level, int node,
                  const BeamOptions &options, Best &best) const;

    const Model &model_;
    const Completion &completion_;
    std::vector<double> weights_;  // of each orbit
    std::vector<Frame> places_;    // the first frame of each slot with weight
    std::vector<std::vector<std::pair<Frame, Frame>>> slots_;  // of each move those with weight
    std::vector<std::vector<std::uint8_t>> far_;    // moves from a place to where a piece fits
    std::vector<std::vector<std::uint64_t>> keys_;  // random numbers, one for a place and a piece
};

}  // namespace puzzlery::general
