// The stabilizer chain as Python sees it.
#include "groups/stabchain.hpp"

#include <nanobind/ndarray.h>

namespace puzzlery {

namespace {

using Rows = nb::ndarray<const Point, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Whether the chain holds a Permutation, read from its bytes where they lie. None if the order is
// not proven yet, or if it is not a permutation of as many points.
nb::object holds(const StabChain &chain, nb::handle p) {
    static PyObject *const name = PyUnicode_InternFromString("data");
    if (!chain.settled()) return nb::none();
    const nb::object data = nb::steal(PyObject_GetAttr(p.ptr(), name));
    if (!data.is_valid()) PyErr_Clear();
    const auto size = static_cast<Py_ssize_t>(chain.degree() * sizeof(Point));
    if (!data.is_valid() || !PyBytes_CheckExact(data.ptr()) || PyBytes_GET_SIZE(data.ptr()) != size)
        return nb::none();
    const auto *images = reinterpret_cast<const Point *>(PyBytes_AS_STRING(data.ptr()));
    return nb::borrow(chain.contains(images) ? Py_True : Py_False);
}

nb::bytes holds_many(const StabChain &chain, const Rows &rows) {
    if (rows.shape(1) != chain.degree()) throw std::invalid_argument("degrees differ");
    std::string held(rows.shape(0), '\0');
    {
        nb::gil_scoped_release release;
        for (std::size_t k = 0; k < held.size(); ++k)
            held[k] = chain.contains(rows.data() + k * chain.degree());
    }
    return nb::bytes(held.data(), held.size());
}

}  // namespace

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
        .def("settle", &StabChain::settle, nb::arg("filled"),
             "Say that the order is proven, and whether it is all that slots and invariants allow.")
        .def("holds", &holds, nb::arg("p").none(),
             nb::sig("def holds(self, p: object) -> bool | None"),
             "Whether the chain holds a Permutation; None if that is not known or not its degree.")
        .def("holds_many", &holds_many, nb::arg("rows"), "For each row 1 if the chain holds it.")
        .def("digits", &StabChain::digits, nb::arg("p"),
             "For each level the number of the orbit point that p leads to; None if not held.")
        .def("element", &StabChain::element, nb::arg("digits"), "The element with these digits.")
        .def(
            "orbit_members",
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
        .def(
            "shapes",
            [](const StabChain &c) {
                std::vector<Shape> shapes;
                for (const Orbit &o : c.action().orbits())
                    shapes.emplace_back(o.slots, o.turns, o.modulus);
                return shapes;
            },
            "For each such orbit its slots, the order of H, and that of the part of H/H' tracked.")
        .def(
            "moduli", [](const StabChain &c) { return c.action().moduli(); },
            "The moduli of the invariants: turns and parity of each orbit.")
        .def(
            "invariants", [](const StabChain &c) { return c.action().invariants(); },
            "For each generator its invariants.")
        .def(
            "image_factors", [](const StabChain &c) { return c.action().image_factors(); },
            "Factors of the number of values that the invariants take on the group.");
}

}  // namespace puzzlery
