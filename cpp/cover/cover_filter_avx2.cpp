// Filtering four options at a time with AVX2, where the processor has it.
#include "cover/cover_filter.hpp"

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

    AVX2_INLINE void start(const Bits<W> &against) {
        for (int w = 0; w < W; ++w) {
            ones[w] = twos[w] = fours[w] = many[w] = _mm256_setzero_si256();
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
AVX2 bool filter_by_fours(const Lists<W> &from, std::int32_t taken, const Bits<W> &mask,
                          Lists<W> &to) {
    Lanes<W> lanes;
    lanes.start(mask);
    const __m256i all = _mm256_set1_epi64x(-1), numbers = _mm256_set_epi64x(3, 2, 1, 0);
    std::int32_t out = 0;
    to.lists = 0;
    for (std::int32_t k = 0; k < from.lists; ++k) {
        if (from.left[k] == (k == taken)) continue;
        const std::int32_t begin = out, end = from.start[k + 1];
        auto i = from.start[k];
        for (; i + kLanes <= end; i += kLanes)
            out = lanes.four(from.options, i, all, to.options, out);
        if (i < end) {
            const __m256i rest = _mm256_cmpgt_epi64(_mm256_set1_epi64x(end - i), numbers);
            out = lanes.four(from.options, i, rest, to.options, out);
        }
        if (!to.keep(from, k, k == taken, begin, out)) return false;
    }
    LaneCounts counts[W];
    lanes.finish(counts);
    return to.close(out, counts);
}

}  // namespace

bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"); }

template <int W>
bool filter_avx2(const Lists<W> &from, std::int32_t taken, const Bits<W> &mask, Lists<W> &to) {
    return filter_by_fours<W>(from, taken, mask, to);
}

#else

bool has_avx2() { return false; }

template <int W>
bool filter_avx2(const Lists<W> &from, std::int32_t taken, const Bits<W> &mask, Lists<W> &to) {
    return filter_portable<W>(from, taken, mask, to);
}

#endif

#define INSTANCE(W)                                                                                \
    template bool filter_avx2<W>(const Lists<W> &, std::int32_t, const Bits<W> &, Lists<W> &);
INSTANCE(1)
INSTANCE(2)
INSTANCE(3)
INSTANCE(4)
INSTANCE(8)
INSTANCE(16)
#undef INSTANCE

}  // namespace puzzlery
