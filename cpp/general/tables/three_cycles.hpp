// Pure 3-cycles: for each three frames of an orbit a short word that cycles them and nothing else.
#pragma once

#include "general/model.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <unordered_map>

namespace puzzlery::general {

// Asked now and then by what takes long: whether to leave off, to be taken up again later.
using Pause = std::function<bool()>;

class Cycles {
public:
    static constexpr std::uint16_t NONE = 0xFFFF;
    static constexpr int MOST_FRAMES = 240;  // of an orbit, so that a table has 14 million triples

    // A table that is not wanted, or whose orbit has too few or too many slots, stays empty.
    Cycles(const Model &model, int orbit, bool wanted)
        : model_(&model), orbit_(model.orbits[orbit]) {
        const std::size_t n = size();
        if (wanted && orbit_.slots() >= 3 && orbit_.frames() <= MOST_FRAMES)
            cost_.assign(n * n * n, NONE);
    }
    bool usable() const { return !cost_.empty(); }

    // Keep a word that carries x to y to z to x, if it is the shortest so far.
    bool offer(Frame x, Frame y, Frame z, const Word &word);
    // Close the table under setting up by moves, after which words can be asked for; false if it
    // was told to pause.
    bool close(const Pause &pause);
    bool complete() const { return complete_; }
    bool empty() const { return bases_.empty(); }
    int least() const { return least_; }
    double average() const { return average_; }
    const Orbit &orbit() const { return orbit_; }
    // The words from which setting up makes all others.
    std::vector<Word> bases() const;

    std::uint16_t cost(Frame x, Frame y, Frame z) const { return cost_[index(x, y, z)]; }
    Word word(Frame x, Frame y, Frame z) const;

private:
    // What is under way while the table is closed: triples by cost, and moves of the orbit alone.
    struct Closing {
        std::vector<std::vector<std::uint32_t>> ready;
        std::vector<std::pair<Letter, std::vector<std::uint16_t>>> moves;
        std::size_t cost = 0, next = 0;
    };

    std::size_t size() const { return static_cast<std::size_t>(orbit_.frames()); }
    std::size_t index(Frame x, Frame y, Frame z) const {
        const std::size_t n = size();
        return ((x - orbit_.begin) * n + (y - orbit_.begin)) * n + (z - orbit_.begin);
    }
    void keep(std::size_t at, std::uint16_t cost, std::uint32_t base);
    Closing begin() const;
    void set_up(std::size_t at);
    void measure();

    const Model *model_;
    Orbit orbit_;
    std::vector<std::uint16_t> cost_;
    std::vector<Letter> setup_;  // the move made first, NO_LETTER at a base
    std::unordered_map<std::size_t, std::uint32_t> base_at_;
    std::vector<Word> bases_;
    std::unique_ptr<Closing> closing_;
    int least_ = NONE;
    double average_ = 0;
    bool complete_ = false;
};

// Whether a table that is wanted has no word yet.
inline bool any_missing(const std::vector<Cycles> &tables) {
    return std::ranges::any_of(tables, [](const Cycles &t) { return t.usable() && t.empty(); });
}

}  // namespace puzzlery::general
