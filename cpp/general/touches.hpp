// Which moves of a word touch which groups of orbits, and how many of them do so before a time.
//
// The times are cut into blocks of at most 63 moves. For each block and group there is a set of
// bits, one for each move, and the number of moves in earlier blocks that touch the group. A change
// of the word rewrites the bits of the blocks in which it lies, and moves the numbers of later
// blocks only for groups that it touches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace puzzlery::general {

class Touches {
public:
    explicit Touches(int groups = 0) : groups_(static_cast<std::size_t>(groups)) {
        rebuild(0, [](int) { return std::span<const int>(); });
    }

    // The number of moves before a time that touch a group.
    int before(int group, int time) const {
        const int block = block_of_[time];
        const std::size_t at = block * groups_ + static_cast<std::size_t>(group);
        return counts_[at] + count(bits_[at] & below(time - begins_[block]));
    }

    // Start anew with so many moves. `touched(time)` lists the groups that a move touches.
    template <class Touched> void rebuild(int times, const Touched &touched) {
        const int blocks = times / MOVES_OF_NEW_BLOCK + 1;
        begins_.resize(blocks);
        bits_.assign(blocks * groups_, 0);
        counts_.assign(blocks * groups_, 0);
        block_of_.resize(times + 1);
        for (int block = 0; block < blocks; ++block) begins_[block] = block * MOVES_OF_NEW_BLOCK;
        for (int time = 0; time <= times; ++time)
            block_of_[time] = static_cast<std::uint16_t>(time / MOVES_OF_NEW_BLOCK);
        for (int time = 0; time < times; ++time) put(time, touched(time));
        for (int block = 1; block < blocks; ++block)
            for (std::size_t g = 0; g < groups_; ++g) {
                const std::size_t at = (block - 1) * groups_ + g;
                counts_[at + groups_] = counts_[at] + count(bits_[at]);
            }
    }

    // Replace the moves from `from` to `to` by `now` others. `touched(time)` lists the groups that
    // a move of the new word touches.
    template <class Touched> void replace(int from, int to, int now, const Touched &touched) {
        if (!share(from, to, now)) return rebuild(size() + now - (to - from), touched);
        for (std::size_t k = parts_.size(); k-- > 0;) replace_bits(parts_[k]);
        for (int time = from; time < from + now; ++time) put(time, touched(time));
        recount(parts_.front().block, parts_.back().block);
    }

private:
    // Leaves room: a new block is half full, and a time right after the last move has a bit, too.
    static constexpr int MOVES_OF_NEW_BLOCK = 32, MOST_MOVES_OF_BLOCK = 63;
    struct Part {
        int block, time, removed, added;
    };

    // Share a replacement among blocks: each gets as many moves as it loses, and the last one the
    // rest. False if one gets too long.
    bool share(int from, int to, int now) {
        parts_.clear();
        for (int time = from, left = now;;) {
            const int block = block_of_[time], border = end(block);
            const bool last = to <= border;
            const int removed = (last ? to : border) - time;
            const int added = last ? left : std::min(left, removed);
            parts_.push_back({block, time, removed, added});
            if (border - begins_[block] - removed + added > MOST_MOVES_OF_BLOCK) return false;
            if (last) return true;
            left -= added;
            time = border;
        }
    }
    // The number of bits. The build knows no processor that counts them, and std::popcount would be
    // a call; this is the sum of fields of 2, 4, 8 bits (Warren, Hacker's Delight, 5-1).
    static int count(std::uint64_t bits) {
        bits -= bits >> 1 & 0x5555555555555555;
        bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
        bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
        return static_cast<int>(bits * 0x0101010101010101 >> 56);
    }
    static std::uint64_t below(int offset) { return (std::uint64_t{1} << offset) - 1; }
    int blocks() const { return static_cast<int>(begins_.size()); }
    int size() const { return static_cast<int>(block_of_.size()) - 1; }
    int end(int block) const { return block + 1 < blocks() ? begins_[block + 1] : size(); }
    void put(int time, std::span<const int> groups) {
        const int block = block_of_[time];
        const std::uint64_t bit = std::uint64_t{1} << (time - begins_[block]);
        for (const int g : groups) bits_[block * groups_ + g] |= bit;
    }
    // Cut moves out of a block, and make room for others. Later blocks move along.
    void replace_bits(const Part &part) {
        const int offset = part.time - begins_[part.block], shift = part.added - part.removed;
        const std::uint64_t low = below(offset);
        std::uint64_t *bits = bits_.data() + part.block * groups_;
        for (std::size_t g = 0; g < groups_; ++g)
            bits[g] = (bits[g] & low) | (bits[g] >> offset >> part.removed) << offset << part.added;
        const auto at = block_of_.begin() + part.time;
        if (shift > 0) block_of_.insert(at, shift, static_cast<std::uint16_t>(part.block));
        if (shift < 0) block_of_.erase(at, at - shift);
        for (int block = part.block + 1; shift && block < blocks(); ++block)
            begins_[block] += shift;
    }
    // Count anew after the blocks from `first` to `last`. Later numbers change as the first of
    // them.
    void recount(int first, int last) {
        changes_.clear();
        for (int block = first; block <= last && block + 1 < blocks(); ++block)
            for (std::size_t g = 0; g < groups_; ++g) {
                const std::size_t at = block * groups_ + g;
                const int now = counts_[at] + count(bits_[at]);
                int &next = counts_[at + groups_];
                if (block == last && now != next) changes_.emplace_back(g, now - next);
                next = now;
            }
        for (int block = last + 2; block < blocks(); ++block)
            for (const auto &[g, change] : changes_) counts_[block * groups_ + g] += change;
    }

    std::size_t groups_;
    std::vector<int> begins_;                           // of each block its first time
    std::vector<std::uint16_t> block_of_;               // of each time
    std::vector<std::uint64_t> bits_;                   // by block and group
    std::vector<int> counts_;                           // by block and group, of earlier blocks
    std::vector<Part> parts_;                           // of the last replacement
    std::vector<std::pair<std::size_t, int>> changes_;  // of the counts of groups
};

}  // namespace puzzlery::general
