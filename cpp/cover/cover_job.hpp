// A walk through the solutions of a problem, as callers see it: what it is to do and what it tells.
#pragma once

#include <memory>

#include "cover/cover_problem.hpp"

namespace puzzlery {

struct WalkOptions {
    std::vector<std::int32_t> roots;     // walk only below these options …
    std::vector<std::uint64_t> weights;  // … and count what is there so many times
    std::int32_t threads = 1;
    std::uint64_t limit = 0;   // stop after so many solutions; 0 = never
    std::uint64_t buffer = 0;  // keep so many solutions until they are taken; 0 = only count
    bool hashed = false;       // add up a hash of the solutions, the same in any order

    bool limit_reached(std::uint64_t found) const { return limit && found >= limit; }
};

struct WalkTotals {
    std::uint64_t count = 0;  // solutions by weight
    std::uint64_t found = 0;  // solutions seen
    std::uint64_t nodes = 0;
    std::uint64_t hash = 0;

    void add(const WalkTotals &other) {
        count = add_checked(count, other.count);
        found += other.found;
        nodes += other.nodes;
        hash += other.hash;
    }
};

struct ProbeSums {
    double mean = 0, squares = 0;  // of the solutions: mean, and sum of squared deviations
    double nodes = 0;              // mean number of nodes in the whole tree
    double work = 0;               // mean number of nodes visited
};

class CoverJob : public Job {
public:
    virtual WalkTotals totals() const = 0;
    virtual std::vector<std::int32_t> take() = 0;
    virtual ProbeSums probe(int depth, int probes, std::uint64_t seed) = 0;

    // A fresh walk as snapshots of at least so many parts of its tree, where it has so many; each
    // is taken up by a walk of its own, and their totals add up.
    nb::list parts(std::size_t enough) {
        const std::size_t number = cut(enough);
        nb::list saved;
        for (std::size_t i = 0; i < number; ++i) {
            Writer writer;
            writer.put(magic());
            save_part(writer, i);
            saved.append(writer.bytes());
        }
        return saved;
    }

protected:
    virtual std::size_t cut(std::size_t enough) = 0;
    virtual void save_part(Writer &writer, std::size_t number) const = 0;
};

}  // namespace puzzlery
