// A split: which of some places hold stickers of one kind, all others hold another kind.
//
// Its value is a mask with a bit for each place. The rank of a mask is its number among all masks
// with as many bits, in the combinatorial number system, found by two lookups.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "core/permutation.hpp"

namespace puzzlery::reduction {

using Mask = std::uint32_t;

class Split {
public:
    static constexpr std::size_t most_places = 24;

    // `kinds` holds 1 for each sticker of the kind that is marked.
    Split(std::vector<Point> places, std::vector<std::uint8_t> kinds)
        : places_(std::move(places)), kinds_(std::move(kinds)) {
        if (places_.empty() || places_.size() > most_places)
            throw std::invalid_argument("a split has 1 to 24 places");
        for (const Point place : places_) {
            if (place >= kinds_.size())
                throw std::invalid_argument("a place is not one of the puzzle's");
            marked_ += kinds_[place] & 1;
        }
        list_masks();
    }

    std::size_t size() const { return masks_.size(); }
    Mask mask(std::uint32_t rank) const { return masks_[rank]; }
    std::uint32_t rank(Mask mask) const { return low_[mask & 0xfff] + high_[mask >> 12]; }

    // The mask of a puzzle with sticker content[p] at place p.
    Mask read(const Perm &content) const {
        Mask mask = 0;
        for (std::size_t i = 0; i < places_.size(); ++i)
            mask |= static_cast<Mask>(kinds_[content[places_[i]]] & 1) << i;
        return mask;
    }
    bool fits(Mask mask) const { return std::popcount(mask) == marked_; }

    // What a move does to masks: a lookup for each byte.
    using Turn = std::array<std::array<Mask, 256>, 3>;
    Turn turn(const Perm &move) const {
        std::vector<int> number(kinds_.size(), -1);
        for (std::size_t i = 0; i < places_.size(); ++i) number[places_[i]] = static_cast<int>(i);
        Turn turn{};
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const int to = number[move[places_[i]]];
            if (to < 0) throw std::invalid_argument("a move leads out of the places of a split");
            for (std::size_t byte = 0; byte < 256; ++byte)
                if (byte >> i % 8 & 1) turn[i / 8][byte] |= Mask{1} << to;
        }
        return turn;
    }
    static Mask turned(const Turn &turn, Mask mask) {
        return turn[0][mask & 255] | turn[1][mask >> 8 & 255] | turn[2][mask >> 16];
    }

private:
    void list_masks() {
        std::array<std::array<std::uint32_t, most_places + 2>, most_places + 1> choose{};
        for (std::size_t n = 0; n <= most_places; ++n) {
            choose[n][0] = 1;
            for (std::size_t k = 1; k <= n; ++k)
                choose[n][k] = choose[n - 1][k - 1] + (k < n ? choose[n - 1][k] : 0);
        }
        const auto sum = [&](Mask mask, std::size_t shift, int count) {
            std::uint32_t rank = 0;
            for (std::size_t i = 0; i < 12; ++i)
                if (mask >> i & 1) rank += choose[i + shift][static_cast<std::size_t>(++count)];
            return rank;
        };
        low_.resize(4096);
        high_.resize(4096);
        for (Mask mask = 0; mask < 4096; ++mask) {
            low_[mask] = sum(mask, 0, 0);
            const int below = marked_ - std::popcount(mask);
            if (below >= 0) high_[mask] = sum(mask, 12, below);
        }
        const Mask end = Mask{1} << places_.size();
        masks_.resize(choose[places_.size()][static_cast<std::size_t>(marked_)]);
        for (Mask mask = 0; mask < end; ++mask)
            if (std::popcount(mask) == marked_) masks_[rank(mask)] = mask;
    }

    std::vector<Point> places_;
    std::vector<std::uint8_t> kinds_;
    int marked_ = 0;
    std::vector<std::uint32_t> low_, high_;
    std::vector<Mask> masks_;
};

// The sign of the permutation that brings some pieces to some slots.
struct Sign {
    std::vector<Point> slots;   // a place of each slot
    std::vector<Point> pieces;  // the number of each sticker's piece, below the number of slots

    // 1 if it is odd.
    std::uint8_t read(const Perm &content) const {
        Perm p(slots.size());
        for (std::size_t i = 0; i < slots.size(); ++i) p[i] = pieces[content[slots[i]]];
        if (!is_permutation(p)) throw std::invalid_argument("pieces of a sign are missing");
        std::uint8_t odd = 0;
        std::vector<bool> seen(p.size());
        for (std::size_t i = 0; i < p.size(); ++i)
            for (std::size_t j = i; !seen[j]; j = p[j]) {
                seen[j] = true;
                if (p[j] != i) odd ^= 1;
            }
        return odd;
    }
};

}  // namespace puzzlery::reduction
