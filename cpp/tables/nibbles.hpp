// Tables of four bits an entry: two in a byte, the one of even index in the low bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace puzzlery {

constexpr std::uint64_t nibble_bytes(std::uint64_t entries) { return (entries + 1) / 2; }

inline unsigned nibble(const std::uint8_t *table, std::uint64_t entry) {
    return table[entry / 2] >> 4 * (entry % 2) & 15;
}

// Entries above 15 are kept as 15, which is still a lower bound.
inline void pack_nibbles(const std::uint8_t *entries, std::size_t count, std::uint8_t *table) {
    const auto small = [&](std::size_t i) {
        return i < count ? std::min<unsigned>(entries[i], 15) : 0;
    };
    for (std::size_t i = 0; i < count; i += 2)
        table[i / 2] = static_cast<std::uint8_t>(small(i) | small(i + 1) << 4);
}

}  // namespace puzzlery
