// Puzzles with glued pieces as bodies: a state is the pose of each body, packed into bits.
//
// A body is what always moves as one: a piece, or glued pieces. Its *pose* is where its stickers
// are. A move takes a pose to a pose, or is blocked because it would cut through the body. Bodies
// that look alike share their poses, and are kept in order, so that equal looks are equal states.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/bytes.hpp"
#include "core/random.hpp"

namespace puzzlery::blocked {

using Pose = std::uint16_t;
constexpr Pose torn = 0xffff;
using Poses = std::vector<Pose>;

// A state in as many words of 64 bits as its puzzle needs; the others hold nothing.
constexpr std::size_t most_words = 32;
using Key = std::array<std::uint64_t, most_words>;

class Model {
public:
    // For each kind of body where each move takes each pose, move by move; and each body's kind.
    // Bodies of one kind follow one another.
    Model(std::size_t moves, const std::vector<nb::bytes> &kinds, const nb::bytes &bodies);

    std::size_t moves() const { return moves_; }
    std::size_t bodies() const { return bodies_.size(); }
    std::size_t words() const { return words_; }
    Key pack(const Poses &poses) const;
    void unpack(const Key &key, Poses &poses) const;
    // Brings bodies that look alike into order.
    void sort(Poses &poses) const;
    bool allows(const Poses &poses, std::size_t move) const {
        return !(blocked(poses)[move / 64] >> (move % 64) & 1);
    }
    // The moves that some body blocks.
    std::array<std::uint64_t, 2> blocked(const Poses &poses) const {
        std::array<std::uint64_t, 2> all{};
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            const auto &some = kinds_[bodies_[b].kind].blocked[poses[b]];
            all[0] |= some[0], all[1] |= some[1];
        }
        return all;
    }
    void move(const Poses &from, std::size_t move, Poses &to) const {
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            const Kind &kind = kinds_[bodies_[b].kind];
            to[b] = kind.next[move * kind.poses + from[b]];
        }
        if (has_alike_) sort(to);
    }
    // Calls see(move, state) for each move that is free.
    template <class See> void each_next(const Poses &from, Poses &to, const See &see) const {
        const auto blocks = blocked(from);
        for (std::size_t m = 0; m < moves_; ++m) {
            if (blocks[m / 64] >> (m % 64) & 1) continue;
            move(from, m, to);
            see(m, to);
        }
    }
    Poses read(const nb::bytes &poses) const;

private:
    struct Kind {
        std::size_t poses = 0;
        std::vector<Pose> next;
        std::vector<std::array<std::uint64_t, 2>> blocked;
    };
    struct Body {
        std::uint16_t kind = 0;
        std::size_t word = 0;
        unsigned shift = 0, bits = 0;
    };

    std::size_t moves_;
    std::vector<Kind> kinds_;
    std::vector<Body> bodies_;
    std::size_t words_ = 1;
    bool has_alike_ = false;
};

// States found again by what they are, in the order in which they came.
//
// They lie in blocks, so that none is copied when more are added. The index takes 4 bytes for each
// of its slots, of which at least 3 in 5 are used once there are many: 6.7 bytes a state.
class KeySet {
public:
    explicit KeySet(std::size_t words) : words_(words), slots_(1024, empty) {}
    static constexpr std::uint32_t empty = 0xffffffffu;

    std::size_t count() const { return count_; }
    // How many words of 8 bytes a state takes.
    std::size_t words() const { return words_; }
    Key at(std::size_t k) const {
        Key key;
        std::copy_n(from(k), words_, key.begin());
        return key;
    }
    std::uint32_t find(const Key &key) const;
    // Whether the state is new; it is added then.
    bool add(const Key &key);
    // Appends the words of all states, which are then gone.
    void move_to(std::vector<std::uint64_t> &words);

private:
    static constexpr std::size_t block = 1 << 14;
    const std::uint64_t *from(std::size_t k) const {
        return &blocks_[k / block][k % block * words_];
    }
    std::size_t place(const Key &key) const;
    void grow();

    std::size_t words_;
    std::size_t count_ = 0;
    std::vector<std::unique_ptr<std::uint64_t[]>> blocks_;
    std::vector<std::uint32_t> slots_;
};

}  // namespace puzzlery::blocked
