// Permutations as bytes: flat little arrays of uint16, where entry i says where point i goes.
//
// Python holds a permutation as an immutable bytes object, so that a product costs one small
// allocation and hashing and comparing come for free. The product p * q is first p, then q.
#include <nanobind/stl/vector.h>

#include <utility>

#include "core/bytes.hpp"

namespace puzzlery {

namespace {

struct View {
    const Point *at;
    std::size_t size;
};

View view(const nb::bytes &bytes) {
    if (bytes.size() % sizeof(Point)) throw std::invalid_argument("not an array of points");
    return {reinterpret_cast<const Point *>(bytes.c_str()), bytes.size() / sizeof(Point)};
}

nb::bytes fresh(std::size_t size, Point *&out) {
    PyObject *bytes =
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size * sizeof(Point)));
    if (!bytes) throw nb::python_error();
    out = reinterpret_cast<Point *>(PyBytes_AS_STRING(bytes));
    return nb::steal<nb::bytes>(bytes);
}

void same_size(const View &p, const View &q) {
    if (p.size != q.size) throw std::invalid_argument("degrees differ");
}

// The points come from Python code that has checked them; a stray one must still not read
// outside of the array.
void in_range(Point point, std::size_t size) {
    if (point >= size) throw std::invalid_argument("a point is outside of the permutation");
}

void multiply(const Point *p, const Point *q, std::size_t size, Point *out) {
    for (std::size_t i = 0; i < size; ++i) {
        in_range(p[i], size);
        out[i] = q[p[i]];
    }
}

}  // namespace

bool holds_each_point(const nb::bytes &bytes) {
    const View p = view(bytes);
    return is_permutation({p.at, p.size});
}

nb::bytes compose(const nb::bytes &first, const nb::bytes &then) {
    const View p = view(first), q = view(then);
    same_size(p, q);
    Point *out;
    nb::bytes result = fresh(p.size, out);
    multiply(p.at, q.at, p.size, out);
    return result;
}

nb::bytes inverse_of(const nb::bytes &bytes) {
    const View p = view(bytes);
    Point *out;
    nb::bytes result = fresh(p.size, out);
    for (std::size_t i = 0; i < p.size; ++i) {
        in_range(p.at[i], p.size);
        out[p.at[i]] = static_cast<Point>(i);
    }
    return result;
}

// The power by walking each cycle once, whatever the exponent.
nb::bytes power(const nb::bytes &bytes, std::int64_t exponent) {
    const View p = view(bytes);
    Point *out;
    nb::bytes result = fresh(p.size, out);
    std::vector<Point> cycle;
    std::vector<bool> seen(p.size, false);
    for (std::size_t start = 0; start < p.size; ++start) {
        if (seen[start]) continue;
        cycle.clear();
        for (std::size_t i = start; !seen[i]; i = p.at[i]) {
            in_range(p.at[i], p.size);
            seen[i] = true;
            cycle.push_back(static_cast<Point>(i));
        }
        const auto length = static_cast<std::int64_t>(cycle.size());
        const auto shift = static_cast<std::size_t>(((exponent % length) + length) % length);
        for (std::size_t k = 0, to = shift; k < cycle.size(); ++k) {
            out[cycle[k]] = cycle[to];
            if (++to == cycle.size()) to = 0;
        }
    }
    return result;
}

// For each point the length of the cycle that it lies on.
nb::bytes cycle_lengths(const nb::bytes &bytes) {
    const View p = view(bytes);
    Point *out;
    nb::bytes result = fresh(p.size, out);
    std::vector<bool> seen(p.size, false);
    for (std::size_t start = 0; start < p.size; ++start) {
        if (seen[start]) continue;
        std::size_t length = 0;
        for (std::size_t i = start; !seen[i]; i = p.at[i], ++length) {
            in_range(p.at[i], p.size);
            seen[i] = true;
        }
        std::size_t i = start;
        for (std::size_t k = 0; k < length; ++k, i = p.at[i]) out[i] = static_cast<Point>(length);
    }
    return result;
}

// The product of a whole sequence, without a Python object for each step.
nb::bytes product(std::size_t size, const std::vector<nb::bytes> &factors) {
    Perm now = identity(size), next(size);
    for (const nb::bytes &factor : factors) {
        const View q = view(factor);
        same_size({now.data(), size}, q);
        multiply(now.data(), q.at, size, next.data());
        std::swap(now, next);
    }
    return as_bytes(now);
}

void bind_permute(nb::module_ &m) {
    m.def("is_permutation", &holds_each_point, nb::arg("p"),
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
