// The times of a word whose moves touch an orbit: a set of bits that counts those before a time.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace puzzlery::general {

class Touches {
public:
    // A set without times, for words of so many moves.
    explicit Touches(int times = 0) { reserve(times); }

    void put(int time) { bits_[time >> 6] |= std::uint64_t{1} << (time & 63); }
    // The number of times in the set before `time`, if `count` was called since the last change.
    int before(int time) const {
        return counts_[time >> 6] + std::popcount(bits_[time >> 6] & below(time));
    }
    // Replace the times from `from` to `to` by others, `now` in number, that are not in the set.
    // Later times move along.
    void replace(int from, int to, int now, int times) {
        reserve(times + (to - from));
        const int shift = now - (to - from), first = from >> 6, start = from + now;
        const std::uint64_t kept = bits_[first] & below(from);
        const auto rewrite = [&](int word) {
            std::uint64_t bits = at(64 * word - shift);
            if (64 * word < start) bits &= 64 * word + 64 <= start ? 0 : ~below(start);
            bits_[word] = bits;
        };
        // Without a shift the times after the replaced ones stay where they are.
        const int end = static_cast<int>(bits_.size()) - 2,
                  last = shift ? end : std::min(end, start >> 6);
        if (shift > 0)
            for (int word = last; word >= first; --word) rewrite(word);
        else
            for (int word = first; word <= last; ++word) rewrite(word);
        bits_[first] = (bits_[first] & ~below(from)) | kept;
    }
    // Count anew from a time on.
    void count(int from) {
        for (std::size_t word = static_cast<std::size_t>(from >> 6) + 1; word < bits_.size();
             ++word)
            counts_[word] = counts_[word - 1] + std::popcount(bits_[word - 1]);
    }

private:
    // The last word stays empty, so that reading across a border needs no check.
    void reserve(int times) {
        const auto size = static_cast<std::size_t>(times / 64) + 3;
        if (bits_.size() >= size) return;
        bits_.resize(size, 0);
        counts_.resize(size, counts_.empty() ? 0 : counts_.back());
    }
    static std::uint64_t below(int time) { return (std::uint64_t{1} << (time & 63)) - 1; }
    // The 64 bits from a place on; before the first one all are 0.
    std::uint64_t at(int place) const {
        if (place <= -64) return 0;
        if (place < 0) return bits_[0] << -place;
        const std::size_t word = place >> 6;
        if (word + 1 >= bits_.size()) return 0;
        const int offset = place & 63;
        return offset ? bits_[word] >> offset | bits_[word + 1] << (64 - offset) : bits_[word];
    }

    std::vector<std::uint64_t> bits_;
    std::vector<int> counts_;  // of each word, the number of times in earlier words
};

}  // namespace puzzlery::general
