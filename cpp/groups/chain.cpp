// Stabilizer chains: levels, division of an element by a chain, and growth.
#include "groups/chain.hpp"

#include <stdexcept>

namespace puzzlery {

namespace {

constexpr std::size_t most_direct_level = std::size_t{1} << 21;  // points in one level's rows
constexpr std::size_t most_direct = std::size_t{1} << 27;        // points in the rows of all levels

}  // namespace

Level::Level(const Orbit &orbit, std::size_t degree, Point base, bool direct)
    : base_(base), direct_(direct), start_(orbit.first), width_(degree - orbit.first),
      points_{base}, place_(orbit.size, -1), row_{0} {
    place_[base - start_] = 0;
}

void Level::lead_home(Point y, Perm &g) const {
    Point *at = g.data() + start_;
    while (y != base_) {
        const Point *row = rows_.data() + row_[position(y)] * width_;
        for (std::size_t i = 0; i < width_; ++i) at[i] = row[at[i] - start_];
        y = row[y - start_];
    }
}

bool Level::reduce(Perm &g) const {
    const Point y = g[base_];
    if (!has(y)) return false;
    lead_home(y, g);
    return true;
}

std::uint32_t Level::add_row(const Point *row) {
    rows_.insert(rows_.end(), row, row + width_);
    return static_cast<std::uint32_t>(rows_.size() / width_ - 1);
}

// y comes from points_[from] by an element whose inverse is given.
void Level::add_point(Point y, std::size_t from, const Perm &inverse, std::uint32_t inverse_row) {
    place_[y - start_] = static_cast<std::int32_t>(points_.size());
    points_.push_back(y);
    if (!direct_) {
        row_.push_back(inverse_row);
        return;
    }
    row_.push_back(add_row(inverse.data()));
    if (from == 0) return;
    const Point *home = rows_.data() + row_[from] * width_;
    Point *row = rows_.data() + row_.back() * width_;
    for (std::size_t i = 0; i < width_; ++i) row[i] = home[row[i] - start_];
}

void Level::extend(const std::vector<const Perm *> &elements, std::size_t expected) {
    const std::size_t known = generators(), old = size();
    if (direct_) rows_.reserve(expected * width_);
    for (const Perm *element : elements)
        generators_.insert(generators_.end(), element->data() + start_,
                           element->data() + element->size());
    std::vector<Perm> inverses(generators(), Perm(width_));
    for (std::size_t k = 0; k < inverses.size(); ++k) {
        for (std::size_t i = 0; i < width_; ++i)
            inverses[k][generator(k)[i] - start_] = static_cast<Point>(i + start_);
        if (!direct_ && k >= known) step_.push_back(add_row(inverses[k].data()));
    }
    for (std::size_t q = 0; q < points_.size(); ++q)
        for (std::size_t k = q < old ? known : 0; k < inverses.size(); ++k)
            if (const Point y = move(k, points_[q]); !has(y))
                add_point(y, q, inverses[k], direct_ ? 0 : step_[k]);
}

Chain::Chain(const Action &action) : action_(&action), groups_(action.orbits().size()) {}

std::optional<Point> Chain::first_moved(const Perm &g, std::size_t group) const {
    const Orbit &orbit = action_->orbits()[group];
    for (std::size_t i = orbit.first; i < orbit.first + orbit.size; ++i)
        if (g[i] != i) return static_cast<Point>(i);
    return std::nullopt;
}

Chain::Place Chain::sift(Perm &g, Place from) const {
    for (; from.group < groups_.size(); ++from.group, from.level = 0) {
        const std::vector<Level> &levels = groups_[from.group];
        for (; from.level < levels.size(); ++from.level)
            if (!levels[from.level].reduce(g)) return from;
        if (first_moved(g, from.group)) return from;
    }
    return from;
}

Level &Chain::add_level(std::size_t group, Point base, std::size_t expected) {
    const Orbit &orbit = action_->orbits()[group];
    const std::size_t needed = expected * (action_->size() - orbit.first);
    const bool direct = needed <= most_direct_level && direct_ + needed <= most_direct;
    if (direct) direct_ += needed;
    return groups_[group].emplace_back(orbit, action_->size(), base, direct);
}

void Chain::insert(const Place &place, const Perm &remainder) {
    std::vector<Level> &levels = groups_[place.group];
    if (place.level == levels.size())
        add_level(place.group, *first_moved(remainder, place.group),
                  action_->orbits()[place.group].size);
    levels[place.level].extend({&remainder}, 0);
}

std::optional<std::vector<std::uint32_t>> Chain::digits(Perm &g) const {
    std::vector<std::uint32_t> digits;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        for (const Level &level : groups_[group]) {
            const Point y = g[level.base()];
            if (!level.has(y)) return std::nullopt;
            digits.push_back(static_cast<std::uint32_t>(level.position(y)));
            level.reduce(g);
        }
        if (first_moved(g, group)) return std::nullopt;
    }
    return digits;
}

// g = u_k … u_2 u_1 with u_l from level l, so its inverse is u_1⁻¹ u_2⁻¹ … u_k⁻¹.
void Chain::element(const std::vector<std::uint32_t> &digits, Perm &out) const {
    const auto all = levels();
    if (digits.size() != all.size()) throw std::invalid_argument("one digit for each level");
    Perm inverse = identity(action_->size());
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (digits[at] >= all[at]->size()) throw std::invalid_argument("a digit is too large");
        all[at]->lead_home(all[at]->points()[digits[at]], inverse);
    }
    invert(inverse, out);
}

std::vector<const Level *> Chain::levels(Place from) const {
    std::vector<const Level *> all;
    for (; from.group < groups_.size(); ++from.group, from.level = 0)
        for (; from.level < groups_[from.group].size(); ++from.level)
            all.push_back(&groups_[from.group][from.level]);
    return all;
}

std::map<std::size_t, std::size_t> Chain::primes(Place from) const {
    std::map<std::size_t, std::size_t> exponents;
    for (const Level *level : levels(from)) {
        std::size_t rest = level->size();
        for (std::size_t p = 2; p * p <= rest; ++p)
            for (; rest % p == 0; rest /= p) ++exponents[p];
        if (rest > 1) ++exponents[rest];
    }
    return exponents;
}

Perm Chain::random(Place from, RandomGenerator &random) const {
    Perm home = identity(action_->size());
    for (const Level *level : levels(from))
        level->lead_home(level->points()[random.below(level->size())], home);
    return inverse(home);
}

}  // namespace puzzlery
