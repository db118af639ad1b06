// Annealing of a line: a move put in at one time and undone at another, as long as it pays.
//
// X at time s and X⁻¹ at time t change little at the end if the stretch between hardly meets X: it
// is a commutator of which one factor stands there already. Other proposals put in a whole
// commutator [X, Y]. Most bring a wrong piece home; the rest take moves out, shift them, or wander.
#pragma once

#include "core/dice.hpp"
#include "general/traced_word.hpp"

#include <algorithm>
#include <span>

namespace puzzlery::general {

// How many moves it is worth to have one more piece right.
struct Prices {
    std::vector<double> of_place;
    double margin;  // a proposal that has lost so much more than it may is not looked at to the end
};

// What leads from a frame to another of its orbit, found at once.
template <class Way> class Ways {
public:
    using Found = std::vector<std::vector<std::pair<Frame, Way>>>;  // from each frame, to which

    Ways() = default;
    Ways(const Model &model, Found found) : begin_(1, 0) {
        for (int f = 0; f < model.frames(); ++f) {
            const Orbit &orbit = model.orbits[model.orbit_of[f]];
            row_.push_back(static_cast<std::ptrdiff_t>(begin_.size()) - 1 - orbit.begin);
            std::ranges::stable_sort(found[f], {}, &std::pair<Frame, Way>::first);
            auto at = found[f].begin();
            for (int to = orbit.begin; to < orbit.end; ++to) {
                for (; at != found[f].end() && at->first == to; ++at) ways_.push_back(at->second);
                begin_.push_back(static_cast<std::uint32_t>(ways_.size()));
            }
        }
    }
    std::span<const Way> between(Frame from, Frame to) const {
        const std::uint32_t *at = begin_.data() + (row_[from] + to);
        return {ways_.data() + at[0], ways_.data() + at[1]};
    }

private:
    std::vector<std::ptrdiff_t> row_;  // of each frame, where it begins, less its orbit's first
    std::vector<std::uint32_t> begin_;
    std::vector<Way> ways_;
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
    void list_commutators();
    void propose(Line &line, Dice &dice, double heat, const Prices &prices) const;
    void propose_commutator(Line &line, Dice &dice, double heat, const Prices &prices) const;
    bool wrong_place(const Line &line, Dice &dice, Frame &place, Frame &home) const;
    bool guided(const Line &line, Dice &dice, Pair &pair) const;
    bool wandering(const Line &line, Dice &dice, Pair &pair) const;
    bool idle(const Line &line, const Pair &pair) const;
    int least_growth(const Line &line, const Pair &pair) const;
    double gain(const Line &line, const Pair &pair, const Prices &prices, double least) const;
    double difference(const Line &line, Frame from, Frame to, const Prices &prices) const;

    const Model &model_;
    std::vector<Frame> places_;    // the first frame of each slot that ever changes
    std::vector<Letter> letters_;  // the moves that change anything
    std::vector<Commutator> commutators_;
    std::vector<char> harmless_;             // moves that change no coordinate
    std::vector<std::vector<Frame>> homes_;  // where each piece fits
    Ways<Letter> reach_;                     // from a frame to another by one move
    Ways<std::uint32_t> lifts_;              // the same by a commutator
};

}  // namespace puzzlery::general
