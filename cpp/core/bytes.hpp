// Flat arrays as bytes across the border.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/permutation.hpp"

namespace puzzlery {

namespace nb = nanobind;

template <typename Entry> std::vector<Entry> from_bytes(const nb::bytes &bytes) {
    if (bytes.size() % sizeof(Entry)) throw std::invalid_argument("not an array of whole numbers");
    std::vector<Entry> entries(bytes.size() / sizeof(Entry));
    if (!entries.empty()) std::memcpy(entries.data(), bytes.c_str(), bytes.size());
    return entries;
}

// The points of an array that must be of a given degree, where they lie in Python's memory.
inline std::span<const Point> points_in(const nb::bytes &bytes, std::size_t degree) {
    if (bytes.size() != degree * sizeof(Point)) throw std::invalid_argument("degrees differ");
    return {reinterpret_cast<const Point *>(bytes.c_str()), degree};
}

inline Perm points_of(const nb::bytes &bytes, std::size_t degree) {
    const auto points = points_in(bytes, degree);
    return {points.begin(), points.end()};
}

inline Perm permutation_of(const nb::bytes &bytes, std::size_t degree) {
    Perm p = points_of(bytes, degree);
    check_permutation(p);
    return p;
}

inline std::vector<Perm> permutations_of(const std::vector<nb::bytes> &given, std::size_t degree) {
    std::vector<Perm> all;
    for (const nb::bytes &bytes : given) all.push_back(permutation_of(bytes, degree));
    return all;
}

template <typename Entry> nb::bytes as_bytes(const std::vector<Entry> &entries) {
    return nb::bytes(reinterpret_cast<const char *>(entries.data()),
                     entries.size() * sizeof(Entry));
}

}  // namespace puzzlery
