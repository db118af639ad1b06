// Tables of distances while they are filled: a byte for each state, or two bits modulo three.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace puzzlery {

// One byte a state: its distance, or 255 as long as none is known.
class ByteDistances {
public:
    static constexpr unsigned open = 255;
    static std::uint64_t bytes_for(std::uint64_t states) { return states; }
    static unsigned mark_for(unsigned depth) { return depth; }

    explicit ByteDistances(std::uint8_t *data) : data_(data) {}

    unsigned get(std::uint64_t i) const {
        return std::atomic_ref<std::uint8_t>(data_[i]).load(std::memory_order_relaxed);
    }
    void set(std::uint64_t i, unsigned mark) {
        std::atomic_ref<std::uint8_t>(data_[i]).store(static_cast<std::uint8_t>(mark),
                                                      std::memory_order_relaxed);
    }
    // Written without a branch, which would be a coin toss for the processor; what is not open is
    // written back as it was.
    void set_if_open(std::uint64_t i, unsigned mark) {
        const unsigned old = get(i);
        set(i, old == open ? mark : old);
    }
    // Gives the offsets from `first` of those states whose mark is this one.
    void collect(std::uint64_t first, std::uint32_t count, unsigned mark,
                 std::vector<std::uint32_t> &found) const {
        found.clear();
        const std::uint8_t *row = data_ + first;
        const void *start = std::memchr(row, static_cast<int>(mark), count);
        if (!start) return;
        found.resize(count);
        std::uint32_t c =
            static_cast<std::uint32_t>(static_cast<const std::uint8_t *>(start) - row);
        std::uint32_t hits = 0;
        // Without a branch: every offset is written, and overwritten unless it is a hit.
        for (; c < count; ++c) {
            found[hits] = c;
            hits += row[c] == mark;
        }
        found.resize(hits);
    }
    std::uint64_t count_open(std::uint64_t first, std::uint64_t count) const {
        std::uint64_t total = 0;
        for (std::uint64_t i = first; i < first + count;) {
            // So few that their sum fits into a byte: the compiler counts many at once.
            const std::uint64_t stop = std::min(first + count, i + 255);
            std::uint8_t some = 0;
            for (; i < stop; ++i) some = static_cast<std::uint8_t>(some + (data_[i] == open));
            total += some;
        }
        return total;
    }

private:
    std::uint8_t *data_;
};

// Two bits a state: its distance modulo 3, or 3 as long as none is known.
class PairDistances {
public:
    static constexpr unsigned open = 3;
    static std::uint64_t bytes_for(std::uint64_t states) { return (states + 3) / 4; }
    static unsigned mark_for(unsigned depth) { return depth % 3; }

    explicit PairDistances(std::uint8_t *data) : data_(data) {}

    unsigned get(std::uint64_t i) const {
        const auto byte =
            std::atomic_ref<std::uint8_t>(data_[i / 4]).load(std::memory_order_relaxed);
        return (byte >> (2 * (i % 4))) & 3u;
    }
    // Only from open to a mark: clearing bits needs no look at the neighbors in the byte.
    void set(std::uint64_t i, unsigned mark) {
        const auto shift = static_cast<unsigned>(2 * (i % 4));
        std::atomic_ref<std::uint8_t>(data_[i / 4])
            .fetch_and(static_cast<std::uint8_t>(~((3u ^ mark) << shift)),
                       std::memory_order_relaxed);
    }
    void set_if_open(std::uint64_t i, unsigned mark) {
        if (get(i) == open) set(i, mark);
    }
    void collect(std::uint64_t first, std::uint32_t count, unsigned mark,
                 std::vector<std::uint32_t> &found) const {
        found.clear();
        std::uint32_t c = 0;
        for (; c < count && (first + c) % 4; ++c)
            if (get(first + c) == mark) found.push_back(c);
        for (; c + 32 <= count; c += 32)
            for (auto hits = equal(first + c, mark); hits; hits &= hits - 1)
                found.push_back(c + static_cast<std::uint32_t>(std::countr_zero(hits) / 2));
        for (; c < count; ++c)
            if (get(first + c) == mark) found.push_back(c);
    }
    std::uint64_t count_open(std::uint64_t first, std::uint64_t count) const {
        std::uint64_t total = 0, c = 0;
        for (; c < count && (first + c) % 4; ++c) total += get(first + c) == open;
        for (; c + 32 <= count; c += 32)
            total += static_cast<unsigned>(std::popcount(equal(first + c, open)));
        for (; c < count; ++c) total += get(first + c) == open;
        return total;
    }

private:
    // For 32 states from a whole byte on: the low bit of each pair that is this mark.
    std::uint64_t equal(std::uint64_t first, unsigned mark) const {
        constexpr std::uint64_t low = 0x5555555555555555ULL;
        std::uint64_t word;
        std::memcpy(&word, data_ + first / 4, 8);
        word ^= low * mark;
        return ~(word | (word >> 1)) & low;
    }

    std::uint8_t *data_;
};

}  // namespace puzzlery
