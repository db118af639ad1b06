// Annealing of a line: a move put in at one time and undone at another, as long as it pays.
//
// X at time s and X⁻¹ at time t change little at the end if the stretch between hardly meets X: it
// is a commutator of which one factor stands there already. Other proposals put in a whole
// commutator [X, Y]. Most bring a wrong piece home; the rest take moves out, shift them, or wander.
#pragma once

#include "dice.hpp"
#include "general_line.hpp"

namespace puzzlery::general {

class Annealer {
public:
    // The weight of an orbit is how many moves it is worth to have one more piece of it right.
    Annealer(const Model &model, std::vector<double> weights, const std::vector<char> &is_free);

    // Make so many proposals, while what a right piece is worth grows from one factor to another:
    // what is cheap is done first, and what proves dear later is taken back in between.
    void run(Line &line, Dice &dice, std::size_t steps, double heat, double from, double to) const {
        for (std::size_t k = 0; k < steps; ++k)
            propose(line, dice, heat,
                    from + (to - from) * static_cast<double>(k) / static_cast<double>(steps));
    }

private:
    struct Pair {
        int first, second;
        Letter move;  // made at `first`, undone at `second`
        bool alone;   // made only, not undone
    };
    struct Commutator {
        Letter x, y;
        std::vector<std::pair<Frame, Frame>> slots;  // of each slot that moves its first frame
    };
    struct Lift {
        Frame to;
        std::uint32_t commutator;
    };
    void list_commutators();
    void propose(Line &line, Dice &dice, double heat, double worth) const;
    void propose_commutator(Line &line, Dice &dice, double heat, double worth) const;
    bool wrong_place(const Line &line, Dice &dice, Frame &place, Frame &home) const;
    bool guided(const Line &line, Dice &dice, Pair &pair) const;
    bool wandering(const Line &line, Dice &dice, Pair &pair) const;
    bool idle(const Line &line, const Pair &pair) const;
    bool hopeless(const Line &line, const Pair &pair, double most) const;
    double gain(const Line &line, const Pair &pair) const;
    double difference(const State &end, Frame from, Frame to) const;

    const Model &model_;
    std::vector<double> weights_;  // of each frame
    std::vector<Commutator> commutators_;
    std::vector<std::vector<Lift>> lifts_;   // from a frame, by a commutator, sorted
    std::vector<char> harmless_;             // moves that change no coordinate
    std::vector<std::vector<Frame>> homes_;  // where each piece fits
    std::vector<std::vector<std::pair<Frame, Letter>>> reach_;  // from a frame, by one move
};

}  // namespace puzzlery::general
