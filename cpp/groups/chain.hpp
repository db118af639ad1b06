// Stabilizer chains: for each base point the orbit that it still has when all earlier base points
// are held, and for each point of that orbit an element of the group that leads it home.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "groups/action.hpp"

namespace puzzlery {

// One base point. Elements of a level move no point before `start`, so only the rest is stored.
// A row leads its point to the base at once while memory allows, else one step up a tree.
class Level {
public:
    Level(const Orbit &orbit, std::size_t degree, Point base, bool direct);

    Point base() const { return base_; }
    std::size_t start() const { return start_; }
    std::size_t size() const { return points_.size(); }
    const std::vector<Point> &points() const { return points_; }
    bool direct() const { return direct_; }
    std::size_t generators() const { return generators_.size() / width_; }
    const Point *generator(std::size_t k) const { return generators_.data() + k * width_; }

    // Multiply g by what leads the point y of the orbit to the base.
    void lead_home(Point y, Perm &g) const;
    // Lead g's image of the base home; false if it lies outside of the orbit.
    bool reduce(Perm &g) const;
    std::size_t position(Point p) const { return static_cast<std::size_t>(place_[p - start_]); }
    bool has(Point p) const { return place_[p - start_] >= 0; }
    // Make the orbit closed under further elements, given on all points.
    void extend(const std::vector<const Perm *> &elements, std::size_t expected);
    // The image of a point under the k-th generator.
    Point move(std::size_t k, Point p) const { return generator(k)[p - start_]; }

private:
    std::uint32_t add_row(const Point *row);
    void add_point(Point y, std::size_t from, const Perm &inverse, std::uint32_t inverse_row);

    Point base_;
    bool direct_;
    std::size_t start_, width_;
    std::vector<Point> points_, rows_, generators_;
    std::vector<std::int32_t> place_;  // of each point from start on: where in points_, or -1
    std::vector<std::uint32_t> row_;   // for each of points_: which row leads it on
    std::vector<std::uint32_t> step_;  // in a tree: the rows of the generators' inverses
};

// The chain goes through the orbits one after the other; all levels of an orbit stand together.
class Chain {
public:
    explicit Chain(const Action &action);

    // Divide g by what the chain holds. The place where that ends: past the last group when g
    // has become the identity; else a level, or the end of a group some of whose points move.
    struct Place {
        std::size_t group, level;
        bool operator==(const Place &) const = default;
    };
    Place sift(Perm &g, Place from = {0, 0}) const;
    bool finished(const Place &place) const { return place.group == groups_.size(); }
    // Put in the remainder of a division, where it ended.
    void insert(const Place &place, const Perm &remainder);
    Level &add_level(std::size_t group, Point base, std::size_t expected);
    std::optional<Point> first_moved(const Perm &g, std::size_t group) const;

    std::optional<std::vector<std::uint32_t>> digits(Perm &g) const;
    void element(const std::vector<std::uint32_t> &digits, Perm &out) const;

    const std::vector<std::vector<Level>> &groups() const { return groups_; }
    // The levels from some place on.
    std::vector<const Level *> levels(Place from = {0, 0}) const;
    // The number of elements from some place on, as primes and their exponents: exact at any size.
    std::map<std::size_t, std::size_t> primes(Place from = {0, 0}) const;
    // An element that fixes the base points before some place, each as likely as any other.
    Perm random(Place from, RandomGenerator &random) const;
    const Action &action() const { return *action_; }

private:
    const Action *action_;
    std::vector<std::vector<Level>> groups_;
    std::size_t direct_ = 0;  // points in rows that lead home at once
};

}  // namespace puzzlery
