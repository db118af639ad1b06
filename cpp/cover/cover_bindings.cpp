// Exact cover for Python: problems, walks by engine, and solution graphs.
#include <nanobind/stl/unique_ptr.h>

#include "cover/cover_engines.hpp"
#include "cover/cover_filter.hpp"
#include "cover/solution_graph.hpp"

namespace puzzlery {

void bind_cover_problem(nb::module_ &m);

namespace {

std::unique_ptr<CoverJob> walk(const CoverProblem &problem, const std::string &engine,
                               WalkOptions options) {
    if (engine == "links") return walk_links(problem, std::move(options));
    if (engine == "cells") return walk_cells(problem, std::move(options));
    if (engine == "masks") return walk_masks(problem, std::move(options), false);
    if (engine == "portable masks") return walk_masks(problem, std::move(options), true);
    if (engine == "sweep") return walk_sweep(problem, std::move(options));
    throw std::invalid_argument("unknown engine " + engine);
}

const char *obstacle(const CoverProblem &problem, const std::string &engine) {
    if (engine == "links") return not_for_links(problem);
    if (engine == "cells") return nullptr;
    if (engine == "masks" || engine == "portable masks") return not_for_masks(problem);
    if (engine == "sweep" || engine == "graph") return problem.not_for_sweep();
    throw std::invalid_argument("unknown engine " + engine);
}

void bind_walks(nb::module_ &m) {
    nb::class_<CoverJob, Job>(m, "CoverJob", "A walk through the solutions of a problem.")
        .def_prop_ro("count", [](const CoverJob &job) { return job.totals().count; })
        .def_prop_ro("found", [](const CoverJob &job) { return job.totals().found; })
        .def_prop_ro("nodes", [](const CoverJob &job) { return job.totals().nodes; })
        .def_prop_ro("hash", [](const CoverJob &job) { return job.totals().hash; })
        .def(
            "take", [](CoverJob &job) { return as_bytes(job.take()); },
            "The solutions kept so far, each as its length and its options; they are kept no more.")
        .def(
            "probe",
            [](CoverJob &job, int depth, int probes, std::uint64_t seed) {
                const ProbeSums sums = job.probe(depth, probes, seed);
                return std::make_tuple(sums.mean, sums.squares, sums.nodes, sums.work);
            },
            nb::arg("depth"), nb::arg("probes"), nb::arg("seed"),
            nb::call_guard<nb::gil_scoped_release>(),
            "By random ways down: mean and squared deviations of the solutions, mean of the nodes, "
            "and "
            "mean of the nodes that were really visited.")
        .def("parts", &CoverJob::parts, nb::arg("enough"),
             nb::sig("def parts(self, enough: int) -> list[bytes]"),
             "A fresh walk as snapshots of its parts, to be walked apart and added up.");
    m.def(
        "cover_walk",
        [](const CoverProblem &problem, const std::string &engine, const nb::bytes &roots,
           const nb::bytes &weights, std::int32_t threads, std::uint64_t limit,
           std::uint64_t buffer, bool hashed) {
            return walk(problem, engine,
                        {from_bytes<std::int32_t>(roots), from_bytes<std::uint64_t>(weights),
                         threads, limit, buffer, hashed});
        },
        nb::arg("problem"), nb::arg("engine"), nb::arg("roots").sig("b''") = nb::bytes("", 0),
        nb::arg("weights").sig("b''") = nb::bytes("", 0), nb::arg("threads") = 1,
        nb::arg("limit") = 0, nb::arg("buffer") = 0, nb::arg("hashed") = false);
    m.def("cover_obstacle", &obstacle, nb::arg("problem"), nb::arg("engine"),
          nb::sig("def cover_obstacle(problem: CoverProblem, engine: str) -> str | None"),
          "Why an engine cannot hold a problem; None if it can.");
}

void bind_graph(nb::module_ &m) {
    nb::class_<SolutionGraph>(m, "SolutionGraph", "Every way from root to end is one solution.")
        .def_prop_ro("states", &SolutionGraph::states)
        .def_prop_ro("arcs", &SolutionGraph::arcs)
        .def_prop_ro("limbs", &SolutionGraph::limbs, "How many 64-bit limbs a number takes.")
        .def("count", [](const SolutionGraph &graph) { return as_bytes(graph.count()); })
        .def("placement_counts",
             [](const SolutionGraph &graph) { return as_bytes(graph.placement_counts()); })
        .def(
            "kth",
            [](const SolutionGraph &graph, const nb::bytes &k) {
                return as_bytes(graph.kth(from_bytes<Word>(k)));
            },
            nb::arg("k"))
        .def(
            "restricted",
            [](const SolutionGraph &graph, const nb::bytes &allowed) {
                return graph.restricted(from_bytes<char>(allowed));
            },
            nb::arg("allowed"))
        .def(
            "walk",
            [](const SolutionGraph &graph, std::uint64_t limit, std::uint64_t buffer, bool hashed) {
                return walk_graph(graph, {{}, {}, 1, limit, buffer, hashed});
            },
            nb::arg("limit") = 0, nb::arg("buffer") = 0, nb::arg("hashed") = false);
    nb::class_<GraphJob, Job>(m, "GraphJob", "Builds a solution graph.")
        .def_prop_ro("gave_up", &GraphJob::gave_up, "Were there more states than allowed?")
        .def_prop_ro("states", &GraphJob::states)
        .def_prop_ro("arcs", &GraphJob::arcs)
        .def("graph", &GraphJob::graph, nb::call_guard<nb::gil_scoped_release>());
    m.def(
        "empty_graph", [](std::int32_t options) { return SolutionGraph({{0}, {}, {}}, options); },
        nb::arg("options"), "The graph of a problem without solutions.");
    m.def("cover_graph", &build_graph, nb::arg("problem"), nb::arg("most_states"));
}

}  // namespace

void bind_cover(nb::module_ &m) {
    bind_cover_problem(m);
    bind_walks(m);
    bind_graph(m);
}

}  // namespace puzzlery
