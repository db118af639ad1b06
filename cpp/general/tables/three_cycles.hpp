// The 3-cycles of an orbit: for each three oriented slots a cheap word that cycles just these.
//
// 1. `offer` records *base words*: 3-cycles that a search has found.
// 2. `close` conjugates them by moves, the cheapest first (Dijkstra with buckets): if W cycles
//    (x, y, z), then S W S⁻¹ cycles the places that S carries to x, y, z, for twice the price of S
//    more.
// 3. For each triple the table stores the cost of its word and the first move of its setup, so
//    that `word` follows the setup moves down to a base word.
#pragma once

#include "general/model.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <unordered_map>

namespace puzzlery::general {

// Called regularly by long computations; true asks them to pause. They resume at the next call.
using Pause = std::function<bool()>;

class ThreeCycles {
public:
    static constexpr std::uint16_t NONE = 0xFFFF;
    static constexpr int MOST_ORIENTED_SLOTS = 240;  // of an orbit: 14 million triples, 55 MB

    // The table stays empty if it is not wanted, or its orbit has too few or too many slots.
    ThreeCycles(const Model &model, int orbit, bool wanted)
        : model_(&model), orbit_(model.orbits[orbit]) {
        const std::size_t n = size();
        if (wanted && orbit_.slots() >= 3 && orbit_.oriented_slots() <= MOST_ORIENTED_SLOTS)
            cost_.assign(n * n * n, NONE);
    }
    bool usable() const { return !cost_.empty(); }

    // Record a word that carries x to y to z to x, if it is the cheapest so far.
    bool offer(OrientedSlot x, OrientedSlot y, OrientedSlot z, const Word &word);
    // The same for the word and its inverse.
    void offer_both(OrientedSlot x, OrientedSlot y, OrientedSlot z, const Word &word) {
        offer(x, y, z, word);
        offer(x, z, y, model_->inverted(word));
    }
    // Close the table under conjugation by moves; `word` works afterwards. False if paused.
    bool close(const Pause &pause);
    bool complete() const { return complete_; }
    bool empty() const { return base_words_.empty(); }
    int least() const { return least_; }
    double average() const { return average_; }
    const Orbit &orbit() const { return orbit_; }
    // The base words that `word` uses.
    std::vector<Word> base_words() const;

    std::uint16_t cost(OrientedSlot x, OrientedSlot y, OrientedSlot z) const {
        return cost_[index(x, y, z)];
    }
    Word word(OrientedSlot x, OrientedSlot y, OrientedSlot z) const;
    // The first and the last move of that word.
    struct Ends {
        Letter first, last;
    };
    Ends ends(OrientedSlot x, OrientedSlot y, OrientedSlot z) const;

private:
    // The state of `close`: triples by cost, and the moves restricted to the orbit.
    struct Closing {
        std::vector<std::vector<std::uint32_t>> ready;
        std::vector<std::pair<Letter, std::vector<std::uint16_t>>> moves;
        std::size_t cost = 0, next = 0;
    };

    std::size_t size() const { return static_cast<std::size_t>(orbit_.oriented_slots()); }
    std::size_t index(OrientedSlot x, OrientedSlot y, OrientedSlot z) const {
        const std::size_t n = size();
        return ((x - orbit_.begin) * n + (y - orbit_.begin)) * n + (z - orbit_.begin);
    }
    void keep(std::size_t at, std::uint16_t cost, std::uint32_t base);
    Closing begin() const;
    void conjugate(std::size_t at);
    void measure();

    const Model *model_;
    Orbit orbit_;
    std::vector<std::uint16_t> cost_;
    std::vector<Letter> setup_;  // the first setup move, NO_LETTER for a base word
    std::unordered_map<std::size_t, std::uint32_t> base_at_;
    std::vector<Word> base_words_;
    std::unique_ptr<Closing> closing_;
    int least_ = NONE;
    double average_ = 0;
    bool complete_ = false;
};

// Whether some usable table has no word yet.
inline bool any_missing(const std::vector<ThreeCycles> &tables) {
    return std::ranges::any_of(tables,
                               [](const ThreeCycles &t) { return t.usable() && t.empty(); });
}

}  // namespace puzzlery::general
