// Sixteen bytes at a time: the few operations on which the optimal solver spends its time. The
// includer says by PUZZLERY_FAST whether they may use SSSE3 and BMI2, and KERNEL marks the callers.
#pragma once

#include "cube3/optimal/optimal_engine.hpp"

#if defined(PUZZLERY_FAST)
#include <immintrin.h>
#define KERNEL __attribute__((target("avx2,bmi2,popcnt")))
#else
#define KERNEL
#endif
#define KERNEL_INLINE KERNEL __attribute__((always_inline)) inline

namespace puzzlery::optimal {
namespace {

using cube3::kFlip;
using cube3::kThreeTwists;

constexpr unsigned kEdgeSlots = 0xfff;

#if defined(PUZZLERY_FAST)

KERNEL_INLINE Bytes take(Bytes from, Bytes index) {
    return reinterpret_cast<Bytes>(
        _mm_shuffle_epi8(reinterpret_cast<__m128i>(from), reinterpret_cast<__m128i>(index)));
}
// Bit `bit` of every byte, as a number.
template <int bit> KERNEL_INLINE unsigned bits_of(Bytes bytes) {
    return static_cast<unsigned>(
        _mm_movemask_epi8(_mm_slli_epi16(reinterpret_cast<__m128i>(bytes), 7 - bit)));
}
KERNEL_INLINE unsigned extract(unsigned bits, unsigned mask) { return _pext_u32(bits, mask); }
KERNEL_INLINE Bytes least(Bytes a, Bytes b) {
    return reinterpret_cast<Bytes>(
        _mm_min_epu8(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
}
// The twists, each the sum of two in bits 4 to 6, as one number.
KERNEL_INLINE unsigned twists_of(Bytes corners) {
    const __m128i sums =
        _mm_and_si128(_mm_srli_epi16(reinterpret_cast<__m128i>(corners), 4), _mm_set1_epi8(7));
    const __m128i twists =
        _mm_shuffle_epi8(_mm_setr_epi8(0, 1, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), sums);
    const __m128i pairs =
        _mm_maddubs_epi16(twists, _mm_setr_epi8(1, 3, 1, 3, 1, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    const auto halves = static_cast<std::uint64_t>(
        _mm_cvtsi128_si64(_mm_madd_epi16(pairs, _mm_setr_epi16(1, 9, 81, 729, 0, 0, 0, 0))));
    return static_cast<unsigned>(halves) + static_cast<unsigned>(halves >> 32);
}
KERNEL_INLINE bool equal(Bytes a, Bytes b) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(reinterpret_cast<__m128i>(a),
                                            reinterpret_cast<__m128i>(b))) == 0xffff;
}

#else

inline Bytes take(Bytes from, Bytes index) {
    Bytes taken;
    for (int i = 0; i < 16; ++i) taken[i] = from[index[i] & 15];
    return taken;
}
template <int bit> inline unsigned bits_of(Bytes bytes) {
    unsigned bits = 0;
    for (int i = 0; i < 16; ++i) bits |= static_cast<unsigned>(bytes[i] >> bit & 1) << i;
    return bits;
}
inline unsigned extract(unsigned bits, unsigned mask) {
    unsigned packed = 0;
    for (int at = 0; mask; mask &= mask - 1) packed |= (bits >> __builtin_ctz(mask) & 1) << at++;
    return packed;
}
inline Bytes least(Bytes a, Bytes b) {
    for (int i = 0; i < 16; ++i) a[i] = a[i] < b[i] ? a[i] : b[i];
    return a;
}
inline unsigned twists_of(Bytes corners) {
    unsigned twists = 0;
    for (int slot = 6; slot >= 0; --slot) twists = 3 * twists + (corners[slot] >> 4 & 7) % 3;
    return twists;
}
inline bool equal(Bytes a, Bytes b) {
    for (int i = 0; i < 16; ++i)
        if (a[i] != b[i]) return false;
    return true;
}

#endif

KERNEL_INLINE Bytes all_bytes(std::uint8_t value) { return Bytes{} + value; }

KERNEL_INLINE Bytes then_edges(Bytes a, Bytes b) { return take(a, b) ^ (b & all_bytes(kFlip)); }
KERNEL_INLINE Bytes then_corners(Bytes a, Bytes b) {
    const Bytes sum = take(a, b) + (b & all_bytes(kThreeTwists));
    return least(sum, sum - all_bytes(kThreeTwists));
}
KERNEL_INLINE Cube then(const Cube &a, const Cube &b) {
    return {then_edges(a.edges, b.edges), then_corners(a.corners, b.corners)};
}

// The number of an edge pattern among those of a class, from marks in bits 7 and 6 and flips.
KERNEL_INLINE std::uint64_t edge_index(const cube3::Cosets &cosets, unsigned first, unsigned second,
                                       unsigned flipped, int flips) {
    const unsigned pair = extract(second, ~first & kEdgeSlots);
    const std::uint64_t rank = cosets.slice_rank[first & kEdgeSlots] + cosets.pair_rank[pair];
    return rank << flips | (flipped & ((1u << flips) - 1));
}

using Home = cube3::Cosets::Home;

// Pieces as a turn made before all others shows them. What makes up the coset of the cube so turned
// is seen without turning it: bit 7 for the second tetrad and the twist; for each symmetry the
// marks of the slice and the flip.
struct Disguise {
    Bytes corners;
    Bytes edges[cube3::kSymmetries];

    Disguise() = default;
    KERNEL Disguise(const cube3::Cosets &cosets, const Cube &turn) : corners{} {
        for (int piece = 0; piece < cube3::kCorners; ++piece) {
            const int shown = turn.corners[piece];
            corners[piece] = static_cast<std::uint8_t>((cosets.tetrad[shown & 15] ? 0x80 : 0) |
                                                       (shown & kThreeTwists));
        }
        for (int s = 0; s < cube3::kSymmetries; ++s)
            edges[s] = take(cosets.piece_marks[s], turn.edges) | (turn.edges & all_bytes(kFlip));
    }
};

KERNEL_INLINE Home home_of(const cube3::Cosets &cosets, const Disguise &seen, Bytes corners) {
    const Bytes marks = take(seen.corners, corners) + (corners & all_bytes(kThreeTwists));
    const unsigned second_tetrad = bits_of<7>(marks) & 0xff;
    return cosets.home[twists_of(marks) * 70 + cosets.corner_rank[second_tetrad]];
}
KERNEL_INLINE std::uint64_t coset_index(const cube3::Cosets &cosets, const Disguise &seen,
                                        Home home, Bytes edges, int flips, std::uint64_t stride) {
    const Bytes placed = take(edges, cosets.from_slot[home.symmetry]);
    const Bytes marks = take(seen.edges[home.symmetry], placed) ^ (placed & all_bytes(kFlip));
    return home.corner_class * stride +
           edge_index(cosets, bits_of<7>(marks), bits_of<6>(marks), bits_of<4>(marks), flips);
}

}  // namespace
}  // namespace puzzlery::optimal
