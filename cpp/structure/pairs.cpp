// Why two points are apart: shortest words, by a breadth-first search over pairs of points.
#include "structure/partition.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace puzzlery {

namespace {

// A breadth-first search over pairs of points, by moves and their inverses.
class Pairs {
public:
    Pairs(const Moves &moves, Index first, Index second) : moves_(moves) {
        reach({first, second}, 0, 0);
    }

    // A shortest word that carries the pair to where `found` holds; move m as m + 1, its inverse
    // as −(m + 1).
    template <class Found> std::optional<std::vector<int>> search(Found found) {
        for (std::size_t k = 0; k < nodes_.size(); ++k) {
            if (found(nodes_[k].pair)) return word(k);
            for (const bool forward : {true, false}) grow(k, forward);
        }
        return std::nullopt;
    }

private:
    using Pair = std::pair<Index, Index>;
    struct Node {
        Pair pair;
        std::size_t parent;
        int letter;
    };

    void reach(Pair pair, std::size_t parent, int letter) {
        const auto key = std::uint64_t{pair.first} << 32 | pair.second;
        if (seen_.emplace(key, nodes_.size()).second) nodes_.push_back({pair, parent, letter});
    }

    // The two rows are merged: a move may move only one of the points.
    void grow(std::size_t node, bool forward) {
        const Rows<Step> &rows = forward ? moves_.steps() : moves_.backs();
        const Pair pair = nodes_[node].pair;
        const Step *a = rows.begin(pair.first), *a_end = a + rows.size(pair.first);
        const Step *b = rows.begin(pair.second), *b_end = b + rows.size(pair.second);
        while (a != a_end || b != b_end) {
            const Index move = a == a_end || (b != b_end && b->move < a->move) ? b->move : a->move;
            Pair next = pair;
            if (a != a_end && a->move == move) next.first = a++->to;
            if (b != b_end && b->move == move) next.second = b++->to;
            reach(next, node, forward ? static_cast<int>(move) + 1 : -static_cast<int>(move) - 1);
        }
    }

    std::vector<int> word(std::size_t node) const {
        std::vector<int> letters;
        for (; nodes_[node].letter; node = nodes_[node].parent)
            letters.push_back(nodes_[node].letter);
        std::reverse(letters.begin(), letters.end());
        return letters;
    }

    const Moves &moves_;
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::size_t> seen_;
};

void check_pair(std::size_t size, Index p, Index q) {
    if (p >= size || q >= size) throw std::invalid_argument("a point is outside");
}

}  // namespace

std::optional<std::vector<int>> separate(const nb::bytes &labels,
                                         const std::vector<nb::bytes> &moves, Index p, Index q) {
    const Moves read(labels.size() / sizeof(Point), moves);
    check_pair(read.size(), p, q);
    const Partition classes(read.size(), labels);
    return Pairs(read, p, q).search([&](auto pair) {
        return classes.label(pair.first) != classes.label(pair.second);
    });
}

std::optional<std::vector<int>>
bring_home_one(std::size_t size, const std::vector<nb::bytes> &moves, Index p, Index q) {
    const Moves read(size, moves);
    check_pair(size, p, q);
    return Pairs(read, p, q).search([&](auto pair) {
        return (pair.first == p) != (pair.second == q);
    });
}

void bind_pairs(nb::module_ &m) {
    m.def("separate", &separate, nb::arg("labels"), nb::arg("moves"), nb::arg("p"), nb::arg("q"),
          "A shortest word that carries two points to different labels, or None.");
    m.def("bring_home_one", &bring_home_one, nb::arg("size"), nb::arg("moves"), nb::arg("p"),
          nb::arg("q"), "A shortest word that brings exactly one of two points home, or None.");
}

}  // namespace puzzlery
