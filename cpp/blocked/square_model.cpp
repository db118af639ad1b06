#include "blocked/square_model.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace puzzlery::square {

namespace {

// Two empty half-slots never lie side by side: a corner fills just two.
bool is_layer(Borders borders) {
    const auto gaps = static_cast<Borders>(~borders & 0xfff);
    return !(gaps & turned(gaps, 1));
}

unsigned corners_in(Borders borders) {
    return wedges - static_cast<unsigned>(std::popcount(borders));
}

Borders canonical(Borders borders) { return turned(borders, canonical_turn(borders)); }

// A layer of these borders whose pieces are numbered on from what the counters say.
Layer numbered(Borders borders, std::uint8_t &corner, std::uint8_t &edge) {
    Layer layer{};
    for (unsigned i = 0; i < wedges; ++i) {
        if (!(borders >> i & 1)) continue;
        const unsigned next = (i + 1) % wedges;
        const bool is_corner = !(borders >> next & 1);
        layer[i] = is_corner ? corner++ : static_cast<std::uint8_t>(kinds + edge++);
        if (is_corner) layer[next] = layer[i];
    }
    return layer;
}

struct Read {
    std::vector<std::uint8_t> corners, edges;
    void add(const Layer &layer, Borders borders) {
        for (unsigned i = 0; i < wedges; ++i) {
            if (!(borders >> i & 1)) continue;
            if (layer[i] < kinds)
                corners.push_back(layer[i]);
            else
                edges.push_back(static_cast<std::uint8_t>(layer[i] - kinds));
        }
    }
};

Packed packed(const std::vector<std::uint8_t> &order) {
    Packed made = 0;
    for (unsigned j = 0; j < kinds; ++j) made |= Packed{order[j]} << (3 * j);
    return made;
}

Reorder reorder(const std::vector<std::uint8_t> &from) {
    Reorder made;
    for (unsigned j = 0; j < kinds; ++j) made.shift[j] = static_cast<std::uint8_t>(3 * from[j]);
    return made;
}

bool is_order(const std::vector<std::uint8_t> &order) {
    unsigned seen = 0;
    for (const auto piece : order) seen |= 1u << piece;
    return order.size() == kinds && seen == 0xff;
}

}  // namespace

unsigned canonical_turn(Borders borders) {
    unsigned best = wedges;
    for (unsigned by = 0; by < wedges; ++by)
        if (is_free(turned(borders, by)) &&
            (best == wedges || turned(borders, by) < turned(borders, best)))
            best = by;
    return best;
}

Borders borders_of(const Layer &layer) {
    Borders borders = 0;
    for (unsigned i = 0; i < wedges; ++i)
        if (layer[i] != layer[(i + wedges - 1) % wedges])
            borders = static_cast<Borders>(borders | 1u << i);
    return borders;
}

Layer turned(const Layer &layer, unsigned by) {
    Layer made{};
    for (unsigned i = 0; i < wedges; ++i) made[i] = layer[(i + by) % wedges];
    return made;
}

void slash(FullState &state) {
    std::swap_ranges(state.top.begin(), state.top.begin() + half, state.bottom.begin());
    state.middle ^= 1;
}

const Model &Model::get() {
    static const Model model;
    return model;
}

Model::Model() {
    number_orders();
    std::uint8_t corner = 0, edge = 0;
    solved_.top = numbered(0b011011011011, corner, edge);     // an edge comes first
    solved_.bottom = numbered(0b101101101101, corner, edge);  // a corner comes first
    list_shapes();
    cube_ = number(canonical(borders_of(solved_.top)), canonical(borders_of(solved_.bottom)));
    link_choices();
    measure();
    measure_even();
    const Node start = node(solved_);
    for (const auto &[corners, edges] : shapes_[cube_].same)
        goals_.push_back({start.shape, 0, corners(start.corners), edges(start.edges)});
}

void Model::number_orders() {
    first_.assign(4096, 0);
    last_.assign(4096, 0);
    std::vector<std::uint8_t> order{0, 1, 2, 3, 4, 5, 6, 7};
    std::uint16_t head = 0;
    do {
        const Packed whole = packed(order);
        const auto tail = static_cast<std::uint16_t>(unranked_.size() % 24);
        if (!tail) first_[whole & 0xfff] = head++;
        last_[whole >> 12] = tail;
        unranked_.push_back(whole);
    } while (std::next_permutation(order.begin(), order.end()));
}

void Model::list_shapes() {
    std::vector<Borders> layers;
    for (Borders borders = 0; borders < 1 << wedges; ++borders)
        if (is_layer(borders) && is_free(borders) && canonical(borders) == borders)
            layers.push_back(borders);
    for (const auto top : layers)
        for (const auto bottom : layers)
            if (corners_in(top) + corners_in(bottom) == kinds)
                shapes_.push_back({top, bottom, 0, {}, {}, {}});
    for (auto &shape : shapes_) list_choices(shape);
}

