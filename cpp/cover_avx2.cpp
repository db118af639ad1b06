// Filtering four options at a time with AVX2, where the processor has it.
#include "cover_filter.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace puzzlery {

#if defined(__x86_64__)

#define AVX2 __attribute__((target("avx2,popcnt")))
#define AVX2_INLINE AVX2 __attribute__((always_inline)) inline

namespace {

// For each set of four lanes, the shuffle that moves them to the front.
struct Shuffles {
    alignas(32) std::uint32_t index[16][8] = {};

    constexpr Shuffles() {
        for (int set = 0; set < 16; ++set) {
            int to = 0;
            for (int lane = 0; lane < 4; ++lane)
                if (set >> lane & 1) {
                    index[set][2 * to] = static_cast<std::uint32_t>(2 * lane);
                    index[set][2 * to + 1] = static_cast<std::uint32_t>(2 * lane + 1);
                    ++to;
                }
        }
    }
};
constexpr Shuffles kShuffles;

AVX2_INLINE __m256i load(const Word *from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from));
}
AVX2_INLINE void store(Word *to, __m256i value) {
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), value);
}

template <int W> struct Lanes {
    __m256i ones[W], twos[W], fours[W], many[W], mask[W];

    AVX2_INLINE void start(const LaneCounts *counts, const Bits<W> &against) {
        for (int w = 0; w < W; ++w) {
            ones[w] = load(counts[w].ones);
            twos[w] = load(counts[w].twos);
            fours[w] = load(counts[w].fours);
            many[w] = load(counts[w].many);
            mask[w] = _mm256_set1_epi64x(static_cast<long long>(against.word[w]));
        }
    }
    AVX2_INLINE void finish(LaneCounts *counts) const {
        for (int w = 0; w < W; ++w) {
            store(counts[w].ones, ones[w]);
            store(counts[w].twos, twos[w]);
            store(counts[w].fours, fours[w]);
            store(counts[w].many, many[w]);
        }
    }

    AVX2_INLINE std::int32_t four(const Columns<W> &from, std::int32_t i, __m256i wanted,
                                  const Columns<W> &to, std::int32_t out) {
        __m256i value[W];
        __m256i meets = _mm256_setzero_si256();
        for (int w = 0; w < W; ++w) {
            value[w] = load(from.word[w] + i);
            meets = _mm256_or_si256(meets, _mm256_and_si256(value[w], mask[w]));
        }
        const __m256i keep =
            _mm256_and_si256(wanted, _mm256_cmpeq_epi64(meets, _mm256_setzero_si256()));
        const int set = _mm256_movemask_pd(_mm256_castsi256_pd(keep));
        if (!set) return out;
        const __m256i order =
            _mm256_load_si256(reinterpret_cast<const __m256i *>(kShuffles.index[set]));
        for (int w = 0; w < W; ++w) {
            add(w, _mm256_and_si256(value[w], keep));
            store(to.word[w] + out, _mm256_permutevar8x32_epi32(value[w], order));
        }
        return out + __builtin_popcount(static_cast<unsigned>(set));
    }

    AVX2_INLINE void add(int w, __m256i bits) {
        const __m256i two = _mm256_and_si256(ones[w], bits);
        const __m256i carry = _mm256_and_si256(twos[w], two);
        ones[w] = _mm256_xor_si256(ones[w], bits);
        twos[w] = _mm256_xor_si256(twos[w], two);
        many[w] = _mm256_or_si256(many[w], _mm256_and_si256(fours[w], carry));
        fours[w] = _mm256_xor_si256(fours[w], carry);
    }
};

template <int W>
AVX2 std::int32_t filter_by_fours(const Columns<W> &from, std::int32_t begin, std::int32_t end,
                                  const Bits<W> &mask, const Columns<W> &to, std::int32_t out,
                                  LaneCounts *counts) {
    Lanes<W> lanes;
    lanes.start(counts, mask);
    const __m256i all = _mm256_set1_epi64x(-1);
    auto i = begin;
    for (; i + kLanes <= end; i += kLanes) out = lanes.four(from, i, all, to, out);
    if (i < end) {
        const __m256i rest =
            _mm256_cmpgt_epi64(_mm256_set1_epi64x(end - i), _mm256_set_epi64x(3, 2, 1, 0));
        out = lanes.four(from, i, rest, to, out);
    }
    lanes.finish(counts);
    return out;
}

}  // namespace

bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"); }

template <int W>
std::int32_t filter_avx2(const Columns<W> &from, std::int32_t begin, std::int32_t end,
                         const Bits<W> &mask, const Columns<W> &to, std::int32_t out,
                         LaneCounts *counts) {
    return filter_by_fours<W>(from, begin, end, mask, to, out, counts);
}

#else

bool has_avx2() { return false; }

template <int W>
std::int32_t filter_avx2(const Columns<W> &from, std::int32_t begin, std::int32_t end,
                         const Bits<W> &mask, const Columns<W> &to, std::int32_t out,
                         LaneCounts *counts) {
    return filter_portable<W>(from, begin, end, mask, to, out, counts);
}

#endif

#define INSTANCE(W)                                                                          \
    template std::int32_t filter_avx2<W>(const Columns<W> &, std::int32_t, std::int32_t,     \
                                         const Bits<W> &, const Columns<W> &, std::int32_t, \
                                         LaneCounts *);
INSTANCE(1)
INSTANCE(2)
INSTANCE(3)
INSTANCE(4)
INSTANCE(8)
INSTANCE(16)
#undef INSTANCE

}  // namespace puzzlery
