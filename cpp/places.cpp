// Places: which point a moved point has come to, and what lies in the same layers.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "arrays.hpp"

namespace puzzlery {

namespace {

using Point = std::uint16_t;

// No plane of a sensible puzzle is orthogonal to this direction, so few points share a height.
double height_of(const double *p) {
    return 0.5402371 * p[0] + 0.3217931 * p[1] + 0.7775907 * p[2];
}

bool near(const double *a, const double *b, double eps) {
    return std::abs(a[0] - b[0]) < eps && std::abs(a[1] - b[1]) < eps &&
           std::abs(a[2] - b[2]) < eps;
}

// Points in the order of their heights, so that those near to a place are found by bisection.
class Ladder {
public:
    struct Rung {
        double height;
        std::int64_t index;
        bool operator<(const Rung &other) const {
            return height != other.height ? height < other.height : index < other.index;
        }
    };

    explicit Ladder(const Table<3> &points) : at(points.data()) {
        rungs.reserve(points.shape(0));
        for (std::size_t i = 0; i < points.shape(0); ++i)
            if (const double height = height_of(at + 3 * i); std::isfinite(height))
                rungs.push_back({height, static_cast<std::int64_t>(i)});
        std::sort(rungs.begin(), rungs.end());
    }

    // The first point within eps of the place, or -1.
    std::int64_t nearest(const double *place, double eps) const {
        const double height = height_of(place);
        if (!std::isfinite(height)) return -1;
        auto rung = std::lower_bound(rungs.begin(), rungs.end(), Rung{height - 2 * eps, -1});
        for (; rung != rungs.end() && rung->height <= height + 2 * eps; ++rung)
            if (near(at + 3 * rung->index, place, eps)) return rung->index;
        return -1;
    }

    // Whether no two points are within eps of each other.
    bool apart(double eps) const {
        for (auto low = rungs.begin(); low != rungs.end(); ++low)
            for (auto high = low + 1; high != rungs.end() && high->height - low->height < 2 * eps;
                 ++high)
                if (near(at + 3 * low->index, at + 3 * high->index, eps)) return false;
        return true;
    }

private:
    const double *at;
    std::vector<Rung> rungs;
};

// Numbers from 0 for whatever comes, in the order in which it comes.
class Numbering {
public:
    std::int64_t operator()(std::uint64_t key) {
        return numbers.try_emplace(key, static_cast<std::int64_t>(numbers.size())).first->second;
    }

private:
    std::unordered_map<std::uint64_t, std::int64_t> numbers;
};

}  // namespace

nb::bytes nearest(const Table<3> &points, const Table<3> &places, double eps) {
    const Ladder ladder(points);
    std::vector<std::int64_t> found(places.shape(0));
    for (std::size_t i = 0; i < found.size(); ++i)
        found[i] = ladder.nearest(places.data() + 3 * i, eps);
    return as_bytes(found);
}

// The permutation that carries each point to the one at its new place; none if some place has no
// point or one point is at two places.
std::optional<nb::bytes> matching(const Table<3> &points, const Table<3> &places, double eps) {
    const std::size_t size = points.shape(0);
    if (places.shape(0) != size || size > 65535) throw std::invalid_argument("sizes differ");
    const Ladder ladder(points);
    std::vector<Point> images(size);
    std::vector<bool> taken(size, false);
    for (std::size_t i = 0; i < size; ++i) {
        const std::int64_t found = ladder.nearest(places.data() + 3 * i, eps);
        if (found < 0 || taken[static_cast<std::size_t>(found)]) return std::nullopt;
        taken[static_cast<std::size_t>(found)] = true;
        images[i] = static_cast<Point>(found);
    }
    return as_bytes(images);
}

bool apart(const Table<3> &points, double eps) { return Ladder(points).apart(eps); }

// For each point how many cuts across the axis it does not lie above; cuts come from the top down.
nb::bytes layers(const Table<3> &points, const Numbers &axis, const Numbers &cuts) {
    if (axis.shape(0) != 3) throw std::invalid_argument("sizes differ");
    const double *first = cuts.data(), *last = first + cuts.shape(0);
    std::vector<std::int64_t> found(points.shape(0));
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double height =
            points(i, 0) * axis(0) + points(i, 1) * axis(1) + points(i, 2) * axis(2);
        const auto above = [height](double cut) { return cut >= height; };
        found[i] = std::partition_point(first, last, above) - first;
    }
    return as_bytes(found);
}

