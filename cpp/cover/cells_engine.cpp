// Dancing cells: items hold sparse sets of options; colors and multiplicities are understood.
//
// D. E. Knuth's sparse-set programs SSXCC and SSMCC are the model. Taking an option out of a set
// swaps it behind the last one and shortens the set; putting it back only lengthens the set again.
// An item that may be covered several times is branched by the first of its options, in the order
// of their numbers, that is used: the earlier ones are then excluded, so that no set of options is
// met twice.
#include "cover/cover_engines.hpp"

namespace puzzlery {

namespace {

class CellsEngine {
public:
    static constexpr std::uint32_t kMagic = 0x4c4c4543;
    static constexpr std::int32_t kStop = -1;  // the branch that covers the item no more

    explicit CellsEngine(const CoverProblem &problem)
        : problem_(problem), first_(problem.items + 1, 0), size_(problem.items, 0),
          most_(problem.items, 1), used_(problem.items, 0), closed_(problem.items, 0),
          cells_(problem.item.size()), where_(problem.item.size()),
          option_of_(problem.item.size()) {
        for (const auto item : problem.item) ++first_[item + 1];
        for (int i = 0; i < problem.items; ++i) first_[i + 1] += first_[i];
        for (std::int32_t o = 0; o < problem.options(); ++o) fill(o);
        for (std::int32_t i = 0; i < problem.primary; ++i) active_.push_back(i);
        place_ = active_;
        for (std::int32_t i = 0; i < problem.primary; ++i)
            if (lacks(i)) impossible_ = true;
        open_ = problem.primary;
        levels_.push_back({});
    }

    int depth() const { return static_cast<int>(levels_.size()) - 1; }
    int chosen(int level) const { return levels_[level].taken; }

    int expand() {
        if (impossible_) return 0;
        Level &level = levels_.back();
        level.item = smallest();
        if (level.item < 0) return -1;
        branches_.resize(level.branches);
        for (int i = 0; i < size_[level.item]; ++i)
            branches_.push_back(option_of_[cells_[first_[level.item] + i]]);
        // The order in the set depends on the way here; the order of the branches must not.
        std::sort(branches_.begin() + level.branches, branches_.end());
        if (need(level.item) <= 0) branches_.push_back(kStop);
        return degree(level.item);
    }

    bool enter(int branch) {
        Level &level = levels_.back();
        level.taken = branches_[level.branches + branch];
        const std::int32_t item = level.item;
        descend();
        if (levels_[depth() - 1].taken == kStop)
            close(item);
        else {
            if (problem_.high[item] - used_[item] > 1) exclude_before(branch);
            if (!dead_) include(levels_[depth() - 1].taken);
        }
        return survive();
    }

    bool choose(int option) {
        levels_.back().taken = option;
        descend();
        if (impossible_) dead_ = true;
        if (!dead_) include(option);
        return survive();
    }

    void leave() {
        const Level gone = levels_.back();
        levels_.pop_back();
        branches_.resize(gone.branches);
        while (sizes_.size() > gone.sizes) {
            ++size_[sizes_.back()];
            sizes_.pop_back();
        }
        while (closings_.size() > gone.closings) {
            reopen(closings_.back());
            closings_.pop_back();
        }
        while (uses_.size() > gone.uses) {
            used_[problem_.item[uses_.back()]] -= problem_.amount[uses_.back()];
            uses_.pop_back();
        }
    }

private:
    struct Level {
        std::int32_t item = -1, taken = -1;
        std::size_t branches = 0;                       // where its branches begin
        std::size_t sizes = 0, closings = 0, uses = 0;  // what had been changed before
    };

    void fill(std::int32_t o) {
        for (auto e = problem_.start[o]; e < problem_.start[o + 1]; ++e) {
            const auto item = problem_.item[e];
            where_[e] = size_[item];
            cells_[first_[item] + size_[item]++] = e;
            option_of_[e] = o;
            most_[item] = std::max(most_[item], problem_.amount[e]);
        }
    }

    int need(std::int32_t i) const { return problem_.low[i] - used_[i]; }
    bool lacks(std::int32_t i) const {
        return static_cast<std::int64_t>(size_[i]) * most_[i] < need(i);
    }

