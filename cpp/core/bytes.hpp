// Flat arrays as bytes across the border, and the type of a point of a permutation.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace puzzlery {

namespace nb = nanobind;

using Point = std::uint16_t;
using Perm = std::vector<Point>;

template <typename Entry> std::vector<Entry> from_bytes(const nb::bytes &bytes) {
    if (bytes.size() % sizeof(Entry)) throw std::invalid_argument("not an array of whole numbers");
    std::vector<Entry> entries(bytes.size() / sizeof(Entry));
    if (!entries.empty()) std::memcpy(entries.data(), bytes.c_str(), bytes.size());
    return entries;
}

// The points of an array that must be of a given degree.
inline Perm points_of(const nb::bytes &bytes, std::size_t degree) {
    if (bytes.size() != degree * sizeof(Point)) throw std::invalid_argument("degrees differ");
    return from_bytes<Point>(bytes);
}

inline void check_permutation(const Perm &p) {
    std::vector<char> seen(p.size(), 0);
    for (const Point image : p) {
        if (image >= p.size() || seen[image]) throw std::invalid_argument("not a permutation");
        seen[image] = 1;
    }
}

inline Perm permutation_of(const nb::bytes &bytes, std::size_t degree) {
    Perm p = points_of(bytes, degree);
    check_permutation(p);
    return p;
}

template <typename Entry> nb::bytes as_bytes(const std::vector<Entry> &entries) {
    return nb::bytes(reinterpret_cast<const char *>(entries.data()),
                     entries.size() * sizeof(Entry));
}

}  // namespace puzzlery
