// Walking through phase 1, node by node, on a stack of its own so that it can stop anywhere.
#include "cube3/twophase/twophase_search.hpp"

#include <algorithm>
#include <bit>

namespace puzzlery::twophase {
namespace {

constexpr int batches_between_looks = 8;
// Before last turns, shorter first phases are rare. They are worth looking for when there is an
// answer already; until then it takes too long to look through all the views.
constexpr std::array<int, most_last_turns + 1> least_first_phase{0, 7, 9, 12};
constexpr std::array<int, most_last_turns + 1> least_in_leisure{0, 6, 6, 6};

// The distance of a neighbour, from the two bits of it and the distance here. Beyond `reach`
// nothing is kept: all are taken to be one step farther, and a known neighbour is at `reach`.
int next_far(int far, int bits, int reach) {
    if (bits == unknown) return reach + 1;
    if (far > reach) return reach;
    return far + (bits - far % 3 + 4) % 3 - 1;
}

Spot turned_spot(const Tables &tables, const Frames &frames, const Spot &spot, int turn) {
    const Turned moved = tables.turn_kind[spot.kind * turn_count + turn];
    const Neighbour next = tables.neighbour(moved, spot.twist, turn);
    const int symmetry = frames.product[moved.symmetry()][spot.symmetry];
    return {next.kind, next.twist, static_cast<std::uint8_t>(symmetry), spot.far,
            static_cast<std::uint8_t>(moved.layer())};
}

// Walk down to H, always to a neighbour that is one step nearer.
int distance(const Tables &tables, int reach, Spot spot) {
    int bits = tables.far_modulo(spot.kind, spot.twist);
    if (bits == unknown) return reach + 1;
    const int home = kind_of(tables, Edges{}).kind;
    int steps = 0;
    for (; spot.kind != home || spot.twist != 0; ++steps) {
        // All neighbours are looked at, so that the reads overlap.
        bits = (bits + 2) % 3;
        Spot nearer = spot;
        for (int turn = 0; turn < turn_count; ++turn) {
            const Spot next = turned_spot(tables, frames(), spot, turn);
            if (tables.far_modulo(next.kind, next.twist) == bits) nearer = next;
        }
        spot = nearer;
    }
    return steps;
}

// A spot whose distance is not known yet.
Spot place_of(const Tables &tables, const Pieces &pieces) {
    const KindOf at = kind_of(tables, edges_of(pieces));
    const int twist = tables.seen_twist[twist_of(pieces) * symmetry_count + at.symmetry];
    return {static_cast<std::uint16_t>(at.kind), static_cast<std::uint16_t>(twist),
            static_cast<std::uint8_t>(at.symmetry), 0,
            static_cast<std::uint8_t>(layer_class(tables, at.kind))};
}

// How far it is at least: what its kind alone and its twist alone say, and the remainder by 3.
int at_least(const Tables &tables, int reach, const Spot &spot) {
    const int bits = tables.far_modulo(spot.kind, spot.twist);
    if (bits == unknown) return reach + 1;
    const int far = std::max(tables.kind_bound[spot.kind].far(),
                             tables.layer_bound[spot.layer * twist_count + spot.twist].far());
    return far + (bits - far % 3 + 3) % 3;
}

Spot spot_of(const Tables &tables, int reach, const Cube &tilted) {
    Spot spot = place_of(tables, pieces_of(tilted));
    spot.far = static_cast<std::uint8_t>(distance(tables, reach, spot));
    return spot;
}

// Does a turn keep a cube in the H of this axis?
bool in_h(int axis, int turn) {
    const int seen = frames().seen[axis][0][turn];
    return std::find(inner_turns.begin(), inner_turns.end(), seen) != inner_turns.end();
}

// May this turn come before the last turns of a start, or be one of its own?
bool may_be_last(const Start &start, int turn) {
    return start.last_count ? may_follow(turn, start.last_turns[start.last_count - 1])
                            : !in_h(start.axis, turn);
}

Start before(Start start, int turn) {
    start.last_turns[start.last_count++] = static_cast<std::uint8_t>(turn);
    return start;
}

// Add a turn. In the stretch of turns of one axis at the end, turns change places freely: join it
// to one of the same face, or put it in its place, U R F before D L B.
void append(Answers::Turns &turns, int turn) {
    auto at = turns.end();
    while (at != turns.begin() && face_of(at[-1]) % 3 == face_of(turn) % 3) --at;
    while (at != turns.end() && face_of(*at) < face_of(turn)) ++at;
    if (at == turns.end() || face_of(*at) != face_of(turn)) {
        turns.insert(at, static_cast<std::uint8_t>(turn));
        return;
    }
    const int amount = (*at % 3 + turn % 3 + 2) % 4;
    if (amount)
        *at = static_cast<std::uint8_t>(3 * face_of(turn) + amount - 1);
    else
        turns.erase(at);
}

Answers::Turns tidied(const Answers::Turns &turns) {
    Answers::Turns tidy;
    for (const int turn : turns) append(tidy, turn);
    return tidy;
}

}  // namespace

void Answers::offer(const Turns &offered, double seconds) {
    Turns turns = tidied(offered);
    const std::lock_guard<std::mutex> guard(lock_);
    const auto length = static_cast<int>(turns.size());
    if (length > limit() || std::find(kept_.begin(), kept_.end(), turns) != kept_.end()) return;
    if (kept_.empty() || turns.size() < kept_.front().size()) history_.push_back({seconds, length});
    const auto place = std::upper_bound(kept_.begin(), kept_.end(), turns.size(),
                                        [](std::size_t a, const Turns &b) { return a < b.size(); });
    kept_.insert(place, std::move(turns));
    tighten();
}

void Answers::tighten() {
    if (static_cast<int>(kept_.size()) > wanted_) kept_.pop_back();
    if (static_cast<int>(kept_.size()) < wanted_) return;
    const auto longest = static_cast<int>(kept_.back().size());
    limit_ = longest <= enough_ ? -1 : std::min(limit(), longest - 1);
}

bool Answers::relax() {
    const std::lock_guard<std::mutex> guard(lock_);
    if (!kept_.empty() || limit() >= longest_ever) return false;
    limit_ = std::min(limit() + 1, longest_ever);
    return true;
}

bool Answers::seen_all(std::int64_t length) const {
    const std::lock_guard<std::mutex> guard(lock_);
    return !kept_.empty() && length >= static_cast<std::int64_t>(kept_.front().size());
}

bool Answers::any() const {
    const std::lock_guard<std::mutex> guard(lock_);
    return !kept_.empty();
}

std::vector<Answers::Turns> Answers::all() const {
    const std::lock_guard<std::mutex> guard(lock_);
    return kept_;
}

std::vector<Answers::Step> Answers::history() const {
    const std::lock_guard<std::mutex> guard(lock_);
    return history_;
}

void Answers::restore(std::vector<Turns> kept, std::vector<Step> history) {
    const std::lock_guard<std::mutex> guard(lock_);
    kept_ = std::move(kept);
    history_ = std::move(history);
    tighten();
}

std::array<int, axis_count> distances(const Tables &tables, int reach, const Cube &cube) {
    std::array<int, axis_count> far;
    for (int axis = 0; axis < axis_count; ++axis)
        far[axis] = spot_of(tables, reach, conjugate(cube, tilt(axis))).far;
    return far;
}

const std::vector<Start> &starts() {
    static const std::vector<Start> known = [] {
        std::vector<Start> all;
        for (const bool inverted : {false, true})
            for (int axis = 0; axis < axis_count; ++axis)
                all.push_back({{}, 0, static_cast<std::uint8_t>(axis), inverted});
        for (std::size_t at = 0; all[at].last_count < most_last_turns; ++at)
            for (int t = 0; t < turn_count; ++t)
                if (may_be_last(all[at], t)) all.push_back(before(all[at], t));
        return all;
    }();
    return known;
}

Views::Views(const Tables &tables, int reach, const Cube &cube)
    : tables_(tables), reach_(reach), cubes_{cube, inverse(cube)}, least_(starts().size()),
      views_(starts().size()) {
    for (const Start &start : starts()) ++ends_[start.last_count + 1];
    for (std::size_t last = 1; last < ends_.size(); ++last) ends_[last] += ends_[last - 1];
}

int Views::worthwhile(int length, bool in_leisure) const {
    const auto &least = in_leisure ? least_in_leisure : least_first_phase;
    int last = 0;
    while (last <= most_last_turns && length - last >= least[last]) ++last;
    return ends_[last];
}

const View *Views::near(int number, int length) {
    const Start &start = starts()[number];
    const int first_phase = length - start.last_count;
    const std::lock_guard<std::mutex> guard(lock_);
    if (least_[number] > first_phase) return nullptr;
    if (views_[number]) return views_[number].get();
    const Cube cube = cube_of(start);
    View view{start, pieces_of(conjugate(cube, tilt(start.axis))), {}};
    Spot &main = view.spots[start.axis] = place_of(tables_, view.pieces);
    least_[number] = static_cast<std::uint8_t>(at_least(tables_, reach_, main));
    if (least_[number] > first_phase) return nullptr;
    least_[number] = main.far = static_cast<std::uint8_t>(distance(tables_, reach_, main));
    if (main.far > first_phase) return nullptr;
    for (int axis = 0; axis < axis_count; ++axis)
        if (axis != start.axis)
            view.spots[axis] = spot_of(tables_, reach_, conjugate(cube, tilt(axis)));
    views_[number] = std::make_unique<View>(view);
    return views_[number].get();
}

Cube Views::cube_of(const Start &start) const {
    Cube cube = cubes_[start.inverted];
    for (int i = start.last_count; i-- > 0;) cube = compose(turn(start.last_turns[i]), cube);
    return cube;
}

Walker::Walker(const Tables &tables, int reach, Views &views, Answers &answers)
    : tables_(tables), finish_(tables), views_(views), answers_(answers) {
    for (int far = 0; far < farthest + 2; ++far)
        for (int bits = 0; bits < 4; ++bits)
            next_far_[far][bits] = static_cast<std::uint8_t>(next_far(far, bits, reach));
}

void Walker::begin(int length, int view) {
    view_ = views_.near(view, length);
    depth_ = -1;
    if (!view_) return;
    length_ = length - view_->last_count;
    depth_ = 0;
    levels_[0].nodes[0] = {view_->spots, 0, no_turn};
    levels_[0].count = 1;
    levels_[0].next = 0;
}

bool Walker::walk(const Stop &stop, const std::function<double()> &seconds) {
    for (int looks = 1; depth_ >= 0; ++looks) {
        Level &level = levels_[depth_];
        if (level.next == level.count) {
            --depth_;
            continue;
        }
        const int left = length_ - depth_, total = room() - depth_;
        if (left > total) return true;
        if (left == 0) {
            ++level.next;
            finish(length_, seconds);
        } else {
            const int first = level.next;
            level.next = std::min(level.count, first + batch_size);
            expand(level, first, level.next, left, total, levels_[++depth_]);
        }
        if (looks % batches_between_looks == 0 && stop()) return false;
    }
    return true;
}

void Walker::expand(const Level &from, int first, int last, int left, int total, Level &into) {
    nodes_ += static_cast<unsigned>(last - first);
    into.count = into.next = 0;
    sift(from, gather(from, first, last, left), left, into);
    look_around(from, total, into);
}

// The turns after which kind alone, and layer and twist alone, are near enough to H.
int Walker::gather(const Level &from, int first, int last, int left) {
    const int axis = view_->axis;
    int count = 0;
    for (int parent = first; parent < last; ++parent) {
        const Node &node = from.nodes[parent];
        const Spot &main = node.spots[axis];
        // A last turn that stays in H would have been phase 2's.
        if (left == 1 && main.far == 0) continue;
        const Turned *kinds = tables_.turn_kind + main.kind * turn_count;
        const Bound &layer_bound = tables_.layer_bound[main.layer * twist_count + main.twist];
        std::uint32_t turns = frames_.allowed[axis][main.symmetry][node.turn] &
                              tables_.kind_bound[main.kind].passing(left) &
                              layer_bound.passing(left);
        for (; turns; turns &= turns - 1) {
            const int turn = std::countr_zero(turns);
            const Neighbour next = tables_.neighbour(kinds[turn], main.twist, turn);
            tables_.prefetch_far(next.kind, next.twist);
            candidates_[count++] = {next, static_cast<std::uint16_t>(parent),
                                    static_cast<std::uint8_t>(turn)};
        }
    }
    return count;
}

// Those of the candidates that the table finds near enough.
void Walker::sift(const Level &from, int candidates, int left, Level &into) const {
    const int axis = view_->axis;
    for (int i = 0; i < candidates; ++i) {
        const Candidate &candidate = candidates_[i];
        const Node &node = from.nodes[candidate.parent];
        const Spot &main = node.spots[axis];
        const int bits = tables_.far_modulo(candidate.next.kind, candidate.next.twist);
        const std::uint8_t far = next_far_[main.far][bits];
        if (far >= left) continue;
        Node &child = into.nodes[into.count++];
        child.parent = candidate.parent;
        child.turn = frames_.real[axis][main.symmetry][candidate.turn];
        const Turned turned = tables_.turn_kind[main.kind * turn_count + candidate.turn];
        child.spots[axis] = {candidate.next.kind, candidate.next.twist,
                             frames_.product[turned.symmetry()][main.symmetry], far,
                             static_cast<std::uint8_t>(turned.layer())};
        tables_.prefetch_rows(candidate.next, turned.layer());
        for (int other = 0; other < axis_count; ++other) {
            if (other == axis) continue;
            const Spot &spot = node.spots[other];
            const int turn = frames_.seen[other][spot.symmetry][child.turn];
            __builtin_prefetch(tables_.turn_kind + spot.kind * turn_count + turn);
        }
    }
}

// Keep the nodes that are near enough to the H of the other axes too.
void Walker::look_around(const Level &from, int total, Level &into) const {
    const int axis = view_->axis;
    for (int i = 0; i < into.count; ++i) {
        Node &child = into.nodes[i];
        for (int other = 0; other < axis_count; ++other) {
            if (other == axis) continue;
            const Spot &spot = from.nodes[child.parent].spots[other];
            Spot &next = child.spots[other];
            const int turn = frames_.seen[other][spot.symmetry][child.turn];
            next = turned_spot(tables_, frames_, spot, turn);
            tables_.prefetch_far(next.kind, next.twist);
        }
    }
    int kept = 0;
    for (int i = 0; i < into.count; ++i) {
        Node &child = into.nodes[i];
        int least = child.spots[axis].far, most = 0;
        for (int other = 0; other < axis_count; ++other) {
            if (other == axis) continue;
            Spot &spot = child.spots[other];
            spot.far = next_far_[spot.far][tables_.far_modulo(spot.kind, spot.twist)];
            least = std::min<int>(least, spot.far);
            most = std::max<int>(most, spot.far);
        }
        // The last turn of all lies in the H of its own axis, which is reached before it.
        if (most < total && (least < total - 1 || total == 1)) into.nodes[kept++] = child;
    }
    into.count = kept;
}

void Walker::finish(int length, const std::function<double()> &seconds) {
    const int axis = view_->axis;
    Pieces pieces = view_->pieces;
    Answers::Turns path(length);
    int at = levels_[length].next - 1;
    for (int depth = length; depth > 0; --depth) {
        const Node &node = levels_[depth].nodes[at];
        path[depth - 1] = node.turn;
        at = node.parent;
    }
    for (const int t : path) carry(pieces, frames_.seen[axis][0][t]);
    const int last = length ? frames_.seen[axis][0][path.back()] : no_turn;
    finish_.search(inner_of(pieces), room() - length, last,
                   [&](const std::uint8_t *turns, int count) {
                       Answers::Turns whole = path;
                       for (int i = 0; i < count; ++i)
                           whole.push_back(frames_.real[axis][0][turns[i]]);
                       for (int i = 0; i < view_->last_count; ++i)
                           whole.push_back(view_->last_turns[i]);
                       if (view_->inverted) {
                           std::reverse(whole.begin(), whole.end());
                           for (auto &t : whole) t = static_cast<std::uint8_t>(inverse_turn(t));
                       }
                       answers_.offer(whole, seconds());
                       return room() - length;
                   });
}

}  // namespace puzzlery::twophase
