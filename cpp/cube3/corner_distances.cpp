// Distances of the corners, breadth first over classes of permutations and all their twists.
#include "cube3/corner_distances.hpp"

#include <algorithm>

namespace puzzlery::cube3 {

namespace {

constexpr std::uint8_t kUnknown = 255;

// Symmetries that keep the axis of U and D carry twists without mixing in permutations.
bool keeps_upright(const Symmetry &symmetry) { return symmetry.axis[0] == 0; }

Bytes corners_of_rank(unsigned rank) {
    int digit[kCorners] = {};
    for (int slot = kCorners - 2; slot >= 0; --slot) {
        const auto radix = static_cast<unsigned>(kCorners - slot);
        digit[slot] = static_cast<int>(rank % radix);
        rank /= radix;
    }
    std::vector<std::uint8_t> left(kCorners);
    for (int piece = 0; piece < kCorners; ++piece) left[piece] = static_cast<std::uint8_t>(piece);
    Bytes corners = solved().corners;
    for (int slot = 0; slot < kCorners; ++slot) {
        corners[slot] = left[digit[slot]];
        left.erase(left.begin() + digit[slot]);
    }
    return corners;
}

}  // namespace

// What a turn makes of a class of permutations: where it leads, and how it carries the twists.
struct CornerDistances::TwistedTurn {
    static constexpr unsigned kLow = 81, kHigh = 27;  // twists of the slots 0–3, and of 4–6

    Home home;
    std::uint16_t low[kLow] = {};
    std::uint16_t high[3][kHigh] = {};  // by the sum of the low twists, which decides the last one

    TwistedTurn(const CornerDistances &made, Bytes permuted, const Cube &turn) {
        Cube cube = solved();
        cube.corners = permuted;
        home = made.home_[permutation_rank(compose(cube, turn).corners)];
        std::uint16_t added[kCorners][3];
        for (int slot = 0; slot < kCorners; ++slot)
            for (int twist = 0; twist < 3; ++twist)
                added[turn.corners[slot] & 15][twist] =
                    made.weight_[home.symmetry][slot][(twist + turn.corners[slot] / kTwist) % 3];
        for (unsigned twists = 0; twists < kLow; ++twists)
            for (unsigned slot = 0, rest = twists; slot < 4; ++slot, rest /= 3)
                low[twists] = static_cast<std::uint16_t>(low[twists] + added[slot][rest % 3]);
        for (unsigned sum = 0; sum < 3; ++sum)
            for (unsigned twists = 0; twists < kHigh; ++twists) {
                unsigned total = sum, carried = 0;
                for (unsigned slot = 4, rest = twists; slot < 7; ++slot, rest /= 3) {
                    total += rest % 3;
                    carried += added[slot][rest % 3];
                }
                high[sum][twists] =
                    static_cast<std::uint16_t>(carried + added[7][(3 - total % 3) % 3]);
            }
    }
    unsigned twisting(unsigned twists) const {
        const unsigned first = twists % kLow;
        const unsigned sum = first % 3 + first / 3 % 3 + first / 9 % 3 + first / 27;
        return low[first] + high[sum % 3][twists / kLow];
    }
};

// What is needed only while the distances are computed.
class CornerDistancesMaker {
public:
    explicit CornerDistancesMaker(const std::vector<Cube> &turns)
        : turns_(closed_under_symmetries(turns)) {
        for (int s = 0; s < kSymmetries; ++s)
            if (keeps_upright(symmetries()[s])) {
                used_.push_back(s);
                weigh_twists(s);
            }
        find_classes();
        made_->far_.assign(representative_.size() * CornerDistances::kTwistings, kUnknown);
        reach(made_->home_[CornerDistances::permutation_rank(solved().corners)], 0, 0);
    }
    bool advance(Deadline until);
    std::shared_ptr<const CornerDistances> made() const { return made_; }

private:
    using Home = CornerDistances::Home;
    using TwistedTurn = CornerDistances::TwistedTurn;

    void weigh_twists(int symmetry);
    void find_classes();
    bool spread(std::size_t own);
    bool reach(Home home, unsigned twisting, int distance);
    Bytes corners_at(std::size_t index) const;

