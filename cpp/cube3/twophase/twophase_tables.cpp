// Building the tables of the two-phase search.
#include "cube3/twophase/twophase_tables.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "tables/distances.hpp"
#include "tables/nibbles.hpp"

namespace puzzlery::twophase {
namespace {

constexpr int portion_kinds = 256;
// Up to here few are reached, and their neighbours are marked; later the others look around.
constexpr int forward_depth = 8;

constexpr std::size_t padded(std::size_t size) { return (size + 63) / 64 * 64; }

template <class Entry> Entry *take(std::uint8_t *&at, std::size_t count) {
    auto *start = reinterpret_cast<Entry *>(at);
    at += padded(count * sizeof(Entry));
    return start;
}

std::uint8_t *lay_out(Tables &tables, std::uint8_t *at) {
    tables.far = take<std::uint8_t>(at, far_bytes);
    tables.turn_kind = take<Turned>(at, kind_count * turn_count);
    tables.representatives = take<std::uint32_t>(at, kind_count);
    tables.kind_bound = take<Bound>(at, kind_count);
    tables.layer_bound = take<Bound>(at, layer_class_count * twist_count);
    tables.turn_twist = take<std::uint16_t>(at, twist_count * turn_count);
    tables.seen_twist = take<std::uint16_t>(at, twist_count * symmetry_count);
    tables.turn_corners = take<std::uint16_t>(at, corners_count * inner_count);
    tables.turn_rim = take<std::uint16_t>(at, rim_count * inner_count);
    tables.turn_middle = take<std::uint8_t>(at, middle_count * inner_count);
    tables.far_corners = take<std::uint8_t>(at, corners_count * middle_count / 2);
    tables.far_rim = take<std::uint8_t>(at, rim_count * middle_count / 2);
    return at;
}

void fill_twists(const Tables &tables) {
    for (int twist = 0; twist < twist_count; ++twist) {
        const Cube cube = cube_of(pieces_of_twist(twist));
        for (int t = 0; t < turn_count; ++t)
            tables.turn_twist[twist * turn_count + t] =
                static_cast<std::uint16_t>(twist_of(pieces_of(compose(cube, turn(t)))));
        for (int s = 0; s < symmetry_count; ++s)
            tables.seen_twist[twist * symmetry_count + s] =
                static_cast<std::uint16_t>(twist_of(pieces_of(conjugate(cube, symmetry(s)))));
    }
}

// For the number of any edges: 16 * kind + a symmetry that carries them to the representative.
std::vector<std::uint32_t> fill_kinds(const Tables &tables) {
    constexpr std::uint32_t none = ~0u;
    std::vector<std::uint32_t> kinds(raw_edges_count, none);
    std::uint32_t kind = 0;
    for (int number = 0; number < raw_edges_count; ++number) {
        if (kinds[number] != none) continue;
        const Edges edges = edges_of_number(number);
        for (int s = 0; s < symmetry_count; ++s) {
            // Seen from s, the representative looks like this; the inverse of s leads back.
            const int image = number_of(seen(edges, s));
            if (kinds[image] != none) continue;
            int back = 0;
            while (frames().product[back][s] != 0) ++back;
            kinds[image] = kind * symmetry_count + static_cast<std::uint32_t>(back);
        }
        tables.representatives[kind++] = static_cast<std::uint32_t>(number);
    }
    return kinds;
}

void fill_turns_of_kinds(const Tables &tables, const std::vector<std::uint32_t> &kinds) {
    for (int kind = 0; kind < kind_count; ++kind) {
        const Edges edges = edges_of_number(static_cast<int>(tables.representatives[kind]));
        for (int t = 0; t < turn_count; ++t)
            tables.turn_kind[kind * turn_count + t] = {kinds[number_of(turned(edges, t))]};
    }
}

// Distances to H by breadth-first search, of whatever has numbers and turns.
template <class Turn>
std::vector<std::uint8_t> distances(std::size_t size, std::uint32_t start, int turns, Turn turn) {
    constexpr std::uint8_t none = 0xff;
    std::vector<std::uint8_t> depth(size, none);
    std::vector<std::uint32_t> frontier{start}, next;
    depth[start] = 0;
    for (std::uint8_t at = 1; !frontier.empty(); ++at, frontier.swap(next), next.clear())
        for (const std::uint32_t state : frontier)
            for (int t = 0; t < turns; ++t)
                if (const std::uint32_t reached = turn(state, t); depth[reached] == none) {
                    depth[reached] = at;
                    next.push_back(reached);
                }
    return depth;
}

template <class Turn>
Bound bound_of(const std::vector<std::uint8_t> &far, std::uint32_t state, Turn turn) {
    std::uint64_t bits = std::uint64_t{far[state]} << 2 * turn_count;
    for (int t = 0; t < turn_count; ++t) {
        const int reached = far[turn(state, t)];
        bits |= std::uint64_t{reached < far[state]} << t;
        bits |= std::uint64_t{reached <= far[state]} << (turn_count + t);
    }
    return {bits};
}

void fill_kind_bounds(const Tables &tables) {
    const auto turned_kind = [&](std::uint32_t kind, int t) {
        return static_cast<std::uint32_t>(tables.turn_kind[kind * turn_count + t].kind());
    };
    const auto home = static_cast<std::uint32_t>(kind_of(tables, Edges{}).kind);
    const auto far = distances(kind_count, home, turn_count, turned_kind);
    for (std::uint32_t kind = 0; kind < kind_count; ++kind)
        tables.kind_bound[kind] = bound_of(far, kind, turned_kind);
}

int layer_of(const Tables &tables, int kind) {
    return static_cast<int>(tables.representatives[kind]) / flip_count;
}

// The layers of the representatives, which ascend with them.
std::vector<int> layers_of_representatives(const Tables &tables) {
    std::vector<int> layers;
    for (int kind = 0; kind < kind_count; ++kind)
        if (layers.empty() || layers.back() != layer_of(tables, kind))
            layers.push_back(layer_of(tables, kind));
    return layers;
}

void fill_layer_bounds(const Tables &tables, const std::vector<int> &layers) {
    std::array<std::uint16_t, layer_count * turn_count> turn_layer;
    for (int layer = 0; layer < layer_count; ++layer)
        for (int t = 0; t < turn_count; ++t) {
            const Edges edges = turned(edges_of_number(layer * flip_count), t);
            turn_layer[layer * turn_count + t] =
                static_cast<std::uint16_t>(number_of(edges) / flip_count);
        }
    const auto turn_both = [&](std::uint32_t state, int t) -> std::uint32_t {
        const unsigned layer = state / twist_count, twist = state % twist_count;
        return turn_layer[layer * turn_count + t] * twist_count +
               tables.turn_twist[twist * turn_count + t];
    };
    const auto home = static_cast<std::uint32_t>(number_of(Edges{}) / flip_count * twist_count);
    const auto far = distances(layer_count * twist_count, home, turn_count, turn_both);
    Bound *to = tables.layer_bound;
    for (const int layer : layers)
        for (int twist = 0; twist < twist_count; ++twist) {
            const auto state = static_cast<std::uint32_t>(layer * twist_count + twist);
            *to++ = bound_of(far, state, turn_both);
        }
}

// Tell beside every kind that a turn leads to which class its middle layer is of.
void fill_layers(const Tables &tables, const std::vector<int> &layers) {
    std::uint32_t at = 0;
    std::vector<std::uint32_t> class_of(kind_count);
    for (int kind = 0; kind < kind_count; ++kind) {
        if (layers[at] != layer_of(tables, kind)) ++at;
        class_of[kind] = at;
    }
    for (int i = 0; i < kind_count * turn_count; ++i) {
        Turned &entry = tables.turn_kind[i];
        entry.bits |= class_of[entry.kind()] << 20;
    }
}

void fill_inner_turns(const Tables &tables) {
    for (int number = 0; number < corners_count; ++number) {
        const Inner inner{static_cast<std::uint16_t>(number), static_cast<std::uint16_t>(number),
                          static_cast<std::uint8_t>(number % middle_count)};
        const Cube cube = cube_of(pieces_of_inner(inner));
        for (int t = 0; t < inner_count; ++t) {
            const Inner next = inner_of(pieces_of(compose(cube, turn(inner_turns[t]))));
            tables.turn_corners[number * inner_count + t] = next.corners;
            tables.turn_rim[number * inner_count + t] = next.rim;
            tables.turn_middle[inner.middle * inner_count + t] = next.middle;
        }
    }
}

// Distances inside H of a permutation of eight things together with the middle layer.
void fill_inner_distances(const std::uint16_t *turns, const std::uint8_t *turn_middle,
                          std::uint8_t *far) {
    const auto depth =
        distances(corners_count * middle_count, 0, inner_count, [&](std::uint32_t state, int t) {
            return turns[state / middle_count * inner_count + t] * middle_count +
                   turn_middle[state % middle_count * inner_count + t];
        });
    pack_nibbles(depth.data(), depth.size(), far);
}

}  // namespace

Tables::Tables(std::uint8_t *block) { lay_out(*this, block); }

std::size_t Tables::bytes() {
    Tables nowhere(nullptr);
    return reinterpret_cast<std::size_t>(lay_out(nowhere, nullptr));
}

void fill_transitions(const Tables &tables) {
    fill_twists(tables);
    fill_turns_of_kinds(tables, fill_kinds(tables));
    const std::vector<int> layers = layers_of_representatives(tables);
    fill_layers(tables, layers);
    fill_kind_bounds(tables);
    fill_layer_bounds(tables, layers);
    fill_inner_turns(tables);
    fill_inner_distances(tables.turn_corners, tables.turn_middle, tables.far_corners);
    fill_inner_distances(tables.turn_rim, tables.turn_middle, tables.far_rim);
}

KindOf kind_of(const Tables &tables, Edges edges) {
    int least = number_of(edges), symmetry = 0;
    for (int s = 1; s < symmetry_count; ++s)
        if (const int image = number_of(seen(edges, s)); image < least) least = image, symmetry = s;
    const std::uint32_t *start = tables.representatives, *end = start + kind_count;
    const auto *found = std::lower_bound(start, end, static_cast<unsigned>(least));
    return {static_cast<int>(found - start), symmetry};
}

// Every turn of every kind tells the class of the kind that it leads to.
int layer_class(const Tables &tables, int kind) {
    const int next = tables.turn_kind[kind * turn_count].kind();
    for (int t = 0;; ++t)
        if (const Turned back = tables.turn_kind[next * turn_count + t]; back.kind() == kind)
            return back.layer();
}

FarBuilder::FarBuilder(const Tables &tables) : tables_(tables), own_(kind_count) {
    std::memset(tables_.far, 0xff, far_bytes);
    for (int kind = 0; kind < kind_count; ++kind) {
        const int number = static_cast<int>(tables_.representatives[kind]);
        const Edges edges = edges_of_number(number);
        unsigned own = 0;
        for (int s = 1; s < symmetry_count; ++s)
            own |= static_cast<unsigned>(number_of(seen(edges, s)) == number) << s;
        own_[kind] = static_cast<std::uint16_t>(own);
    }
    cursor.depth = -1;
    reach(kind_of(tables_, Edges{}).kind, 0);
    cursor.depth = 0;
}

void FarBuilder::portion() {
    const int end = std::min(cursor.kind + portion_kinds, kind_count);
    for (; cursor.kind < end; ++cursor.kind)
        cursor.depth <= forward_depth ? forward(cursor.kind) : backward(cursor.kind);
    if (cursor.kind < kind_count) return;
    ++cursor.depth;
    cursor.kind = 0;
}

// The twists of a kind whose two bits are these.
const std::vector<std::uint32_t> &FarBuilder::twists(int kind, int bits) {
    const std::uint64_t first = std::uint64_t{4} * row_bytes * kind;
    PairDistances(tables_.far).collect(first, twist_count, bits, twists_);
    return twists_;
}

void FarBuilder::set(int kind, int twist) {
    const int bits = unknown ^ (cursor.depth + 1) % 3;
    tables_.far[std::size_t{static_cast<unsigned>(kind)} * row_bytes + (twist >> 2)] ^=
        static_cast<std::uint8_t>(bits << 2 * (twist & 3));
    ++cursor.known;
}

void FarBuilder::reach(int kind, int twist) {
    if (tables_.far_modulo(kind, twist) != unknown) return;
    set(kind, twist);
    for (unsigned own = own_[kind]; own; own &= own - 1) {
        const int same = tables_.seen_twist[twist * symmetry_count + std::countr_zero(own)];
        if (tables_.far_modulo(kind, same) == unknown) set(kind, same);
    }
}

// Entries at the current depth mark their neighbours. Entries three steps nearer look alike;
// they are few, and all their neighbours are marked.
void FarBuilder::forward(int kind) {
    const Turned *turns = tables_.turn_kind + kind * turn_count;
    for (const std::uint32_t twist : twists(kind, cursor.depth % 3))
        for (int t = 0; t < turn_count; ++t) {
            const Neighbour next = tables_.neighbour(turns[t], twist, t);
            reach(next.kind, next.twist);
        }
}

// Entries without a distance look for a neighbour at the current depth.
void FarBuilder::backward(int kind) {
    const Turned *turns = tables_.turn_kind + kind * turn_count;
    for (const std::uint32_t twist : twists(kind, unknown))
        for (int t = 0; t < turn_count; ++t) {
            const Neighbour next = tables_.neighbour(turns[t], twist, t);
            if (tables_.far_modulo(next.kind, next.twist) != cursor.depth % 3) continue;
            set(kind, twist);
            break;
        }
}

}  // namespace puzzlery::twophase
