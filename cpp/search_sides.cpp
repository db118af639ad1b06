// Both sides of a state: what it looks like after moves were made on its inverse.
//
// Moves W on the inverse of g lead to g⁻¹ W, whose inverse is W⁻¹ g. So a search that may use
// both sides makes all short words on one side, and from each position searches the other side.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "coloring_space.hpp"
#include "search.hpp"

namespace puzzlery {
namespace {

class OtherSide {
public:
    OtherSide(const std::vector<const ColoringSpace *> &looks, const std::vector<nb::bytes> &moves,
              const nb::bytes &weights, const Follow &follow, const std::vector<bool> &last,
              std::uint32_t weight)
        : looks_(looks), follow_(follow), last_(last), weight_(weight) {
        degree_ = looks_.empty() ? 0 : looks_[0]->degree();
        for (const nb::bytes &move : moves) {
            const std::vector<Point> points = points_of(move, degree_);
            undone_.emplace_back(degree_);
            for (std::size_t i = 0; i < degree_; ++i)
                undone_.back()[points[i]] = static_cast<Point>(i);
        }
        weights_.assign(weights.c_str(), weights.c_str() + weights.size());
        if (looks_.empty() || weights_.size() != undone_.size() || last_.size() != undone_.size() ||
            follow_.shape(1) != undone_.size())
            throw std::invalid_argument("moves, weights and the automaton differ in number");
    }

    // All words of exactly the weight that is left, below what was made already.
    void go(const std::vector<Point> &permutation, std::uint16_t state, std::uint32_t left) {
        if (!left) return arrive(permutation);
        std::vector<Point> next(degree_);
        for (std::size_t m = 0; m < undone_.size(); ++m) {
            const std::uint16_t after = follow_.data()[state * undone_.size() + m];
            const auto weight = static_cast<std::uint8_t>(weights_[m]);
            if (after == SearchSpace::FORBIDDEN || weight > left || (weight == left && !last_[m]))
                continue;
            for (std::size_t i = 0; i < degree_; ++i) next[i] = permutation[undone_[m][i]];
            word_.push_back(static_cast<std::uint16_t>(m));
            go(next, after, left - weight);
            word_.pop_back();
        }
    }

    std::vector<std::uint32_t> positions;
    std::vector<std::uint16_t> words;  // rows of equal width: the number of moves, the moves, zeros

private:
    void arrive(const std::vector<Point> &permutation) {
        const std::size_t before = positions.size();
        for (const ColoringSpace *space : looks_) {
            const std::int64_t index = space->index(permutation.data());
            if (index < 0) return positions.resize(before);
            positions.push_back(static_cast<std::uint32_t>(index));
        }
        words.push_back(static_cast<std::uint16_t>(word_.size()));
        words.insert(words.end(), word_.begin(), word_.end());
        words.insert(words.end(), weight_ - word_.size(), 0);
    }

    std::vector<const ColoringSpace *> looks_;
    Follow follow_;
    std::vector<bool> last_;  // the moves with which a word may end
    std::uint32_t weight_;
    std::size_t degree_;
    std::vector<std::vector<Point>> undone_;
    std::vector<char> weights_;
    std::vector<std::uint16_t> word_;
};

}  // namespace

void bind_search_sides(nb::module_ &m) {
    m.def(
        "other_side",
        [](const std::vector<const ColoringSpace *> &looks, const nb::bytes &permutation,
           const std::vector<nb::bytes> &moves, const nb::bytes &weights, const Follow &follow,
           const std::vector<bool> &last, std::uint32_t weight) {
            OtherSide side(looks, moves, weights, follow, last, weight);
            side.go(points_of(permutation, looks[0]->degree()), 0, weight);
            return std::make_tuple(as_bytes(side.positions), as_bytes(side.words));
        },
        nb::arg("looks"), nb::arg("permutation"), nb::arg("moves"), nb::arg("weights"),
        nb::arg("follow"), nb::arg("last"), nb::arg("weight"),
        "Positions (uint32 rows) and words (uint16 rows: length, moves, zeros) made on the inverse.");
}

}  // namespace puzzlery
