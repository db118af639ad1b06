// Pure 3-cycles: for each three frames of an orbit a short word that cycles them and nothing else.
#pragma once

#include "general_model.hpp"

#include <unordered_map>

namespace puzzlery::general {

class Cycles {
public:
    static constexpr std::uint8_t NONE = 255;

    // A table that is not wanted, or whose orbit has too few slots, stays empty.
    Cycles(const Model &model, int orbit, bool wanted)
        : model_(&model), orbit_(model.orbits[orbit]) {
        const std::size_t n = size();
        if (wanted && orbit_.slots() >= 3) cost_.assign(n * n * n, NONE);
    }
    bool usable() const { return !cost_.empty(); }

    // Keep a word that carries x to y to z to x, if it is the shortest so far.
    bool offer(Frame x, Frame y, Frame z, const Word &word);
    // Close the table under setting up by moves; afterwards words can be asked for.
    void close();
    bool complete() const { return complete_; }
    bool empty() const { return bases_.empty(); }
    int least() const { return least_; }
    double average() const { return average_; }
    const Orbit &orbit() const { return orbit_; }

    std::uint8_t cost(Frame x, Frame y, Frame z) const { return cost_[index(x, y, z)]; }
    Word word(Frame x, Frame y, Frame z) const;

private:
    std::size_t size() const { return static_cast<std::size_t>(orbit_.frames()); }
    std::size_t index(Frame x, Frame y, Frame z) const {
        const std::size_t n = size();
        return ((x - orbit_.begin) * n + (y - orbit_.begin)) * n + (z - orbit_.begin);
    }
    void keep(std::size_t at, std::uint8_t cost, std::uint32_t base);
    void measure();

    const Model *model_;
    Orbit orbit_;
    std::vector<std::uint8_t> cost_;
    std::vector<Letter> setup_;  // the move made first, NO_MOVE at a base
    std::unordered_map<std::size_t, std::uint32_t> base_at_;
    std::vector<Word> bases_;
    int least_ = NONE;
    double average_ = 0;
    bool complete_ = false;
};

// Tables of 3-cycles of orbits that are asked for, still to be closed. They are commutators of two
// words that share one slot; slots of orbits that do not count are looked through, so that their
// pieces may be carried along.
std::vector<Cycles> find_cycles(const Model &model, const std::vector<char> &wanted,
                                const std::vector<char> &counts, bool thorough);

}  // namespace puzzlery::general
