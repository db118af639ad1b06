// Groups of pieces that need not come apart: a part whose pieces are of one group may stay whole.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace puzzlery {

// For each kind of piece the groups that its copies may end in, and how many of them. A kind
// without groups must be taken apart from all others.
class Groups {
public:
    using Shares = std::vector<std::pair<std::int32_t, std::int32_t>>;
    using Kinds = std::vector<std::int32_t>;

    Groups() = default;
    explicit Groups(std::vector<Shares> kinds) : kinds_(std::move(kinds)) {}
    bool empty() const { return kinds_.empty(); }
    // Tells one list of groups from another, in snapshots.
    std::uint64_t code() const {
        std::uint64_t sum = kinds_.size();
        for (const Shares &shares : kinds_) {
            sum = sum * 0x100000001b3u + shares.size();
            for (const auto &[group, count] : shares)
                sum = (sum * 0x100000001b3u + group) * 0x100000001b3u + count;
        }
        return sum;
    }
    std::int32_t kinds() const { return static_cast<std::int32_t>(kinds_.size()); }

    // Whether all copies of these kinds belong to one and the same group. `copies` tells how many
    // of each kind there are in the assembly.
    bool are_one(const Kinds &part, const std::map<std::int32_t, int> &copies) const;
    // Whether each of these parts can be given a group with all its pieces, so that no group holds
    // more copies than it may.
    bool fit(const std::vector<Kinds> &parts) const;

private:
    const Shares &shares(std::int32_t kind) const {
        static const Shares none;
        return kind < 0 ? none : kinds_[kind];
    }
    using Left = std::map<std::pair<std::int32_t, std::int32_t>, int>;
    bool fit(const std::vector<Kinds> &parts, std::size_t next, Left &left) const;

    std::vector<Shares> kinds_;
};

}  // namespace puzzlery
