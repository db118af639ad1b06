// Relations between pieces: which piece pushes which, as rows of bits.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace puzzlery {

using PieceMask = std::uint64_t;
constexpr std::size_t most_pieces = 64;

inline PieceMask mask_of(std::size_t pieces) {
    return pieces == most_pieces ? ~PieceMask{0} : (PieceMask{1} << pieces) - 1;
}

// Row i holds what piece i pushes. A set can move if it holds all that its pieces push. After
// `close`, a row holds its own piece and all that this pushes directly or through others.
class WideRows {
public:
    static constexpr std::size_t most = most_pieces;

    void clear(std::size_t pieces) {
        for (std::size_t i = 0; i < pieces; ++i) rows_[i] = 0;
    }
    void add(std::size_t i, std::size_t j, bool pushes) { rows_[i] |= PieceMask{pushes} << j; }
    PieceMask row(std::size_t i) const { return rows_[i]; }
    void close(std::size_t pieces) {  // Warshall's algorithm
        for (std::size_t i = 0; i < pieces; ++i) rows_[i] |= PieceMask{1} << i;
        for (std::size_t via = 0; via < pieces; ++via)
            for (std::size_t i = 0; i < pieces; ++i)
                if (rows_[i] >> via & 1) rows_[i] |= rows_[via];
    }
    // Whether every piece pushes every other one, directly or through others. `back` holds what
    // each piece is pushed by.
    static bool together(const WideRows &rows, const WideRows &back, std::size_t pieces) {
        return rows.reached(pieces) && back.reached(pieces);
    }

private:
    bool reached(std::size_t pieces) const {
        PieceMask set = 1;
        for (PieceMask left = set; left;) {
            const PieceMask more = rows_[std::countr_zero(left)] & ~set;
            left = (left & (left - 1)) | more;
            set |= more;
        }
        return set == mask_of(pieces);
    }

    std::array<PieceMask, most> rows_{};
};

// The same for up to eight pieces in one word, a byte for each row.
class SmallRows {
public:
    static constexpr std::size_t most = 8;

    void clear(std::size_t) { bits_ = 0; }
    void add(std::size_t i, std::size_t j, bool pushes) {
        bits_ |= std::uint64_t{pushes} << (8 * i + j);
    }
    PieceMask row(std::size_t i) const { return bits_ >> 8 * i & 0xff; }
    void close(std::size_t pieces) {
        bits_ |= 0x8040201008040201u & diagonal(pieces);
        for (std::size_t via = 0; via < pieces; ++via)
            bits_ |= (bits_ >> via & ones) * (bits_ >> 8 * via & 0xff);
    }
    static bool together(SmallRows rows, const SmallRows &, std::size_t pieces) {
        rows.close(pieces);
        return rows.bits_ == (ones & diagonal(pieces)) * mask_of(pieces);
    }

    // The relation of one bit of codes: byte j of word i tells how piece i and piece j stand.
    void take(const std::array<std::uint64_t, most> &codes, int bit, std::size_t pieces) {
        bits_ = 0;
        // The product gathers the lowest bits of eight bytes in its highest byte.
        for (std::size_t i = 0; i < pieces; ++i)
            bits_ |= ((codes[i] >> bit & ones) * 0x0102040810204080u >> 56) << 8 * i;
    }

private:
    static constexpr std::uint64_t ones = 0x0101010101010101u;
    static std::uint64_t diagonal(std::size_t pieces) { return mask_of(8 * pieces); }

    std::uint64_t bits_ = 0;
};

}  // namespace puzzlery