// What turns when the layers from `start` up to `stop` make so many steps, and what moves in it.
// Given a permutation that keeps every layer, a permutation comes out.
std::pair<nb::bytes, std::vector<Point>> layer_turn(const nb::bytes &turned, const Labels &layer,
                                                    std::int64_t start, std::int64_t stop,
                                                    std::size_t steps) {
    const std::size_t size = layer.shape(0);
    if (turned.size() != size * sizeof(Point)) throw std::invalid_argument("sizes differ");
    const auto *next = reinterpret_cast<const Point *>(turned.c_str());
    std::vector<Point> images(size), moving;
    for (std::size_t i = 0; i < size; ++i) {
        std::size_t image = i;
        if (start <= layer(i) && layer(i) < stop) {
            for (std::size_t step = 0; step < steps; ++step) {
                image = next[image];
                if (image >= size || layer(image) != layer(i))
                    throw std::invalid_argument("a turn leaves its layer");
            }
            moving.push_back(static_cast<Point>(i));
        }
        images[i] = static_cast<Point>(image);
    }
    return {as_bytes(images), std::move(moving)};
}

// A number for the piece of each sticker: those of a piece lie in the same layer of every axis.
// A piece that shows on every face is the core, whose stickers are told apart.
nb::bytes cells(const std::vector<Labels> &layers, const Labels &face, std::size_t faces) {
    const std::size_t size = face.shape(0);
    if (faces > 64) throw std::invalid_argument("too many faces");
    std::vector<std::int64_t> cell(size, 0);
    for (const Labels &layer : layers) {
        if (layer.shape(0) != size) throw std::invalid_argument("sizes differ");
        Numbering number;
        for (std::size_t i = 0; i < size; ++i)
            cell[i] = number(static_cast<std::uint64_t>(cell[i]) << 32 |
                             (static_cast<std::uint64_t>(layer(i)) & 0xffffffffu));
    }
    const std::uint64_t all = faces == 64 ? ~0ull : (1ull << faces) - 1;
    std::vector<std::uint64_t> shown(size, 0);
    for (std::size_t i = 0; i < size; ++i) {
        if (face(i) < 0 || face(i) >= static_cast<std::int64_t>(faces))
            throw std::invalid_argument("a face is outside of the solid");
        shown[static_cast<std::size_t>(cell[i])] |= 1ull << face(i);
    }
    Numbering number;
    for (std::size_t i = 0; i < size; ++i) {
        const auto label = static_cast<std::uint64_t>(cell[i]);
        cell[i] = number(shown[label] == all ? size + i : label);
    }
    return as_bytes(cell);
}

void bind_places(nb::module_ &m) {
    m.def("nearest", &nearest, nb::arg("points"), nb::arg("places"), nb::arg("eps"),
          "For each place the number of the point within eps of it, or -1 (int64).");
    m.def("matching", &matching, nb::arg("points"), nb::arg("places"), nb::arg("eps"),
          "The permutation to the points at these places (uint16), if there is one.");
    m.def("apart", &apart, nb::arg("points"), nb::arg("eps"),
          "Whether no two points are within eps of each other.");
    m.def("layers", &layers, nb::arg("points"), nb::arg("axis"), nb::arg("cuts"),
          "The layer of each point, 0 beyond the first cut (int64).");
    m.def("layer_turn", &layer_turn, nb::arg("turned"), nb::arg("layer"), nb::arg("start"),
          nb::arg("stop"), nb::arg("steps"),
          "The permutation (uint16) and the moving points when some layers turn.");
    m.def("cells", &cells, nb::arg("layers"), nb::arg("face"), nb::arg("faces"),
          "The number of each sticker's piece (int64).");
}

}  // namespace puzzlery
