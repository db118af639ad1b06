// Flips and slices, breadth first over the classes of slices.
#include "cube3/flip_slices.hpp"

#include <algorithm>
#include <bit>

namespace puzzlery::cube3 {

namespace {

constexpr unsigned kSets = 1 << kEdges;
constexpr std::uint8_t kUnknown = 255;

// What becomes of each set of slots when the content of slot i goes to slot to(i).
template <class To> std::vector<std::uint16_t> carried_sets(To to) {
    std::vector<std::uint16_t> carried(kSets);
    for (unsigned set = 0; set < kSets; ++set)
        for (int slot = 0; slot < kEdges; ++slot)
            if (set >> slot & 1) carried[set] |= 1u << to(slot);
    return carried;
}

// What a turn makes of a set of slots, and which flips it adds.
struct SlotTurn {
    std::vector<std::uint16_t> moved;
    unsigned flips = 0;

    explicit SlotTurn(const Cube &turn)
        : moved(carried_sets([back = inverse(turn)](int slot) { return back.edges[slot] & 15; })) {
        for (int slot = 0; slot < kEdges; ++slot)
            if (turn.edges[slot] & kFlip) flips |= 1u << slot;
    }
};

struct Slots {
    unsigned of_slice[3];
};

std::size_t pattern(const Slots &slots) {
    const Cosets &cosets = Cosets::get();
    unsigned pair = 0;
    for (int slot = 0, at = 0; slot < kEdges; ++slot)
        if (!(slots.of_slice[0] >> slot & 1)) pair |= (slots.of_slice[1] >> slot & 1) << at++;
    return std::size_t{cosets.slice_rank[slots.of_slice[0]]} + cosets.pair_rank[pair];
}

}  // namespace

// What is needed only while they are made.
class FlipSlicesMaker {
public:
    explicit FlipSlicesMaker(const std::vector<Cube> &turns) {
        for (const Cube &turn : closed_under_symmetries(turns)) turns_.emplace_back(turn);
        for (const Symmetry &symmetry : symmetries())
            carried_.push_back(carried_sets([&](int slot) { return symmetry.edge[slot]; }));
        find_classes();
        list_turns();
        far_.assign(representative_.size() << kFlips, kUnknown);
        Slots solved{};
        for (int slot = 0; slot < kEdges; ++slot)
            solved.of_slice[slice_of_edge(slot)] |= 1u << slot;
        reach(home_[pattern(solved)], 0, 0);
    }
    bool advance(Deadline until);
    std::shared_ptr<const FlipSlices> made() const { return made_; }

private:
    using Home = FlipSlices::Home;

    Slots image(const Slots &slots, int symmetry) const;
    void find_classes();
    void list_turns();
    void reach(Home home, unsigned flips, int distance);

    std::shared_ptr<FlipSlices> made_ = std::make_shared<FlipSlices>();
    std::vector<Home> &home_ = made_->home_;
    std::vector<std::uint8_t> &far_ = made_->far_;
    std::vector<SlotTurn> turns_;
    std::vector<Home> to_;                             // where each turn takes each class
    std::vector<std::vector<std::uint16_t>> carried_;  // by each symmetry, a set of slots
    std::vector<Slots> representative_;
    std::vector<std::vector<int>> keepers_;  // symmetries that keep a representative
    std::vector<std::uint32_t> queue_;
    std::size_t next_ = 0;  // of the queue
};

Slots FlipSlicesMaker::image(const Slots &slots, int symmetry) const {
    Slots made{};
    for (int slice = 0; slice < 3; ++slice)
        made.of_slice[symmetries()[symmetry].axis[slice]] =
            carried_[symmetry][slots.of_slice[slice]];
    return made;
}

void FlipSlicesMaker::find_classes() {
    std::vector<bool> seen(kEdgePatterns);
    home_.resize(kEdgePatterns);
    std::vector<unsigned> fours;
    for (unsigned set = 0; set < kSets; ++set)
        if (std::popcount(set) == 4) fours.push_back(set);
    for (const unsigned first : fours)
        for (const unsigned second : fours) {
            if (first & second) continue;
            const Slots slots{{first, second, (kSets - 1) & ~(first | second)}};
            const std::size_t own = pattern(slots);
            if (seen[own]) continue;
            keepers_.emplace_back();
            for (int s = 0; s < kSymmetries; ++s) {
                const std::size_t other = pattern(image(slots, s));
                if (other == own) keepers_.back().push_back(s);
                if (seen[other]) continue;
                seen[other] = true;
                home_[other] = {static_cast<std::uint16_t>(representative_.size()),
                                static_cast<std::uint8_t>(symmetries()[s].inverse)};
            }
            representative_.push_back(slots);
        }
}

void FlipSlicesMaker::list_turns() {
    for (const Slots &slots : representative_)
        for (const SlotTurn &turn : turns_) {
            Slots made{};
            for (int slice = 0; slice < 3; ++slice)
                made.of_slice[slice] = turn.moved[slots.of_slice[slice]];
            to_.push_back(home_[pattern(made)]);
        }
}

bool FlipSlicesMaker::advance(Deadline until) {
    constexpr std::size_t between_looks = 1024;
    for (; next_ < queue_.size(); ++next_) {
        if (next_ % between_looks == 0 && is_over(until)) return false;
        const std::uint32_t here = queue_[next_];
        const unsigned low = here & ((1u << kFlips) - 1);
        const unsigned flips = low | (std::popcount(low) & 1u) << kFlips;
        const Home *to = &to_[(here >> kFlips) * turns_.size()];
        for (const SlotTurn &turn : turns_)
            reach(*to++, turn.moved[flips] ^ turn.flips, far_[here] + 1);
    }
    // What these turns never lead to is refused elsewhere.
    std::replace(far_.begin(), far_.end(), kUnknown, std::uint8_t{0});
    return true;
}

// Symmetries that keep the representative tell of the same cubes in several places.
void FlipSlicesMaker::reach(Home home, unsigned flips, int distance) {
    const unsigned seen = carried_[home.symmetry][flips];
    if (far_[FlipSlices::index(home.pattern_class, seen)] != kUnknown) return;
    for (const int keeper : keepers_[home.pattern_class]) {
        const std::size_t at = FlipSlices::index(home.pattern_class, carried_[keeper][seen]);
        if (far_[at] != kUnknown) continue;
        far_[at] = static_cast<std::uint8_t>(distance);
        queue_.push_back(static_cast<std::uint32_t>(at));
    }
}

std::shared_ptr<const FlipSlices> FlipSlices::of(const std::vector<Cube> &turns, Deadline until) {
    static OncePerTurns<FlipSlices, FlipSlicesMaker> known;
    return known.get(turns, until);
}

}  // namespace puzzlery::cube3
