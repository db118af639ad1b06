// How far bodies can move past one another: the only geometry that taking apart asks for.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
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
    // The cells of a body along an axis as bits, line after line.
    struct Lines {
        std::array<int, 3> low{}, size{};
        // For each axis the lines that have cells, by their two other coordinates; and all lines.
        std::array<std::vector<std::array<int, 2>>, 3> used;
        std::array<std::vector<std::uint64_t>, 3> bits;
    };
    void find_lines(const Body &body);
    void measure_lines(const Lines &first, const Lines &other, Spot apart,
                       std::uint16_t *free) const;
    void measure_units(int first, int other, Spot apart, std::uint16_t *free) const;
    void measure_swept(int first, int other, Spot apart, std::uint16_t *free) const;

    std::vector<Body> bodies_;
    std::vector<Axis> axes_;
    std::vector<int> lengths_;
    std::vector<Lines> lines_;
    bool units_;  // the axes are x, y, z, and a step sweeps nothing but its end
};

// The free steps of two bodies by how they stand, found when first asked for.
class PairTable {
public:
    PairTable(const Movement &movement, int first, int other)
        : movement_(&movement), first_(first), other_(other) {}
    // What is known of a pair that stands so. The lowest bytes of `touching` and `bound` stand
    // beside it, since most questions end there.
    struct Slot {
        const FreeSteps *free = nullptr;
        Spot apart = 0;
        std::uint8_t touching = 0, bound = 0;
    };
    // The free steps stay where they are when others are added; a slot does not.
    const Slot &at(Spot apart) {
        const Slot &slot = slots_[find(apart)];
        return slot.free ? slot : insert(apart);
    }

private:
    std::size_t find(Spot apart) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t place = (static_cast<std::uint32_t>(apart) * 0x9e3779b1u >> 12) & mask;
        while (slots_[place].free && slots_[place].apart != apart) place = (place + 1) & mask;
        return place;
    }
    const Slot &insert(Spot apart);

    const Movement *movement_;
    int first_, other_;
    std::vector<Slot> slots_ = std::vector<Slot>(16);
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
    std::unordered_map<std::uint64_t, PairTable> tables_;
};

}  // namespace puzzlery
