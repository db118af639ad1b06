// How generators act on points, taken apart: orbits, orbits that merely follow another one, and
// the slots and orientations of the pieces in each orbit. This is the model of
// src/puzzlery/twisty/structure/slots.py, followed by one sticker of each piece, in the compact
// numbers that stabilizer chains use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/permutation.hpp"
#include "core/random.hpp"

namespace puzzlery {

// Whether a permutation is odd; it is used up.
bool is_odd(std::vector<Point> &images);

// Random elements by product replacement with an accumulator (Celler, Leedham-Green and others,
// 1995). They need not be uniform: whatever is concluded from them is proven afterwards.
class Shuffler {
public:
    Shuffler() = default;
    Shuffler(const std::vector<Perm> &generators, std::size_t degree, RandomGenerator &random) {
        const std::size_t size = std::max<std::size_t>(8, generators.size() + 2);
        for (std::size_t i = 0; i < size && !generators.empty(); ++i)
            list.push_back(generators[i % generators.size()]);
        kept = identity(degree);
        for (std::size_t i = 0; i < 6 * list.size(); ++i) next(random);
    }

    const Perm &next(RandomGenerator &random) {
        if (list.empty()) return kept;
        const std::size_t i = random.below(list.size());
        const std::size_t j = (i + 1 + random.below(list.size() - 1)) % list.size();
        const std::uint64_t coin = random();
        if (coin & 1) {
            invert(list[j], inverse_);
            put(list[i], inverse_, coin & 2);
        } else {
            put(list[i], list[j], coin & 2);
        }
        put(kept, list[i], coin & 4);
        return kept;
    }

    std::vector<Perm> list;
    Perm kept;

private:
    void put(Perm &target, const Perm &factor, bool left) {
        if (left)
            multiply(factor, target, product_);
        else
            multiply(target, factor, product_);
        std::swap(target, product_);
    }
    Perm inverse_, product_;
};

// One orbit of points. Points with equal stabilizers share a slot; what a slot's points can
// undergo when it comes home is a group H that moves them simply transitively.
struct Orbit {
    std::size_t first = 0, size = 0;          // in compact numbers
    std::size_t slots = 0, turns = 0;         // slots * turns == size; turns is the order of H
    std::size_t modulus = 1;                  // of the cyclic quotient H/H' that is tracked
    std::vector<Point> slot, turn;            // of each of its points
    std::vector<Point> leader;                // of each slot: its point with turn 0
    std::vector<std::vector<Point>> product;  // H as a table; empty if it was not made
    std::vector<std::size_t> log;             // of the elements of H in H/H'; all 0 if not cyclic
};

// An orbit that follows another: its point `image[k]` goes where the k-th point of the other goes.
struct Follower {
    std::size_t orbit = 0;
    std::vector<Point> image;
};

class Action {
public:
    Action() = default;
    Action(std::size_t degree, const std::vector<Perm> &generators, RandomGenerator &random);

    std::size_t degree() const { return degree_; }
    std::size_t size() const { return point_.size(); }
    const std::vector<Orbit> &orbits() const { return orbits_; }
    const std::vector<Follower> &followers() const { return followers_; }
    const std::vector<Point> &fixed() const { return fixed_; }
    Point point(std::size_t compact) const { return point_[compact]; }

    // Give each compact point its image; false if orbits or followers are torn apart.
    bool compress(const Point *full, Perm &out) const;
    void expand(const Point *compact, Point *out) const;

    // The abelian invariants of each generator: orientation sums and parities, with their moduli.
    const std::vector<std::size_t> &moduli() const { return moduli_; }
    const std::vector<std::vector<std::size_t>> &invariants() const { return invariants_; }
    // Factors of the number of values that the invariants take on the group.
    std::vector<std::size_t> image_factors() const;
    // Whether invariants are those of some element; they are used up.
    bool takes(std::vector<std::size_t> &values) const;

private:
    struct Walk {  // an orbit in the order of a breadth-first search, with the tree
        std::vector<Point> points;
        std::vector<std::uint32_t> parent, by;
    };
    struct Draft {  // an orbit before its points have compact numbers
        Walk walk;
        std::vector<std::uint32_t> place;           // of each point in the walk
        std::vector<std::vector<Point>> maps;       // of the orbit to itself, along the walk
        std::vector<std::vector<Point>> followers;  // maps to other orbits
        std::vector<Point> home() const;
    };
    void label_orbits();
    Walk walk_from(Point start) const;
    void find_cycles(RandomGenerator &random);
    bool may_follow(Point x, Point y) const;
    bool carry(const Walk &walk, const std::vector<std::uint32_t> &place, Point y,
               std::vector<Point> &column) const;
    Draft draft(std::int32_t orbit, std::vector<char> &gone) const;
    void number(const std::vector<Draft> &drafts);
    void describe(const Draft &draft, Orbit &orbit) const;
    void add_invariants(const Orbit &orbit);
    void read_invariants(const Orbit &orbit, const Perm &g, std::vector<std::size_t> &out) const;
    void eliminate();
    void subtract(std::vector<std::size_t> &from, std::size_t times,
                  const std::vector<std::size_t> &row) const;

    std::size_t degree_ = 0;
    const std::vector<Perm> *generators_ = nullptr;
    std::vector<std::int32_t> label_;  // the orbit of each point
    std::vector<std::vector<Point>> members_;
    std::vector<Perm> cycle_lengths_;  // of random elements, for each point
    std::vector<Orbit> orbits_;
    std::vector<Follower> followers_;
    std::vector<Point> point_, fixed_;
    std::vector<std::int32_t> compact_;
    std::vector<std::size_t> moduli_;
    std::vector<std::vector<std::size_t>> invariants_;
    std::vector<std::vector<std::size_t>> pivots_;  // for each modulus a row, or none
};

}  // namespace puzzlery
