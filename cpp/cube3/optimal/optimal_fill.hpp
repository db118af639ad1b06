// Filling a class of the table: every member of one class, carried by one word, marks its coset.
#pragma once

#include "cube3/optimal/optimal_bytes.hpp"

namespace puzzlery::optimal {
namespace {

// Members hold the number of their slice and their flip.
KERNEL_INLINE Bytes moved(const Source &source, Bytes member) { return take(member, source.from); }

template <int mark> KERNEL void fill_with(const Source &source, std::uint8_t *region, int flips) {
    const cube3::Cosets &cosets = cube3::Cosets::get();
    const unsigned turned = bits_of<4>(source.flips);
    for (std::size_t i = 0; i < source.count; ++i) {
        const Bytes edges = moved(source, source.members[i]);
        const Bytes marks = take(source.marks, edges);
        const std::uint64_t index = edge_index(cosets, bits_of<7>(marks), bits_of<6>(marks),
                                               bits_of<4>(edges) ^ turned, flips);
        const unsigned shift = 2 * (index & 3);
        std::uint8_t &byte = region[index >> 2];
        if (mark == kLast) byte = static_cast<std::uint8_t>(byte & ~(1u << shift));
        if (mark == kNext)
            byte = static_cast<std::uint8_t>((byte & ~(3u << shift)) | (1u << shift));
        if (mark == kNear) byte = static_cast<std::uint8_t>(byte & ~(3u << shift));
    }
}

KERNEL void fill(const Source &source, std::uint8_t *region, int flips, Mark mark) {
    if (mark == kLast) fill_with<kLast>(source, region, flips);
    if (mark == kNext) fill_with<kNext>(source, region, flips);
    if (mark == kNear) fill_with<kNear>(source, region, flips);
}

// The members that were not seen before, in the same form.
KERNEL std::size_t list(const Source &source, std::uint64_t *seen, Bytes *fresh) {
    const cube3::Cosets &cosets = cube3::Cosets::get();
    std::size_t count = 0;
    for (std::size_t i = 0; i < source.count; ++i) {
        const Bytes edges = moved(source, source.members[i]);
        const Bytes marks = take(source.marks, edges);
        const Bytes turned = (edges & all_bytes(kFlip)) ^ source.flips;
        const std::uint64_t index = edge_index(cosets, bits_of<7>(marks), bits_of<6>(marks),
                                               bits_of<4>(turned), cube3::kFlips);
        std::uint64_t &word = seen[index >> 6];
        const std::uint64_t bit = std::uint64_t{1} << (index & 63);
        if (word & bit) continue;
        word |= bit;
        fresh[count++] = take(source.slices, edges) | turned;
    }
    return count;
}

// Clear what `list` has marked for these members of the class itself.
KERNEL void forget(const Bytes *members, std::size_t count, std::uint64_t *seen) {
    const cube3::Cosets &cosets = cube3::Cosets::get();
    for (std::size_t i = 0; i < count; ++i) {
        const Bytes marks = take(cosets.slice_marks[0], members[i]);
        const std::uint64_t index = edge_index(cosets, bits_of<7>(marks), bits_of<6>(marks),
                                               bits_of<4>(members[i]), cube3::kFlips);
        seen[index >> 6] = 0;
    }
}

}  // namespace
}  // namespace puzzlery::optimal
