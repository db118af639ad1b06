#include "general/neighbor_model.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>

namespace puzzlery {

namespace {

constexpr std::size_t LONG_CYCLE = 6;  // shorter cycles of a move make no neighbors
constexpr int FARTHEST_SHIFT = 16;     // cost of one shift before a move
constexpr int FARTHEST_SHIFTS = 4;     // cost of several shifts together before a move
constexpr std::uint32_t NONE = UINT32_MAX;

}  // namespace

NeighborModel::NeighborModel(const std::vector<std::vector<Place>> &all,
                             const std::vector<int> &layer_of, const std::vector<int> &prices,
                             const Colors &coloring)
    : solved(coloring) {
    if (all.size() != layer_of.size() || all.size() != prices.size())
        throw std::invalid_argument("each move needs a layer and a price");
    for (const Color color : solved) colors = std::max<std::size_t>(colors, color + 1);
    for (std::size_t m = 0; m < all.size(); ++m) add_move(all[m], layer_of[m], prices[m]);
    find_pairs();
    find_kinds();
    find_shifts();
    find_changes();
}

void NeighborModel::add_move(const std::vector<Place> &to, int layer, int price) {
    if (to.size() != solved.size()) throw std::invalid_argument("a move of another puzzle");
    check_permutation(to);
    if (price < 1 || price > FARTHEST_SHIFT * 256 || layer < 0)
        throw std::invalid_argument("a price out of bounds");
    Move move{layer, price, to, {}};
    for (std::size_t p = 0; p < to.size(); ++p)
        if (to[p] != p) move.moved.emplace_back(to[p], static_cast<Place>(p));
    moves.push_back(std::move(move));
    layers = std::max(layers, layer + 1);
}

void NeighborModel::find_pairs() {
    number_.assign(solved.size() * solved.size(), NONE);
    std::vector<char> is_known(layers, 0);
    for (const Move &move : moves)
        if (!std::exchange(is_known[move.layer], 1))
            for (std::size_t p = 0; p < move.to.size(); ++p)
                if (cycle_length(move, p) >= LONG_CYCLE)
                    add_pair(static_cast<Place>(p), move.to[p]);
}

std::size_t NeighborModel::cycle_length(const Move &move, std::size_t place) {
    std::size_t length = 1;
    for (std::size_t p = move.to[place]; p != place && length < LONG_CYCLE; p = move.to[p])
        ++length;
    return length;
}

void NeighborModel::add_pair(Place p, Place q) {
    if (pair_number(p, q) != NONE) return;
    number(p, q) = static_cast<std::uint32_t>(2 * pairs.size());
    number(q, p) = static_cast<std::uint32_t>(2 * pairs.size() + 1);
    pairs.emplace_back(p, q);
}

// Join pairs that moves carry into one another, and collect the colors of each kind.
void NeighborModel::find_kinds() {
    std::vector<std::uint32_t> root(2 * pairs.size());
    std::iota(root.begin(), root.end(), 0);
    const auto top = [&](std::uint32_t k) {
        while (root[k] != k) k = root[k] = root[root[k]];
        return k;
    };
    for (const Move &move : moves)
        for (std::uint32_t k = 0; k < root.size(); ++k) {
            const auto [p, q] = directed(k);
            const std::uint32_t image = pair_number(move.to[p], move.to[q]);
            if (image != NONE) root[top(k)] = top(image);
        }
    std::map<std::uint32_t, std::uint32_t> numbers;
    kind_of.resize(root.size());
    for (std::uint32_t k = 0; k < root.size(); ++k)
        kind_of[k] = numbers.emplace(top(k), numbers.size()).first->second;
    kinds = numbers.size();
    for (std::size_t k = 0; k < root.size(); k += 2) {
        const auto [p, q] = pairs[k / 2];
        looks.push_back(look_of(p, q, static_cast<std::uint32_t>(k)));
    }
    limits.assign(kinds * colors * colors, 0);
    for (const Look &look : looks) ++limits[type_of(solved.data(), look)];
}

// A pair in the direction in which its kind is counted.
NeighborModel::Look NeighborModel::look_of(Place p, Place q, std::uint32_t pair) const {
    const std::uint32_t kind = kind_of[pair], reverse = kind_of[pair ^ 1];
    return reverse < kind ? Look{q, p, reverse} : Look{p, q, kind};
}

std::pair<Place, Place> NeighborModel::directed(std::uint32_t k) const {
    const auto [p, q] = pairs[k / 2];
    return k % 2 ? std::pair(q, p) : std::pair(p, q);
}

// The pairs that a move creates, by the places that their colors come from, and those it loses.
NeighborModel::Change NeighborModel::change_of(const Move &move) const {
    Change change;
    std::vector<Place> from(move.to.size());
    for (std::size_t p = 0; p < from.size(); ++p) from[move.to[p]] = static_cast<Place>(p);
    for (std::uint32_t k = 0; k < 2 * pairs.size(); k += 2) {
        const auto [p, q] = pairs[k / 2];
        if (pair_number(from[p], from[q]) == NONE)
            change.created.push_back(look_of(from[p], from[q], k));
        if (pair_number(move.to[p], move.to[q]) == NONE) change.lost.push_back(look_of(p, q, k));
    }
    return change;
}

void NeighborModel::find_shifts() {
    is_shift.resize(moves.size());
    for (std::size_t m = 0; m < moves.size(); ++m) {
        const Change change = change_of(moves[m]);
        is_shift[m] = change.created.empty();
        most_broken = std::max(most_broken, change.lost.size());
    }
    shift_of.assign(solved.size(), -1);
    for (std::size_t m = 0; m < moves.size(); ++m)
        if (is_shift[m])
            for (const auto &[place, _] : moves[m].moved) shift_of[place] = moves[m].layer;
}

// Clusters of layers whose shifts meet in pairs that a move creates, and their choices.
void NeighborModel::find_changes() {
    std::vector<int> root(layers);
    std::iota(root.begin(), root.end(), 0);
    const auto top = [&](int k) {
        while (root[k] != k) k = root[k];
        return k;
    };
    std::vector<Change> of_move(moves.size());
    std::vector<char> in_use(layers, 0);
    for (std::size_t m = 0; m < moves.size(); ++m) {
        if (is_shift[m]) continue;
        of_move[m] = change_of(moves[m]);
        for (const auto *looks : {&of_move[m].created, &of_move[m].lost})
            for (const Look &look : *looks) {
                const int a = shift_of[look.one], b = shift_of[look.other];
                for (const int layer : {a, b})
                    if (layer >= 0) in_use[layer] = 1;
                if (a >= 0 && b >= 0) root[top(a)] = top(b);
            }
    }
    std::vector<int> cluster_of(layers, -1);
    for (int layer = 0; layer < layers; ++layer) {
        if (!in_use[layer]) continue;
        int &number = cluster_of[top(layer)];
        if (number < 0) number = static_cast<int>(clusters.size()), clusters.emplace_back();
        clusters[number].layers.push_back(layer);
        cluster_of[layer] = number;
    }
    for (Cluster &cluster : clusters) {
        Steps none;
        add_shifts(cluster, 0, 0, none);
    }
    std::map<Change, std::uint32_t> numbers;
    const auto number_of = [&](Change change) {
        std::ranges::sort(change.created);
        std::ranges::sort(change.lost);
        const auto [at, is_new] =
            numbers.emplace(std::move(change), static_cast<std::uint32_t>(changes.size()));
        if (is_new) changes.push_back(at->first);
        return at->second;
    };
    for (const Cluster &cluster : clusters) reach += *std::ranges::max_element(cluster.prices);
    int dearest = 1;
    for (std::size_t m = 0; m < moves.size(); ++m) {
        if (is_shift[m]) continue;
        dearest = std::max(dearest, 2 * moves[m].price);
        std::vector<Change> parts(clusters.size() + 1);
        const auto part = [&](const Look &look) -> Change & {
            const int layer = std::max(shift_of[look.one], shift_of[look.other]);
            return parts[layer < 0 ? clusters.size() : cluster_of[layer]];
        };
        for (const Look &look : of_move[m].created) part(look).created.push_back(look);
        for (const Look &look : of_move[m].lost) part(look).lost.push_back(look);
        add_way({static_cast<int>(m), NO_MOVE, number_of(parts.back())},
                [&](std::size_t c, const Steps &shifts) {
                    return number_of(before(parts[c], shifts));
                });
        const int back = inverse_of(moves[m]);
        if (clusters.size() < 2 || back == NO_MOVE) continue;
        add_way({static_cast<int>(m), back, number_of({})}, [&](std::size_t, const Steps &shifts) {
            return number_of(change_of(between(moves[m], shifts, moves[back])));
        });
    }
    reach += dearest;
    stage_of.assign(kinds, 0);
    for (const Look &look : looks) {
        const int layer = shift_of[look.one];
        if (layer >= 0 && cluster_of[layer] >= 0) stage_of[look.kind] = cluster_of[layer];
    }
}

// Add a way and, for each cluster, what its shifts change.
template <class Changed> void NeighborModel::add_way(Way way, const Changed &changed) {
    ways.push_back(way);
    auto &rows = choices.emplace_back();
    for (std::size_t c = 0; c < clusters.size(); ++c) {
        auto &row = rows.emplace_back();
        for (std::size_t s = 0; s < clusters[c].shifts.size(); ++s)
            row.push_back({static_cast<std::uint16_t>(s),
                           static_cast<std::uint16_t>(clusters[c].prices[s]),
                           changed(c, clusters[c].shifts[s])});
    }
}

int NeighborModel::inverse_of(const Move &move) const {
    const Perm back = inverse(move.to);
    for (std::size_t m = 0; m < moves.size(); ++m)
        if (moves[m].to == back) return static_cast<int>(m);
    return NO_MOVE;
}

// The effect of shifts between two moves.
NeighborModel::Move NeighborModel::between(const Move &first, const Steps &shifts,
                                           const Move &last) const {
    Move whole = first;
    for (Place &place : whole.to) {
        for (const int shift : shifts) place = moves[shift].to[place];
        place = last.to[place];
    }
    return whole;
}

// All ways to shift the layers of a cluster: one far, or several by little.
void NeighborModel::add_shifts(Cluster &cluster, std::size_t next, int price, Steps &chosen) {
    if (next == cluster.layers.size()) {
        if (price > (chosen.size() > 1 ? FARTHEST_SHIFTS : FARTHEST_SHIFT)) return;
        cluster.shifts.push_back(chosen);
        cluster.prices.push_back(price);
        return;
    }
    add_shifts(cluster, next + 1, price, chosen);
    for (std::size_t m = 0; m < moves.size(); ++m)
        if (is_shift[m] && moves[m].layer == cluster.layers[next] &&
            price + moves[m].price <= FARTHEST_SHIFT) {
            chosen.push_back(static_cast<int>(m));
            add_shifts(cluster, next + 1, price + moves[m].price, chosen);
            chosen.pop_back();
        }
}

// The same change with its places as they are before some shifts.
NeighborModel::Change NeighborModel::before(const Change &change, const Steps &shifts) const {
    Change result = change;
    for (auto step = shifts.rbegin(); step != shifts.rend(); ++step) {
        std::vector<Place> from(solved.size());
        std::iota(from.begin(), from.end(), Place{0});
        for (const auto &[place, source] : moves[*step].moved) from[place] = source;
        for (auto *looks : {&result.created, &result.lost})
            for (Look &look : *looks) look.one = from[look.one], look.other = from[look.other];
    }
    return result;
}

}  // namespace puzzlery
