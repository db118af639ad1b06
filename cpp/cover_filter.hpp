// Filtering: keep the options that do not meet a mask, and count on the way how many cover each cell.
//
// Options stand in lists, one list a piece, as columns of 64-bit words. The counts are bit-sliced:
// bit c of `ones`, `twos` and `fours` together is the number of options over cell c, up to 7, and
// bit c of `many` says that there are 8 or more. So one addition counts for all cells at once, and
// four lanes count beside each other. There is a portable version and one for AVX2, with equal
// signatures and equal results.
#pragma once

#include "cover_problem.hpp"

namespace puzzlery {

inline constexpr int kLanes = 4;

struct LaneCounts {
    alignas(32) Word ones[kLanes] = {}, twos[kLanes] = {}, fours[kLanes] = {}, many[kLanes] = {};
};

// The columns of words that hold the masks of options: option i is word[0][i] … word[W-1][i].
template <int W> struct Columns {
    Word *word[W];
};

// Copy the options begin … end-1 that do not meet the mask to `to` from position `out` on, add them
// to the counts, and give the new end. Up to three words past that end may be overwritten.
template <int W>
using Filter = std::int32_t (*)(const Columns<W> &from, std::int32_t begin, std::int32_t end,
                                const Bits<W> &mask, const Columns<W> &to, std::int32_t out,
                                LaneCounts *counts);

template <int W>
std::int32_t filter_portable(const Columns<W> &from, std::int32_t begin, std::int32_t end,
                             const Bits<W> &mask, const Columns<W> &to, std::int32_t out,
                             LaneCounts *counts) {
    for (auto i = begin; i < end; ++i) {
        Word meets = 0;
        for (int w = 0; w < W; ++w) meets |= from.word[w][i] & mask.word[w];
        if (meets) continue;
        for (int w = 0; w < W; ++w) {
            const Word bits = to.word[w][out] = from.word[w][i];
            LaneCounts &sum = counts[w];
            const Word two = sum.ones[0] & bits, four = sum.twos[0] & two;
            sum.ones[0] ^= bits;
            sum.twos[0] ^= two;
            sum.many[0] |= sum.fours[0] & four;
            sum.fours[0] ^= four;
        }
        ++out;
    }
    return out;
}

// Does this processor have AVX2? Only there filter_avx2 may be called.
bool has_avx2();

template <int W>
std::int32_t filter_avx2(const Columns<W> &from, std::int32_t begin, std::int32_t end,
                         const Bits<W> &mask, const Columns<W> &to, std::int32_t out,
                         LaneCounts *counts);

// The counts of all lanes together.
template <int W> struct Counts {
    Bits<W> ones, twos, fours, many;

    explicit Counts(const LaneCounts *lanes) {
        for (int w = 0; w < W; ++w)
            for (int lane = 0; lane < kLanes; ++lane) add(w, lanes[w], lane);
    }

    // The cells of `among` over which exactly `number` options lie, for 0 … 7.
    Bits<W> exactly(int number, const Bits<W> &among) const {
        Bits<W> result;
        for (int w = 0; w < W; ++w) {
            const Word one = number & 1 ? ones.word[w] : ~ones.word[w];
            const Word two = number & 2 ? twos.word[w] : ~twos.word[w];
            const Word four = number & 4 ? fours.word[w] : ~fours.word[w];
            result.word[w] = among.word[w] & ~many.word[w] & one & two & four;
        }
        return result;
    }

private:
    void add(int w, const LaneCounts &lanes, int lane) {
        Word &one = ones.word[w], &two = twos.word[w], &four = fours.word[w];
        const Word carry = one & lanes.ones[lane];
        one ^= lanes.ones[lane];
        const Word half2 = two ^ lanes.twos[lane];
        const Word carry2 = (two & lanes.twos[lane]) | (half2 & carry);
        two = half2 ^ carry;
        const Word half4 = four ^ lanes.fours[lane];
        many.word[w] |= lanes.many[lane] | (four & lanes.fours[lane]) | (half4 & carry2);
        four = half4 ^ carry2;
    }
};

}  // namespace puzzlery
