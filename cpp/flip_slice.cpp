// Flips and a slice, breadth first.
#include "flip_slice.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <string>

namespace puzzlery::cube3 {

namespace {

constexpr unsigned kMasks = 1 << 12;
constexpr std::uint8_t kUnknown = 255;

// What a turn makes of a set of slots, and which flips it adds.
struct SlotTurn {
    std::vector<std::uint16_t> moved = std::vector<std::uint16_t>(kMasks);
    unsigned flips = 0;

    explicit SlotTurn(const Cube &turn) {
        for (unsigned mask = 0; mask < kMasks; ++mask)
            for (int slot = 0; slot < 12; ++slot)
                if (mask >> (turn.edges[slot] & 15) & 1) moved[mask] |= 1u << slot;
        for (int slot = 0; slot < 12; ++slot)
            if (turn.edges[slot] & kFlip) flips |= 1u << slot;
    }
};

}  // namespace

FlipSlice::FlipSlice(const std::vector<Cube> &turns) : rank_(kMasks) {
    std::vector<std::uint16_t> fours;
    for (unsigned mask = 0; mask < kMasks; ++mask)
        if (std::popcount(mask) == 4) {
            rank_[mask] = static_cast<std::uint16_t>(fours.size());
            fours.push_back(static_cast<std::uint16_t>(mask));
        }
    unsigned home = 0;
    for (int slot = 0; slot < 12; ++slot)
        if ((in_slice_[slot] = slice_of_edge(slot) == 0)) home |= 1u << slot;
    std::vector<SlotTurn> made;
    for (const Cube &turn : turns)
        for (const Cube &one : {turn, inverse(turn)}) made.emplace_back(one);
    far_.assign(fours.size() * 2048, kUnknown);
    std::vector<std::uint32_t> queue{static_cast<std::uint32_t>(index(0, home))};
    far_[queue[0]] = 0;
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const unsigned low = queue[at] % 2048, slots = fours[queue[at] / 2048];
        const unsigned flips = low | (std::popcount(low) & 1u) << 11;
        for (const SlotTurn &turn : made) {
            const auto next = index(turn.moved[flips] ^ turn.flips, turn.moved[slots]);
            if (far_[next] != kUnknown) continue;
            far_[next] = static_cast<std::uint8_t>(far_[queue[at]] + 1);
            queue.push_back(static_cast<std::uint32_t>(next));
        }
    }
    // What these turns never lead to is refused elsewhere.
    std::replace(far_.begin(), far_.end(), kUnknown, std::uint8_t{0});
}

std::shared_ptr<const FlipSlice> FlipSlice::of(const std::vector<Cube> &turns) {
    static std::mutex lock;
    static std::map<std::string, std::shared_ptr<const FlipSlice>> known;
    std::string key;
    for (const Cube &turn : turns)
        for (int slot = 0; slot < 12; ++slot) key.push_back(static_cast<char>(turn.edges[slot]));
    const std::lock_guard guard(lock);
    auto &found = known[key];
    if (!found) found.reset(new FlipSlice(turns));
    return found;
}

}  // namespace puzzlery::cube3
