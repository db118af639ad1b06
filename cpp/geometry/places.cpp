// Places: which point a moved point has come to, and what lies in the same layers.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "core/arrays.hpp"

namespace puzzlery {

namespace {

// No plane of a sensible puzzle is orthogonal to this direction, so few points share a height.
double height_of(const double *p) { return 0.5402371 * p[0] + 0.3217931 * p[1] + 0.7775907 * p[2]; }

bool near(const double *a, const double *b, double eps) {
    return std::abs(a[0] - b[0]) < eps && std::abs(a[1] - b[1]) < eps &&
           std::abs(a[2] - b[2]) < eps;
}

// Points in the order of their heights, so that those near to a place are found by bisection. The
// heights are shared out among as many equal steps as there are points, which leaves few to a step.
class Ladder {
public:
    explicit Ladder(const Table<3> &points) : at(points.data()) {
        std::vector<Rung> unsorted;
        for (std::size_t i = 0; i < points.shape(0); ++i)
            if (const double height = height_of(at + 3 * i); std::isfinite(height))
                unsorted.push_back({height, i});
        if (unsorted.empty()) return;
        const auto [low, high] = std::minmax_element(unsorted.begin(), unsorted.end());
        bottom = low->height;
        steps = unsorted.size();
        scale = static_cast<double>(steps) / std::max(high->height - bottom, 1e-9);
        share_out(unsorted);
    }

