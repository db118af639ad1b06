// Pieces from moves: classes of points that no move, and no sequence of moves, tells apart.
//
// `signatures` tells points apart by what single moves do to them. `refine` finds the coarsest
// finer partition that every move respects, by Hopcroft's algorithm for the minimization of
// automata ("An n log n algorithm for minimizing states in a finite automaton", 1971): points are
// states, moves are letters. `equal_stabilizers` goes on until points of one class are left in
// place by the same elements of the group.
#include "structure/partition.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace puzzlery {

namespace {

constexpr auto ignore = [](Index) {};

// Tell apart the points that a move moves from those that it leaves.
void split_by_supports(Partition &classes, const Moves &moves) {
    for (std::size_t move = 0; move < moves.count(); ++move) {
        const Point *support = moves.supports().begin(move);
        for (std::size_t k = 0; k < moves.supports().size(move); ++k) classes.mark(support[k]);
        classes.split(ignore);
    }
}

// The points of a move's cycles with the length of their cycle, short cycles first.
std::vector<std::pair<Index, Point>> by_cycle_length(const Moves &moves, std::size_t move,
                                                     std::vector<Point> &image) {
    const Point *support = moves.supports().begin(move);
    const std::size_t size = moves.supports().size(move);
    for (std::size_t k = 0; k < size; ++k)
        image[support[k]] = moves.image(moves.supports().start[move] + static_cast<Index>(k));
    std::vector<std::pair<Index, Point>> found;
    std::vector<Point> cycle;
    for (std::size_t k = 0; k < size; ++k) {
        cycle.clear();
        // A point that was walked over leads to itself.
        for (Point at = support[k]; image[at] != at;) {
            const Point next = image[at];
            image[at] = at;
            cycle.push_back(at);
            at = next;
        }
        for (const Point point : cycle) found.emplace_back(static_cast<Index>(cycle.size()), point);
    }
    std::sort(found.begin(), found.end());
    return found;
}

void split_by_cycle_lengths(Partition &classes, const Moves &moves) {
    Perm image = identity(moves.size());
    for (std::size_t move = 0; move < moves.count(); ++move) {
        const auto points = by_cycle_length(moves, move, image);
        for (std::size_t k = 0; k < points.size(); ++k) {
            classes.mark(points[k].second);
            if (k + 1 == points.size() || points[k + 1].first != points[k].first)
                classes.split(ignore);
        }
    }
}

void split_by_turning(Partition &classes, const std::vector<nb::bytes> &turning, std::size_t size) {
    for (const nb::bytes &bytes : turning) {
        for (const Point point : points_in(bytes, bytes.size() / sizeof(Point))) {
            if (point >= size) throw std::invalid_argument("a turning point is outside");
            classes.mark(point);
        }
        classes.split(ignore);
    }
}

// Hopcroft's loop. The partition must tell moved points from resting ones for every move; then
// the points that a move brings into a class are, where they rest, the class itself, and only
// moved points need be looked at.
void stabilize(Partition &classes, const Moves &moves, std::vector<Index> work) {
    std::vector<std::vector<Index>> brought(moves.count());
    std::vector<Index> used;
    const auto push = [&](Index label) { work.push_back(label); };
    while (!work.empty()) {
        const Index label = work.back();
        work.pop_back();
        for (const Index *point = classes.begin(label); point != classes.end(label); ++point) {
            const Step *back = moves.backs().begin(*point);
            for (std::size_t k = 0; k < moves.backs().size(*point); ++k) {
                if (brought[back[k].move].empty()) used.push_back(back[k].move);
                brought[back[k].move].push_back(back[k].to);
            }
        }
        for (const Index move : used) {
            for (const Index point : brought[move]) classes.mark(point);
            brought[move].clear();
            // The smaller half gets the new label. If the old one still waits, both halves do;
            // if not, the smaller half alone is enough.
            classes.split(push);
        }
        used.clear();
    }
}

void stabilize(Partition &classes, const Moves &moves) {
    split_by_supports(classes, moves);
    std::vector<Index> all(classes.count());
    std::iota(all.begin(), all.end(), Index{0});
    stabilize(classes, moves, std::move(all));
}

// Makes a stable partition finer until points of a class have equal stabilizers.
//
// Points x and y have equal stabilizers exactly when "the word that carries x to u carries y to
// f(u)" defines a map f from the orbit of x onto that of y, and back. One walk over the orbit of
// x decides it. Where the walk meets a contradiction, it has found a word that brings x home and
// y elsewhere; the points of the class that this word leaves are apart from those that it moves.
class Stabilizers {
public:
    Stabilizers(Partition &classes, const Moves &moves)
        : classes_(classes), moves_(moves), orbit_(moves.size(), NONE),
          settled_(moves.size(), false), covered_(moves.size(), false), rank_(moves.size()),
          parent_(moves.size()), via_(moves.size()) {
        find_orbits();
    }

