// Square-1 for searches: 24 half-slots, 170 shapes up to layer turns, and what a slash does to
// them.
//
// A layer has twelve half-slots; a corner fills two, an edge one. Both layers are numbered such
// that a turn by x carries half-slot i to i − x, and the slash exchanges the half-slots 0 … 5 of
// both. A layer's *borders* are a mask: bit i is set where a piece starts at half-slot i. The slash
// is free where bits 0 and 6 are set.
//
// A search counts layer turns as nothing: it keeps each layer in its canonical orientation, and a
// *choice* is a turn of both layers followed by a slash. Corners and edges are then read in order,
// upper layer first: two permutations of eight, each packed into 24 bits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace puzzlery::square {

constexpr unsigned wedges = 12, half = 6, kinds = 8;  // of corners, and of edges
constexpr std::uint32_t orders = 40320;               // of eight pieces
constexpr unsigned label_turns = 16;                  // ways to turn both layers of the solved cube

using Borders = std::uint16_t;
using Packed = std::uint32_t;  // eight numbers of three bits
using Layer = std::array<std::uint8_t, wedges>;

// All of a Square-1: corners are 0 … 7, edges 8 … 15; `middle` is 1 if the slice is turned over.
struct FullState {
    Layer top{}, bottom{};
    std::uint8_t middle = 0;
    bool operator==(const FullState &) const = default;
};

// A state up to layer turns.
struct Node {
    std::uint8_t shape = 0, middle = 0;
    Packed corners = 0, edges = 0;
    std::uint64_t key() const {
        return std::uint64_t{shape} << 49 | std::uint64_t{middle} << 48 |
               std::uint64_t{edges} << 24 | corners;
    }
};

// Where the pieces of a new order come from, as shifts in the packed old one.
struct Reorder {
    std::array<std::uint8_t, kinds> shift{};
    Packed operator()(Packed order) const {
        Packed made = 0;
        for (unsigned j = 0; j < kinds; ++j) made |= ((order >> shift[j]) & 7u) << (3 * j);
        return made;
    }
    bool operator==(const Reorder &) const = default;
    bool is_odd() const;
};

struct Choice {
    std::uint8_t top = 0, bottom = 0;  // how far the canonical layers are turned before the slash
    std::uint8_t shape = 0;            // what comes out
    std::uint8_t undo = 0;             // the choice there that leads back
    bool is_odd = false;               // whether it is an odd permutation of the pieces
    Reorder corners, edges;
};

struct Shape {
    Borders top = 0, bottom = 0;
    std::uint8_t distance = 0;  // slashes to the cube
    // Slashes to a cube that is an even permutation, from an even one and from an odd one.
    std::array<std::uint8_t, 2> to_even{};
    std::vector<Choice> choices;
    // Turns of the layers that leave their outlines as they are, the identity first.
    std::vector<std::array<Reorder, 2>> same;
};

constexpr Borders turned(Borders borders, unsigned by) {
    by %= wedges;
    return static_cast<Borders>((borders >> by | borders << (wedges - by)) & 0xfff);
}
constexpr bool is_free(Borders borders) { return (borders & 1) && (borders >> half & 1); }
// The turn that brings a layer to its canonical orientation, or 12 if no turn frees the slash.
unsigned canonical_turn(Borders borders);
Borders borders_of(const Layer &layer);
Layer turned(const Layer &layer, unsigned by);
void slash(FullState &state);

class Model {
public:
    static const Model &get();

    const std::vector<Shape> &shapes() const { return shapes_; }
    unsigned cube() const { return cube_; }
    const FullState &solved() const { return solved_; }
    // The solved cube with its layers turned, as nodes.
    const std::vector<Node> &goals() const { return goals_; }
    bool is_goal(const Node &node) const;

    // The node of a state; throws std::invalid_argument if it is none of a Square-1.
    Node node(const FullState &state) const;
    // The same state for every orientation of its layers: the smallest key of them.
    std::uint64_t canonical_key(const Node &node) const;
    Node after(const Node &node, const Choice &choice) const {
        return {choice.shape, static_cast<std::uint8_t>(node.middle ^ 1),
                choice.corners(node.corners), choice.edges(node.edges)};
    }

    std::uint32_t rank(Packed order) const {
        return first_[order & 0xfff] * 24u + last_[order >> 12];
    }
    // Whether the order of all pieces is an odd permutation of the solved one.
    bool is_odd(const Node &node) const;
    Packed unrank(std::uint32_t rank) const { return unranked_[rank]; }
    // The pieces renamed by a turn of the solved layers: top by s / 4, bottom by s % 4 quarters.
    static Packed relabeled(Packed order, unsigned s);

private:
    Model();
    void number_orders();
    void list_shapes();
    void list_choices(Shape &shape) const;
    void link_choices();
    void measure();
    void measure_even();
    std::uint8_t number(Borders top, Borders bottom) const;

    std::vector<Shape> shapes_;
    std::vector<std::uint16_t> first_, last_;
    std::vector<Packed> unranked_;
    unsigned cube_ = 0;
    FullState solved_;
    std::vector<Node> goals_;
};

}  // namespace puzzlery::square
