// Descent in a table of distances modulo three.
//
// Neighbors differ in distance by at most one. So the residue tells which neighbor is nearer, and
// following nearer neighbors to the end gives the distance itself.
#include <nanobind/stl/vector.h>

#include <mutex>

#include "coordinates/coordinate_graph.hpp"
#include "core/job.hpp"
#include "core/parallel.hpp"

namespace puzzlery {

namespace {

using Table = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

class Descent {
public:
    Descent(Grid outer, Grid by, Grid actions, std::vector<unsigned> costs, Table table)
        : graph_(outer, by, actions, {}, {}, {}, {}, std::move(costs)), table_(table) {
        if (table_.size() < (graph_.states() + 3) / 4)
            throw std::invalid_argument("the table is smaller than the graph");
    }

    // The moves of a shortest path to distance 0.
    std::vector<std::uint32_t> way(std::uint64_t state) const {
        check(state);
        std::vector<std::uint32_t> moves;
        while (const auto m = move_down(state)) {
            moves.push_back(*m);
            if (moves.size() > most_moves) throw std::invalid_argument("the descent does not end");
            state = after(state, *m);
        }
        return moves;
    }
    std::vector<std::uint8_t> heights(const std::vector<std::uint64_t> &states) const {
        std::vector<std::uint8_t> found;
        found.reserve(states.size());
        for (const auto state : states)
            found.push_back(static_cast<std::uint8_t>(way(state).size()));
        return found;
    }
    // The states of these rows at the greatest distance.
    std::vector<std::uint64_t> tops(unsigned height, std::uint64_t first, std::uint64_t last,
                                    unsigned threads) const {
        if (first > last || last > graph_.rows()) throw std::invalid_argument("no such rows");
        std::vector<std::uint64_t> all;
        std::mutex adding;
        in_parallel(first, last, 16, threads, [&](std::uint64_t from, std::uint64_t to) {
            std::vector<std::uint64_t> own;
            const std::uint64_t end = to * graph_.inner();
            for (std::uint64_t state = from * graph_.inner(); state < end; ++state)
                if (residue(state) == height % 3 && is_top(state, height)) own.push_back(state);
            const std::lock_guard lock(adding);
            all.insert(all.end(), own.begin(), own.end());
        });
        std::sort(all.begin(), all.end());
        return all;
    }
    std::uint64_t rows() const { return graph_.rows(); }

private:
    static constexpr std::size_t most_moves = 250;  // distances in 8 bits end here

    void check(std::uint64_t state) const {
        if (state >= graph_.states()) throw std::invalid_argument("no state has this number");
        if (residue(state) == 3) throw std::invalid_argument("this state has no distance");
    }
    unsigned residue(std::uint64_t state) const {
        return (table_.data()[state / 4] >> (2 * (state % 4))) & 3u;
    }
    std::uint64_t after(std::uint64_t state, std::uint32_t m) const {
        const std::uint64_t row = state / graph_.inner();
        return graph_.row_after(row, m) * graph_.inner() +
               graph_.action(row, m)[state % graph_.inner()];
    }
    std::optional<std::uint32_t> move_toward(std::uint64_t state, unsigned wanted) const {
        for (std::uint32_t m = 0; m < graph_.moves(); ++m)
            if (residue(after(state, m)) == wanted) return m;
        return std::nullopt;
    }
    std::optional<std::uint32_t> move_down(std::uint64_t state) const {
        return move_toward(state, (residue(state) + 2) % 3);
    }
    // Most states with this residue are at least three moves nearer and have a farther neighbor:
    // that test is cheap, so it comes first.
    bool is_top(std::uint64_t state, unsigned height) const {
        return !move_toward(state, (height + 1) % 3) && way(state).size() == height;
    }

    CoordinateGraph graph_;
    Table table_;
};

}  // namespace

void bind_descent(nb::module_ &m) {
    const auto free = nb::call_guard<nb::gil_scoped_release>();
    nb::class_<Descent>(m, "Descent", "Shortest paths in a table of distances modulo three.")
        .def(nb::init<Grid, Grid, Grid, std::vector<unsigned>, Table>(), nb::arg("outer"),
             nb::arg("by"), nb::arg("actions"), nb::arg("costs"), nb::arg("table"))
        .def_prop_ro("rows", &Descent::rows, "How many rows of states there are.")
        .def("way", &Descent::way, nb::arg("state"), "The moves of one shortest way to the goal.")
        .def("heights", &Descent::heights, nb::arg("states"), free, "The distance of each state.")
        .def("tops", &Descent::tops, nb::arg("height"), nb::arg("first"), nb::arg("last"),
             nb::arg("threads"), free,
             "The states of these rows at a distance that no neighbor exceeds.");
}

}  // namespace puzzlery