    void run() {
        for (std::size_t point = 0; point < moves_.size(); ++point)
            while (!settled_[orbit_[point]] && !settle(classes_.label(point))) {
            }
    }

private:
    static constexpr Index NONE = 0xffffffff;
    using Map = std::vector<Index>;  // for each point of the orbit, by its place in `order_`

    void find_orbits() {
        for (std::size_t start = 0; start < moves_.size(); ++start) {
            if (orbit_[start] != NONE) continue;
            const auto own = static_cast<Index>(sizes_.size());
            std::vector<Index> reached{static_cast<Index>(start)};
            orbit_[start] = own;
            for (std::size_t k = 0; k < reached.size(); ++k) {
                const Step *step = moves_.steps().begin(reached[k]);
                for (std::size_t i = 0; i < moves_.steps().size(reached[k]); ++i)
                    if (orbit_[step[i].to] == NONE) {
                        orbit_[step[i].to] = own;
                        reached.push_back(step[i].to);
                    }
            }
            sizes_.push_back(static_cast<Index>(reached.size()));
        }
    }

    // Check one class, and with it all that moves carry it to; false if it had to be split.
    bool settle(Index label) {
        const std::vector<Index> members(classes_.begin(label), classes_.end(label));
        const Index base = *std::min_element(members.begin(), members.end(), [&](Index a, Index b) {
            return std::pair(sizes_[orbit_[a]], a) < std::pair(sizes_[orbit_[b]], b);
        });
        if (members.size() > 1) {
            plan(base);
            const bool whole = covers(members, base);
            for (const Index member : members) covered_[member] = false;
            if (!whole) return false;
        }
        for (const Index member : members) settled_[orbit_[member]] = true;
        return true;
    }

    bool covers(const std::vector<Index> &members, Index base) {
        std::vector<Map> own;  // maps of the orbit of the base onto itself
        std::vector<Index> home{base};
        covered_[base] = true;
        for (const Index member : members) {
            if (orbit_[member] != orbit_[base] || covered_[member]) continue;
            std::optional<Map> map = walk(members, member);
            if (!map) return false;
            own.push_back(std::move(*map));
            close(own, home);
        }
        for (const Index member : members) {
            if (covered_[member]) continue;
            const std::optional<Map> map = walk(members, member);
            if (!map) return false;
            for (const Index point : home) covered_[(*map)[rank_[point]]] = true;
        }
        return true;
    }

    // All that the maps found so far make of the base: each map doubles it at least.
    void close(const std::vector<Map> &own, std::vector<Index> &home) {
        for (std::size_t k = 0; k < home.size(); ++k)
            for (const Map &map : own) {
                const Index image = map[rank_[home[k]]];
                if (covered_[image]) continue;
                covered_[image] = true;
                home.push_back(image);
            }
    }

    // The orbit of the base in the order of a breadth-first search, each point with its way.
    void plan(Index base) {
        order_.assign(1, base);
        rank_[base] = 0;
        for (std::size_t k = 0; k < order_.size(); ++k) {
            const Step *step = moves_.steps().begin(order_[k]);
            for (Index i = 0; i < moves_.steps().size(order_[k]); ++i) {
                if (planned(step[i].to)) continue;
                rank_[step[i].to] = static_cast<Index>(order_.size());
                parent_[step[i].to] = order_[k];
                via_[step[i].to] = step[i].move;
                order_.push_back(step[i].to);
            }
        }
    }

