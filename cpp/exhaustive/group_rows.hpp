// A group as rows of cosets: every element is h · g, with h in a small subgroup H and g one of the
// representatives, a row's. H is what fixes the first base points; a row is where these go.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bytes.hpp"

namespace puzzlery {

// Short lists of points, found again by what they are.
class PointIndex {
public:
    explicit PointIndex(std::size_t width) : width_(width), slots_(1024, empty) {}
    static constexpr std::uint32_t empty = 0xffffffffu;

    std::size_t count() const { return width_ ? lists_.size() / width_ : count_; }
    const Point *at(std::size_t k) const { return lists_.data() + k * width_; }
    std::uint32_t find(const Point *list) const;
    // The number of the list, which is new if it was not there.
    std::uint32_t add(const Point *list);

private:
    std::size_t place(const Point *list) const;
    void grow();

    std::size_t width_;
    std::size_t count_ = 0;  // lists of no points: there is at most one
    Perm lists_;
    std::vector<std::uint32_t> slots_;
};

class GroupRows {
public:
    // `fixed` are the points that the elements of H fix, `rest` such that they and `fixed` tell
    // all elements apart.
    GroupRows(std::size_t degree, std::vector<Perm> moves, Perm fixed, Perm rest,
              std::vector<Perm> subgroup);

    std::size_t rows() const { return rows_.count(); }
    std::size_t inner() const { return subgroup_.size(); }
    std::size_t done() const { return done_; }
    bool is_finished() const { return done_ == rows(); }
    // Moves some more rows; new ones may appear.
    void extend(std::size_t count);

    const std::vector<std::uint32_t> &outer() const { return outer_; }
    const std::vector<std::uint32_t> &by() const { return by_; }
    std::vector<std::uint32_t> actions() const;
    // The number of an element, row · inner + place in H; or -1.
    std::int64_t index(const Perm &element) const;
    Perm element(std::uint64_t index) const;
    // The representative of a row.
    Perm representative(std::size_t row) const;
    const Perm &fixed() const { return fixed_; }
    const std::vector<Perm> &subgroup() const { return subgroup_; }
    std::size_t degree() const { return degree_; }

private:
    void move(std::size_t row, std::size_t m);

    std::size_t degree_;
    std::vector<Perm> moves_, backward_;
    Perm fixed_, rest_;
    std::vector<Perm> subgroup_;
    PointIndex rows_, members_;
    Perm inverses_;  // of the representatives, one after the other
    Perm rests_;     // where the representatives carry `rest`
    std::size_t done_ = 0;
    std::vector<std::uint32_t> outer_, by_;
};

}  // namespace puzzlery
