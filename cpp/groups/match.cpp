// Matching: the element of a group that carries one coloring to another, found by backtracking in
// a stabilizer chain whose base is given (string isomorphism).
#include <nanobind/stl/vector.h>

#include "core/job.hpp"
#include "groups/action.hpp"
#include "groups/block_systems.hpp"

namespace puzzlery {

namespace {

// One base point: where it can still go, and for each such point an element that leads it there.
struct Step {
    Point base;
    std::vector<Point> points;
    std::vector<std::int32_t> place;  // of each point in `points`, or -1
    std::vector<Perm> there, home;    // base → point, and back
    std::vector<Perm> generators;
    std::vector<std::vector<Point>> orbits_after;  // of what fixes this base point and all before
    std::optional<std::vector<BlockSystem>> blocks_after;  // of the same, found when needed
};

// Nodes of one search after which blocks are looked for: a quick search is done without them.
constexpr std::size_t nodes_before_blocks = 64;

class Matcher {
public:
    // Points outside of the base ride along: they show what an element does, and are not compared.
    // With a point, all that it can be carried to must be in the base.
    Matcher(std::size_t degree, const std::vector<nb::bytes> &generators,
            const std::vector<std::size_t> &base, std::uint64_t seed)
        : degree_(degree), random_(seed), generators_(permutations_of(generators, degree)),
          identity_(identity(degree)) {
        if (degree > 65535) throw std::invalid_argument("too many points");
        std::vector<char> used(degree, 0);
        for (const std::size_t point : base) {
            if (point >= degree || used[point]) throw std::invalid_argument("no base");
            used[point] = 1;
            add_step(static_cast<Point>(point));
        }
        shuffler_ = Shuffler(generators_, degree, random_);
    }

    // Put so many random elements into the chain.
    void grow(std::size_t count) {
        for (; count; --count) {
            Perm g = shuffler_.next(random_), product;
            for (Step &step : steps_) {
                const Point image = g[step.base];
                if (step.place[image] < 0) {
                    extend(step, g);
                    break;
                }
                multiply(g, step.home[static_cast<std::size_t>(step.place[image])], product);
                std::swap(g, product);
            }
        }
        finished_ = false;
    }

    std::vector<std::size_t> orbit_sizes() const {
        std::vector<std::size_t> sizes;
        for (const Step &step : steps_) sizes.push_back(step.points.size());
        return sizes;
    }

    // An element g with after[g[i]] == before[i] for all base points i. The answer is 1 and g, or
    // 0 if there is none, or -1 if more nodes than the limit would be needed; and the nodes.
    std::tuple<int, nb::bytes, std::size_t> search(const nb::bytes &before, const nb::bytes &after,
                                                   std::size_t limit) {
        set_colors(before, after, limit);
        finish();
        Perm found;
        const int answer = agree(orbits_, after_) ? descend(0, identity_, found) : 0;
        if (answer != 1) found.clear();
        return {answer, as_bytes(found), nodes_};
    }

    // For each base point the number of its images under elements that keep the coloring and fix
    // the earlier base points: their product is the number of all that keep it. None at the limit.
    std::optional<std::vector<std::size_t>> symmetries(const nb::bytes &colors, std::size_t limit) {
        set_colors(colors, colors, limit);
        finish();
        std::vector<std::size_t> counts;
        for (std::size_t at = 0; at < steps_.size(); ++at) {
            std::size_t count = 0;
            for (std::size_t k = 0; k < steps_[at].points.size(); ++k) {
                const int answer = try_point(at, k, identity_);
                if (answer < 0) return std::nullopt;
                count += static_cast<std::size_t>(answer);
            }
            counts.push_back(count);
        }
        return counts;
    }

private:
    void add_step(Point base) {
        Step step;
        step.base = base;
        step.points = {base};
        step.place.assign(degree_, -1);
        step.place[base] = 0;
        step.there = step.home = {identity_};
        steps_.push_back(std::move(step));
    }

    void extend(Step &step, const Perm &g) {
        step.generators.push_back(g);
        const std::size_t old = step.points.size();
        for (std::size_t q = 0; q < step.points.size(); ++q)
            for (std::size_t k = q < old ? step.generators.size() - 1 : 0;
                 k < step.generators.size(); ++k) {
                const Perm &by = step.generators[k];
                const Point to = by[step.points[q]];
                if (step.place[to] >= 0) continue;
                step.place[to] = static_cast<std::int32_t>(step.points.size());
                step.points.push_back(to);
                Perm there;
                multiply(step.there[q], by, there);
                step.home.push_back(inverse(there));
                step.there.push_back(std::move(there));
            }
    }

    // The orbits of each stabilizer, from the last level up.
    void finish() {
        if (finished_) return;
        std::vector<Point> root = identity_;
        const auto find = [&root](Point x) {
            while (root[x] != x) x = root[x] = root[root[x]];
            return x;
        };
        for (std::size_t at = steps_.size(); at-- > 0;) {
            steps_[at].orbits_after = classes(find);
            steps_[at].blocks_after.reset();
            join(steps_[at], root, find);
        }
        orbits_ = classes(find);
        blocks_.reset();
        finished_ = true;
    }

    template <class Find> void join(const Step &step, std::vector<Point> &root, Find find) const {
        for (const Perm &g : step.generators)
            for (std::size_t i = 0; i < degree_; ++i)
                root[find(static_cast<Point>(i))] = find(g[i]);
    }

