// How far bodies can move past one another: the only geometry that taking apart asks for.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace puzzlery {

// A point of the lattice in one number: x + 2^10 y + 2^20 z. Sums and differences of points are
// those of their numbers, as long as every coordinate stays between -512 and 511.
using Spot = std::int32_t;
constexpr int spot_bits = 10;
constexpr int coordinate_limit = 1 << (spot_bits - 1);
inline Spot spot(int x, int y, int z) {
    return x + (y * (1 << spot_bits)) + (z * (1 << 2 * spot_bits));
}
std::array<int, 3> coordinates(Spot spot);

constexpr int most_axes = 13;
constexpr std::uint16_t unblocked = 0xffff;

// One direction of movement. A step leads from a cell to the cell at `step`; a cell of kind k then
// passes through the cells of kind m at swept[k][m].
struct Axis {
    Spot step = 0;
    std::vector<std::vector<std::vector<Spot>>> swept;
};

struct BodyCell {
    Spot at;
    std::int32_t kind;
};
using Body = std::vector<BodyCell>;

// For each axis the whole steps that one body can go forward while the other stays, and those that
// the other can go forward while the first one stays; `unblocked` if nothing ever stops it.
// Bit k of `touching` says that steps[k] is 0, bit k of `bound` that it is not `unblocked`.
struct FreeSteps {
    std::array<std::uint16_t, 2 * most_axes> steps;
    std::uint32_t touching, bound;
};

// The bodies and axes of a puzzle.
class Movement {
public:
    Movement(std::vector<Body> bodies, std::vector<Axis> axes);

    int axes() const { return static_cast<int>(axes_.size()); }
    std::size_t bodies() const { return bodies_.size(); }
    Spot step(int axis) const { return axes_[axis].step; }
    // The other body stands `apart` from the first.
    void measure(int first, int other, Spot apart, FreeSteps &free) const;
    // The longest that a body is along any coordinate.
    int length(int body) const { return lengths_[body]; }
    // The most that the lengths of the pieces of an assembly may add up to.
    int most_length() const;

private:
    void measure_units(int first, int other, Spot apart, std::uint16_t *free) const;
    void measure_swept(int first, int other, Spot apart, std::uint16_t *free) const;

    std::vector<Body> bodies_;
    std::vector<Axis> axes_;
    std::vector<int> lengths_;
    bool units_;  // the axes are x, y, z, and a step sweeps nothing but its end
};

// The free steps of two bodies by how they stand, found when first asked for.
class PairTable {
public:
    PairTable(const Movement &movement, int first, int other)
        : movement_(&movement), first_(first), other_(other) {}
    // References stay valid when others are added.
    const FreeSteps &at(Spot apart) {
        std::size_t place = find(apart);
        if (numbers_[place] == 0) place = insert(apart);
        return entries_[numbers_[place] - 1];
    }

private:
    std::size_t find(Spot apart) const {
        const std::size_t mask = keys_.size() - 1;
        std::size_t place = (static_cast<std::uint32_t>(apart) * 0x9e3779b1u >> 12) & mask;
        while (numbers_[place] && keys_[place] != apart) place = (place + 1) & mask;
        return place;
    }
    std::size_t insert(Spot apart);

    const Movement *movement_;
    int first_, other_;
    std::vector<Spot> keys_ = std::vector<Spot>(16);
    std::vector<std::uint32_t> numbers_ = std::vector<std::uint32_t>(16);
    std::deque<FreeSteps> entries_;
};

// Tables for the pairs of bodies that have met. Each thread has its own.
class PairTables {
public:
    explicit PairTables(const Movement &movement) : movement_(&movement) {}
    PairTable &of(int first, int other);
    const Movement &movement() const { return *movement_; }

private:
    const Movement *movement_;
    std::map<std::pair<int, int>, std::unique_ptr<PairTable>> tables_;
};

}  // namespace puzzlery
