// Options as bit masks in one list a piece; every branch filters all lists in one pass, and that
// pass also counts for every cell how many options are left over it.
//
// The cell or piece with fewest options is branched on. When one piece is left, its option must be
// exactly the cells that are left, and is looked up without filtering.
#include "cover/cover_engines.hpp"
#include "cover/cover_filter.hpp"

namespace puzzlery {

namespace {

template <int W> struct Node : Lists<W> {
    std::vector<std::int32_t> branches;  // positions of options; the first `fan` of them count
    std::int32_t fan = 0;
    std::int32_t taken = -1;  // position of the option that leads down
};

template <int W> class MasksEngine {
public:
    static constexpr std::uint32_t kMagic = 0x4b53414d;

    explicit MasksEngine(const CoverProblem &problem, bool portable = false)
        : problem_(problem),
          filter_(portable || !has_avx2() ? filter_portable<W> : filter_avx2<W>) {
        make_room();
        fill_root();
    }

    int depth() const { return depth_; }

    int chosen(int level) const {
        const Node<W> &node = nodes_[level];
        const Key key{piece_at(node, node.taken), option_at(node, node.taken), 0};
        return std::lower_bound(keys_.begin(), keys_.end(), key)->option;
    }

    int expand() {
        Node<W> &node = nodes_[depth_];
        if (impossible_) return 0;
        if (node.uncovered.empty() && !needs_piece(node)) return -1;
        node.fan = 0;
        int fewest;
        const int cell = rarest_cell(node, fewest);
        const int list = rarest_list(node, fewest);
        if (list >= 0)
            for (auto i = node.start[list]; i < node.start[list + 1]; ++i)
                node.branches[node.fan++] = i;
        else
            add_options_over(node, cell);
        return node.fan;
    }

    bool enter(int branch) { return take(nodes_[depth_].branches[branch]); }

    bool choose(int option) {
        if (impossible_) return false;
        const Bits<W> mask = mask_of<W>(problem_, option);
        const auto piece = piece_of(option);
        const Node<W> &root = nodes_[0];
        for (std::int32_t i = 0; i < root.start[root.lists]; ++i)
            if (piece_at(root, i) == piece && option_at(root, i) == mask) return take(i);
        return false;
    }

    void leave() { --depth_; }

private:
    struct Key {
        std::int32_t piece;
        Bits<W> mask;
        std::int32_t option;
        bool operator<(const Key &other) const {
            return piece != other.piece ? piece < other.piece : mask < other.mask;
        }
    };

    // Options without a piece share one list that is never used up.
    std::int32_t piece_of(std::int32_t option) const {
        const auto piece = problem_.piece_of(option);
        return piece < 0 ? problem_.pieces() : piece;
    }

    void make_room() {
        const std::size_t each = static_cast<std::size_t>(problem_.options()) + kLanes;
        const std::size_t levels = static_cast<std::size_t>(most_levels(problem_));
        pool_.resize(each * levels * W);
        nodes_.resize(levels);
        for (std::size_t level = 0; level < levels; ++level) {
            Node<W> &node = nodes_[level];
            for (int w = 0; w < W; ++w) node.options.word[w] = &pool_[(level * W + w) * each];
            const std::size_t lists = static_cast<std::size_t>(problem_.pieces()) + 2;
            for (auto *values : {&node.start, &node.piece, &node.need, &node.left})
                values->resize(lists);
            node.branches.resize(each);
        }
    }

    void fill_root() {
        for (std::int32_t o = 0; o < problem_.options(); ++o)
            keys_.push_back({piece_of(o), mask_of<W>(problem_, o), o});
        std::sort(keys_.begin(), keys_.end());
        Node<W> &root = nodes_[0];
        std::int32_t at = 0;
        for (std::int32_t piece = 0; piece <= problem_.pieces(); ++piece) {
            const std::int32_t begin = at;
            for (; at < problem_.options() && keys_[at].piece == piece; ++at)
                for (int w = 0; w < W; ++w) root.options.word[w][at] = keys_[at].mask.word[w];
            add_list(root, piece, begin, at - begin);
        }
        root.start[root.lists] = at;
        for (std::int32_t cell = 0; cell < problem_.cells; ++cell) root.uncovered.set(cell);
        nodes_[1].uncovered = root.uncovered;
        impossible_ |= !filter_(root, -1, {}, nodes_[1]);
        root.counts = nodes_[1].counts;
    }

    void add_list(Node<W> &root, std::int32_t piece, std::int32_t begin, std::int32_t size) {
        const bool is_piece = piece < problem_.pieces();
        const std::int32_t i = problem_.cells + piece, need = is_piece ? problem_.low[i] : 0;
        if (size < need) impossible_ = true;
        if (size == 0) return;
        root.start[root.lists] = begin;
        root.piece[root.lists] = piece;
        root.need[root.lists] = need;
        root.left[root.lists++] = is_piece ? problem_.high[i] : INT32_MAX;
    }

    static Bits<W> option_at(const Node<W> &node, std::int32_t i) {
        Bits<W> mask;
        for (int w = 0; w < W; ++w) mask.word[w] = node.options.word[w][i];
        return mask;
    }
    static std::int32_t list_at(const Node<W> &node, std::int32_t i) {
        std::int32_t list = 0;
        while (node.start[list + 1] <= i) ++list;
        return list;
    }
    static std::int32_t piece_at(const Node<W> &node, std::int32_t i) {
        return node.piece[list_at(node, i)];
    }
    static bool needs_piece(const Node<W> &node) {
        for (std::int32_t k = 0; k < node.lists; ++k)
            if (node.need[k] > 0) return true;
        return false;
    }

    bool take(std::int32_t i) {
        Node<W> &node = nodes_[depth_], &next = nodes_[depth_ + 1];
        node.taken = i;
        const Bits<W> mask = option_at(node, i);
        next.uncovered = node.uncovered.without(mask);
        const std::int32_t list = list_at(node, i);
        const bool alive =
            is_last_but_one(node) ? look_up(node, 1 - list, next) : filter_(node, list, mask, next);
        depth_ += alive;
        return alive;
    }

    static bool is_last(const Node<W> &node) {
        return node.lists == 1 && node.left[0] == 1 && node.need[0] == 1;
    }
    static bool is_last_but_one(const Node<W> &node) {
        return node.lists == 2 && node.left[0] == 1 && node.left[1] == 1 && node.need[0] == 1 &&
               node.need[1] == 1 && !node.uncovered.empty();
    }

    // The last piece must cover just what is left; secondary cells are checked against the other.
    bool look_up(const Node<W> &node, std::int32_t list, Node<W> &next) const {
        const Bits<W> other = option_at(node, node.taken);
        std::int32_t out = 0;
        for (auto i = node.start[list]; i < node.start[list + 1]; ++i) {
            const Bits<W> mask = option_at(node, i);
            if (!next.uncovered.without(mask).empty() || mask.meets(other)) continue;
            for (int w = 0; w < W; ++w) next.options.word[w][out] = mask.word[w];
            ++out;
        }
        next.lists = 1;
        next.start[0] = 0;
        next.start[1] = out;
        next.piece[0] = node.piece[list];
        next.need[0] = next.left[0] = 1;
        return out > 0;
    }

    // The uncovered cell with fewest options, and how many those are; -1 if no cell is uncovered.
    int rarest_cell(const Node<W> &node, int &fewest) {
        fewest = INT32_MAX;
        if (node.uncovered.empty() || is_last(node)) return -1;
        for (int number = 1; number < 8; ++number)
            if (const Bits<W> cells = node.counts.exactly(number, node.uncovered); !cells.empty())
                return fewest = number, cells.first();
        return rarest_by_counting(node, fewest);
    }

    int rarest_by_counting(const Node<W> &node, int &fewest) {
        std::int32_t counted[64 * W] = {};
        for (std::int32_t i = 0; i < node.start[node.lists]; ++i)
            for (int w = 0; w < W; ++w)
                for (Word bits = node.options.word[w][i]; bits; bits &= bits - 1)
                    ++counted[64 * w + __builtin_ctzll(bits)];
        int best = -1;
        for (int cell = 0; cell < problem_.cells; ++cell)
            if (node.uncovered.test(cell) && counted[cell] < fewest) {
                fewest = counted[cell];
                best = cell;
            }
        return best;
    }

    // A list with fewer options than that, of a piece to be used just once; -1 if there is none.
    static int rarest_list(const Node<W> &node, int fewest) {
        int best = -1;
        for (std::int32_t k = 0; k < node.lists; ++k) {
            const int size = node.start[k + 1] - node.start[k];
            if (node.need[k] == 1 && node.left[k] == 1 && size < fewest) {
                fewest = size;
                best = k;
            }
        }
        return best;
    }

    // Every position is written and most are written over: that is faster than to jump.
    static void add_options_over(Node<W> &node, int cell) {
        const Word *column = node.options.word[cell >> 6];
        std::int32_t *to = node.branches.data(), fan = 0;
        for (std::int32_t i = 0; i < node.start[node.lists]; ++i) {
            to[fan] = i;
            fan += column[i] >> (cell & 63) & 1;
        }
        node.fan = fan;
    }

public:
    // An option covers a cell or uses up a piece that is needed once.
    static std::int64_t most_levels(const CoverProblem &problem) {
        std::int64_t pieces = 0;
        bool bounded = true;
        for (std::int32_t o = 0; o < problem.options() && bounded; ++o)
            bounded = problem.piece_of(o) >= 0;
        for (auto i = problem.cells; i < problem.primary; ++i) pieces += problem.high[i];
        const std::int64_t any = std::int64_t{problem.cells} + problem.pieces();
        return 2 + (bounded ? std::min(any, pieces) : any);
    }

private:
    const CoverProblem &problem_;
    Filter<W> filter_;
    std::vector<Word> pool_;
    std::vector<Node<W>> nodes_;
    std::vector<Key> keys_;
    int depth_ = 0;
    bool impossible_ = false;
};

template <int W> class PortableMasksEngine : public MasksEngine<W> {
public:
    explicit PortableMasksEngine(const CoverProblem &problem) : MasksEngine<W>(problem, true) {}
};

template <int W> bool has_equal_options(const CoverProblem &problem) {
    std::vector<std::pair<std::int32_t, Bits<W>>> keys;
    for (std::int32_t o = 0; o < problem.options(); ++o)
        keys.emplace_back(problem.piece_of(o), mask_of<W>(problem, o));
    std::sort(keys.begin(), keys.end());
    return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

}  // namespace

const char *not_for_masks(const CoverProblem &problem) {
    if (const char *reason = problem.not_for_words()) return reason;
    const auto room = MasksEngine<1>::most_levels(problem) * problem.options() *
                      ((problem.bits() + 63) / 64) * std::int64_t{8};
    if (room > (std::int64_t{1} << 29)) return "so many options";
    const bool equal =
        with_words(problem.bits(), [&]<int W>() -> bool { return has_equal_options<W>(problem); });
    return equal ? "the same option twice" : nullptr;
}

std::unique_ptr<CoverJob> walk_masks(const CoverProblem &problem, WalkOptions options,
                                     bool portable) {
    refuse("masks", not_for_masks(problem));
    return with_words(problem.bits(), [&]<int W>() -> std::unique_ptr<CoverJob> {
        if (portable) return std::make_unique<Walk<PortableMasksEngine<W>>>(problem, options);
        return std::make_unique<Walk<MasksEngine<W>>>(problem, options);
    });
}

}  // namespace puzzlery
