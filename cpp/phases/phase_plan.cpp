// Building a chain of phases for the search, with every size checked.
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <array>

#include "phases/phase_plan.hpp"

namespace puzzlery {

void PhasePlan::add_phase(const Spaces &spaces, const std::vector<nb::bytes> &moves,
                          const std::vector<std::uint16_t> &names, const std::vector<int> &costs,
                          const std::vector<bool> &stays, const Follow &follow,
                          const std::vector<nb::bytes> &swaps) {
    constexpr std::uint16_t forbidden = 0xFFFF;
    if (spaces.empty() || spaces.size() > most_coordinates || moves.empty())
        throw std::invalid_argument("a phase has 1 to 24 coordinates and some moves");
    if (names.size() != moves.size() || stays.size() != moves.size() ||
        costs.size() != moves.size() || follow.shape(1) != moves.size())
        throw std::invalid_argument(
            "each move of a phase needs its name, its cost and what may follow it");
    for (const int cost : costs)
        if (cost < 1) throw std::invalid_argument("a move costs at least 1");
    Phase phase;
    const std::size_t degree = moves.front().size() / sizeof(Point);
    for (const nb::bytes &move : moves) phase.permutations.push_back(permutation_of(move, degree));
    for (const nb::bytes &swap : swaps) phase.swaps.push_back(permutation_of(swap, degree));
    for (const auto handle : spaces) {
        const auto &space = nb::cast<const CosetSpace &>(handle);
        if (space.moves() != moves.size() || space.degree() != degree ||
            space.transitions().size() != space.size() * moves.size())
            throw std::invalid_argument("a coordinate is of other moves, or not finished");
        phase.spaces.push_back(&space);
        phase.transitions.push_back(space.transitions().data());
        kept_spaces_.push_back(nb::borrow(handle));
    }
    phase.names = names;
    phase.costs = costs;
    phase.stays.assign(stays.begin(), stays.end());
    phase.first.push_back(0);
    for (std::size_t state = 0; state < follow.shape(0); ++state) {
        for (std::size_t m = 0; m < moves.size(); ++m) {
            const std::uint16_t after = follow.data()[state * moves.size() + m];
            if (after == forbidden) continue;
            if (after >= follow.shape(0)) throw std::invalid_argument("no such state follows");
            phase.choices.push_back({static_cast<std::uint16_t>(m), after});
        }
        phase.first.push_back(static_cast<std::uint32_t>(phase.choices.size()));
    }
    phases_.push_back(std::move(phase));
}

std::uint64_t PhasePlan::digits(const std::vector<std::uint32_t> &coordinates,
                                std::vector<BoundTable::Digit> &into) const {
    std::uint64_t size = 1;
    for (const std::uint32_t k : coordinates) {
        if (k >= phases_.back().spaces.size())
            throw std::invalid_argument("a table is of a coordinate that the phase does not have");
        into.push_back({k, size});
        size *= phases_.back().spaces[k]->size();
    }
    return size;
}

BoundTable &PhasePlan::checked_table(const std::vector<std::uint32_t> &outer,
                                     const std::vector<std::uint32_t> &inner, const Bytes &entries,
                                     std::uint64_t &rows) {
    if (phases_.empty()) throw std::invalid_argument("a table needs its phase first");
    BoundTable table;
    rows = digits(outer, table.outer);
    table.inner_size = digits(inner, table.inner);
    table.entries = entries.data();
    if (entries.size() == 0 || !entries.data()[entries.size() - 1])
        throw std::invalid_argument("a table ends with its unit");
    table.unit = entries.data()[entries.size() - 1];
    kept_bytes_.push_back(entries);
    phases_.back().tables.push_back(std::move(table));
    return phases_.back().tables.back();
}

void PhasePlan::add_table(const std::vector<std::uint32_t> &outer,
                          const std::vector<std::uint32_t> &inner, const Bytes &entries) {
    std::uint64_t rows = 0;
    const BoundTable &table = checked_table(outer, inner, entries, rows);
    if (entries.size() < nibble_bytes(rows * table.inner_size) + 1)
        throw std::invalid_argument("a table is too short");
}

void PhasePlan::add_symmetric_table(const std::vector<std::uint32_t> &outer,
                                    const std::vector<std::uint32_t> &inner, const Bytes &entries,
                                    const Words &row_of, const Bytes &symmetry_of,
                                    const Words &carried_inner) {
    std::uint64_t rows = 0;
    BoundTable &table = checked_table(outer, inner, entries, rows);
    if (row_of.size() != rows || symmetry_of.size() != rows || carried_inner.size() == 0)
        throw std::invalid_argument("each row needs its class and a symmetry");
    const std::uint64_t symmetries = carried_inner.size() / table.inner_size;
    for (std::uint64_t k = 0; k < rows; ++k)
        if (nibble_bytes((row_of.data()[k] + 1) * table.inner_size) >= entries.size() ||
            symmetry_of.data()[k] >= symmetries)
            throw std::invalid_argument("a class leads out of its table");
    for (std::size_t k = 0; k < carried_inner.size(); ++k)
        if (carried_inner.data()[k] >= table.inner_size)
            throw std::invalid_argument("a symmetry leads out of its table");
    table.row_of = row_of.data();
    table.symmetry_of = symmetry_of.data();
    table.carried_inner = carried_inner.data();
    kept_words_.push_back(row_of);
    kept_bytes_.push_back(symmetry_of);
    kept_words_.push_back(carried_inner);
}

unsigned PhasePlan::bound(std::size_t phase, const nb::bytes &permutation) const {
    const Phase &asked = phases_.at(phase);
    return asked.bound(asked.values_of(permutation_of(permutation, degree())));
}

void bind_phase_plan(nb::module_ &m) {
    nb::class_<PhasePlan>(m, "PhasePlan", "A chain of phases: coordinates, moves and tables.")
        .def(nb::init<>())
        .def("add_phase", &PhasePlan::add_phase, nb::arg("spaces"), nb::arg("moves"),
             nb::arg("names"), nb::arg("costs"), nb::arg("stays"), nb::arg("follow"),
             nb::arg("swaps"), "Add the next phase.")
        .def("add_table", &PhasePlan::add_table, nb::arg("outer"), nb::arg("inner"),
             nb::arg("entries"), "Add a table of bounds to the last phase.")
        .def("add_symmetric_table", &PhasePlan::add_symmetric_table, nb::arg("outer"),
             nb::arg("inner"), nb::arg("entries"), nb::arg("row_of"), nb::arg("symmetry_of"),
             nb::arg("carried_inner"), "Add a table whose rows are classes of symmetric ones.")
        .def("bound", &PhasePlan::bound, nb::arg("phase"), nb::arg("permutation"),
             "How many moves of the phase a state needs at least.");
}

}  // namespace puzzlery