    template <class Find> std::vector<std::vector<Point>> classes(Find find) const {
        std::vector<std::vector<Point>> all;
        std::vector<std::int32_t> number(degree_, -1);
        for (const Step &step : steps_) {  // only base points are compared
            const Point x = find(step.base);
            if (number[x] < 0) {
                number[x] = static_cast<std::int32_t>(all.size());
                all.emplace_back();
            }
            all[static_cast<std::size_t>(number[x])].push_back(step.base);
        }
        // Small ones first: they are compared quickly, and tell most.
        std::stable_sort(all.begin(), all.end(),
                         [](const auto &a, const auto &b) { return a.size() < b.size(); });
        return all;
    }

    void set_colors(const nb::bytes &before, const nb::bytes &after, std::size_t limit) {
        before_ = points_of(before, degree_);
        after_ = points_of(after, degree_);
        Point most = 0;
        for (const Perm *colors : {&before_, &after_})
            for (const Point color : *colors) most = std::max(most, color);
        balance_.assign(std::size_t{most} + 1, 0);
        nodes_ = 0;
        limit_ = limit;
    }

    // Whether each orbit of what is still free shows as many of each color as it should, if it
    // comes to lie where `shown` is seen.
    bool agree(const std::vector<std::vector<Point>> &orbits, const Perm &shown) {
        for (const auto &orbit : orbits) {
            if (orbit.size() == 1) {
                if (before_[orbit[0]] != shown[orbit[0]]) return false;
                continue;
            }
            for (const Point i : orbit) {
                ++balance_[before_[i]];
                --balance_[shown[i]];
            }
            bool even = true;
            for (const Point i : orbit) even = even && !balance_[before_[i]] && !balance_[shown[i]];
            for (const Point i : orbit) balance_[before_[i]] = balance_[shown[i]] = 0;
            if (!even) return false;
        }
        return true;
    }

    // Whether blocks show what they should as well; asked where a search is not quick.
    bool blocks_agree(std::size_t after, const Perm &shown) {
        if (nodes_ < nodes_before_blocks) return true;
        for (const BlockSystem &system : blocks(after))
            if (system.hash(before_) != system.hash(shown)) return false;
        return true;
    }

    // The blocks of what fixes the first so many base points.
    const std::vector<BlockSystem> &blocks(std::size_t after) {
        std::optional<std::vector<BlockSystem>> &kept =
            after ? steps_[after - 1].blocks_after : blocks_;
        if (!kept) {
            std::vector<const Perm *> generators;
            for (std::size_t at = after; at < steps_.size(); ++at)
                for (const Perm &g : steps_[at].generators) generators.push_back(&g);
            kept = block_systems(degree_, generators,
                                 after ? steps_[after - 1].orbits_after : orbits_);
        }
        return *kept;
    }

    // What is seen of each point after an element: `shown[by[i]]` of point i.
    static void carry(const Perm &by, const Perm &shown, Perm &out) {
        out.resize(by.size());
        for (std::size_t i = 0; i < by.size(); ++i) out[i] = shown[by[i]];
    }

    // Whether some element of the form (level `at` on, base to its k-th point) · t matches.
    int try_point(std::size_t at, std::size_t k, const Perm &t) {
        Perm next, found, shown;
        multiply(steps_[at].there[k], t, next);
        carry(next, after_, shown);
        ++nodes_;
        if (!agree(steps_[at].orbits_after, shown)) return 0;
        return descend(at + 1, next, found);
    }

    // Look for an element h t with h in the stabilizer at this level.
    int descend(std::size_t at, const Perm &t, Perm &found) {
        while (at < steps_.size() && steps_[at].points.size() == 1) ++at;
        if (at == steps_.size()) {
            found = t;
            return 1;
        }
        const Step &step = steps_[at];
        Perm next, seen, shown;
        carry(t, after_, seen);
        bool asked = nodes_ >= nodes_before_blocks;
        if (!blocks_agree(at, seen)) return 0;
        for (std::size_t k = 0; k < step.points.size(); ++k) {
            if (seen[step.points[k]] != before_[step.base]) continue;
            if (++nodes_ > limit_) return -1;
            carry(step.there[k], seen, shown);
            if (!agree(step.orbits_after, shown) || !blocks_agree(at + 1, shown)) continue;
            multiply(step.there[k], t, next);
            const int answer = descend(at + 1, next, found);
            if (answer) return answer;
            if (!asked && !blocks_agree(at, seen)) return 0;
            asked = nodes_ >= nodes_before_blocks;
        }
        return 0;
    }

    std::size_t degree_;
    RandomGenerator random_;
    std::vector<Perm> generators_;
    Shuffler shuffler_;
    Perm identity_, before_, after_;
    std::vector<Step> steps_;
    std::vector<std::vector<Point>> orbits_;
    std::optional<std::vector<BlockSystem>> blocks_;
    std::vector<std::int32_t> balance_;
    std::size_t nodes_ = 0, limit_ = 0;
    bool finished_ = false;
};

}  // namespace

void bind_match(nb::module_ &m) {
    nb::class_<Matcher>(m, "Matcher", "A chain with a given base, to match colorings.")
        .def(nb::init<std::size_t, const std::vector<nb::bytes> &, const std::vector<std::size_t> &,
                      std::uint64_t>(),
             nb::arg("degree"), nb::arg("generators"), nb::arg("base"), nb::arg("seed"))
        .def("grow", &Matcher::grow, nb::arg("count"), nb::call_guard<nb::gil_scoped_release>(),
             "Put so many random elements into the chain.")
        .def("orbit_sizes", &Matcher::orbit_sizes, "The orbit sizes, level by level.")
        .def("search", &Matcher::search, nb::arg("before"), nb::arg("after"), nb::arg("limit"),
             "1 and an element, 0 if there is none, -1 at the limit; and the nodes searched.")
        .def("symmetries", &Matcher::symmetries, nb::arg("colors"), nb::arg("limit"),
             "For each level the number of images under elements that keep the coloring.");
}

}  // namespace puzzlery
