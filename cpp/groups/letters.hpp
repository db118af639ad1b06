// Words in the generators, and elements that move few points.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "groups/action.hpp"

namespace puzzlery {

using Letter = std::int16_t;  // k + 1 for the k-th generator, -(k + 1) for its inverse
using Letters = std::vector<Letter>;

inline Letters inverted(const Letters &word) {
    Letters out(word.rbegin(), word.rend());
    for (Letter &letter : out) letter = static_cast<Letter>(-letter);
    return out;
}

// Append a word, cancelling what meets its inverse.
inline void append(Letters &word, const Letters &more) {
    for (const Letter letter : more)
        if (!word.empty() && word.back() == -letter)
            word.pop_back();
        else
            word.push_back(letter);
}

using Bits = std::vector<std::uint64_t>;

inline Bits support(const Perm &p) {
    Bits bits((p.size() + 63) / 64, 0);
    for (std::size_t i = 0; i < p.size(); ++i)
        if (p[i] != i) bits[i / 64] |= std::uint64_t{1} << (i % 64);
    return bits;
}

inline std::size_t common(const Bits &a, const Bits &b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        count += static_cast<std::size_t>(__builtin_popcountll(a[i] & b[i]));
    return count;
}

// A permutation that moves few points: pairs (point, image), sorted.
using Sparse = std::vector<std::array<Point, 2>>;

// An element that moves few points of an orbit; a root moves none of the orbits before it.
struct Root {
    Sparse moved;  // in its orbit
    Letters word;
    std::size_t cost;
};

inline void keep_best(std::vector<Root> &roots, Root root, std::size_t most) {
    const auto key = [](const Root &r) { return std::make_pair(r.cost, r.word.size()); };
    const auto at = std::find_if(roots.begin(), roots.end(),
                                 [&](const Root &other) { return key(root) < key(other); });
    if (roots.size() == most && at == roots.end()) return;
    roots.insert(at, std::move(root));
    if (roots.size() > most) roots.pop_back();
}

}  // namespace puzzlery
