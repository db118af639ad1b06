// Annealing of a line: a move put in at one time and undone at another, as long as it pays.
//
// X at time s and X⁻¹ at time t change little at the end if the stretch between hardly meets X: it
// is a commutator of which one factor stands there already. Other proposals put in a whole
// commutator [X, Y]. Most bring a wrong piece home; the rest take moves out, shift them, or wander.
#pragma once

#include "dice.hpp"
#include "general_line.hpp"

namespace puzzlery::general {

// How many moves it is worth to have one more piece right.
struct Prices {
    std::vector<double> of_place;
    double hopeless;  // a proposal that seems to lose more is not looked at to the end
};

class Annealer {
public:
    Annealer(const Model &model, const std::vector<char> &is_free);

    // Make so many proposals.
    void run(Line &line, Dice &dice, std::size_t steps, double heat, const Prices &prices) const {
        for (std::size_t k = 0; k < steps; ++k) propose(line, dice, heat, prices);
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
    struct Reach {
        Frame to;
        Letter move;
    };
    struct Lift {
        Frame to;
        std::uint32_t commutator;
    };
    void list_commutators();
    void propose(Line &line, Dice &dice, double heat, const Prices &prices) const;
    void propose_commutator(Line &line, Dice &dice, double heat, const Prices &prices) const;
    bool wrong_place(const Line &line, Dice &dice, Frame &place, Frame &home) const;
    bool guided(const Line &line, Dice &dice, Pair &pair) const;
    bool wandering(const Line &line, Dice &dice, Pair &pair) const;
    bool idle(const Line &line, const Pair &pair) const;
    bool hopeless(const Line &line, const Pair &pair, double most) const;
    double gain(const Line &line, const Pair &pair, const Prices &prices) const;
    double difference(const State &end, Frame from, Frame to, const Prices &prices) const;

    const Model &model_;
    std::vector<Frame> places_;   // the first frame of each slot that ever changes
    std::vector<Letter> letters_;  // the moves that change anything
    std::vector<Commutator> commutators_;
    std::vector<std::vector<Lift>> lifts_;   // from a frame, by a commutator, sorted
    std::vector<char> harmless_;             // moves that change no coordinate
    std::vector<std::vector<Frame>> homes_;  // where each piece fits
    std::vector<std::vector<Reach>> reach_;  // from a frame, by one move, sorted
};

}  // namespace puzzlery::general
