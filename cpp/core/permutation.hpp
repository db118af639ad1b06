// Permutations as lists of images: entry i says where point i goes.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

namespace puzzlery {

using Point = std::uint16_t;
using Perm = std::vector<Point>;

inline Perm identity(std::size_t degree) {
    Perm p(degree);
    std::iota(p.begin(), p.end(), Point{0});
    return p;
}

inline bool is_permutation(std::span<const Point> images) {
    std::vector<bool> seen(images.size());
    for (const Point image : images) {
        if (image >= images.size() || seen[image]) return false;
        seen[image] = true;
    }
    return true;
}

inline void check_permutation(std::span<const Point> images) {
    if (!is_permutation(images)) throw std::invalid_argument("not a permutation");
}

// First p, then q.
inline void multiply(const Perm &p, const Perm &q, Perm &out) {
    out.resize(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) out[i] = q[p[i]];
}

inline void invert(std::span<const Point> p, Perm &out) {
    out.resize(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) out[p[i]] = static_cast<Point>(i);
}

inline Perm inverse(std::span<const Point> p) {
    Perm out;
    invert(p, out);
    return out;
}

// The power by walking each cycle once, whatever the exponent.
inline void raise(std::span<const Point> p, std::int64_t exponent, Point *out) {
    Perm cycle;
    std::vector<bool> seen(p.size());
    for (std::size_t start = 0; start < p.size(); ++start) {
        if (seen[start]) continue;
        cycle.clear();
        for (std::size_t i = start; !seen[i]; i = p[i]) {
            if (p[i] >= p.size())
                throw std::invalid_argument("a point is outside of the permutation");
            seen[i] = true;
            cycle.push_back(static_cast<Point>(i));
        }
        const auto length = static_cast<std::int64_t>(cycle.size());
        const auto shift = static_cast<std::size_t>((exponent % length + length) % length);
        for (std::size_t k = 0, to = shift; k < cycle.size(); ++k) {
            out[cycle[k]] = cycle[to];
            if (++to == cycle.size()) to = 0;
        }
    }
}

}  // namespace puzzlery
