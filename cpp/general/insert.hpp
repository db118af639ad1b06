// Insertion: solve the last wrong pieces by pure 3-cycles, each inserted where it costs least.
//
// 1. List the triples of places whose 3-cycle at the end of the word solves pieces.
// 2. A triple can be cycled at any time t of the word: then the 3-cycle acts on the places at t
// from
//    which the rest of the word carries pieces to the triple. Look up the cheapest word for these
//    places at every time, and merge it with the moves around it. The places change only with moves
//    that touch the orbit.
// 3. Insert the triple and time with the least cost for each newly solved piece, and with it other
//    triples of disjoint slots that cost nearly as little.
// 4. Repeat until all pieces are solved.
#pragma once

#include "general/anneal.hpp"
#include "general/tables/three_cycles.hpp"

namespace puzzlery::general {

// The effort of one pass: how many pairs (triple, row of the traced word) it examines, and by which
// factor other insertions of the pass may cost more than its best one.
struct InsertionLimits {
    std::size_t pairs = 500'000;
    double tolerance = 1.12;
};

// How much may stay wrong: so many stickers, of which each piece of an orbit has some.
struct Wildcards {
    int stickers = 0;
    std::vector<int> of_orbit;  // stickers of a piece

    int cost(int orbit) const { return stickers ? of_orbit[orbit] : 1; }
};

// One insertion: its limits, what may stay wrong, and how many pairs it has examined.
struct Insertion {
    RandomGenerator &dice;
    InsertionLimits limits;
    Wildcards wildcards = {};
    Pause pause = [] { return false; };
    std::uint64_t examined = 0;
};

class Inserter {
public:
    // The tables may be those of a puzzle with more orbits.
    Inserter(const Model &model, const std::vector<ThreeCycles> &cycles,
             const std::vector<int> &level);

    // Solve all free orbits of a level, or as many pieces as are needed; false if that fails, or
    // `pause` asks for an end before.
    bool run(TracedWord &traced, int level, Insertion &insertion) const;

    // Solve them by 3-cycles at the end of the word, and record each with its orbit.
    using CommutatorSteps = std::vector<std::pair<int, Word>>;
    bool append_cycles(TracedWord &traced, int level, CommutatorSteps &commutator_steps) const;

private:
    struct Triple {
        int orbit;
        OrientedSlot x, y, z;  // the pieces that end in x, y, z shall end in y, z, x
        int gain;
    };
    struct Choice {
        double price;  // moves for each newly solved piece
        int time;
        Triple triple;
    };
    std::vector<Triple> triples(const TracedWord &traced, int orbit) const;
    std::vector<Triple> all_triples(const TracedWord &traced, int level) const;
    void triples_of_wrong(const TracedWord &traced, const std::vector<OrientedSlot> &wrong,
                          std::vector<Triple> &into) const;
    void triples_with_any(const TracedWord &traced, const std::vector<OrientedSlot> &wrong,
                          std::vector<Triple> &into) const;
    int gain(const State &end, OrientedSlot x, OrientedSlot y, OrientedSlot z) const;
    bool best_time(const TracedWord &traced, const Triple &triple, double limit,
                   Choice &choice) const;
    bool pass(TracedWord &traced, int level, Insertion &insertion) const;
    // The number of rows that the traced word has for each orbit.
    std::vector<std::size_t> count_rows(const TracedWord &traced) const;
    bool solved(const TracedWord &traced, int level) const;
    // By how many wrong stickers there are more than may be.
    int excess(const TracedWord &traced, const Wildcards &wildcards) const;
    OrientedSlot shifted(int orbit, OrientedSlot f) const {
        return static_cast<OrientedSlot>(f + shift_[orbit]);
    }
    int cost(int orbit, OrientedSlot x, OrientedSlot y, OrientedSlot z) const;
    Word word(int orbit, OrientedSlot x, OrientedSlot y, OrientedSlot z) const;
    Word word(const TracedWord &traced, const Choice &choice) const;
    ThreeCycles::Ends ends(const TracedWord &traced, const Choice &choice) const;

    const Model &model_;
    const std::vector<ThreeCycles> &cycles_;
    const std::vector<int> &level_;
    // Of each orbit: number of an oriented slot in the tables less that here.
    std::vector<int> shift_;
    std::vector<std::vector<char>> moves_orbit_;  // by orbit and layer
};

}  // namespace puzzlery::general
