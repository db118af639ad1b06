// The Python bindings of the general solver.
#include "core/work_clock.hpp"
#include "general/search.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace puzzlery {

using general::Search;
using general::Tables;

namespace {

using Coordinates = std::vector<std::tuple<int, int, std::vector<int>>>;

void make_tables(Tables *self, const std::vector<int> &slots, const std::vector<int> &orientations,
                 const std::vector<Perm> &layers, const std::vector<general::Power> &orders,
                 const std::vector<std::vector<general::Power>> &powers,
                 const std::vector<std::vector<int>> &prices, const std::vector<nb::bytes> &fits,
                 const Coordinates &coordinates) {
    std::vector<std::vector<std::uint8_t>> fitting;
    for (const nb::bytes &fit : fits) fitting.emplace_back(fit.c_str(), fit.c_str() + fit.size());
    std::vector<general::Coordinate> totals;
    for (const auto &[orbit, modulus, values] : coordinates) {
        if (orbit < 0 || static_cast<std::size_t>(orbit) >= slots.size())
            throw std::invalid_argument("a coordinate belongs to no orbit");
        totals.push_back({orbit, modulus, values});
    }
    new (self) Tables({slots, orientations, layers, orders, powers, prices, std::move(fitting),
                       std::move(totals)});
}

using Costs = std::vector<std::pair<int, double>>;

void add(Costs &costs, const general::ThreeCycles &table) {
    costs.emplace_back(table.least(), table.average());
}

using Steps = std::vector<std::pair<int, general::Power>>;

// A word as steps (layer, power).
Steps steps(const general::Model &model, const general::Word &word) {
    Steps result;
    for (const general::Letter move : word)
        result.emplace_back(model.moves[move].layer, model.moves[move].power);
    return result;
}

// The word of steps; a power that the solver does not use is made of several.
general::Word word_of(const general::Model &model, const Steps &steps) {
    general::Word word;
    for (const auto &[layer, power] : steps) {
        if (layer < 0 || layer >= model.layers())
            throw std::invalid_argument("a step of another puzzle");
        const general::Power order = model.orders[layer];
        const general::Power forward = (power % order + order) % order;
        const bool is_back = 2 * forward > order;
        general::Power left = is_back ? order - forward : forward;
        for (general::Power some = left; left > 0;) {
            const general::Letter letter = model.letter(layer, is_back ? order - some : some);
            if (letter == general::NO_LETTER)
                --some;
            else
                word.push_back(letter), left -= some, some = std::min(some, left);
        }
    }
    return word;
}

}  // namespace

void bind_general(nb::module_ &m) {
    m.def("count_processor_time", &WorkClock::count_processor_time, nb::arg("wanted"),
          "Whether time limits count seconds of the processor instead of the day.");
    nb::class_<Tables, Job>(m, "GeneralTables",
                            "The 3-cycles and other tables of a puzzle, built once.")
        .def("__init__", &make_tables, nb::arg("slots"), nb::arg("orientations"), nb::arg("layers"),
             nb::arg("orders"), nb::arg("powers"), nb::arg("prices"), nb::arg("fits"),
             nb::arg("coordinates"))
        .def("use_symmetries", &Tables::use_symmetries, nb::arg("symmetries"),
             "Keep one word of each class under symmetry; a symmetry maps move numbers.")
        .def("suits", &Tables::suits, "Whether the tables solve every state.")
        .def(
            "free",
            [](const Tables &t) {
                return std::vector<bool>(t.is_free().begin(), t.is_free().end());
            },
            "For each orbit whether 3-cycles solve it.")
        .def(
            "stages",
            [](const Tables &t) {
                std::vector<std::vector<int>> result;
                for (const Tables::StageTables &stage : t.stages()) result.push_back(stage.orbits);
                return result;
            },
            "The orbits of each stage, difficult orbits first.")
        .def(
            "costs",
            [](const Tables &t) {
                Costs result;
                for (const auto &table : t.cycles()) add(result, table);
                return result;
            },
            "For each orbit the cost of its cheapest 3-cycle, and the average cost.")
        .def(
            "stage_costs",
            [](const Tables &t) {
                std::vector<Costs> result;
                for (const Tables::StageTables &stage : t.stages()) {
                    const auto &tables = (stage.own ? *stage.own : t).cycles();
                    result.emplace_back();
                    for (const int orbit : stage.orbits) add(result.back(), tables[orbit]);
                }
                return result;
            },
            "The same for the orbits of each stage, with the tables of the stage.");
    nb::class_<Search, Job>(m, "GeneralSearch",
                            "A search for cheaper and cheaper words that solve a state.")
        .def(
            "__init__",
            [](Search *self, const Tables &tables, const general::State &start,
               const std::vector<int> &totals, double seconds, std::uint64_t seed,
               std::uint64_t proposals, int wildcards, const std::vector<int> &stickers) {
                if (!tables.suits())
                    throw std::invalid_argument("these tables do not solve every state");
                new (self)
                    Search(tables, start, totals, seconds, seed, proposals, {wildcards, stickers});
            },
            nb::arg("tables"), nb::arg("start"), nb::arg("totals"), nb::arg("seconds") = 1.0,
            nb::arg("seed") = 0, nb::arg("proposals") = 0, nb::arg("wildcards") = 0,
            nb::arg("stickers") = std::vector<int>(), nb::keep_alive<1, 2>(),
            "Plan for so many seconds; or end after about so many proposals, whatever the time. So "
            "many stickers may stay wrong, of which a piece of each orbit has some.")
        .def("share_with", &Search::share_with, nb::arg("other"),
             "Share words with another search for the same state, before either runs.")
        .def(
            "use_skeleton",
            [](Search &s, const Steps &steps) { return s.use_skeleton(word_of(s.model(), steps)); },
            nb::arg("steps"),
            "Take a word that solves most of the puzzle, before the search runs; 3-cycles solve "
            "the "
            "rest. False if they do not.")
        .def("found", &Search::found, "Whether there is a solution.")
        .def(
            "best", [](const Search &s) { return steps(s.model(), s.best()); },
            "The cheapest solution so far, as steps (layer, power).")
        .def("history", &Search::history, "Seconds and cost of each better solution.")
        .def("proposals", &Search::proposals, "How many annealing proposals were made.")
        .def(
            "commutator_steps",
            [](Search &s) {
                std::vector<std::pair<int, Steps>> result;
                for (const auto &[orbit, word] : s.commutator_steps())
                    result.emplace_back(orbit, steps(s.model(), word));
                return result;
            },
            "A skeleton (orbit −1), then 3-cycles, each with its orbit; empty if there is none.");
}

}  // namespace puzzlery
