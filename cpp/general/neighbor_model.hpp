// Neighbors, and what the moves of a puzzle with long cycles do to them.
//
// 1. Two places are *neighbors* if a move carries one to the other in a long cycle. Most moves
//    carry most neighbors to neighbors. Pairs of neighbors that moves carry into one another form
//    a *kind*.
// 2. A *shift* carries all neighbors to neighbors (a row of a globe). Any other move breaks and
//    creates a few pairs, in lists that are made once.
// 3. Shifts that meet in no created pair belong to different *clusters*.
#pragma once

#include "core/permutation.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace puzzlery {

using Place = std::uint16_t;
using Color = std::uint16_t;
using Colors = std::vector<Color>;
using Steps = std::vector<int>;  // numbers of moves

struct NeighborModel {
    struct Move {
        int layer = 0, price = 1;
        std::vector<Place> to;
        std::vector<std::pair<Place, Place>> moved;  // place, and the place its color comes from
    };
    // Two places and the kind as which they are counted.
    struct Look {
        Place one, other;
        std::uint32_t kind;
        auto operator<=>(const Look &) const = default;
    };
    // What a move, after some shifts, changes: pairs that it creates and those that it breaks up.
    struct Change {
        std::vector<Look> created, lost;
        auto operator<=>(const Change &) const = default;
    };
    // Shifts of one cluster before a move, and the number of the change that they lead to.
    struct Choice {
        std::uint16_t shifts = 0;  // in the list of the cluster
        std::uint16_t price = 0;
        std::uint32_t change = 0;
    };
    struct Cluster {
        std::vector<int> layers;    // whose shifts are chosen together
        std::vector<Steps> shifts;  // the ways to shift, none first
        std::vector<int> prices;    // of these ways
    };
    // A move after some shifts, or a move, shifts, and the inverse of the move: that changes only
    // the clusters that are shifted.
    struct Way {
        int move, back;       // NO_MOVE without the inverse
        std::uint32_t plain;  // the change of places that no shift reaches
    };
    static constexpr int NO_MOVE = -1;

    NeighborModel(const std::vector<std::vector<Place>> &all, const std::vector<int> &layer_of,
                  const std::vector<int> &prices, const Colors &coloring);

    // The place of a pair's kind and colors in a table of counts.
    std::size_t type_of(const Color *shown, const Look &look) const {
        return (look.kind * colors + shown[look.one]) * colors + shown[look.other];
    }

    Colors solved;
    std::size_t colors = 1;
    int layers = 0;
    std::vector<Move> moves;
    std::vector<std::pair<Place, Place>> pairs;
    std::vector<std::uint32_t> kind_of;  // of a pair, by its number
    std::size_t kinds = 0;
    std::vector<Look> looks;           // all pairs
    std::vector<std::int16_t> limits;  // of pairs by kind and colors: how many when solved
    std::vector<char> is_shift;
    std::vector<int> shift_of;    // of a place, the layer that shifts it
    std::size_t most_broken = 0;  // the most pairs that a move which is no shift breaks up
    std::vector<Cluster> clusters;
    std::vector<Change> changes;
    std::vector<Way> ways;
    std::vector<std::vector<std::vector<Choice>>> choices;  // by way and cluster
    std::vector<int> stage_of;  // of each kind of pairs, the cluster that it belongs to
    std::size_t reach = 1;      // the greatest price of a step

private:
    void add_move(const std::vector<Place> &to, int layer, int price);
    void find_pairs();
    static std::size_t cycle_length(const Move &move, std::size_t place);
    void add_pair(Place p, Place q);
    void find_kinds();
    Look look_of(Place p, Place q, std::uint32_t pair) const;
    std::pair<Place, Place> directed(std::uint32_t k) const;
    Change change_of(const Move &move) const;
    void find_shifts();
    void find_changes();
    template <class Changed> void add_way(Way way, const Changed &changed);
    int inverse_of(const Move &move) const;
    Move between(const Move &first, const Steps &shifts, const Move &last) const;
    void add_shifts(Cluster &cluster, std::size_t next, int price, Steps &chosen);
    Change before(const Change &change, const Steps &shifts) const;
    std::uint32_t &number(Place p, Place q) { return number_[p * solved.size() + q]; }
    // The number of a pair: even as it was found, odd in reverse.
    std::uint32_t pair_number(Place p, Place q) const { return number_[p * solved.size() + q]; }

    std::vector<std::uint32_t> number_;  // of a pair, by its two places
};

}  // namespace puzzlery
