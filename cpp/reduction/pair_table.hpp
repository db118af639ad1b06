// Pairings: which slot of a second set holds the partner of the piece in each slot of a first set.
//
// A pairing is a permutation r: the partner of the piece in slot i of the first set is in slot r[i]
// of the second one, where it belongs beside i if r[i] = i. A move acts on both sides. Symmetries
// conjugate pairings, and keep the first `head` slots together: so the images of these reduce to
// classes, and a table holds the distances of one pairing of each class.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "core/permutation.hpp"
#include "tables/nibbles.hpp"

namespace puzzlery::reduction {

constexpr std::size_t most_pairs = 12;
using Pairing = std::array<std::uint8_t, most_pairs>;

class PairNumbers {
public:
    static constexpr std::size_t head = 4;

    // Permutations of slots, as images: what symmetries do to both sets.
    PairNumbers(std::size_t pairs, const std::vector<Perm> &symmetries);

    std::size_t pairs() const { return pairs_; }
    std::uint64_t size() const { return representatives_.size() * tail_; }
    // The number of the class of an even pairing.
    std::uint64_t number(const Pairing &pairing) const {
        const std::uint32_t from = classes_[digits<head>(pairing)];
        return (from >> 8) * tail_ + tail(conjugated(pairing, from & 255));
    }
    Pairing pairing(std::uint64_t number) const;
    // The numbers of the images of a pairing under the symmetries of its head.
    template <class Each> void each_equal(std::uint64_t number, const Each &each) const {
        const auto &keeping = keeping_[number / tail_];
        if (keeping.empty()) return;
        const Pairing own = pairing(number);
        for (const std::uint8_t symmetry : keeping)
            each(number / tail_ * tail_ + tail(conjugated(own, symmetry)));
    }

private:
    // The Lehmer code of the first `count` images as one number.
    template <std::size_t count> std::uint64_t digits(const Pairing &pairing) const {
        return code(pairing, count);
    }
    std::uint64_t code(const Pairing &pairing, std::size_t count) const {
        // A nibble for each image: how many smaller ones are not used yet.
        std::uint64_t index = 0, left = 0xfedcba9876543210u;
        for (std::size_t i = 0; i < count; ++i) {
            const unsigned shift = 4u * pairing[i];
            index = index * (pairs_ - i) + (left >> shift & 15);
            left -= shift < 60 ? 0x1111111111111110u << shift : 0;
        }
        return index;
    }
    std::uint64_t tail(const Pairing &pairing) const { return code(pairing, pairs_ - 2) % tail_; }
    Pairing conjugated(const Pairing &pairing, std::size_t symmetry) const {
        const Pairing &by = symmetries_[symmetry];
        Pairing out{};
        for (std::size_t i = 0; i < pairs_; ++i) out[by[i]] = by[pairing[i]];
        return out;
    }
    Pairing from_code(std::uint64_t code) const;

    std::size_t pairs_;
    std::uint64_t tail_ = 1;
    std::vector<Pairing> symmetries_;
    std::vector<std::uint32_t> classes_;              // of each head: class << 8 | symmetry
    std::vector<std::uint32_t> representatives_;      // a head of each class
    std::vector<std::vector<std::uint8_t>> keeping_;  // other symmetries that keep it
};

// A move on pairings, as images of the slots of the first and of the second set.
struct PairTurn {
    Pairing first{}, second{};

    PairTurn() = default;
    PairTurn(const Perm &on_first, const Perm &on_second);
    Pairing after(const Pairing &pairing, std::size_t pairs) const {
        Pairing out{};
        for (std::size_t i = 0; i < pairs; ++i) out[first[i]] = second[pairing[i]];
        return out;
    }
};

bool is_even(const Pairing &pairing, std::size_t pairs);

}  // namespace puzzlery::reduction
