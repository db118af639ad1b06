// Filtering: keep the options of a node that do not meet a mask, and count on the way how many
// cover each cell.
//
// Options stand in lists, one list a piece, as columns of 64-bit words. The counts are bit-sliced:
// bit c of `ones`, `twos` and `fours` together is the number of options over cell c, up to 7, and
// bit c of `many` says that there are 8 or more. So one addition counts for all cells at once, and
// four lanes count beside each other. All lists of a node are filtered in one call, in which the
// counts stay in registers. There is a portable version and one for AVX2, with equal signatures and
// equal results.
#pragma once

#include "cover/cover_problem.hpp"

namespace puzzlery {

inline constexpr int kLanes = 4;

struct LaneCounts {
    alignas(32) Word ones[kLanes] = {}, twos[kLanes] = {}, fours[kLanes] = {}, many[kLanes] = {};
};

// The columns of words that hold the masks of options: option i is word[0][i] … word[W-1][i].
template <int W> struct Columns {
    Word *word[W];
};

// The counts of all lanes together.
template <int W> struct Counts {
    Bits<W> ones, twos, fours, many;

    Counts() = default;
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

// The lists of one node: list k belongs to piece[k] and holds positions start[k] … start[k+1]-1.
template <int W> struct Lists {
    Columns<W> options;
    std::int32_t lists = 0;
    std::vector<std::int32_t> start, piece, need, left;  // still to be used: at least, at most
    Bits<W> uncovered;                                   // primary cells
    Counts<W> counts;

    // Note what filtering kept of list k, at begin … end-1; false if those are too few.
    bool keep(const Lists &from, std::int32_t k, bool taken, std::int32_t begin, std::int32_t end) {
        const std::int32_t least = from.need[k] - taken;
        if (end - begin < least) return false;
        if (end == begin) return true;
        start[lists] = begin;
        piece[lists] = from.piece[k];
        left[lists] = from.left[k] - taken;
        need[lists++] = least;
        return true;
    }

    // Add up the counts after the last list; false if nothing lies over some uncovered cell.
    bool close(std::int32_t end, const LaneCounts *lanes) {
        start[lists] = end;
        Word open = 0;
        for (int w = 0; w < W; ++w) {
            Word covered = 0;
            for (int lane = 0; lane < kLanes; ++lane)
                covered |= lanes[w].ones[lane] | lanes[w].twos[lane] | lanes[w].fours[lane] |
                           lanes[w].many[lane];
            open |= uncovered.word[w] & ~covered;
        }
        if (open) return false;
        counts = Counts<W>(lanes);
        return true;
    }
};

// Fill the lists of `to`, whose uncovered cells are known, with the options of `from` that do not
// meet the mask, where list `taken` (-1: none) is used once more; false if that is a dead end. Up
// to three words past the last option may be overwritten.
template <int W>
using Filter = bool (*)(const Lists<W> &from, std::int32_t taken, const Bits<W> &mask,
                        Lists<W> &to);

template <int W>
std::int32_t filter_list(const Columns<W> &from, std::int32_t begin, std::int32_t end,
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

template <int W>
bool filter_portable(const Lists<W> &from, std::int32_t taken, const Bits<W> &mask, Lists<W> &to) {
    LaneCounts counts[W];
    std::int32_t out = 0;
    to.lists = 0;
    for (std::int32_t k = 0; k < from.lists; ++k) {
        if (from.left[k] == (k == taken)) continue;
        const std::int32_t begin = out;
        out = filter_list<W>(from.options, from.start[k], from.start[k + 1], mask, to.options, out,
                             counts);
        if (!to.keep(from, k, k == taken, begin, out)) return false;
    }
    return to.close(out, counts);
}

// Does this processor have AVX2? Only there filter_avx2 may be called.
bool has_avx2();

template <int W>
bool filter_avx2(const Lists<W> &from, std::int32_t taken, const Bits<W> &mask, Lists<W> &to);

}  // namespace puzzlery
