// A puzzle as the general solver sees it: oriented slots, and moves that permute them.
//
// An *oriented slot* is a slot together with one orientation that a piece can have in it. A slot
// with three orientations has three oriented slots. A piece is identified by the oriented slot that
// it occupies when solved. A move permutes all oriented slots at once: if it carries a piece from
// (slot, orientation) to (slot', orientation'), it carries the other orientations of the piece
// along. So the code composes permutations and needs no arithmetic with orientations. The oriented
// slots of one slot have consecutive numbers, and so do the slots of one orbit.
//
// A *place* below is an oriented slot that is looked at, a *piece* one that names a piece.
#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/permutation.hpp"

namespace puzzlery::general {

using OrientedSlot = Point;
using Letter = std::uint16_t;  // the number of a move
using Word = std::vector<Letter>;
using State = std::vector<OrientedSlot>;  // for each place the piece in it
using Bits = std::vector<std::uint64_t>;
using Power = std::int64_t;  // by how many steps a layer turns

inline bool has(const Bits &bits, int slot) { return bits[slot >> 6] >> (slot & 63) & 1; }
inline void put(Bits &bits, int slot) { bits[slot >> 6] |= std::uint64_t{1} << (slot & 63); }

inline constexpr Letter NO_LETTER = 0xFFFF;

struct Orbit {
    int begin = 0, end = 0;  // the range of its oriented slots
    int orientations = 1;    // of a piece in a slot
    int slots() const { return (end - begin) / orientations; }
    int oriented_slots() const { return end - begin; }
};

using MovedSlots = std::vector<std::pair<OrientedSlot, OrientedSlot>>;  // first place, image

struct Move {
    int layer = 0;
    Power power = 0;
    Perm to;                          // the image of each oriented slot
    std::vector<OrientedSlot> moved;  // the oriented slots that it moves
    MovedSlots slots;                 // the slots that it moves
    Bits support;                     // the same as a set
};

// A coordinate of one orbit: a sum over the moves of a word modulo a number, such as the parity of
// the orbit or the sum of its orientations.
struct Coordinate {
    int orbit = 0, modulus = 1;
    std::vector<int> of_layer;
};

class Model {
public:
    // `powers` lists the powers of each layer that the solver may use, and `prices` what each of
    // them costs. The powers contain 1, and with each power its inverse. A layer may be a block of
    // others: a block is a cheaper way to turn them together.
    Model(std::vector<int> slots, std::vector<int> turns, const std::vector<Perm> &layers,
          std::vector<Power> orders, const std::vector<std::vector<Power>> &powers,
          const std::vector<std::vector<int>> &prices, std::vector<std::vector<std::uint8_t>> fits,
          std::vector<Coordinate> coordinates);

    std::vector<Orbit> orbits;
    std::vector<Move> moves;
    std::vector<Coordinate> coordinates;
    std::vector<int> orbit_of, slot_of;        // of each oriented slot
    std::vector<OrientedSlot> first_of;        // of each slot its first oriented slot
    std::vector<Power> orders;                 // of each layer
    std::vector<std::vector<Letter>> letters;  // the moves of each layer
    std::vector<std::uint16_t> layer_of;       // of each move
    std::vector<int> price;                    // of each move
    int least_price = 1, greatest_price = 1;

    // Orbits are looked at in groups: all together if they are few, else each by itself. A layer of
    // a large puzzle moves few of its orbits.
    struct Group {
        int begin, end;  // the range of its oriented slots
    };
    std::vector<Group> groups;
    std::vector<int> group_of;              // of each oriented slot
    std::vector<std::vector<int>> touched;  // of each layer the groups that it moves
    std::span<const int> touched_by(Letter move) const { return touched[layer_of[move]]; }
    // Of each oriented slot a number: a piece fits in a place if both have the same one. Pieces
    // that look alike have the same number.
    std::vector<std::uint16_t> look;

