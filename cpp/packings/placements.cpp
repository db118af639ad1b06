// Placements of a shape on a board: where each orientation fits, found by looking up its cells.
#include <algorithm>
#include <set>

#include "core/bytes.hpp"

namespace puzzlery {

namespace {

using Coordinate = std::int64_t;

// A dense table takes at most so many entries of four bytes; a scattered board is searched instead.
constexpr double kMostDense = 1 << 24;

// The cells of a board in lexicographic order, found by their coordinates.
class Cells {
public:
    Cells(std::vector<Coordinate> coordinates, int dimension)
        : flat_(std::move(coordinates)), dimension_(dimension) {
        if (dimension < 1 || dimension > 3 || flat_.size() % dimension)
            throw std::invalid_argument("cells have one to three coordinates");
        if (flat_.empty()) throw std::invalid_argument("a board has no cells");
        double volume = 1;
        for (int axis = 0; axis < dimension; ++axis) {
            low_[axis] = high_[axis] = flat_[axis];
            for (std::size_t at = axis; at < flat_.size(); at += dimension) {
                low_[axis] = std::min(low_[axis], flat_[at]);
                high_[axis] = std::max(high_[axis], flat_[at]);
            }
            volume *= static_cast<double>(high_[axis]) - static_cast<double>(low_[axis]) + 1;
        }
        if (volume <= kMostDense) fill_dense(static_cast<std::size_t>(volume));
    }

    std::int32_t size() const { return static_cast<std::int32_t>(flat_.size() / dimension_); }
    const Coordinate *at(std::int32_t cell) const { return &flat_[cell * dimension_]; }

    // The number of the cell with these coordinates, or -1.
    std::int32_t find(const Coordinate *place) const {
        for (int axis = 0; axis < dimension_; ++axis)
            if (place[axis] < low_[axis] || place[axis] > high_[axis]) return -1;
        return dense_.empty() ? search(place) : dense_[dense_place(place)];
    }

private:
    std::size_t dense_place(const Coordinate *place) const {
        std::size_t number = 0;
        for (int axis = 0; axis < dimension_; ++axis)
            number = number * (high_[axis] - low_[axis] + 1) + (place[axis] - low_[axis]);
        return number;
    }

    void fill_dense(std::size_t volume) {
        dense_.assign(volume, -1);
        for (std::int32_t cell = 0; cell < size(); ++cell) dense_[dense_place(at(cell))] = cell;
    }

    std::int32_t search(const Coordinate *place) const {
        std::int32_t from = 0, to = size();
        while (from < to) {
            const std::int32_t middle = from + (to - from) / 2;
            if (std::lexicographical_compare(at(middle), at(middle) + dimension_, place,
                                             place + dimension_))
                from = middle + 1;
            else
                to = middle;
        }
        return from < size() && std::equal(place, place + dimension_, at(from)) ? from : -1;
    }

    std::vector<Coordinate> flat_;
    int dimension_;
    Coordinate low_[3] = {}, high_[3] = {};
    std::vector<std::int32_t> dense_;
};

// What decides whether a cell of a shape may lie on a cell of the board.
struct Colors {
    std::vector<std::int32_t> shades;  // of each cell of each orientation
    std::vector<std::int32_t> tints;   // of each cell of the board
    std::vector<char> fits;            // by shade and tint
    std::int32_t tint_count;

    bool fit(std::size_t part, std::int32_t cell) const {
        return fits.empty() || fits[shades[part] * tint_count + tints[cell]];
    }
    void check(std::size_t parts, std::size_t cells) const {
        if (fits.empty()) return;
        const auto shade_count = static_cast<std::int32_t>(fits.size() / std::max(1, tint_count));
        const auto within = [](const std::vector<std::int32_t> &all, std::int32_t end) {
            return std::all_of(all.begin(), all.end(),
                               [end](std::int32_t each) { return each >= 0 && each < end; });
        };
        if (shades.size() != parts || tints.size() != cells || tint_count < 1 ||
            fits.size() % tint_count || !within(shades, shade_count) || !within(tints, tint_count))
            throw std::invalid_argument("the colors do not match the cells");
    }
};

// The orientations of a shape, each so many cells in lexicographic order; an orientation goes only
// where its first cell comes to a board cell of the same kind.
struct Orientations {
    std::vector<Coordinate> flat;
    std::vector<std::int32_t> kinds;
    std::size_t size;  // cells of the shape
};

std::vector<std::int32_t> placements(const Cells &board, const std::vector<std::int32_t> &kinds,
                                     const Orientations &shape, int dimension,
                                     const Colors &colors) {
    std::vector<std::int32_t> found, row(shape.size);
    std::set<std::vector<std::int32_t>> seen;
    for (std::size_t turn = 0; turn < shape.kinds.size(); ++turn) {
        const Coordinate *cells = &shape.flat[turn * shape.size * dimension];
        for (std::int32_t first = 0; first < board.size(); ++first) {
            if (kinds[first] != shape.kinds[turn]) continue;
            std::size_t part = 0;
            for (; part < shape.size; ++part) {
                Coordinate place[3];
                for (int axis = 0; axis < dimension; ++axis)
                    place[axis] =
                        board.at(first)[axis] + cells[part * dimension + axis] - cells[axis];
                row[part] = board.find(place);
                if (row[part] < 0 || !colors.fit(turn * shape.size + part, row[part])) break;
            }
            // Only orientations that differ in nothing but colors can cover the same cells.
            if (part == shape.size && (colors.fits.empty() || seen.insert(row).second))
                found.insert(found.end(), row.begin(), row.end());
        }
    }
    return found;
}

nb::bytes shape_placements(const nb::bytes &board, const nb::bytes &kinds, int dimension,
                           const nb::bytes &oriented, const nb::bytes &oriented_kinds,
                           const nb::bytes &shades, const nb::bytes &tints, const nb::bytes &fits,
                           std::int32_t tint_count) {
    const Cells cells(from_bytes<Coordinate>(board), dimension);
    const auto cell_kinds = from_bytes<std::int32_t>(kinds);
    Orientations shape{from_bytes<Coordinate>(oriented), from_bytes<std::int32_t>(oriented_kinds),
                       0};
    const std::size_t turns = shape.kinds.size();
    if (!turns || shape.flat.empty() || shape.flat.size() % (turns * dimension) ||
        cell_kinds.size() != static_cast<std::size_t>(cells.size()))
        throw std::invalid_argument("the orientations do not match their kinds");
    shape.size = shape.flat.size() / (turns * dimension);
    const Colors colors{from_bytes<std::int32_t>(shades), from_bytes<std::int32_t>(tints),
                        from_bytes<char>(fits), tint_count};
    colors.check(turns * shape.size, cell_kinds.size());
    return as_bytes(placements(cells, cell_kinds, shape, dimension, colors));
}

}  // namespace

void bind_placements(nb::module_ &m) {
    m.def(
        "shape_placements", &shape_placements, nb::arg("board"), nb::arg("kinds"),
        nb::arg("dimension"), nb::arg("oriented"), nb::arg("oriented_kinds"), nb::arg("shades"),
        nb::arg("tints"), nb::arg("fits"), nb::arg("tint_count"),
        "The numbers of the cells that a shape covers, for each orientation and place, in order.");
}

}  // namespace puzzlery
