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

}  // namespace

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

FlipSlice::FlipSlice(const std::vector<Cube> &turns) : rank_(kMasks) {
    for (unsigned mask = 0; mask < kMasks; ++mask)
        if (std::popcount(mask) == 4) {
            rank_[mask] = static_cast<std::uint16_t>(fours_.size());
            fours_.push_back(static_cast<std::uint16_t>(mask));
        }
    std::array<unsigned, 3> home{};
    for (int slot = 0; slot < 12; ++slot) {
        slice_of_[slot] = static_cast<std::uint8_t>(slice_of_edge(slot));
        home[slice_of_[slot]] |= 1u << slot;
    }
    std::vector<Cube> both;
    for (const Cube &turn : turns)
        for (const Cube &one : {turn, inverse(turn)})
            if (std::ranges::none_of(both, [&](const Cube &known) { return same(known, one); }))
                both.push_back(one);
    const std::vector<SlotTurn> made(both.begin(), both.end());
    for (int slice = 0; slice < 3; ++slice) far_[slice] = distances(made, home[slice]);
}

std::vector<std::uint8_t> FlipSlice::distances(const std::vector<SlotTurn> &turns,
                                               unsigned home) const {
    std::vector<std::uint8_t> far(fours_.size() * 2048, kUnknown);
    std::vector<std::uint32_t> queue{static_cast<std::uint32_t>(index(0, home))};
    far[queue[0]] = 0;
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const unsigned low = queue[at] % 2048, slots = fours_[queue[at] / 2048];
        const unsigned flips = low | (std::popcount(low) & 1u) << 11;
        for (const SlotTurn &turn : turns) {
            const auto next = index(turn.moved[flips] ^ turn.flips, turn.moved[slots]);
            if (far[next] != kUnknown) continue;
            far[next] = static_cast<std::uint8_t>(far[queue[at]] + 1);
            queue.push_back(static_cast<std::uint32_t>(next));
        }
    }
    // What these turns never lead to is refused elsewhere.
    std::replace(far.begin(), far.end(), kUnknown, std::uint8_t{0});
    return far;
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
