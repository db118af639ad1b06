// A chain of phases as the search sees it: the coordinates of each phase, its moves, its tables.
//
// Phase i leads from a subgroup to the next smaller one. A position of the phase is one number for
// each of its coordinates, all of them 0 when the phase is solved.
#pragma once

#include <nanobind/ndarray.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <vector>

#include "phases/coset_space.hpp"
#include "tables/nibbles.hpp"

namespace puzzlery {

constexpr std::size_t most_coordinates = 24;
using Values = std::array<std::uint32_t, most_coordinates>;

// Lower bounds of the distance, four bits an entry and a byte at the end: the distance that one
// unit of an entry stands for, so that phases of more than 15 moves have bounds too. The entry is
// row * inner_size + inner, where both are mixed numbers of some of its coordinates. With
// symmetries, the row is that of a class, and the inner number is carried along.
struct BoundTable {
    struct Digit {
        std::uint32_t coordinate;
        std::uint64_t times;
    };
    std::vector<Digit> outer, inner;
    std::uint64_t inner_size = 1;
    unsigned unit = 1;
    const std::uint8_t *entries = nullptr;
    const std::uint32_t *row_of = nullptr;         // of each outer number, null without symmetries
    const std::uint8_t *symmetry_of = nullptr;     // the one that carries it to its row
    const std::uint32_t *carried_inner = nullptr;  // inner_size numbers for each symmetry

    static std::uint64_t number(const std::vector<Digit> &digits, const Values &values) {
        std::uint64_t sum = 0;
        for (const Digit &digit : digits) sum += digit.times * values[digit.coordinate];
        return sum;
    }
    unsigned at(const Values &values) const {
        std::uint64_t row = number(outer, values), column = number(inner, values);
        if (row_of) {
            column = carried_inner[symmetry_of[row] * inner_size + column];
            row = row_of[row];
        }
        return unit * nibble(entries, row * inner_size + column);
    }
};

// A move that may come next, and the state of the automaton of canonical sequences after it.
struct PhaseChoice {
    std::uint16_t move;  // its number in the phase
    std::uint16_t after;
};

struct Phase {
    std::vector<const CosetSpace *> spaces;
    std::vector<const std::uint32_t *> transitions;
    std::vector<BoundTable> tables;
    std::vector<Perm> permutations;    // of its moves
    std::vector<std::uint16_t> names;  // the numbers of its moves in the puzzle
    std::vector<int> costs;            // how many moves the metric counts for each of its moves
    std::vector<char> stays;           // whether a move lies in the next subgroup
    std::vector<Perm> swaps;           // exchanges of pieces that look alike, in its subgroup
    std::vector<PhaseChoice> choices;  // of all states of the automaton
    std::vector<std::uint32_t> first;  // where those of a state begin

    unsigned bound(const Values &values) const {
        unsigned most = 0;
        for (const BoundTable &table : tables) most = std::max(most, table.at(values));
        return most;
    }
    bool is_solved(const Values &values) const {
        for (std::size_t k = 0; k < spaces.size(); ++k)
            if (values[k]) return false;
        return true;
    }
    void descend(const Values &from, std::uint16_t move, Values &to) const {
        for (std::size_t k = 0; k < transitions.size(); ++k)
            to[k] = transitions[k][from[k] * permutations.size() + move];
    }
    Values values_of(const Perm &permutation) const {
        Values values{};
        for (std::size_t k = 0; k < spaces.size(); ++k) {
            const std::int64_t found = spaces[k]->index(permutation.data());
            if (found < 0) throw std::invalid_argument("this state is not in the phase's group");
            values[k] = static_cast<std::uint32_t>(found);
        }
        return values;
    }
};

class PhasePlan {
public:
    using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
    using Words = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
    using Follow = nb::ndarray<const std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    using Spaces = std::vector<nb::handle_t<CosetSpace>>;

    void add_phase(const Spaces &spaces, const std::vector<nb::bytes> &moves,
                   const std::vector<std::uint16_t> &names, const std::vector<int> &costs,
                   const std::vector<bool> &stays, const Follow &follow,
                   const std::vector<nb::bytes> &swaps);
    // A table of the last phase: coordinates of rows and of columns, the first varies fastest.
    void add_table(const std::vector<std::uint32_t> &outer, const std::vector<std::uint32_t> &inner,
                   const Bytes &entries);
    void add_symmetric_table(const std::vector<std::uint32_t> &outer,
                             const std::vector<std::uint32_t> &inner, const Bytes &entries,
                             const Words &row_of, const Bytes &symmetry_of,
                             const Words &carried_inner);

    const std::vector<Phase> &phases() const { return phases_; }
    std::size_t degree() const { return phases_.front().permutations.front().size(); }
    // For each phase the bound of a permutation, for tests and for the choice of a start.
    unsigned bound(std::size_t phase, const nb::bytes &permutation) const;

private:
    std::uint64_t digits(const std::vector<std::uint32_t> &coordinates,
                         std::vector<BoundTable::Digit> &into) const;
    BoundTable &checked_table(const std::vector<std::uint32_t> &outer,
                              const std::vector<std::uint32_t> &inner, const Bytes &entries,
                              std::uint64_t &rows);

    std::vector<Phase> phases_;
    // Whatever the phases point into.
    std::vector<nb::object> kept_spaces_;
    std::vector<Bytes> kept_bytes_;
    std::vector<Words> kept_words_;
};

}  // namespace puzzlery
