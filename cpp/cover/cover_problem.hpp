// An exact-cover problem as flat arrays, checked once, read by every engine.
//
// Items are numbered: first the primary cells in the order of the sweep, then the primary pieces,
// then the secondary items. A problem without pieces has cells only.
#pragma once

#include "core/job.hpp"
#include "core/random.hpp"

namespace puzzlery {

using Word = std::uint64_t;

struct CoverProblem {
    std::int32_t cells = 0;               // items 0 … cells-1
    std::int32_t primary = 0;             // items cells … primary-1 are pieces
    std::int32_t items = 0;               // items primary … items-1 are secondary
    std::vector<std::int32_t> start;      // option o holds entries start[o] … start[o+1]-1
    std::vector<std::int32_t> item;       // of an entry
    std::vector<std::int32_t> color;      // of an entry with a secondary item; 0 = no color
    std::vector<std::int32_t> amount;     // of an entry with a primary item: how often it covers it
    std::vector<std::int32_t> low, high;  // of a primary item: how often it is to be covered

    std::int32_t options() const { return static_cast<std::int32_t>(start.size()) - 1; }
    std::int32_t pieces() const { return primary - cells; }
    bool is_piece(std::int32_t i) const { return i >= cells && i < primary; }

    void check() const;
    // Why words of bits cannot hold this problem; nullptr if they can.
    const char *not_for_words() const;
    // Why the sweep over cells cannot hold this problem; nullptr if it can.
    const char *not_for_sweep() const;
    // The piece of an option, or -1; the bit of an item that is no piece.
    std::int32_t piece_of(std::int32_t option) const;
    std::int32_t bit_of(std::int32_t i) const { return i < cells ? i : i - pieces(); }
    std::int32_t bits() const { return items - pieces(); }
    std::uint64_t fingerprint() const;
};

inline std::uint64_t add_checked(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum;
    if (__builtin_add_overflow(a, b, &sum)) throw std::overflow_error("the count passes 2^64");
    return sum;
}

// A set of bits in W words.
template <int W> struct Bits {
    Word word[W] = {};

    void set(int bit) { word[bit >> 6] |= Word{1} << (bit & 63); }
    bool test(int bit) const { return word[bit >> 6] >> (bit & 63) & 1; }
    bool meets(const Bits &other) const {
        Word common = 0;
        for (int w = 0; w < W; ++w) common |= word[w] & other.word[w];
        return common != 0;
    }
    bool empty() const {
        Word any = 0;
        for (int w = 0; w < W; ++w) any |= word[w];
        return any == 0;
    }
    int count() const {
        int sum = 0;
        for (int w = 0; w < W; ++w) sum += __builtin_popcountll(word[w]);
        return sum;
    }
    // The lowest bit that is set; 64 * W if none is.
    int first() const {
        for (int w = 0; w < W; ++w)
            if (word[w]) return 64 * w + __builtin_ctzll(word[w]);
        return 64 * W;
    }
    int first_clear() const {
        for (int w = 0; w < W; ++w)
            if (~word[w]) return 64 * w + __builtin_ctzll(~word[w]);
        return 64 * W;
    }
    Bits operator|(const Bits &other) const {
        Bits result;
        for (int w = 0; w < W; ++w) result.word[w] = word[w] | other.word[w];
        return result;
    }
    Bits without(const Bits &other) const {
        Bits result;
        for (int w = 0; w < W; ++w) result.word[w] = word[w] & ~other.word[w];
        return result;
    }
    bool operator==(const Bits &) const = default;
    bool operator<(const Bits &other) const {
        for (int w = W - 1; w > 0; --w)
            if (word[w] != other.word[w]) return word[w] < other.word[w];
        return word[0] < other.word[0];
    }
};

template <int W> Bits<W> mask_of(const CoverProblem &problem, std::int32_t option) {
    Bits<W> mask;
    for (auto e = problem.start[option]; e < problem.start[option + 1]; ++e)
        if (!problem.is_piece(problem.item[e])) mask.set(problem.bit_of(problem.item[e]));
    return mask;
}

// Call make<W>() with the least number of words that holds so many bits.
template <class Make> auto with_words(int bits, Make make) {
    if (bits <= 64) return make.template operator()<1>();
    if (bits <= 128) return make.template operator()<2>();
    if (bits <= 192) return make.template operator()<3>();
    if (bits <= 256) return make.template operator()<4>();
    if (bits <= 512) return make.template operator()<8>();
    return make.template operator()<16>();
}

inline constexpr int kMostBits = 1024;

}  // namespace puzzlery
