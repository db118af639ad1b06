// Permutations as bytes: flat little arrays of uint16, where entry i says where point i goes.
//
// Python holds a permutation as an immutable bytes object, so that a product costs one small
// allocation and hashing and comparing come for free. The product p * q is first p, then q.
#include <nanobind/stl/vector.h>

#include <utility>

#include "core/bytes.hpp"

namespace puzzlery {

namespace {

using View = std::span<const Point>;

View view(const nb::bytes &bytes) {
    if (bytes.size() % sizeof(Point)) throw std::invalid_argument("not an array of points");
    return points_in(bytes, bytes.size() / sizeof(Point));
}

// New bytes, to be written by way of `out`.
nb::bytes fresh(std::size_t size, Point *&out) {
    PyObject *bytes =
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size * sizeof(Point)));
    if (!bytes) throw nb::python_error();
    out = reinterpret_cast<Point *>(PyBytes_AS_STRING(bytes));
    return nb::steal<nb::bytes>(bytes);
}

// The points come from Python code that has checked them; a stray one must still not read
// outside of the array.
void in_range(Point point, std::size_t size) {
    if (point >= size) throw std::invalid_argument("a point is outside of the permutation");
}

void same_size(View p, View q) {
    if (p.size() != q.size()) throw std::invalid_argument("degrees differ");
}

void multiply(View p, View q, Point *out) {
    for (std::size_t i = 0; i < p.size(); ++i) {
        in_range(p[i], p.size());
        out[i] = q[p[i]];
    }
}

nb::bytes compose(const nb::bytes &first, const nb::bytes &then) {
    const View p = view(first), q = view(then);
    same_size(p, q);
    Point *out;
    nb::bytes result = fresh(p.size(), out);
    multiply(p, q, out);
    return result;
}

nb::bytes inverse_of(const nb::bytes &bytes) {
    const View p = view(bytes);
    Point *out;
    nb::bytes result = fresh(p.size(), out);
    for (std::size_t i = 0; i < p.size(); ++i) {
        in_range(p[i], p.size());
        out[p[i]] = static_cast<Point>(i);
    }
    return result;
}

nb::bytes power(const nb::bytes &bytes, std::int64_t exponent) {
    const View p = view(bytes);
    Point *out;
    nb::bytes result = fresh(p.size(), out);
    raise(p, exponent, out);
    return result;
}

// For each point the length of the cycle that it lies on.
nb::bytes cycle_lengths(const nb::bytes &bytes) {
    const View p = view(bytes);
    Point *out;
    nb::bytes result = fresh(p.size(), out);
    std::vector<bool> seen(p.size(), false);
    for (std::size_t start = 0; start < p.size(); ++start) {
        if (seen[start]) continue;
        std::size_t length = 0;
        for (std::size_t i = start; !seen[i]; i = p[i], ++length) {
            in_range(p[i], p.size());
            seen[i] = true;
        }
        std::size_t i = start;
        for (std::size_t k = 0; k < length; ++k, i = p[i]) out[i] = static_cast<Point>(length);
    }
    return result;
}

// The product of a whole sequence, without a Python object for each step.
nb::bytes product(std::size_t size, const std::vector<nb::bytes> &factors) {
    Perm now = identity(size), next(size);
    for (const nb::bytes &factor : factors) {
        const View q = view(factor);
        same_size(now, q);
        multiply(now, q, next.data());
        std::swap(now, next);
    }
    return as_bytes(now);
}

}  // namespace

void bind_permute(nb::module_ &m) {
    m.def(
        "is_permutation", [](const nb::bytes &p) { return is_permutation(view(p)); }, nb::arg("p"),
        "Whether the uint16 bytes hold each of 0..n-1 once.");
    m.def("compose", &compose, nb::arg("first"), nb::arg("then"), "First the one, then the other.");
    m.def("inverse", &inverse_of, nb::arg("p"), "The permutation that undoes p.");
    m.def("power", &power, nb::arg("p"), nb::arg("exponent"), "p repeated; any exponent.");
    m.def("cycle_lengths", &cycle_lengths, nb::arg("p"),
          "For each point the length of its cycle, as uint16 bytes.");
    m.def("product", &product, nb::arg("size"), nb::arg("factors"),
          "The product of a sequence, from left to right.");
}

}  // namespace puzzlery
