// Orbits and blocks of imprimitivity by union-find (Atkinson, 1975).
#include <nanobind/stl/vector.h>

#include <utility>

#include "core/bytes.hpp"

namespace puzzlery {

namespace {

using Images = std::vector<std::span<const Point>>;

Images views(std::size_t degree, const std::vector<nb::bytes> &generators) {
    Images all;
    for (const nb::bytes &bytes : generators) {
        all.push_back(points_in(bytes, degree));
        for (const Point image : all.back())
            if (image >= degree) throw std::invalid_argument("a point is outside");
    }
    return all;
}

class Classes {
public:
    explicit Classes(std::size_t size) : parent_(size), size_(size, 1) {
        std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
    }
    std::uint32_t find(std::uint32_t x) {
        while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
        return x;
    }
    // The root that is one no more, or the degree if both were in one class already.
    std::uint32_t unite(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        if (a == b) return static_cast<std::uint32_t>(parent_.size());
        if (size_[a] < size_[b]) std::swap(a, b);
        size_[a] += size_[b];
        return parent_[b] = a, b;
    }
    // Classes numbered by their smallest points.
    nb::bytes labels() {
        std::vector<Point> label(parent_.size());
        std::vector<std::int64_t> number(parent_.size(), -1);
        std::int64_t count = 0;
        for (std::uint32_t x = 0; x < parent_.size(); ++x) {
            std::int64_t &its = number[find(x)];
            if (its < 0) its = count++;
            label[x] = static_cast<Point>(its);
        }
        return as_bytes(label);
    }

private:
    std::vector<std::uint32_t> parent_, size_;
};

}  // namespace

nb::bytes orbit_labels(std::size_t degree, const std::vector<nb::bytes> &generators) {
    Classes classes(degree);
    for (const auto g : views(degree, generators))
        for (std::uint32_t i = 0; i < degree; ++i) classes.unite(i, g[i]);
    return classes.labels();
}

// Whenever two classes become one, the images of their roots must become one too.
nb::bytes block_labels(std::size_t degree, const std::vector<nb::bytes> &generators,
                       std::uint32_t a, std::uint32_t b) {
    const Images images = views(degree, generators);
    if (a >= degree || b >= degree) throw std::invalid_argument("a point is outside");
    Classes classes(degree);
    std::vector<std::uint32_t> lost;
    const auto unite = [&](std::uint32_t x, std::uint32_t y) {
        if (const std::uint32_t root = classes.unite(x, y); root != degree) lost.push_back(root);
    };
    unite(a, b);
    while (!lost.empty()) {
        const std::uint32_t x = lost.back();
        lost.pop_back();
        for (const auto g : images) unite(g[x], g[classes.find(x)]);
    }
    return classes.labels();
}

void bind_blocks(nb::module_ &m) {
    m.def("orbit_labels", &orbit_labels, nb::arg("degree"), nb::arg("generators"),
          "For each point the number of its orbit, as uint16 bytes.");
    m.def("block_labels", &block_labels, nb::arg("degree"), nb::arg("generators"), nb::arg("a"),
          nb::arg("b"), "The finest partition kept by all generators with a and b in one class.");
}

}  // namespace puzzlery
