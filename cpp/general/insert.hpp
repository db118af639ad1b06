// Insertion: the last wrong pieces, brought home by pure 3-cycles put in where they cost least.
#pragma once

#include "general/anneal.hpp"
#include "general/tables/three_cycles.hpp"

namespace puzzlery::general {

// How much an insertion looks for: triples × times of a pass, and how much dearer than the best
// one those may be that a pass takes as well.
struct Thrift {
    std::size_t looks = 2'000'000;
    double tolerance = 1.12;
};

class Inserter {
public:
    // The tables may be those of a puzzle with more orbits.
    Inserter(const Model &model, const std::vector<Cycles> &cycles, const std::vector<int> &level);

    // Solve all free orbits of a level; false if it does not come to an end.
    bool run(Line &line, int level, Dice &dice, const Thrift &thrift = {}) const;

    // The same one 3-cycle after the other at the end, each told with its orbit.
    using Lesson = std::vector<std::pair<int, Word>>;
    bool teach(Line &line, int level, Lesson &lesson) const;

private:
    struct Triple {
        int orbit;
        Frame x, y, z;  // what ends at x is to end at y, and so on
        int gain;
    };
    struct Choice {
        double price;  // moves for one more piece that is right
        int time;
        Triple triple;
    };
    std::vector<Triple> triples(const Line &line, int orbit) const;
    std::vector<Triple> all_triples(const Line &line, int level) const;
    void closing(const Line &line, const std::vector<Frame> &wrong,
                 std::vector<Triple> &into) const;
    void opening(const Line &line, const std::vector<Frame> &wrong,
                 std::vector<Triple> &into) const;
    int gain(const State &end, Frame x, Frame y, Frame z) const;
    bool best_time(const Line &line, const Triple &triple, double limit, Choice &choice) const;
    bool pass(Line &line, int level, Dice &dice, const Thrift &thrift) const;
    bool solved(const Line &line, int level) const;
    Frame shifted(int orbit, Frame f) const { return static_cast<Frame>(f + shift_[orbit]); }
    int cost(int orbit, Frame x, Frame y, Frame z) const;
    Word word(int orbit, Frame x, Frame y, Frame z) const;
    Word word(const Line &line, const Choice &choice) const;

    const Model &model_;
    const std::vector<Cycles> &cycles_;
    const std::vector<int> &level_;
    std::vector<int> shift_;  // of each orbit, from frames of this puzzle to those of the tables
};

}  // namespace puzzlery::general