    // The first point within eps of the place, or -1.
    std::int64_t nearest(const double *place, double eps) const {
        const double height = height_of(place);
        if (rungs.empty() || !std::isfinite(height)) return -1;
        for (auto rung = first_above(height - 2 * eps);
             rung != rungs.end() && rung->height <= height + 2 * eps; ++rung)
            if (near(at + 3 * rung->index, place, eps))
                return static_cast<std::int64_t>(rung->index);
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
    struct Rung {
        double height;
        std::size_t index;
        bool operator<(const Rung &other) const {
            return height != other.height ? height < other.height : index < other.index;
        }
    };
    using Rungs = std::vector<Rung>;

    std::size_t step_of(double height) const {
        const double step = (height - bottom) * scale;
        return step > 0 ? std::min(static_cast<std::size_t>(std::min(step, 1e9)), steps - 1) : 0;
    }

    void share_out(const Rungs &unsorted) {
        heads.assign(steps + 1, 0);
        for (const Rung &rung : unsorted) ++heads[step_of(rung.height) + 1];
        std::partial_sum(heads.begin(), heads.end(), heads.begin());
        std::vector<std::ptrdiff_t> next(heads.begin(), heads.end() - 1);
        rungs.resize(unsorted.size());
        for (const Rung &rung : unsorted) rungs[next[step_of(rung.height)]++] = rung;
        for (std::size_t step = 0; step < steps; ++step)
            std::sort(rungs.begin() + heads[step], rungs.begin() + heads[step + 1]);
    }

    Rungs::const_iterator first_above(double height) const {
        const std::size_t step = step_of(height);
        return std::lower_bound(rungs.begin() + heads[step], rungs.begin() + heads[step + 1],
                                Rung{height, 0});
    }

    const double *at;
    Rungs rungs;
    double bottom = 0, scale = 0;
    std::size_t steps = 0;
    std::vector<std::ptrdiff_t> heads;
};

// Puts numbers from 0 for the keys, in the order in which they come; gives how many there are.
std::uint64_t renumber(std::vector<std::uint64_t> &keys) {
    std::unordered_map<std::uint64_t, std::uint64_t> numbers;
    numbers.reserve(keys.size());
    for (std::uint64_t &key : keys) key = numbers.try_emplace(key, numbers.size()).first->second;
    return numbers.size();
}

// Points have the same number if they lie in the same layer of every axis.
std::vector<std::uint64_t> common_layers(const std::vector<Labels> &layers, std::size_t size) {
    std::vector<std::uint64_t> keys(size, 0);
    std::uint64_t range = 1;
    for (const Labels &layer : layers) {
        if (layer.shape(0) != size) throw std::invalid_argument("sizes differ");
        const auto *first = layer.data(), *last = first + size;
        const auto [low, high] = std::minmax_element(first, last);
        if (size && (*low < 0 || *high >= 1 << 16)) throw std::invalid_argument("no such layer");
        const auto count = size ? static_cast<std::uint64_t>(*high) + 1 : 1;
        if (range > std::numeric_limits<std::uint64_t>::max() / count) range = renumber(keys);
        for (std::size_t i = 0; i < size; ++i)
            keys[i] = keys[i] * count + static_cast<std::uint64_t>(first[i]);
        range *= count;
    }
    renumber(keys);
    return keys;
}

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
    if (places.shape(0) != size) throw std::invalid_argument("sizes differ");
    if (size > std::numeric_limits<Point>::max()) throw std::invalid_argument("too many points");
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

// For each point how many cuts across the axis it does not lie above, where cuts come from the top
// down; none if the turn about the axis leads from one layer into another.
std::optional<nb::bytes> layers(const Table<3> &points, const std::array<double, 3> &axis,
                                const std::vector<double> &cuts, const nb::bytes &turned) {
    const std::size_t size = points.shape(0);
    const auto next = points_in(turned, size);
    std::vector<std::int64_t> found(size);
    for (std::size_t i = 0; i < size; ++i) {
        const double *p = points.data() + 3 * i;
        const double height = p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2];
        const auto above = [height](double cut) { return cut >= height; };
        found[i] = std::partition_point(cuts.begin(), cuts.end(), above) - cuts.begin();
    }
    for (std::size_t i = 0; i < size; ++i)
        if (next[i] >= size || found[next[i]] != found[i]) return std::nullopt;
    return as_bytes(found);
}

// What turns when the layers from `start` up to `stop` make so many steps, and what moves in it.
// Given a permutation that keeps every layer, a permutation comes out.
std::pair<nb::bytes, std::vector<Point>> layer_turn(const nb::bytes &turned, const Labels &layer,
                                                    std::int64_t start, std::int64_t stop,
                                                    std::size_t steps) {
    const std::size_t size = layer.shape(0);
    const auto next = points_in(turned, size);
    const std::int64_t *of = layer.data();
    Perm images = identity(size), moving;
    for (std::size_t i = 0; i < size; ++i) {
        if (of[i] < start || stop <= of[i]) continue;
        for (std::size_t step = 0; step < steps; ++step) {
            const Point image = next[images[i]];
            if (image >= size || of[image] != of[i])
                throw std::invalid_argument("a turn leaves its layer");
            images[i] = image;
        }
        moving.push_back(static_cast<Point>(i));
    }
    return {as_bytes(images), std::move(moving)};
}

// A number for the piece of each sticker: those of a piece lie in the same layer of every axis.
// A piece that shows on every face is the core, whose stickers are told apart.
nb::bytes cells(const std::vector<Labels> &layers, const Labels &face, std::size_t faces) {
    const std::size_t size = face.shape(0);
    if (faces < 1 || faces > 63) throw std::invalid_argument("expected 1 to 63 faces");
    std::vector<std::uint64_t> cell = common_layers(layers, size), shown(size, 0);
    for (std::size_t i = 0; i < size; ++i) {
        if (face(i) < 0 || face(i) >= static_cast<std::int64_t>(faces))
            throw std::invalid_argument("a face is outside of the solid");
        shown[cell[i]] |= std::uint64_t{1} << face(i);
    }
    const std::uint64_t all = (std::uint64_t{1} << faces) - 1;
    for (std::size_t i = 0; i < size; ++i)
        if (shown[cell[i]] == all) cell[i] = size + i;
    renumber(cell);
    return as_bytes(cell);
}

void bind_places(nb::module_ &m) {
    m.def("nearest", &nearest, nb::arg("points"), nb::arg("places"), nb::arg("eps"),
          "For each place the number of the point within eps of it, or -1 (int64).");
    m.def("matching", &matching, nb::arg("points"), nb::arg("places"), nb::arg("eps"),
          "The permutation to the points at these places (uint16), if there is one.");
    m.def("apart", &apart, nb::arg("points"), nb::arg("eps"),
          "Whether no two points are within eps of each other.");
    m.def("layers", &layers, nb::arg("points"), nb::arg("axis"), nb::arg("cuts"), nb::arg("turned"),
          "The layer of each point, 0 beyond the first cut (int64), if the turn keeps them.");
    m.def("layer_turn", &layer_turn, nb::arg("turned"), nb::arg("layer"), nb::arg("start"),
          nb::arg("stop"), nb::arg("steps"),
          "The permutation (uint16) and the moving points when some layers turn.");
    m.def("cells", &cells, nb::arg("layers"), nb::arg("face"), nb::arg("faces"),
          "The number of each sticker's piece (int64).");
}

}  // namespace puzzlery
