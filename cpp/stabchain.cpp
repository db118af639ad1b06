// The stabilizer chain as Python sees it.
#include "stabchain.hpp"

namespace puzzlery {

void bind_stabchain(nb::module_ &m) {
    using Shape = std::tuple<std::size_t, std::size_t, std::size_t>;
    nb::class_<StabChain, Job>(m, "StabChain", "A stabilizer chain, grown, checked or proven.")
        .def(nb::init<std::size_t, const std::vector<nb::bytes> &, std::uint64_t>(),
             nb::arg("degree"), nb::arg("generators"), nb::arg("seed"))
        .def("check", &StabChain::check, nb::arg("count"), nb::call_guard<nb::gil_scoped_release>(),
             "Ask for so many random elements in a row that the chain holds.")
        .def("prove", &StabChain::prove, nb::call_guard<nb::gil_scoped_release>(),
             "Ask for a proof by Schreier's lemma.")
        .def("orbit_sizes", &StabChain::orbit_sizes, "The orbit sizes, level by level.")
        .def("base", &StabChain::base, "The base points, level by level.")
        .def("levels_of_orbits", &StabChain::levels_of_orbits,
             "For each orbit that the chain goes through the number of its levels.")
        .def("strong_generators", &StabChain::strong_generators, "Elements that span all levels.")
        .def("fill", &StabChain::fill,
             "Say that the order is proven to be all that slots and invariants allow.")
        .def("contains", &StabChain::contains, nb::arg("p"), "Whether the chain holds p.")
        .def("digits", &StabChain::digits, nb::arg("p"),
             "For each level the number of the orbit point that p leads to; None if not held.")
        .def("element", &StabChain::element, nb::arg("digits"), "The element with these digits.")
        .def("orbit_members",
             [](const StabChain &c) {
                 std::vector<std::vector<std::size_t>> all;
                 for (const Orbit &orbit : c.action().orbits()) {
                     all.emplace_back();
                     for (std::size_t k = 0; k < orbit.size; ++k)
                         all.back().push_back(c.action().point(orbit.first + k));
                 }
                 return all;
             },
             "The points of each orbit that the chain goes through.")
        .def("shapes",
             [](const StabChain &c) {
                 std::vector<Shape> shapes;
                 for (const Orbit &o : c.action().orbits())
                     shapes.emplace_back(o.slots, o.turns, o.modulus);
                 return shapes;
             },
             "For each such orbit its slots, the order of H, and that of the part of H/H' tracked.")
        .def("moduli", [](const StabChain &c) { return c.action().moduli(); },
             "The moduli of the invariants: turns and parity of each orbit.")
        .def("invariants", [](const StabChain &c) { return c.action().invariants(); },
             "For each generator its invariants.")
        .def("image_factors",
             [](const StabChain &c) {
                 return c.action().image_factors();
             },
             "Factors of the number of values that the invariants take on the group.");
}

}  // namespace puzzlery
