// Membership by slots and invariants.
#include "groups/members.hpp"

#include <bit>

namespace puzzlery {

namespace {

constexpr std::size_t most_points = std::size_t{1} << 22;  // in the records of all families
constexpr std::size_t most_values = 1024;                  // in the table of invariants
constexpr std::size_t word = 64;
constexpr std::uint32_t stays = ~std::uint32_t{0};

// Slots as they are filled one after the other. An inversion is an earlier slot with a larger
// number, and the parity of a sum of bits is that of their exclusive or.
class FewSlots {
public:
    void put(std::size_t slot) {
        inversions_ ^= seen_ >> slot;
        seen_ |= std::uint64_t{1} << slot;
    }
    bool complete(std::size_t slots) const {
        return static_cast<std::size_t>(std::popcount(seen_)) == slots;
    }
    bool odd() const { return std::popcount(inversions_) & 1; }

private:
    std::uint64_t seen_ = 0, inversions_ = 0;
};

// The same for any number of slots: a permutation is odd if slots minus cycles is.
class ManySlots {
public:
    ManySlots() { images().clear(); }
    void put(std::size_t slot) { images().push_back(static_cast<Point>(slot)); }
    bool complete(std::size_t slots) {
        std::vector<char> &seen = marks();
        seen.assign(slots, 0);
        for (const Point slot : images()) seen[slot] = 1;
        return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), 1)) == slots;
    }
    bool odd() const { return is_odd(images()); }

private:
    static std::vector<Point> &images() {
        static thread_local std::vector<Point> kept;
        return kept;
    }
    static std::vector<char> &marks() {
        static thread_local std::vector<char> kept;
        return kept;
    }
};

}  // namespace

std::optional<Members> Members::of(const Action &action) {
    Members members(action);
    members.fixed_ = action.fixed();
    members.at_.assign(action.degree(), stays);
    for (std::size_t number = 0; number < action.orbits().size(); ++number) {
        if (action.orbits()[number].product.empty()) return std::nullopt;
        members.families_.push_back(members.family(number));
        if (members.records_.size() > most_points) return std::nullopt;
    }
    members.number_values();
    return members;
}

// The points of a slot and of the orbits that follow stand in the same order in all records. Maps
// that commute with the group agree everywhere if they agree on one point.
Members::Family Members::family(std::size_t number) {
    const Orbit &orbit = action_->orbits()[number];
    std::vector<std::size_t> by_seat(orbit.size);  // where the point with a slot and a turn is
    for (std::size_t k = 0; k < orbit.size; ++k)
        by_seat[orbit.slot[k] * orbit.turns + orbit.turn[k]] = k;
    const auto mate = [&](std::size_t k, std::size_t t) {
        return by_seat[orbit.slot[k] * orbit.turns + orbit.product[t][orbit.turn[k]]];
    };
    std::vector<std::pair<const Follower *, std::size_t>> columns;
    for (std::size_t t = 1; t < orbit.turns; ++t) columns.emplace_back(nullptr, t);
    std::vector<Point> seen;
    for (const Follower &follower : action_->followers())
        for (std::size_t t = 0; follower.orbit == number && t < orbit.turns; ++t)
            if (const Point p = follower.image[mate(0, t)];
                std::find(seen.begin(), seen.end(), p) == seen.end()) {
                seen.push_back(p);
                columns.emplace_back(&follower, t);
            }
    Family made;
    made.slots = orbit.slots, made.mates = columns.size();
    made.modulus = static_cast<std::uint32_t>(orbit.modulus);
    made.begin = static_cast<std::uint32_t>(records_.size());
    for (std::size_t k = 0; k < orbit.size; ++k) {
        at_[action_->point(orbit.first + k)] = static_cast<std::uint32_t>(records_.size());
        records_.push_back(orbit.slot[k]);
        records_.push_back(static_cast<Point>(orbit.modulus > 1 ? orbit.log[orbit.turn[k]] : 0));
        for (const auto &[follower, t] : columns)
            records_.push_back(follower ? follower->image[mate(k, t)]
                                        : action_->point(orbit.first + mate(k, t)));
    }
    made.end = static_cast<std::uint32_t>(records_.size());
    for (const Point leader : orbit.leader)
        made.leaders.push_back(action_->point(orbit.first + leader));
    return made;
}

// Digits for all invariants, in the order of the action's moduli, and which numbers are taken.
void Members::number_values() {
    std::size_t count = 1;
    for (Family &family : families_) {
        family.turn_stride = family.modulus > 1 ? count : 0;
        count *= family.modulus;
        family.parity_stride = family.slots > 1 ? count : 0;
        count *= family.slots > 1 ? 2 : 1;
        if (count > most_values) return;
    }
    for (std::size_t number = 0; number < count; ++number) {
        std::vector<std::size_t> values;
        std::size_t rest = number;
        for (const std::size_t modulus : action_->moduli()) {
            values.push_back(rest % modulus);
            rest /= modulus;
        }
        taken_.push_back(action_->takes(values));
    }
}

// The sum of turns and the parity of one orbit; nothing if pieces are torn apart. The number of
// mates is a constant for the usual pieces, so that no loop is left.
template <class Slots, class Mates>
std::optional<Members::Value> Members::read(const Family &family, const Point *images,
                                            Mates mates) const {
    Slots slots;
    std::uint32_t sum = 0;
    for (const Point leader : family.leaders) {
        const Point to = images[leader];
        if (to >= at_.size()) return std::nullopt;
        const std::uint32_t there = at_[to];
        if (there < family.begin || there >= family.end) return std::nullopt;
        const Point *from = records_.data() + at_[leader], *record = records_.data() + there;
        for (std::size_t j = 2; j < 2 + mates; ++j)
            if (images[from[j]] != record[j]) return std::nullopt;
        slots.put(record[0]);
        sum += record[1];
    }
    if (!slots.complete(family.slots)) return std::nullopt;
    return Value{family.modulus > 1 ? sum % family.modulus : 0, slots.odd()};
}

std::optional<Members::Value> Members::value(const Family &family, const Point *images) const {
    using std::integral_constant;
    if (family.slots > word) return read<ManySlots>(family, images, family.mates);
    switch (family.mates) {
    case 0:
        return read<FewSlots>(family, images, integral_constant<std::size_t, 0>());
    case 1:
        return read<FewSlots>(family, images, integral_constant<std::size_t, 1>());
    case 2:
        return read<FewSlots>(family, images, integral_constant<std::size_t, 2>());
    default:
        return read<FewSlots>(family, images, family.mates);
    }
}

bool Members::holds(const Point *images) const {
    for (const Point p : fixed_)
        if (images[p] != p) return false;
    return taken_.empty() ? takes_list(images) : takes_number(images);
}

bool Members::takes_number(const Point *images) const {
    std::size_t number = 0;
    for (const Family &family : families_) {
        const std::optional<Value> found = value(family, images);
        if (!found) return false;
        number += found->turn * family.turn_stride + found->odd * family.parity_stride;
    }
    return taken_[number];
}

bool Members::takes_list(const Point *images) const {
    static thread_local std::vector<std::size_t> values;
    values.clear();
    for (const Family &family : families_) {
        const std::optional<Value> found = value(family, images);
        if (!found) return false;
        if (family.modulus > 1) values.push_back(found->turn);
        if (family.slots > 1) values.push_back(found->odd);
    }
    return action_->takes(values);
}

}  // namespace puzzlery
