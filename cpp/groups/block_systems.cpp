#include "groups/block_systems.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace puzzlery {

namespace {

using Generators = std::vector<const std::vector<Point> *>;

// Systems of one orbit, and points of an orbit that are tried as partners of the first: more cost
// more than they save.
constexpr std::size_t most_systems = 4, most_partners = 256;

std::uint64_t mixed(std::uint64_t x) {  // the finalizer of splitmix64 (S. Vigna)
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

class Partition {
public:
    explicit Partition(std::size_t size) : parent_(size), size_(size, 1) {
        std::iota(parent_.begin(), parent_.end(), Point{0});
    }
    Point find(Point x) {
        while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
        return x;
    }
    // Make one class of two; a root that is one no more is added to the list.
    void unite(Point a, Point b, std::vector<Point> &lost) {
        a = find(a);
        b = find(b);
        if (a == b) return;
        if (size_[a] < size_[b]) std::swap(a, b);
        size_[a] += size_[b];
        parent_[b] = a;
        lost.push_back(b);
    }
    std::size_t size_of(Point x) { return size_[find(x)]; }

private:
    std::vector<Point> parent_;
    std::vector<std::size_t> size_;
};

// The finest partition that the generators keep, with a and b in one class.
Partition joined(std::size_t degree, const Generators &generators, Point a, Point b,
                 std::size_t orbit_size) {
    Partition classes(degree);
    std::vector<Point> lost;
    classes.unite(a, b, lost);
    while (!lost.empty() && classes.size_of(a) < orbit_size) {
        const Point x = lost.back();
        lost.pop_back();
        for (const auto *g : generators) classes.unite((*g)[x], (*g)[classes.find(x)], lost);
    }
    return classes;
}

}  // namespace

std::uint64_t BlockSystem::hash(const std::vector<Point> &colors) const {
    std::uint64_t all = 0;
    for (const auto &block : blocks) {
        std::uint64_t sum = 0;
        for (const Point i : block) sum += mixed(colors[i]);
        all += mixed(sum);
    }
    return all;
}

std::vector<BlockSystem> block_systems(std::size_t degree, const Generators &generators,
                                       const std::vector<std::vector<Point>> &orbits) {
    std::vector<BlockSystem> found;
    for (const auto &orbit : orbits) {
        if (orbit.size() < 4) continue;  // fewer points have no blocks but themselves and all
        std::set<std::vector<std::vector<Point>>> seen;
        const std::size_t stride = (orbit.size() - 1) / most_partners + 1;
        for (std::size_t k = 1; k < orbit.size() && seen.size() < most_systems; k += stride) {
            Partition classes = joined(degree, generators, orbit[0], orbit[k], orbit.size());
            if (classes.size_of(orbit[0]) >= orbit.size()) continue;
            std::map<Point, std::vector<Point>> blocks;
            for (const Point i : orbit) blocks[classes.find(i)].push_back(i);
            std::vector<std::vector<Point>> listed;
            for (auto &[root, block] : blocks) listed.push_back(std::move(block));
            std::sort(listed.begin(), listed.end());
            if (seen.insert(listed).second) found.push_back({std::move(listed)});
        }
    }
    return found;
}

}  // namespace puzzlery