    int oriented_slots() const { return static_cast<int>(orbit_of.size()); }
    int slots() const { return static_cast<int>(first_of.size()); }
    int layers() const { return static_cast<int>(orders.size()); }
    std::size_t bit_words() const { return (first_of.size() + 63) / 64; }

    // The puzzle restricted to some of its orbits. The other orbits keep their numbers but have no
    // slots.
    Model restricted_to(const std::vector<char> &orbits) const;
    // A state of this puzzle as a state of a restricted one.
    State restrict_state(const Model &restricted, const State &state) const;

    // Whether a piece looks solved in a place.
    bool fits(OrientedSlot place, OrientedSlot piece) const { return look[place] == look[piece]; }

    bool commute(int a, int b) const {
        return commute_[static_cast<std::size_t>(a) * orders.size() + b];
    }
    // What a word costs: the sum of the prices of its moves.
    int cost(std::span<const Letter> word) const {
        int total = 0;
        for (const Letter move : word) total += price[move];
        return total;
    }
    // What two moves become that stand side by side: no moves if they cancel, one move if that
    // costs no more, or two others if they cost less.
    struct Merged {
        bool merges = false;
        Letter first = NO_LETTER, second = NO_LETTER;
        int price = 0;
    };
    Merged merged(Letter a, Letter b) const {
        const int one = layer_of[a], other = layer_of[b];
        if (one == other) return merged_in_layer(a, b);
        if (!blocks_[static_cast<std::size_t>(one) * orders.size() + other]) return {};
        return merged_to_blocks(a, b);
    }
    // Whether a move may come right after another (-1: none) in words that write each product of
    // commuting layers once.
    bool may_follow(Letter move, int last) const {
        if (last < 0) return true;
        const int layer = layer_of[move], before = layer_of[last];
        return layer != before && (layer > before || !commute(layer, before));
    }
    Letter inverse(Letter move) const { return inverse_[move]; }
    // The move that turns a layer by `power` steps, where `power` is below the layer's order;
    // NO_LETTER if the solver does not use that power.
    Letter letter(int layer, Power power) const {
        const std::vector<Letter> &own = letters[layer];
        const auto guess = static_cast<std::size_t>(power) - 1;  // right if all powers are used
        if (guess < own.size() && moves[own[guess]].power == power) return own[guess];
        for (const Letter letter : own)
            if (moves[letter].power == power) return letter;
        return NO_LETTER;
    }

    State solved() const { return identity(orbit_of.size()); }
    void apply(Letter move, const State &from, State &to) const;
    State after(State state, const Word &word) const;
    OrientedSlot image(OrientedSlot place, const Word &word) const;
    State images(const Word &word) const;  // of all oriented slots
    Word inverted(const Word &word) const;
    // The word with moves merged where only commuting moves are between them.
    Word simplified(const Word &word) const;
    // Append a move and merge it as in `simplified`.
    void append(Word &word, Letter move) const;
    int count_wrong(const State &state) const;
    // Add a move to the total of each coordinate.
    void add(std::vector<int> &totals, Letter move) const;
    Bits support(const Word &word) const;

private:
    void add_layer(int layer, const Perm &to, const std::vector<Power> &powers,
                   const std::vector<int> &prices);
    void add_move(int layer, Power power, int cost, Perm to);
    Move move_of(int layer, Power power, Perm to) const;
    void find_commuting();
    void find_blocks();
    void form_groups();
    bool has_blocks() const;
    bool has_effect(const Merged &way, const Perm &to) const;
    void replace_and_merge(Word &word, std::size_t k, const Merged &moves) const;
    Merged merged_in_layer(Letter a, Letter b) const;
    Merged merged_to_blocks(Letter a, Letter b) const;
    void find_looks(const std::vector<std::vector<std::uint8_t>> &fits);

    std::vector<char> commute_;
    std::vector<char> blocks_;  // of each two layers, whether some of their moves merge to blocks
    // What two moves of commuting layers merge to, by their numbers.
    std::unordered_map<std::uint32_t, Merged> merged_;
    std::vector<Letter> inverse_;
};

}  // namespace puzzlery::general
