// Free steps from the definition: each cell of one body against each cell of the other.
#include "apart/movement.hpp"

#include <algorithm>
#include <stdexcept>

namespace puzzlery {

std::array<int, 3> coordinates(Spot spot) {
    std::array<int, 3> found;
    for (int &coordinate : found) {
        // The lowest digit, between -512 and 511; what is left is a multiple of 1024.
        coordinate = ((spot + coordinate_limit) & (2 * coordinate_limit - 1)) - coordinate_limit;
        spot = (spot - coordinate) >> spot_bits;
    }
    return found;
}

namespace {

int longest_side(const Body &body) {
    std::array<int, 3> low{}, high{};
    low.fill(coordinate_limit);
    high.fill(-coordinate_limit);
    for (const BodyCell &cell : body) {
        const auto at = coordinates(cell.at);
        for (int i = 0; i < 3; ++i) {
            low[i] = std::min(low[i], at[i]);
            high[i] = std::max(high[i], at[i]);
        }
    }
    int longest = 0;
    for (int i = 0; i < 3; ++i) longest = std::max(longest, high[i] - low[i] + 1);
    return longest;
}

// The number of steps that lead over this way; negative if none do.
int steps_along(Spot step, Spot way) {
    const auto one = coordinates(step), whole = coordinates(way);
    for (int i = 0; i < 3; ++i) {
        if (one[i] == 0) continue;
        const int steps = whole[i] / one[i];
        return steps >= 0 && steps * step == way ? steps : -1;
    }
    return -1;
}

void lower(std::uint16_t &free, int steps) {
    free = std::min(free, static_cast<std::uint16_t>(steps));
}

}  // namespace

Movement::Movement(std::vector<Body> bodies, std::vector<Axis> axes)
    : bodies_(std::move(bodies)), axes_(std::move(axes)) {
    if (axes_.empty() || axes_.size() > most_axes)
        throw std::invalid_argument("expected 1 to 13 axes");
    for (const Body &body : bodies_) {
        if (body.empty()) throw std::invalid_argument("a body has no cells");
        for (const BodyCell &cell : body)
            for (const Axis &axis : axes_)
                if (cell.kind < 0 || cell.kind >= static_cast<int>(axis.swept.size()))
                    throw std::invalid_argument("a cell is of an unknown kind");
        lengths_.push_back(longest_side(body));
    }
    units_ = axes_.size() == 3;
    for (int i = 0; units_ && i < 3; ++i) {
        const Spot unit = 1 << (i * spot_bits);
        units_ = axes_[i].step == unit && axes_[i].swept.size() == 1 &&
                 axes_[i].swept[0][0] == std::vector<Spot>{unit};
    }
    if (units_)
        for (const Body &body : bodies_) find_lines(body);
}

// Pieces that hold one another never spread over more than their lengths together. An oblique step
// changes up to three coordinates by up to two, hence the smaller limit where there are such.
int Movement::most_length() const { return units_ ? coordinate_limit - 1 : coordinate_limit / 3; }

void Movement::measure(int first, int other, Spot apart, FreeSteps &free) const {
    free.steps.fill(unblocked);
    if (units_)
        measure_units(first, other, apart, free.steps.data());
    else
        measure_swept(first, other, apart, free.steps.data());
    free.touching = free.bound = 0;
    for (int way = 0; way < 2 * axes(); ++way) {
        free.touching |= std::uint32_t{free.steps[way] == 0} << way;
        free.bound |= std::uint32_t{free.steps[way] != unblocked} << way;
    }
}

void Movement::find_lines(const Body &body) {
    Lines &lines = lines_.emplace_back();
    std::array<int, 3> high{};
    lines.low.fill(coordinate_limit);
    high.fill(-coordinate_limit);
    for (const BodyCell &cell : body)
        for (int i = 0; i < 3; ++i) {
            lines.low[i] = std::min(lines.low[i], coordinates(cell.at)[i]);
            high[i] = std::max(high[i], coordinates(cell.at)[i]);
        }
    for (int i = 0; i < 3; ++i) lines.size[i] = high[i] - lines.low[i] + 1;
    for (int i = 0; i < 3; ++i) {
        const int u = (i + 1) % 3, v = (i + 2) % 3;
        std::vector<std::uint64_t> &bits = lines.bits[i];
        bits.assign(static_cast<std::size_t>(lines.size[u]) * lines.size[v], 0);
        for (const BodyCell &cell : body) {
            const auto at = coordinates(cell.at);
            const int x = at[u] - lines.low[u], y = at[v] - lines.low[v];
            std::uint64_t &line = bits[x * lines.size[v] + y];
            if (!line) lines.used[i].push_back({x, y});
            line |= std::uint64_t{1} << ((at[i] - lines.low[i]) & 63);
        }
    }
}

// How far the bits of a line can go past those of another one, which stands `apart` further up:
// forward in free[0], and the other line forward in free[1].
static void measure_line(std::uint64_t one, std::uint64_t other, int apart, int reach,
                         std::uint16_t *free) {
    const auto moved = [other](int up) {
        if (up >= 64 || up <= -64) return std::uint64_t{0};
        return up >= 0 ? other << up : other >> -up;
    };
    if (one & moved(apart)) throw std::invalid_argument("two pieces overlap");
    for (int steps = 0; steps < std::min<int>(free[0], apart + reach); ++steps)
        if (one & moved(apart - steps - 1)) {
            free[0] = static_cast<std::uint16_t>(steps);
            break;
        }
    for (int steps = 0; steps < std::min<int>(free[1], reach - apart); ++steps)
        if (one & moved(apart + steps + 1)) {
            free[1] = static_cast<std::uint16_t>(steps);
            break;
        }
}

void Movement::measure_lines(const Lines &first, const Lines &other, Spot apart,
                             std::uint16_t *free) const {
    const auto way = coordinates(apart);
    std::array<int, 3> shift{};
    for (int i = 0; i < 3; ++i) shift[i] = way[i] + other.low[i] - first.low[i];
    for (int i = 0; i < 3; ++i) {
        const int u = (i + 1) % 3, v = (i + 2) % 3;
        const int reach = std::max(first.size[i], other.size[i]);
        for (const auto &[x, y] : first.used[i]) {
            const int there = x - shift[u], beside = y - shift[v];
            if (there < 0 || beside < 0 || there >= other.size[u] || beside >= other.size[v])
                continue;
            const std::uint64_t line = other.bits[i][there * other.size[v] + beside];
            if (line)
                measure_line(first.bits[i][x * first.size[v] + y], line, shift[i], reach,
                             free + 2 * i);
        }
    }
}

void Movement::measure_units(int first, int other, Spot apart, std::uint16_t *free) const {
    constexpr Spot row = 1 << spot_bits, layer = 1 << (2 * spot_bits);
    // A line of bits is a word long; longer bodies are compared cell by cell.
    if (lengths_[first] <= 64 && lengths_[other] <= 64) {
        measure_lines(lines_[first], lines_[other], apart, free);
        return;
    }
    for (const BodyCell &one : bodies_[first]) {
        const Spot from = apart - one.at;
        for (const BodyCell &two : bodies_[other]) {
            const Spot way = two.at + from;
            const bool back = way < 0;
            const Spot size = back ? -way : way;
            if (size == 0) throw std::invalid_argument("two pieces overlap");
            if (size < coordinate_limit)
                lower(free[0 + back], size - 1);
            else if (size % row == 0 && size < coordinate_limit * row)
                lower(free[2 + back], size / row - 1);
            else if (size % layer == 0)
                lower(free[4 + back], size / layer - 1);
        }
    }
}

void Movement::measure_swept(int first, int other, Spot apart, std::uint16_t *free) const {
    for (const BodyCell &one : bodies_[first])
        for (const BodyCell &two : bodies_[other]) {
            const Spot way = apart + two.at - one.at;
            if (way == 0 && one.kind == two.kind) throw std::invalid_argument("two pieces overlap");
            for (int a = 0; a < axes(); ++a) {
                for (const Spot over : axes_[a].swept[one.kind][two.kind])
                    if (const int steps = steps_along(axes_[a].step, way - over); steps >= 0)
                        lower(free[2 * a], steps);
                for (const Spot over : axes_[a].swept[two.kind][one.kind])
                    if (const int steps = steps_along(axes_[a].step, -way - over); steps >= 0)
                        lower(free[2 * a + 1], steps);
            }
        }
}

const PairTable::Slot &PairTable::insert(Spot apart) {
    if (2 * (entries_.size() + 1) > slots_.size()) {
        const std::vector<Slot> before = std::move(slots_);
        slots_.assign(2 * before.size(), {});
        for (const Slot &slot : before)
            if (slot.free) slots_[find(slot.apart)] = slot;
    }
    FreeSteps &free = entries_.emplace_back();
    movement_->measure(first_, other_, apart, free);
    Slot &slot = slots_[find(apart)];
    slot = {&free, apart, static_cast<std::uint8_t>(free.touching),
            static_cast<std::uint8_t>(free.bound)};
    return slot;
}

PairTable &PairTables::of(int first, int other) {
    const auto pair = static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint32_t>(other);
    return tables_.try_emplace(pair, *movement_, first, other).first->second;
}

}  // namespace puzzlery
