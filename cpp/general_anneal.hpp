// Annealing of a line: a move put in at one time and undone at another, as long as it pays.
//
// X at time s and X⁻¹ at time t change little at the end if the stretch between hardly meets X: it
// is a commutator of which one factor stands there already. Half of the proposals bring a wrong
// piece home; the others take moves out, shift them, or wander.
#pragma once

#include "general_line.hpp"

#include <random>

namespace puzzlery::general {

using Dice = std::mt19937_64;

class Annealer {
public:
    // The weight of an orbit is how many moves it is worth to have one more piece of it right.
    Annealer(const Model &model, std::vector<double> weights, const std::vector<char> &is_free);

    // Make so many proposals while cooling down; false if `stop` asked to end before.
    template <class Stop>
    bool run(Line &line, Dice &dice, std::size_t steps, double hot, double cold, Stop stop) {
        for (std::size_t k = 0; k < steps; ++k) {
            if (k % 64 == 0 && stop()) return false;
            const double part = static_cast<double>(k) / static_cast<double>(steps);
            propose(line, dice, hot + (cold - hot) * part);
        }
        return true;
    }
    double value(const Line &line) const;

private:
    struct Pair {
        int first, second;
        Letter move;                     // made at `first`, undone at `second`
        bool alone;                      // made only, not undone
    };
    void propose(Line &line, Dice &dice, double heat);
    bool guided(const Line &line, Dice &dice, Pair &pair) const;
    bool wandering(const Line &line, Dice &dice, Pair &pair) const;
    double gain(const Line &line, const Pair &pair) const;
    double difference(const State &end, Frame from, Frame to) const;

    const Model &model_;
    std::vector<double> weights_;        // of each frame
    std::vector<char> harmless_;         // moves that change no coordinate
    std::vector<std::vector<Frame>> homes_;                        // where each piece fits
    std::vector<std::vector<std::pair<Frame, Letter>>> reach_;     // from a frame, by one move
};

}  // namespace puzzlery::general
