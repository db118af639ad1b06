// The graph of a coordinate, in which pruning tables measure distances.
//
// A state is a pair of a row s (the outer value) and an inner value c; its number is s * inner + c.
#pragma once

#include <nanobind/ndarray.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace puzzlery {

namespace nb = nanobind;

using Grid = nb::ndarray<const std::uint32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using List = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Move m leads from row s to outer(s, m) and permutes the inner values by the action number
// by(s, m); without `by`, the action of move m has the number m. Row s counts for weight(s) rows of
// the puzzle, which symmetries carry into each other. The self-symmetries of a row permute its
// inner values: the permuted states are the same up to symmetry.
class CoordinateGraph {
public:
    CoordinateGraph(Grid outer, Grid by, Grid actions, List self_start, List self,
                    Grid self_actions, List weight, std::vector<unsigned> costs)
        : outer_(outer), by_(by), actions_(actions), self_start_(self_start), self_(self),
          self_actions_(self_actions), weight_(weight), costs_(std::move(costs)) {
        check();
    }

    std::uint64_t rows() const { return outer_.shape(0); }
    std::uint32_t moves() const { return static_cast<std::uint32_t>(outer_.shape(1)); }
    std::uint32_t inner() const { return static_cast<std::uint32_t>(actions_.shape(1)); }
    std::uint64_t states() const { return rows() * inner(); }
    std::uint64_t row_after(std::uint64_t s, std::uint32_t m) const {
        return outer_.data()[s * moves() + m];
    }
    const std::uint32_t *action(std::uint64_t s, std::uint32_t m) const {
        const std::uint64_t number = by_.size() ? by_.data()[s * moves() + m] : m;
        return actions_.data() + number * inner();
    }
    unsigned cost(std::uint32_t m) const { return costs_[m]; }
    const std::vector<unsigned> &costs() const { return costs_; }
    bool has_self() const { return self_start_.size() > 0; }
    std::uint64_t weight(std::uint64_t s) const { return weight_.size() ? weight_.data()[s] : 1; }

    // Calls visit(c') for the image c' of c under each self-symmetry of the row.
    template <class Visit>
    void each_self(std::uint64_t s, std::uint32_t c, const Visit &visit) const {
        for (auto k = self_start_.data()[s]; k < self_start_.data()[s + 1]; ++k)
            visit(self_actions_.data()[std::uint64_t{self_.data()[k]} * inner() + c]);
    }

private:
    static void below(const std::uint32_t *values, std::size_t count, std::uint64_t limit) {
        for (std::size_t k = 0; k < count; ++k)
            if (values[k] >= limit) throw std::invalid_argument("a table leads out of its range");
    }
    void check() const {
        const auto m = outer_.shape(1);
        if (costs_.size() != m || !rows() || !inner())
            throw std::invalid_argument("a graph needs states, and a cost for each move");
        for (const auto cost : costs_)
            if (!cost || cost > 127) throw std::invalid_argument("a move costs 1 to 127");
        below(outer_.data(), outer_.size(), rows());
        below(actions_.data(), actions_.size(), inner());
        if (by_.size() && by_.size() != outer_.size())
            throw std::invalid_argument("each move of each row needs its action");
        below(by_.data(), by_.size(), actions_.shape(0));
        if (!by_.size() && actions_.shape(0) < m)
            throw std::invalid_argument("each move needs its action");
        if (weight_.size() && weight_.size() != rows())
            throw std::invalid_argument("each row needs its weight");
        check_self();
    }
    void check_self() const {
        if (!has_self()) return;
        if (self_start_.size() != rows() + 1 || self_actions_.shape(1) != inner())
            throw std::invalid_argument("each row needs its self-symmetries");
        for (std::uint64_t s = 0; s < rows(); ++s)
            if (self_start_.data()[s] > self_start_.data()[s + 1])
                throw std::invalid_argument("the self-symmetries are out of order");
        if (self_start_.data()[rows()] > self_.size())
            throw std::invalid_argument("the self-symmetries are cut short");
        below(self_.data(), self_.size(), self_actions_.shape(0));
        below(self_actions_.data(), self_actions_.size(), inner());
    }

    Grid outer_, by_, actions_;
    List self_start_, self_;
    Grid self_actions_;
    List weight_;
    std::vector<unsigned> costs_;
};

}  // namespace puzzlery
