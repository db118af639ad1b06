// Partitions of points that are split again and again, and moves of which only the moved points
// are kept: what the search for pieces is made of.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/bytes.hpp"

namespace puzzlery {

using Index = std::uint32_t;

// One step from a point: the number of the move, and where it leads.
struct Step {
    Index move;
    Point to;
};

// Rows of different lengths, one after the other in a single array.
template <class T> struct Rows {
    std::vector<Index> start;
    std::vector<T> items;

    const T *begin(std::size_t row) const { return items.data() + start[row]; }
    std::size_t size(std::size_t row) const { return start[row + 1] - start[row]; }
};

// The moves of a puzzle, point by point. Only the moves that move a point are in its row, in the
// order of their numbers; so a thousand moves that swap two slots cost a thousand swaps.
class Moves {
public:
    Moves(std::size_t size, const std::vector<nb::bytes> &moves) : size_(size) {
        supports_.start.push_back(0);
        std::vector<Index> reached(size, 0);
        for (const nb::bytes &bytes : moves) read(bytes, reached);
        arrange();
    }

    std::size_t size() const { return size_; }
    std::size_t count() const { return supports_.start.size() - 1; }
    const Rows<Step> &steps() const { return steps_; }  // where moves lead from a point
    const Rows<Step> &backs() const { return backs_; }  // where they lead to it from
    const Rows<Point> &supports() const { return supports_; }
    Point image(Index at) const { return images_[at]; }  // of the support's entry number `at`

private:
    static constexpr std::size_t MOST = 0xffffffff;

    // Keep the moved points of one move. It permutes the points if no point is reached twice and
    // only points that move away are reached.
    void read(const nb::bytes &bytes, std::vector<Index> &reached) {
        if (bytes.size() != size_ * sizeof(Point))
            throw std::invalid_argument("a move has another number of points");
        const auto *images = reinterpret_cast<const Point *>(bytes.c_str());
        const auto stamp = static_cast<Index>(supports_.start.size());
        for (std::size_t i = 0; i < size_; ++i) {
            if (images[i] == i) continue;
            const Point to = images[i];
            if (to >= size_ || images[to] == to || reached[to] == stamp)
                throw std::invalid_argument("a move is not a permutation");
            reached[to] = stamp;
            supports_.items.push_back(static_cast<Point>(i));
            images_.push_back(to);
        }
        if (supports_.items.size() > MOST) throw std::invalid_argument("too many moves");
        supports_.start.push_back(static_cast<Index>(supports_.items.size()));
    }

    void arrange() {
        std::vector<Index> start(size_ + 1, 0);
        for (const Point point : supports_.items) ++start[point + 1u];
        std::partial_sum(start.begin(), start.end(), start.begin());
        // A point is moved away as often as it is reached, so both rows have one length.
        steps_.start = backs_.start = start;
        steps_.items.resize(supports_.items.size());
        backs_.items.resize(supports_.items.size());
        std::vector<Index> out = start, back = start;
        for (Index move = 0; move < count(); ++move)
            for (Index at = supports_.start[move]; at < supports_.start[move + 1]; ++at) {
                const Point from = supports_.items[at], to = images_[at];
                steps_.items[out[from]++] = {move, to};
                backs_.items[back[to]++] = {move, from};
            }
    }

    std::size_t size_;
    Rows<Point> supports_;
    std::vector<Point> images_;
    Rows<Step> steps_, backs_;
};

// Classes of points; the points of a class stand side by side, the marked ones first.
class Partition {
public:
    explicit Partition(std::size_t size) : order_(size), at_(size), label_(size, 0) {
        std::iota(order_.begin(), order_.end(), Index{0});
        std::iota(at_.begin(), at_.end(), Index{0});
        if (size) classes_.push_back({0, static_cast<Index>(size), 0});
    }

    Partition(std::size_t size, const nb::bytes &labels) : Partition(size) {
        if (labels.size() != size * sizeof(Point))
            throw std::invalid_argument("there must be one label for each point");
        const auto *given = reinterpret_cast<const Point *>(labels.c_str());
        const std::size_t most = size ? *std::max_element(given, given + size) : 0u;
        std::vector<Index> begin(most + 2);
        for (std::size_t i = 0; i < size; ++i) ++begin[given[i] + 1u];
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        classes_.clear();
        for (std::size_t k = 0; k <= most; ++k)
            if (begin[k] < begin[k + 1]) classes_.push_back({begin[k], begin[k + 1], 0});
        for (std::size_t i = 0; i < size; ++i) {
            at_[i] = begin[given[i]]++;
            order_[at_[i]] = static_cast<Index>(i);
        }
        for (Index k = 0; k < classes_.size(); ++k)
            for (Index at = classes_[k].begin; at < classes_[k].end; ++at) label_[order_[at]] = k;
    }

    Index label(std::size_t point) const { return label_[point]; }
    std::size_t count() const { return classes_.size(); }
    Index size(Index label) const { return classes_[label].end - classes_[label].begin; }
    const Index *begin(Index label) const { return order_.data() + classes_[label].begin; }
    const Index *end(Index label) const { return order_.data() + classes_[label].end; }

    void mark(std::size_t point) {
        Class &own = classes_[label_[point]];
        const Index to = own.begin + own.marked;
        if (at_[point] < to) return;
        if (!own.marked++) touched_.push_back(label_[point]);
        const Index other = order_[to];
        std::swap(order_[to], order_[at_[point]]);
        std::swap(at_[other], at_[point]);
    }

    // Part the marked points of each class from the others; the smaller half gets a new label,
    // which is handed to `born`.
    template <class Born> void split(Born born) {
        for (const Index label : touched_) {
            const Class old = classes_[label];
            classes_[label].marked = 0;
            const Index middle = old.begin + old.marked;
            if (middle == old.end) continue;
            const bool front = old.marked <= old.end - middle;
            const auto fresh = static_cast<Index>(classes_.size());
            classes_.push_back({front ? old.begin : middle, front ? middle : old.end, 0});
            (front ? classes_[label].begin : classes_[label].end) = middle;
            for (Index at = classes_[fresh].begin; at < classes_[fresh].end; ++at)
                label_[order_[at]] = fresh;
            born(fresh);
        }
        touched_.clear();
    }

    // The labels as bytes, numbered in the order in which they come.
    nb::bytes numbered() const {
        std::vector<Point> out(label_.size());
        std::vector<Index> rank(classes_.size(), NONE);
        Index next = 0;
        for (std::size_t i = 0; i < label_.size(); ++i) {
            Index &own = rank[label_[i]];
            if (own == NONE) own = next++;
            out[i] = static_cast<Point>(own);
        }
        return as_bytes(out);
    }

private:
    static constexpr Index NONE = 0xffffffff;
    struct Class {
        Index begin, end, marked;
    };
    std::vector<Index> order_, at_, label_;
    std::vector<Class> classes_;
    std::vector<Index> touched_;
};

}  // namespace puzzlery
