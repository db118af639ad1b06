// What the general solver knows of a puzzle: frames of pieces, and moves that permute them.
//
// A *frame* is a slot together with a way to sit in it. A piece in some state sits in one frame of
// its slot; all other frames of the piece are carried along, so that moves are permutations of
// frames and no arithmetic of orientations is needed anywhere. Frames of a slot lie side by side,
// and so do the slots of an orbit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace puzzlery::general {

using Frame = std::uint16_t;
using Letter = std::uint16_t;  // the number of a move
using Word = std::vector<Letter>;
using State = std::vector<Frame>;  // for each place the frame of the piece that is there
using Bits = std::vector<std::uint64_t>;
using Power = std::int64_t;  // how many steps a layer turns

inline bool has(const Bits &bits, int slot) { return bits[slot >> 6] >> (slot & 63) & 1; }
inline void put(Bits &bits, int slot) { bits[slot >> 6] |= std::uint64_t{1} << (slot & 63); }

inline constexpr Letter NO_LETTER = 0xFFFF;

struct Orbit {
    int begin = 0, end = 0;  // its frames
    int turns = 1;           // frames of a slot
    int slots() const { return (end - begin) / turns; }
    int frames() const { return end - begin; }
};

struct Move {
    int layer = 0;
    Power power = 0;
    std::vector<Frame> to;                       // where it carries each frame
    std::vector<Frame> moved;                    // the frames that it carries elsewhere
    std::vector<std::pair<Frame, Frame>> slots;  // of each slot that it touches the first frame
    Bits support;                                // the slots that it touches
};

// A coordinate: what adds up over a word, modulo a number; it belongs to one orbit.
struct Coordinate {
    int orbit = 0, modulus = 1;
    std::vector<int> of_layer;
};

// What a permutation does when it is made so many times.
std::vector<Frame> raised(const std::vector<Frame> &to, Power power);

class Model {
public:
    // `powers` are those of each layer that may be used: 1, and with each its inverse.
    Model(std::vector<int> slots, std::vector<int> turns, std::vector<std::vector<Frame>> layers,
          std::vector<Power> orders, const std::vector<std::vector<Power>> &powers,
          std::vector<std::vector<std::uint8_t>> fits, std::vector<Coordinate> coordinates);

    std::vector<Orbit> orbits;
    std::vector<Move> moves;
    std::vector<Coordinate> coordinates;
    std::vector<int> orbit_of, slot_of;        // of each frame
    std::vector<Frame> first_of;               // of each slot its first frame
    std::vector<Power> orders;                 // of each layer
    std::vector<std::vector<Letter>> letters;  // of each layer its moves
    std::vector<std::uint16_t> layer_of;       // of each move

    int frames() const { return static_cast<int>(orbit_of.size()); }
    int slots() const { return static_cast<int>(first_of.size()); }
    int layers() const { return static_cast<int>(orders.size()); }
    std::size_t words() const { return (first_of.size() + 63) / 64; }

    // The same puzzle with only some of its orbits; the others keep their numbers, without slots.
    Model with_only(const std::vector<char> &orbits) const;
    // A state of this puzzle, as one of the puzzle with only some of its orbits.
    State within(const Model &part, const State &state) const;

    // Whether a piece looks right there.
    bool fits(Frame place, Frame piece) const { return fit_row(place)[piece]; }
    // Indexed by the piece's frame.
    const std::uint8_t *fit_row(Frame place) const { return rows_[place]; }

    bool commute(int a, int b) const {
        return commute_[static_cast<std::size_t>(a) * orders.size() + b];
    }
    Letter inverse(Letter move) const { return inverse_[move]; }
    // The move of a layer by so many steps, less than its order; NO_LETTER if it is not used.
    Letter letter(int layer, Power power) const {
        const std::vector<Letter> &own = letters[layer];
        const auto place = static_cast<std::size_t>(power) - 1;  // where all powers are used
        if (place < own.size() && moves[own[place]].power == power) return own[place];
        for (const Letter letter : own)
            if (moves[letter].power == power) return letter;
        return NO_LETTER;
    }

    State solved() const;
    void apply(Letter move, const State &from, State &to) const;
    State after(State state, const Word &word) const;
    Frame carried(Frame frame, const Word &word) const;
    State carried(const Word &word) const;  // where it carries each frame
    Word inverted(const Word &word) const;
    // Like moves merged across those they commute with.
    Word simplified(const Word &word) const;
    void append(Word &word, Letter move) const;
    int wrong(const State &state) const;
    // The total of each coordinate over a word.
    void add(std::vector<int> &totals, Letter move) const;
    Bits support(const Word &word) const;

private:
    void add_layer(int layer, const std::vector<Frame> &to, const std::vector<Power> &powers);
    void add_move(int layer, Power power, std::vector<Frame> to);
    Move move_of(int layer, Power power, std::vector<Frame> to) const;
    void find_commuting();
    void place_fits();

    using Fits = std::vector<std::vector<std::uint8_t>>;  // of each orbit, by place and piece

    std::shared_ptr<const Fits> fits_;  // the same for all copies
    std::vector<const std::uint8_t *> rows_;
    std::vector<char> commute_;
    std::vector<Letter> inverse_;
};

}  // namespace puzzlery::general