    std::shared_ptr<CornerDistances> made_ = std::make_shared<CornerDistances>();
    std::vector<Cube> turns_;
    std::vector<int> used_;
    std::vector<Bytes> representative_;
    std::vector<std::vector<int>> keepers_;  // symmetries that keep a representative
    int distance_ = 0;                       // of the layer that is spread
    std::size_t next_ = 0;                   // the class to go on with
    bool found_ = false;                     // whether this layer leads to anything new
};

void CornerDistancesMaker::weigh_twists(int symmetry) {
    const Symmetry &seen = symmetries()[symmetry];
    for (int slot = 0; slot < kCorners; ++slot) {
        int worth = 1;
        for (int before = 0; before < seen.corner[slot]; ++before) worth *= 3;
        if (seen.corner[slot] == kCorners - 1) worth = 0;
        for (int twist = 0; twist < 3; ++twist)
            made_->weight_[symmetry][slot][twist] =
                static_cast<std::uint16_t>(worth * (seen.mirrors ? (3 - twist) % 3 : twist));
    }
}

void CornerDistancesMaker::find_classes() {
    std::vector<bool> seen(CornerDistances::kPermutations);
    made_->home_.resize(CornerDistances::kPermutations);
    for (unsigned rank = 0; rank < CornerDistances::kPermutations; ++rank) {
        if (seen[rank]) continue;
        Cube cube = solved();
        cube.corners = corners_of_rank(rank);
        keepers_.emplace_back();
        for (const int s : used_) {
            const Symmetry &symmetry = symmetries()[s];
            const unsigned other =
                CornerDistances::permutation_rank(conjugate(cube, symmetry).corners);
            if (other == rank) keepers_.back().push_back(s);
            if (seen[other]) continue;
            seen[other] = true;
            made_->home_[other] = {static_cast<std::uint16_t>(representative_.size()),
                                   static_cast<std::uint8_t>(symmetry.inverse)};
        }
        representative_.push_back(cube.corners);
    }
}

Bytes CornerDistancesMaker::corners_at(std::size_t index) const {
    Bytes corners = representative_[index / CornerDistances::kTwistings];
    std::size_t rest = index % CornerDistances::kTwistings;
    unsigned sum = 0;
    for (int slot = 0; slot < kCorners - 1; ++slot, rest /= 3) {
        corners[slot] = static_cast<std::uint8_t>(corners[slot] | (rest % 3) << 4);
        sum += static_cast<unsigned>(rest % 3);
    }
    corners[kCorners - 1] =
        static_cast<std::uint8_t>(corners[kCorners - 1] | ((3 - sum % 3) % 3) << 4);
    return corners;
}

bool CornerDistancesMaker::advance(Deadline until) {
    for (;;) {
        for (; next_ < representative_.size(); ++next_) {
            if (is_over(until)) return false;
            found_ |= spread(next_);
        }
        if (!found_) break;
        next_ = 0, found_ = false, ++distance_;
    }
    // What these turns never lead to is refused elsewhere.
    std::replace(made_->far_.begin(), made_->far_.end(), kUnknown, std::uint8_t{0});
    return true;
}

// Make all turns of what is so far away in a class; false if that leads to nothing new.
bool CornerDistancesMaker::spread(std::size_t own) {
    bool found = false;
    std::vector<unsigned> here;
    const std::uint8_t *far = &made_->far_[own * CornerDistances::kTwistings];
    for (unsigned twisting = 0; twisting < CornerDistances::kTwistings; ++twisting)
        if (far[twisting] == distance_) here.push_back(twisting);
    if (here.empty()) return false;
    for (const Cube &turn : turns_) {
        const TwistedTurn to(*made_, representative_[own], turn);
        for (const unsigned twisting : here)
            found |= reach(to.home, to.twisting(twisting), distance_ + 1);
    }
    return found;
}

// Symmetries that keep the representative tell of the same cubes in several places.
bool CornerDistancesMaker::reach(Home home, unsigned twisting, int distance) {
    const std::size_t first = std::size_t{home.permutation_class} * CornerDistances::kTwistings;
    if (made_->far_[first + twisting] != kUnknown) return false;
    made_->far_[first + twisting] = static_cast<std::uint8_t>(distance);
    if (keepers_[home.permutation_class].size() == 1) return true;
    const Bytes shown = corners_at(first + twisting);
    for (const int keeper : keepers_[home.permutation_class]) {
        home.symmetry = static_cast<std::uint8_t>(keeper);
        made_->far_[first + made_->twisting(shown, home)] = static_cast<std::uint8_t>(distance);
    }
    return true;
}

std::shared_ptr<const CornerDistances> CornerDistances::of(const std::vector<Cube> &turns,
                                                           Deadline until) {
    static OncePerTurns<CornerDistances, CornerDistancesMaker> known;
    return known.get(turns, until);
}

}  // namespace puzzlery::cube3
