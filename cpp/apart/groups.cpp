#include "apart/groups.hpp"

#include <algorithm>

namespace puzzlery {

bool Groups::are_one(const Kinds &part, const std::map<std::int32_t, int> &copies) const {
    if (part.empty() || shares(part[0]).empty()) return false;
    const std::int32_t group = shares(part[0])[0].first;
    return std::ranges::all_of(part, [&](std::int32_t kind) {
        const Shares &mine = shares(kind);
        return mine.size() == 1 && mine[0].first == group && mine[0].second >= copies.at(kind);
    });
}

bool Groups::fit(const std::vector<Kinds> &parts) const {
    Left left;
    for (std::int32_t kind = 0; kind < kinds(); ++kind)
        for (const auto &[group, count] : kinds_[kind]) left[{kind, group}] += count;
    return fit(parts, 0, left);
}

// Each group that the first piece of a part may be in is tried for the whole part.
bool Groups::fit(const std::vector<Kinds> &parts, std::size_t next, Left &left) const {
    if (next == parts.size()) return true;
    const Kinds &part = parts[next];
    for (const auto &[group, count] : shares(part[0])) {
        const auto there = [&, group = group](std::int32_t kind) {
            return left.contains({kind, group});
        };
        if (!std::ranges::all_of(part, there)) continue;
        for (const std::int32_t kind : part) --left[{kind, group}];
        const bool enough = std::ranges::all_of(
            part, [&, group = group](std::int32_t kind) { return left[{kind, group}] >= 0; });
        if (enough && fit(parts, next + 1, left)) return true;
        for (const std::int32_t kind : part) ++left[{kind, group}];
    }
    return false;
}

}  // namespace puzzlery
