// Cutting: a convex polygon split by straight lines, and its parts in the order of reading.
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/arrays.hpp"

namespace puzzlery {

namespace {

struct Corner {
    double x, y;
};

// Polygons, counter-clockwise, the corners of one after those of another.
struct Parts {
    std::vector<Corner> corners;
    std::vector<std::int64_t> counts;

    void add(const Corner *from, std::size_t count) {
        corners.insert(corners.end(), from, from + count);
        counts.push_back(static_cast<std::int64_t>(count));
    }
};

// Adds the part of a polygon on one side of a line: where side * height is not negative.
void add_side(Parts &out, const Corner *at, const double *height, std::size_t count, double side,
              double eps) {
    const std::size_t before = out.corners.size();
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t next = k + 1 < count ? k + 1 : 0;
        const double here = side * height[k], ahead = side * height[next];
        if (here >= -eps) out.corners.push_back(at[k]);
        if (std::min(here, ahead) < -eps && std::max(here, ahead) > eps) {
            const double step = here / (here - ahead);
            out.corners.push_back(
                {at[k].x + step * (at[next].x - at[k].x), at[k].y + step * (at[next].y - at[k].y)});
        }
    }
    out.counts.push_back(static_cast<std::int64_t>(out.corners.size() - before));
}

// All parts, those that the line normal · p = offset crosses cut in two: first the whole ones,
// then what lies above the line, then what lies below it.
Parts split_once(const Parts &parts, Corner normal, double offset, double eps) {
    std::vector<double> heights(parts.corners.size());
    for (std::size_t i = 0; i < heights.size(); ++i)
        heights[i] = parts.corners[i].x * normal.x + parts.corners[i].y * normal.y - offset;
    Parts out;
    out.corners.reserve(parts.corners.size() + parts.corners.size() / 2);
    std::vector<std::pair<std::size_t, std::size_t>> crossed;
    std::size_t first = 0;
    for (const std::int64_t length : parts.counts) {
        const auto count = static_cast<std::size_t>(length);
        const double *height = heights.data() + first;
        const auto [low, high] = std::minmax_element(height, height + count);
        if (*low < -eps && *high > eps)
            crossed.emplace_back(first, count);
        else
            out.add(parts.corners.data() + first, count);
        first += count;
    }
    for (const double side : {1.0, -1.0})
        for (const auto &[at, count] : crossed)
            add_side(out, parts.corners.data() + at, heights.data() + at, count, side, eps);
    return out;
}

Corner centroid(const Corner *at, std::size_t count) {
    double area = 0, x = 0, y = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const Corner &a = at[k], &b = at[k + 1 < count ? k + 1 : 0], &origin = at[0];
        const double ax = a.x - origin.x, ay = a.y - origin.y;
        const double bx = b.x - origin.x, by = b.y - origin.y;
        const double weight = ax * by - ay * bx;
        area += weight;
        x += weight * (ax + bx);
        y += weight * (ay + by);
    }
    return {at[0].x + x / (3 * area), at[0].y + y / (3 * area)};
}

double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

struct Place {
    std::int64_t index;
    double height, across;
    std::size_t row;
};

void read_face(std::vector<std::int64_t> &order, const double *points, std::size_t count,
               const double *frame, double gap) {
    std::vector<Place> places(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double across = dot(points + 3 * i, frame), height = dot(points + 3 * i, frame + 3);
        if (!std::isfinite(height) || !std::isfinite(across))
            throw std::invalid_argument("a point is not finite");
        places[i] = {static_cast<std::int64_t>(i), height, across, 0};
    }
    std::sort(places.begin(), places.end(),
              [](const Place &a, const Place &b) { return a.height > b.height; });
    for (std::size_t k = 1; k < count; ++k)
        places[k].row = places[k - 1].row + (places[k - 1].height - places[k].height > gap);
    std::sort(places.begin(), places.end(), [](const Place &a, const Place &b) {
        return std::tie(a.row, a.across, a.index) < std::tie(b.row, b.across, b.index);
    });
    for (const Place &place : places) order.push_back(place.index);
}

}  // namespace

// The parts of a polygon after all lines, as corners and how many of them each part has. It ends
// early once there are more parts than `most`.
std::pair<nb::bytes, nb::bytes> split(const Table<2> &outline, const Table<2> &normals,
                                      const Numbers &offsets, double eps, std::size_t most) {
    if (normals.shape(0) != offsets.shape(0)) throw std::invalid_argument("sizes differ");
    if (outline.shape(0) == 0) throw std::invalid_argument("a polygon has corners");
    Parts parts;
    parts.add(reinterpret_cast<const Corner *>(outline.data()), outline.shape(0));
    for (std::size_t k = 0; k < offsets.shape(0) && parts.counts.size() <= most; ++k)
        parts = split_once(parts, {normals(k, 0), normals(k, 1)}, offsets(k), eps);
    return {as_bytes(parts.corners), as_bytes(parts.counts)};
}

// The center of gravity of each part.
nb::bytes centroids(const Table<2> &corners, const Labels &counts) {
    std::vector<Corner> found;
    const auto *at = reinterpret_cast<const Corner *>(corners.data());
    std::size_t left = corners.shape(0);
    for (std::size_t k = 0; k < counts.shape(0); ++k) {
        const auto count = static_cast<std::size_t>(counts(k));
        if (counts(k) < 1 || count > left) throw std::invalid_argument("counts and corners differ");
        found.push_back(centroid(at, count));
        at += count;
        left -= count;
    }
    return as_bytes(found);
}

// For each face the numbers of its points, row by row from the top, each row from left to right. A
// frame holds the directions right and up; a new row begins where the height falls by more than
// gap.
nb::bytes reading_order(const Faces<-1> &points, const Faces<2> &frames, double gap) {
    const std::size_t faces = points.shape(0), count = points.shape(1);
    if (frames.shape(0) != faces) throw std::invalid_argument("sizes differ");
    std::vector<std::int64_t> order;
    order.reserve(faces * count);
    for (std::size_t face = 0; face < faces; ++face)
        read_face(order, points.data() + 3 * count * face, count, frames.data() + 6 * face, gap);
    return as_bytes(order);
}

void bind_cut(nb::module_ &m) {
    m.def("split", &split, nb::arg("outline"), nb::arg("normals"), nb::arg("offsets"),
          nb::arg("eps"), nb::arg("most"),
          "The parts of a polygon between lines: corners (float64) and their counts (int64).");
    m.def("centroids", &centroids, nb::arg("corners"), nb::arg("counts"),
          "The center of gravity of each part (float64).");
    m.def("reading_order", &reading_order, nb::arg("points"), nb::arg("frames"), nb::arg("gap"),
          "For each face the numbers of its points, row by row (int64).");
}

}  // namespace puzzlery
