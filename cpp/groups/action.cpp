// Orbits, followers, slots and abelian invariants of a permutation group given by generators.
#include "groups/action.hpp"

namespace puzzlery {

namespace {

constexpr std::size_t random_elements = 12;
constexpr std::size_t most_carried = std::size_t{1} << 28;  // steps for one orbit
constexpr std::size_t most_turns = 64;

// The group H of a slot as a table: product[a][b] is first a, then b; 0 is the identity.
using Table = std::vector<std::vector<Point>>;

std::size_t inverse_in(const Table &product, std::size_t a) {
    return static_cast<std::size_t>(std::find(product[a].begin(), product[a].end(), Point{0}) -
                                    product[a].begin());
}

std::vector<char> derived_subgroup(const Table &product) {
    const std::size_t order = product.size();
    std::vector<char> in(order, 0);
    std::vector<std::size_t> generators, members{0};
    in[0] = 1;
    for (std::size_t a = 0; a < order; ++a)
        for (std::size_t b = 0; b < order; ++b) {
            const std::size_t ba = product[b][a];
            generators.push_back(product[product[a][b]][inverse_in(product, ba)]);
        }
    std::sort(generators.begin(), generators.end());
    generators.erase(std::unique(generators.begin(), generators.end()), generators.end());
    for (std::size_t k = 0; k < members.size(); ++k)
        for (const std::size_t g : generators) {
            const std::size_t next = product[members[k]][g];
            if (!in[next]) in[next] = 1, members.push_back(next);
        }
    return in;
}

// Logarithms of the elements in H/H' and its order, if it is cyclic; else zeros and 1.
std::vector<std::size_t> logarithms(const Table &product, std::size_t &modulus) {
    const std::vector<char> derived = derived_subgroup(product);
    const auto size = static_cast<std::size_t>(std::count(derived.begin(), derived.end(), 1));
    modulus = product.size() / size;
    std::vector<std::size_t> log(product.size());
    for (std::size_t g = 0; g < product.size(); ++g) {
        std::size_t power = 0, exponent = 0;
        do {
            for (std::size_t d = 0; d < product.size(); ++d)
                if (derived[d]) log[product[power][d]] = exponent;
            power = product[power][g];
            ++exponent;
        } while (!derived[power]);
        if (exponent == modulus) return log;
    }
    modulus = 1;
    return std::vector<std::size_t>(product.size(), 0);
}

}  // namespace

bool is_odd(std::vector<Point> &images) {
    constexpr Point seen = 0xffff;
    std::size_t swaps = 0;
    for (std::size_t i = 0; i < images.size(); ++i)
        for (std::size_t k = i; images[k] != seen; ++swaps) {
            const std::size_t next = images[k];
            images[k] = seen;
            if (images[next] == seen) break;
            k = next;
        }
    return swaps % 2;
}

Action::Action(std::size_t degree, const std::vector<Perm> &generators, RandomGenerator &random)
    : degree_(degree), generators_(&generators), invariants_(generators.size()) {
    label_orbits();
    find_cycles(random);
    std::vector<std::int32_t> by_size(members_.size());
    std::iota(by_size.begin(), by_size.end(), 0);
    const auto size = [&](std::int32_t orbit) { return members_[orbit].size(); };
    std::stable_sort(by_size.begin(), by_size.end(),
                     [&](std::int32_t a, std::int32_t b) { return size(a) > size(b); });
    std::vector<char> gone(members_.size(), 0);
    std::vector<Draft> drafts;
    for (const std::int32_t orbit : by_size)
        if (!gone[orbit] && size(orbit) > 1) drafts.push_back(draft(orbit, gone));
    std::reverse(drafts.begin(), drafts.end());
    number(drafts);
    eliminate();
    cycle_lengths_.clear();
    generators_ = nullptr;
}

void Action::label_orbits() {
    label_.assign(degree_, -1);
    for (std::size_t start = 0; start < degree_; ++start) {
        if (label_[start] >= 0) continue;
        const auto orbit = static_cast<std::int32_t>(members_.size());
        std::vector<Point> points{static_cast<Point>(start)};
        label_[start] = orbit;
        for (std::size_t k = 0; k < points.size(); ++k)
            for (const Perm &g : *generators_)
                if (const Point y = g[points[k]]; label_[y] < 0)
                    label_[y] = orbit, points.push_back(y);
        if (points.size() == 1) fixed_.push_back(points[0]);
        members_.push_back(std::move(points));
    }
}

Action::Walk Action::walk_from(Point start) const {
    Walk walk{{start}, {0}, {0}};
    std::vector<char> seen(degree_, 0);
    seen[start] = 1;
    for (std::size_t k = 0; k < walk.points.size(); ++k)
        for (std::size_t g = 0; g < generators_->size(); ++g) {
            const Point y = (*generators_)[g][walk.points[k]];
            if (seen[y]) continue;
            seen[y] = 1;
            walk.points.push_back(y);
            walk.parent.push_back(static_cast<std::uint32_t>(k));
            walk.by.push_back(static_cast<std::uint32_t>(g));
        }
    return walk;
}

// Where the cycle of x in g has length c, the power g^c fixes x. So a point whose cycle length
// does not divide c is not fixed by all that fixes x: a sieve that costs one pass for each g.
void Action::find_cycles(RandomGenerator &random) {
    if (generators_->empty()) return;
    Shuffler shuffler(*generators_, degree_, random);
    for (std::size_t r = 0; r < random_elements; ++r) {
        const Perm &g = shuffler.next(random);
        Perm lengths(degree_, 0);
        for (std::size_t start = 0; start < degree_; ++start) {
            if (lengths[start]) continue;
            Point length = 0, at = static_cast<Point>(start);
            do at = g[at], ++length;
            while (at != start);
            do lengths[at] = length, at = g[at];
            while (at != start);
        }
        cycle_lengths_.push_back(std::move(lengths));
    }
}

bool Action::may_follow(Point x, Point y) const {
    return std::all_of(cycle_lengths_.begin(), cycle_lengths_.end(),
                       [&](const Perm &length) { return length[x] % length[y] == 0; });
}

// Carry y along the walk of x; true if every generator agrees, which says by Schreier's lemma
// that whatever fixes x fixes y.
bool Action::carry(const Walk &walk, const std::vector<std::uint32_t> &place, Point y,
                   std::vector<Point> &column) const {
    column.resize(walk.points.size());
    column[0] = y;
    for (std::size_t k = 1; k < column.size(); ++k)
        column[k] = (*generators_)[walk.by[k]][column[walk.parent[k]]];
    for (std::size_t k = 0; k < column.size(); ++k)
        for (const Perm &g : *generators_)
            if (g[column[k]] != column[place[g[walk.points[k]]]]) return false;
    return true;
}

// Points of the orbit that Stab(x) fixes come from maps of the orbit to itself which commute with
// the group. A product of two such maps is another, so few need to be found by carrying.
Action::Draft Action::draft(std::int32_t orbit, std::vector<char> &gone) const {
    Draft draft{walk_from(members_[orbit][0]), std::vector<std::uint32_t>(degree_, 0), {}, {}};
    const std::vector<Point> &points = draft.walk.points;
    for (std::size_t k = 0; k < points.size(); ++k)
        draft.place[points[k]] = static_cast<std::uint32_t>(k);
    gone[orbit] = 1;
    std::vector<char> reached(degree_, 0);
    reached[points[0]] = 1;
    std::vector<Point> column;
    std::size_t work = 0;
    for (std::size_t y = 0; y < degree_ && work < most_carried; ++y) {
        const std::int32_t its = label_[y];
        const std::size_t size = members_[its].size();
        const bool open = its == orbit ? !reached[y] : !gone[its] && size > 1;
        const auto candidate = static_cast<Point>(y);
        if (!open || points.size() % size || !may_follow(points[0], candidate)) continue;
        work += points.size();
        if (!carry(draft.walk, draft.place, candidate, column)) continue;
        work += points.size() * generators_->size();
        if (its != orbit) {
            gone[its] = 1;
            draft.followers.push_back(column);
        } else {
            draft.maps.push_back(column);
            for (const Point p : draft.home()) reached[p] = 1;
        }
    }
    return draft;
}

// The points of the slot of the walk's first point.
std::vector<Point> Action::Draft::home() const {
    std::vector<Point> found{walk.points[0]};
    std::vector<char> seen(walk.points.size(), 0);
    seen[0] = 1;
    for (std::size_t k = 0; k < found.size(); ++k)
        for (const std::vector<Point> &map : maps)
            if (const Point y = map[place[found[k]]]; !seen[place[y]])
                seen[place[y]] = 1, found.push_back(y);
    return found;
}

void Action::number(const std::vector<Draft> &drafts) {
    compact_.assign(degree_, -1);
    for (const Draft &draft : drafts) {
        Orbit orbit;
        orbit.first = point_.size();
        orbit.size = draft.walk.points.size();
        for (const Point p : draft.walk.points) {
            compact_[p] = static_cast<std::int32_t>(point_.size());
            point_.push_back(p);
        }
        for (const std::vector<Point> &image : draft.followers)
            followers_.push_back({orbits_.size(), image});
        describe(draft, orbit);
        add_invariants(orbit);
        orbits_.push_back(std::move(orbit));
    }
}

// Number the slots and the turns, and make the table of H.
void Action::describe(const Draft &draft, Orbit &orbit) const {
    const std::vector<Point> home = draft.home();
    orbit.turns = home.size();
    orbit.slots = orbit.size / orbit.turns;
    orbit.slot.resize(orbit.size);
    orbit.turn.assign(orbit.size, 0);
    std::vector<char> seen(orbit.size, 0);
    for (std::size_t k = 0; k < orbit.size; ++k) {
        if (seen[k]) continue;
        // The same products of maps reach all points of any slot, in the same order.
        std::vector<std::size_t> points{k};
        seen[k] = 1;
        for (std::size_t j = 0; j < points.size(); ++j) {
            orbit.slot[points[j]] = static_cast<Point>(orbit.leader.size());
            orbit.turn[points[j]] = static_cast<Point>(j);
            for (const std::vector<Point> &map : draft.maps)
                if (const std::size_t to = draft.place[map[points[j]]]; !seen[to])
                    seen[to] = 1, points.push_back(to);
        }
        orbit.leader.push_back(static_cast<Point>(k));
    }
    if (orbit.turns > most_turns) return;
    // The walk to the j-th point of the home slot carries its k-th point to that slot's turn
    // product[k][j]: follow the products of maps that reach the k-th from the first.
    orbit.product.assign(orbit.turns, std::vector<Point>(orbit.turns, 0));
    std::vector<std::vector<Point>> columns{draft.walk.points};
    std::vector<char> made(orbit.turns, 0);
    made[0] = 1;
    const auto turn = [&](Point p) { return orbit.turn[draft.place[p]]; };
    for (std::size_t k = 0; k < columns.size(); ++k) {
        const Point its = turn(columns[k][0]);
        for (std::size_t j = 0; j < orbit.turns; ++j)
            orbit.product[its][j] = turn(columns[k][draft.place[home[j]]]);
        for (const std::vector<Point> &map : draft.maps) {
            const Point next = turn(map[draft.place[columns[k][0]]]);
            if (made[next]) continue;
            made[next] = 1;
            std::vector<Point> column(orbit.size);
            for (std::size_t i = 0; i < orbit.size; ++i)
                column[i] = map[draft.place[columns[k][i]]];
            columns.push_back(std::move(column));
        }
    }
    orbit.log = logarithms(orbit.product, orbit.modulus);
}

void Action::add_invariants(const Orbit &orbit) {
    if (orbit.modulus > 1) moduli_.push_back(orbit.modulus);
    if (orbit.slots > 1) moduli_.push_back(2);
    Perm g(orbit.first + orbit.size);
    for (std::size_t k = 0; k < generators_->size(); ++k) {
        for (std::size_t i = orbit.first; i < g.size(); ++i)
            g[i] = static_cast<Point>(compact_[(*generators_)[k][point_[i]]]);
        read_invariants(orbit, g, invariants_[k]);
    }
}

// Append the sum of the turns and the parity of the slots.
void Action::read_invariants(const Orbit &orbit, const Perm &g,
                             std::vector<std::size_t> &out) const {
    std::vector<Point> images(orbit.slots);
    std::size_t sum = 0;
    for (std::size_t s = 0; s < orbit.slots; ++s) {
        const std::size_t to = g[orbit.first + orbit.leader[s]] - orbit.first;
        images[s] = orbit.slot[to];
        if (orbit.modulus > 1) sum += orbit.log[orbit.turn[to]];
    }
    if (orbit.modulus > 1) out.push_back(sum % orbit.modulus);
    if (orbit.slots > 1) out.push_back(is_odd(images));
}

bool Action::compress(const Point *full, Perm &out) const {
    out.resize(size());
    for (const Point p : fixed_)
        if (full[p] != p) return false;
    for (const Orbit &orbit : orbits_)
        for (std::size_t k = orbit.first; k < orbit.first + orbit.size; ++k) {
            const Point to = full[point_[k]];
            if (to >= degree_ || compact_[to] < 0) return false;
            const auto image = static_cast<std::size_t>(compact_[to]);
            if (image < orbit.first || image >= orbit.first + orbit.size) return false;
            out[k] = static_cast<Point>(image);
        }
    for (const Follower &follower : followers_) {
        const std::size_t first = orbits_[follower.orbit].first;
        for (std::size_t k = 0; k < follower.image.size(); ++k)
            if (full[follower.image[k]] != follower.image[out[first + k] - first]) return false;
    }
    return true;
}

void Action::expand(const Point *compact, Point *out) const {
    for (const Point p : fixed_) out[p] = p;
    for (std::size_t k = 0; k < size(); ++k) out[point_[k]] = point_[compact[k]];
    for (const Follower &follower : followers_) {
        const std::size_t first = orbits_[follower.orbit].first;
        for (std::size_t k = 0; k < follower.image.size(); ++k)
            out[follower.image[k]] = follower.image[compact[first + k] - first];
    }
}

void Action::subtract(std::vector<std::size_t> &from, std::size_t times,
                      const std::vector<std::size_t> &row) const {
    for (std::size_t c = 0; c < moduli_.size(); ++c) {
        const std::size_t part = times % moduli_[c] * row[c] % moduli_[c];
        from[c] = from[c] >= part ? from[c] - part : from[c] + moduli_[c] - part;
    }
}

// The subgroup that the generators' invariants span in a product of cyclic groups: elimination
// column by column; that multiple of a pivot which vanishes in its column goes on as a row.
void Action::eliminate() {
    std::vector<std::vector<std::size_t>> rows = invariants_;
    pivots_.resize(moduli_.size());
    for (std::size_t c = 0; c < moduli_.size(); ++c) {
        std::optional<std::size_t> pivot;
        for (std::size_t r = 0; r < rows.size(); ++r) {
            if (!rows[r][c]) continue;
            if (!pivot) pivot = r;
            // Euclid's algorithm between the two rows clears the second.
            while (*pivot != r && rows[r][c]) {
                subtract(rows[*pivot], rows[*pivot][c] / rows[r][c], rows[r]);
                std::swap(rows[*pivot], rows[r]);
            }
        }
        if (!pivot) continue;
        std::vector<std::size_t> &row = rows[*pivot];
        pivots_[c] = row;
        const std::size_t order = moduli_[c] / std::gcd(row[c], moduli_[c]);
        for (std::size_t i = 0; i < moduli_.size(); ++i)
            row[i] = order % moduli_[i] * row[i] % moduli_[i];
    }
}

std::vector<std::size_t> Action::image_factors() const {
    std::vector<std::size_t> factors;
    for (std::size_t c = 0; c < moduli_.size(); ++c)
        if (!pivots_[c].empty())
            factors.push_back(moduli_[c] / std::gcd(pivots_[c][c], moduli_[c]));
    return factors;
}

bool Action::takes(std::vector<std::size_t> &values) const {
    for (std::size_t c = 0; c < moduli_.size(); ++c) {
        if (!values[c]) continue;
        if (pivots_[c].empty()) return false;
        // The multiple of the pivot that clears this column, if there is one.
        std::size_t times = 0;
        while (times < moduli_[c] && times * pivots_[c][c] % moduli_[c] != values[c]) ++times;
        if (times == moduli_[c]) return false;
        subtract(values, times, pivots_[c]);
    }
    return true;
}

}  // namespace puzzlery
