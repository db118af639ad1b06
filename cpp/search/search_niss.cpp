// Both sides of a state: what it becomes by moves that are made on its inverse.
//
// Moves W on the inverse of g lead to g⁻¹ W, whose inverse is W⁻¹ g. So a search that may use
// both sides makes all short words on one side, and from each position searches the other side.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "core/arrays.hpp"
#include "search/search.hpp"

namespace puzzlery {
namespace {

class OtherSide {
public:
    OtherSide(std::size_t degree, const std::vector<nb::bytes> &moves, const nb::bytes &weights,
              const Follow &follow, const std::vector<bool> &last)
        : follow_(follow), last_(last), degree_(degree) {
        for (const nb::bytes &move : moves) {
            const std::vector<Point> points = permutation_of(move, degree_);
            undone_.emplace_back(degree_);
            for (std::size_t i = 0; i < degree_; ++i)
                undone_.back()[points[i]] = static_cast<Point>(i);
        }
        weights_.assign(weights.c_str(), weights.c_str() + weights.size());
        if (weights_.size() != undone_.size() || last_.size() != undone_.size() ||
            follow_.shape(1) != undone_.size())
            throw std::invalid_argument("moves, weights and the automaton differ in number");
    }

    std::size_t degree() const { return degree_; }

    // All words of exactly the chosen weight that begin with the moves of a prefix.
    void begin(std::vector<Point> permutation, std::uint32_t weight_of_words,
               const std::vector<std::uint16_t> &prefix) {
        states.clear();
        words.clear();
        word_.clear();
        weight_ = weight_of_words;
        std::uint16_t state = 0;
        std::uint32_t left = weight_;
        for (const std::uint16_t move : prefix) {
            if (move >= undone_.size() || weight(move) > left || after(state, move) == FORBIDDEN)
                throw std::invalid_argument("the prefix is no canonical word of this weight");
            left -= weight(move);
            state = after(state, move);
            permutation = made(permutation, move);
            word_.push_back(move);
        }
        go(permutation, state, left);
    }

    std::vector<Point> states;         // rows of equal width: the permutations reached
    std::vector<std::uint16_t> words;  // rows of equal width: the number of moves, the moves, zeros

private:
    static constexpr std::uint16_t FORBIDDEN = SearchSpace::FORBIDDEN;

    std::uint8_t weight(std::size_t move) const {
        return static_cast<std::uint8_t>(weights_[move]);
    }
    std::uint16_t after(std::uint16_t state, std::size_t move) const {
        return follow_.data()[state * undone_.size() + move];
    }
    std::vector<Point> made(const std::vector<Point> &permutation, std::size_t move) const {
        std::vector<Point> next(degree_);
        for (std::size_t i = 0; i < degree_; ++i) next[i] = permutation[undone_[move][i]];
        return next;
    }

    void go(const std::vector<Point> &permutation, std::uint16_t state, std::uint32_t left) {
        if (!left) return arrive(permutation);
        for (std::size_t m = 0; m < undone_.size(); ++m) {
            const bool ends = weight(m) == left;
            if (after(state, m) == FORBIDDEN || weight(m) > left || (ends && !last_[m])) continue;
            word_.push_back(static_cast<std::uint16_t>(m));
            go(made(permutation, m), after(state, m), left - weight(m));
            word_.pop_back();
        }
    }

    void arrive(const std::vector<Point> &permutation) {
        states.insert(states.end(), permutation.begin(), permutation.end());
        words.push_back(static_cast<std::uint16_t>(word_.size()));
        words.insert(words.end(), word_.begin(), word_.end());
        words.insert(words.end(), weight_ - word_.size(), 0);
    }

    Follow follow_;
    std::vector<bool> last_;  // the moves with which a word may end
    std::uint32_t weight_ = 0;
    std::size_t degree_;
    std::vector<std::vector<Point>> undone_;
    std::vector<char> weights_;
    std::vector<std::uint16_t> word_;
};

}  // namespace

void bind_search_sides(nb::module_ &m) {
    nb::class_<OtherSide>(m, "OtherSide", "Words that are made on the inverse of a state.")
        .def(nb::init<std::size_t, const std::vector<nb::bytes> &, const nb::bytes &,
                      const Follow &, const std::vector<bool> &>(),
             nb::arg("degree"), nb::arg("moves"), nb::arg("weights"), nb::arg("follow"),
             nb::arg("last"))
        .def(
            "reached",
            [](OtherSide &side, const nb::bytes &permutation, std::uint32_t weight,
               const std::vector<std::uint16_t> &prefix) {
                side.begin(permutation_of(permutation, side.degree()), weight, prefix);
                return std::make_tuple(as_bytes(side.states), as_bytes(side.words));
            },
            nb::arg("permutation"), nb::arg("weight"), nb::arg("prefix"),
            "Permutations (uint16 rows) and the words of this weight (uint16 rows: length, moves, "
            "zeros) that lead there.");
}

}  // namespace puzzlery