void Model::list_choices(Shape &shape) const {
    std::uint8_t corner = 0, edge = 0;
    const Layer top = numbered(shape.top, corner, edge);
    const Layer bottom = numbered(shape.bottom, corner, edge);
    for (unsigned x = 0; x < wedges; ++x) {
        for (unsigned y = 0; y < wedges; ++y) {
            FullState state{turned(top, x), turned(bottom, y), 0};
            Borders up = borders_of(state.top), down = borders_of(state.bottom);
            if (up == shape.top && down == shape.bottom) {
                Read same;
                same.add(state.top, up);
                same.add(state.bottom, down);
                shape.same.push_back({reorder(same.corners), reorder(same.edges)});
            }
            if (!is_free(up) || !is_free(down)) continue;
            slash(state);
            up = borders_of(state.top), down = borders_of(state.bottom);
            const unsigned a = canonical_turn(up), b = canonical_turn(down);
            Read read;
            read.add(turned(state.top, a), turned(up, a));
            read.add(turned(state.bottom, b), turned(down, b));
            shape.choices.push_back(
                {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y),
                 number(turned(up, a), turned(down, b)),
                 static_cast<std::uint8_t>((wedges - a) % wedges * wedges + (wedges - b) % wedges),
                 reorder(read.corners).is_odd() != reorder(read.edges).is_odd(),
                 reorder(read.corners), reorder(read.edges)});
        }
    }
}

// The turns that undo a choice become the number of a choice.
void Model::link_choices() {
    for (auto &shape : shapes_)
        for (auto &choice : shape.choices) {
            const auto &there = shapes_[choice.shape].choices;
            const auto back = std::find_if(there.begin(), there.end(), [&](const Choice &other) {
                return other.top * wedges + other.bottom == choice.undo;
            });
            choice.undo = static_cast<std::uint8_t>(back - there.begin());
        }
}

void Model::measure() {
    std::vector<bool> seen(shapes_.size());
    std::vector<std::uint8_t> queue{static_cast<std::uint8_t>(cube_)};
    seen[cube_] = true;
    for (std::size_t next = 0; next < queue.size(); ++next)
        for (const auto &choice : shapes_[queue[next]].choices) {
            if (seen[choice.shape]) continue;
            seen[choice.shape] = true;
            shapes_[choice.shape].distance =
                static_cast<std::uint8_t>(shapes_[queue[next]].distance + 1);
            queue.push_back(choice.shape);
        }
}

// As `measure`, for shapes with a parity. Turning a layer in place may change the parity.
void Model::measure_even() {
    constexpr std::uint8_t far = 255;
    for (auto &shape : shapes_) shape.to_even = {far, far};
    std::vector<std::pair<std::uint8_t, bool>> queue;
    const auto reach = [&](std::uint8_t number, bool odd, unsigned distance) {
        for (const auto &[corners, edges] : shapes_[number].same) {
            const bool same = odd != (corners.is_odd() != edges.is_odd());
            if (shapes_[number].to_even[same] != far) continue;
            shapes_[number].to_even[same] = static_cast<std::uint8_t>(distance);
            queue.emplace_back(number, same);
        }
    };
    reach(static_cast<std::uint8_t>(cube_), is_odd(node(solved_)), 0);
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const auto [number, odd] = queue[next];
        for (const auto &choice : shapes_[number].choices)
            reach(choice.shape, odd != choice.is_odd, shapes_[number].to_even[odd] + 1u);
    }
}

bool Reorder::is_odd() const {
    unsigned inversions = 0;
    for (unsigned i = 0; i < kinds; ++i)
        for (unsigned j = i + 1; j < kinds; ++j) inversions += shift[i] > shift[j];
    return inversions % 2;
}

bool Model::is_odd(const Node &node) const {
    unsigned inversions = 0;
    for (const Packed order : {node.corners, node.edges})
        for (unsigned i = 0; i < kinds; ++i)
            for (unsigned j = i + 1; j < kinds; ++j)
                inversions += (order >> (3 * i) & 7) > (order >> (3 * j) & 7);
    return inversions % 2;
}

std::uint8_t Model::number(Borders top, Borders bottom) const {
    const auto found = std::find_if(shapes_.begin(), shapes_.end(), [&](const Shape &shape) {
        return shape.top == top && shape.bottom == bottom;
    });
    if (found == shapes_.end()) throw std::invalid_argument("no shape of a Square-1");
    return static_cast<std::uint8_t>(found - shapes_.begin());
}

bool Model::is_goal(const Node &node) const {
    if (node.shape != cube_ || node.middle) return false;
    return std::any_of(goals_.begin(), goals_.end(),
                       [&](const Node &goal) { return goal.key() == node.key(); });
}

Node Model::node(const FullState &state) const {
    const Borders up = borders_of(state.top), down = borders_of(state.bottom);
    if (!is_layer(up) || !is_layer(down)) throw std::invalid_argument("no layers of a Square-1");
    const unsigned a = canonical_turn(up), b = canonical_turn(down);
    if (a == wedges || b == wedges) throw std::invalid_argument("no turn frees the slash");
    Read read;
    read.add(turned(state.top, a), turned(up, a));
    read.add(turned(state.bottom, b), turned(down, b));
    if (!is_order(read.corners) || !is_order(read.edges) || state.middle > 1)
        throw std::invalid_argument("not the sixteen pieces of a Square-1");
    return {number(turned(up, a), turned(down, b)), state.middle, packed(read.corners),
            packed(read.edges)};
}

std::uint64_t Model::canonical_key(const Node &node) const {
    std::uint64_t best = node.key();
    for (const auto &[corners, edges] : shapes_[node.shape].same)
        best = std::min(
            best, Node{node.shape, node.middle, corners(node.corners), edges(node.edges)}.key());
    return best;
}

Packed Model::relabeled(Packed order, unsigned s) {
    Packed made = 0;
    for (unsigned j = 0; j < kinds; ++j) {
        const unsigned piece = order >> (3 * j) & 7;
        const unsigned by = piece < 4 ? s / 4 : s % 4;
        made |= Packed{(piece & 4) | ((piece + by) & 3)} << (3 * j);
    }
    return made;
}

}  // namespace puzzlery::square