    int degree(std::int32_t i) const {
        if (need(i) <= 0) return size_[i] + 1;
        return most_[i] == 1 ? size_[i] - need(i) + 1 : size_[i];
    }

    // The open item with fewest branches, the first of them; -1 if all have what they need.
    std::int32_t smallest() const {
        std::int32_t best = -1, least = INT32_MAX;
        for (int k = 0; k < open_; ++k) {
            const auto item = active_[k];
            if (need(item) <= 0 && size_[item] == 0) continue;
            const auto branches = degree(item);
            if (branches < least || (branches == least && item < best)) {
                best = item;
                least = branches;
            }
        }
        return best;
    }

    void descend() {
        Level next;
        next.branches = branches_.size();
        next.sizes = sizes_.size();
        next.closings = closings_.size();
        next.uses = uses_.size();
        levels_.push_back(next);
    }

    bool survive() {
        if (!dead_) return true;
        dead_ = false;
        leave();
        return false;
    }

    void exclude_before(int branch) {
        const std::size_t from = levels_[depth() - 1].branches;
        for (int i = 0; i < branch && !dead_; ++i) hide(branches_[from + i]);
    }

    void include(std::int32_t o) {
        const auto begin = problem_.start[o], end = problem_.start[o + 1];
        for (auto e = begin; e < end; ++e)
            if (problem_.item[e] < problem_.primary) {
                used_[problem_.item[e]] += problem_.amount[e];
                uses_.push_back(e);
            }
        hide(o);
        for (auto e = begin; e < end && !dead_; ++e) settle(e);
    }

    // What an included entry forbids to others.
    void settle(std::int32_t e) {
        const auto item = problem_.item[e];
        if (closed_[item]) return;
        if (item < problem_.primary) {
            const int left = problem_.high[item] - used_[item];
            if (left == 0)
                close(item);
            else if (most_[item] > left)
                hide_if(item, [&](std::int32_t other) { return problem_.amount[other] > left; });
        } else if (!problem_.color[e]) {
            close(item);
        } else {
            hide_if(item, [&](auto other) { return problem_.color[other] != problem_.color[e]; });
            shut(item);
        }
    }

    template <class Unwanted> void hide_if(std::int32_t item, Unwanted unwanted) {
        for (int i = size_[item]; i-- > 0 && !dead_;) {
            const auto e = cells_[first_[item] + i];
            if (unwanted(e)) hide(option_of_[e]);
        }
    }

    void close(std::int32_t item) {
        shut(item);
        for (int i = 0; i < size_[item] && !dead_; ++i) hide(option_of_[cells_[first_[item] + i]]);
    }

    // From here on nobody looks at the set of this item.
    void shut(std::int32_t item) {
        closed_[item] = 1;
        closings_.push_back(item);
        if (item >= problem_.primary) return;
        const auto last = active_[--open_];
        std::swap(active_[place_[item]], active_[open_]);
        std::swap(place_[item], place_[last]);
    }
    void reopen(std::int32_t item) {
        closed_[item] = 0;
        open_ += item < problem_.primary;
    }

    void hide(std::int32_t o) {
        for (auto e = problem_.start[o]; e < problem_.start[o + 1]; ++e) {
            const auto item = problem_.item[e];
            if (closed_[item]) continue;
            const auto from = first_[item], last = --size_[item], at = where_[e];
            const auto other = cells_[from + last];
            cells_[from + at] = other;
            cells_[from + last] = e;
            where_[other] = at;
            where_[e] = last;
            sizes_.push_back(item);
            if (item < problem_.primary && lacks(item)) dead_ = true;
        }
    }

    const CoverProblem &problem_;
    std::vector<std::int32_t> first_, size_, most_, used_;
    std::vector<char> closed_;
    std::vector<std::int32_t> cells_, where_, option_of_;
    std::vector<std::int32_t> active_, place_;
    int open_ = 0;
    std::vector<std::int32_t> sizes_, closings_, uses_, branches_;
    std::vector<Level> levels_;
    bool dead_ = false, impossible_ = false;
};

}  // namespace

std::unique_ptr<CoverJob> walk_cells(const CoverProblem &problem, WalkOptions options) {
    return std::make_unique<Walk<CellsEngine>>(problem, std::move(options));
}

}  // namespace puzzlery