    bool planned(Index point) const {
        return rank_[point] < order_.size() && order_[rank_[point]] == point;
    }

    // The map that carries the base to a point and goes along with all moves, if there is one.
    // Points of one class have the same moves in their rows, so entry i of both is one move.
    std::optional<Map> walk(const std::vector<Index> &members, Index target) {
        Map map(order_.size(), NONE);
        map[0] = target;
        for (std::size_t k = 0; k < order_.size(); ++k) {
            const Index here = order_[k];
            const Step *step = moves_.steps().begin(here), *twin = moves_.steps().begin(map[k]);
            for (Index i = 0; i < moves_.steps().size(here); ++i) {
                Index &to = map[rank_[step[i].to]];
                if (to == NONE) to = twin[i].to;
                if (to == twin[i].to) continue;
                part(members, here, step[i]);
                return std::nullopt;
            }
        }
        return map;
    }

    // Split the class of the base by the word: to `here`, one step on, and straight home.
    void part(const std::vector<Index> &members, Index here, const Step &step) {
        const std::vector<Index> out = way(here), back = way(step.to);
        for (const Index member : members) {
            Index at = member;
            for (const Index move : out) at = follow(moves_.steps(), at, move);
            at = follow(moves_.steps(), at, step.move);
            for (std::size_t k = back.size(); k-- > 0;) at = follow(moves_.backs(), at, back[k]);
            if (at == member) classes_.mark(member);
        }
        std::vector<Index> work;
        classes_.split([&](Index label) { work.push_back(label); });
        stabilize(classes_, moves_, std::move(work));
    }

    std::vector<Index> way(Index to) const {
        std::vector<Index> moves;
        for (; to != order_[0]; to = parent_[to]) moves.push_back(via_[to]);
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

    static Index follow(const Rows<Step> &rows, Index from, Index move) {
        const Step *begin = rows.begin(from), *end = begin + rows.size(from);
        const Step *found = std::lower_bound(
            begin, end, move, [](const Step &step, Index wanted) { return step.move < wanted; });
        return found != end && found->move == move ? found->to : from;
    }

    Partition &classes_;
    const Moves &moves_;
    std::vector<Index> orbit_, sizes_;
    std::vector<bool> settled_, covered_;
    std::vector<Index> order_, rank_, parent_, via_;
};

}  // namespace

nb::bytes signatures(std::size_t size, const std::vector<nb::bytes> &moves,
                     const std::vector<nb::bytes> &turning, bool lengths) {
    const Moves read(size, moves);
    Partition classes(size);
    split_by_supports(classes, read);
    split_by_turning(classes, turning, size);
    if (lengths) split_by_cycle_lengths(classes, read);
    return classes.numbered();
}

nb::bytes refine(const nb::bytes &labels, const std::vector<nb::bytes> &moves) {
    const Moves read(labels.size() / sizeof(Point), moves);
    Partition classes(read.size(), labels);
    stabilize(classes, read);
    return classes.numbered();
}

nb::bytes equal_stabilizers(const nb::bytes &labels, const std::vector<nb::bytes> &moves) {
    const Moves read(labels.size() / sizeof(Point), moves);
    Partition classes(read.size(), labels);
    stabilize(classes, read);
    Stabilizers(classes, read).run();
    return classes.numbered();
}

void bind_refine(nb::module_ &m) {
    m.def("signatures", &signatures, nb::arg("size"), nb::arg("moves"), nb::arg("turning"),
          nb::arg("lengths"),
          "Labels that tell apart points which some move treats differently: moved or not, on "
          "cycles of different lengths, or turning in place or not.");
    m.def("refine", &refine, nb::arg("labels"), nb::arg("moves"),
          "The coarsest labels, no coarser than these, that tell moved points from resting ones "
          "and that every move respects.");
    m.def("equal_stabilizers", &equal_stabilizers, nb::arg("labels"), nb::arg("moves"),
          "The coarsest labels, no coarser than these, whose classes have equal stabilizers.");
}

}  // namespace puzzlery
