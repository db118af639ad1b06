// Algorithm X on dancing links, with the shortest column first; secondary items may be colored.
//
// D. E. Knuth, "Dancing links" (2000) and The Art of Computer Programming 7.2.2.1, Algorithm C.
// A node is an entry of the matrix and knows its neighbors up and down. Headers of primary items
// are linked left and right. Covering an item takes its header out of that list and hides its
// options from all other columns; uncovering puts everything back in the opposite order.
#include "cover/cover_engines.hpp"

namespace puzzlery {

namespace {

class LinksEngine {
public:
    static constexpr std::uint32_t kMagic = 0x4b4e494c;

    explicit LinksEngine(const CoverProblem &problem)
        : problem_(problem), items_(problem.items), fixed_color_(problem.items, 0) {
        const int entries = static_cast<int>(problem.item.size());
        const int nodes = items_ + 1 + entries;
        for (auto *links : {&left_, &right_, &up_, &down_, &column_, &option_, &color_})
            links->assign(static_cast<std::size_t>(nodes), 0);
        length_.assign(static_cast<std::size_t>(items_), 0);
        for (int i = 0; i <= items_; ++i) up_[i] = down_[i] = left_[i] = right_[i] = column_[i] = i;
        for (int i = 0; i < problem.primary; ++i) link_header(i);
        for (int o = 0; o < problem.options(); ++o) link_option(o);
    }

    int depth() const { return static_cast<int>(nodes_.size()); }
    int chosen(int level) const { return option_[nodes_[level]]; }

    // The shortest column is covered once for all its branches.
    int expand() {
        if (static_cast<int>(open_.size()) > depth()) return length_[open_.back()];
        const int item = shortest();
        if (item == root()) return -1;
        open_.push_back(item);
        cover(item);
        return length_[item];
    }

    bool enter(int branch) {
        int node = down_[open_.back()];
        for (int i = 0; i < branch; ++i) node = down_[node];
        take(node);
        return true;
    }

    bool choose(int option) {
        if (!open_.empty()) close();
        for (int e = problem_.start[option]; e < problem_.start[option + 1]; ++e)
            if (problem_.item[e] < problem_.primary) {
                open_.push_back(problem_.item[e]);
                cover(problem_.item[e]);
                take(items_ + 1 + e);
                return true;
            }
        return false;
    }

    void leave() {
        if (static_cast<int>(open_.size()) > depth()) close();
        each_other_backward(nodes_.back());
        nodes_.pop_back();
    }

private:
    int root() const { return items_; }

    void link_header(int item) {
        left_[item] = left_[root()];
        right_[item] = root();
        right_[left_[item]] = item;
        left_[root()] = item;
    }

    void link_option(int option) {
        for (int e = problem_.start[option]; e < problem_.start[option + 1]; ++e) {
            const int node = items_ + 1 + e, item = problem_.item[e];
            column_[node] = item;
            option_[node] = option;
            color_[node] = problem_.color[e];
            up_[node] = up_[item];
            down_[node] = item;
            down_[up_[node]] = node;
            up_[item] = node;
            ++length_[item];
        }
    }

    int shortest() const {
        int best = root(), least = INT32_MAX;
        for (int item = right_[root()]; item != root(); item = right_[item])
            if (length_[item] < least) {
                best = item;
                least = length_[item];
            }
        return best;
    }

    void take(int node) {
        nodes_.push_back(node);
        each_other_forward(node);
    }
    void close() {
        uncover(open_.back());
        open_.pop_back();
    }

    // Entries of an option stand side by side, so that its next node is the next number.
    int first_of(int node) const { return items_ + 1 + problem_.start[option_[node]]; }
    int end_of(int node) const { return items_ + 1 + problem_.start[option_[node] + 1]; }

    void each_other_forward(int node) {
        for (int other = node + 1; other < end_of(node); ++other) commit(other);
        for (int other = first_of(node); other < node; ++other) commit(other);
    }
    void each_other_backward(int node) {
        for (int other = node; other-- > first_of(node);) uncommit(other);
        for (int other = end_of(node); --other > node;) uncommit(other);
    }

    void commit(int node) {
        if (!color_[node])
            cover(column_[node]);
        else if (!fixed_color_[column_[node]])
            purify(node);
        else
            agreed_.push_back(node);
    }
    void uncommit(int node) {
        if (!color_[node])
            uncover(column_[node]);
        else if (!agreed_.empty() && agreed_.back() == node)
            agreed_.pop_back();
        else
            unpurify(node);
    }

    void cover(int item) {
        right_[left_[item]] = right_[item];
        left_[right_[item]] = left_[item];
        for (int node = down_[item]; node != item; node = down_[node]) hide(node);
    }
    void uncover(int item) {
        for (int node = up_[item]; node != item; node = up_[node]) unhide(node);
        left_[right_[item]] = item;
        right_[left_[item]] = item;
    }

    void hide(int node) {
        for (int other = first_of(node); other < end_of(node); ++other) {
            if (other == node || is_settled(other)) continue;
            up_[down_[other]] = up_[other];
            down_[up_[other]] = down_[other];
            --length_[column_[other]];
        }
    }
    void unhide(int node) {
        for (int other = end_of(node); other-- > first_of(node);) {
            if (other == node || is_settled(other)) continue;
            ++length_[column_[other]];
            up_[down_[other]] = other;
            down_[up_[other]] = other;
        }
    }
    // An entry whose item has its color already says nothing more.
    bool is_settled(int node) const { return color_[node] && fixed_color_[column_[node]]; }

    // Fix the color of an item: hide the options that would give it another one.
    void purify(int node) {
        const int item = column_[node];
        for (int other = down_[item]; other != item; other = down_[other])
            if (color_[other] != color_[node]) hide(other);
        fixed_color_[item] = color_[node];
    }
    void unpurify(int node) {
        const int item = column_[node];
        fixed_color_[item] = 0;
        for (int other = up_[item]; other != item; other = up_[other])
            if (color_[other] != color_[node]) unhide(other);
    }

    const CoverProblem &problem_;
    int items_;
    std::vector<int> left_, right_, up_, down_, column_, option_, color_, length_, fixed_color_;
    std::vector<int> agreed_;  // taken entries whose item had that color before
    std::vector<int> open_;    // the column that each level has covered
    std::vector<int> nodes_;   // the entry of it that each level has taken
};

}  // namespace

const char *not_for_links(const CoverProblem &problem) {
    for (const auto amount : problem.amount)
        if (amount != 1) return "options that cover an item several times";
    for (std::int32_t i = 0; i < problem.primary; ++i)
        if (problem.low[i] != 1 || problem.high[i] != 1) return "multiplicities";
    return nullptr;
}

std::unique_ptr<CoverJob> walk_links(const CoverProblem &problem, WalkOptions options) {
    refuse("links", not_for_links(problem));
    return std::make_unique<Walk<LinksEngine>>(problem, std::move(options));
}

}  // namespace puzzlery
