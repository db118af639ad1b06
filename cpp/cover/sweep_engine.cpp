// The sweep: always cover the first empty cell, in an order of the cells along the longest axis.
//
// N. G. de Bruijn's program for the pentominoes (1971) is the ancestor. Seen from the first empty
// cell, an option is one word: its cells from there on, and its piece. The options over that cell
// stand in buckets, one for every way in which the next few cells can be taken, and a bucket holds
// only what fits beside those. So most options that do not fit are never looked at.
#include <numeric>

#include "cover/cover_engines.hpp"

namespace puzzlery {

namespace {

constexpr int kNextCells = 7;
constexpr int kBuckets = 1 << kNextCells;
constexpr int kMostPiecesInWord = 24;
constexpr std::uint32_t kAnyPiece = 1U << 31;

template <int W> class SweepEngine {
public:
    static constexpr std::uint32_t kMagic = 0x32505753;

    explicit SweepEngine(const CoverProblem &problem)
        : problem_(problem),
          piece_bits_(problem.pieces() <= kMostPiecesInWord ? problem.pieces() : 0) {
        for (auto i = problem.cells; i < problem.primary; ++i) left_.push_back(problem.high[i]);
        levels_.resize(static_cast<std::size_t>(problem.cells) + 2);
        for (std::size_t piece = 0; piece < left_.size(); ++piece) {
            if (left_[piece] == 0) levels_[0].used |= Word{1} << piece;
            if (left_[piece] == 1) levels_[0].last |= Word{1} << piece;
        }
        read_options();
        fill_buckets();
        branches_.resize(static_cast<std::size_t>(most_) * levels_.size() + 1);
        levels_[0].branches = look(levels_[0], branches_.data());
    }

    int depth() const { return depth_; }
    int chosen(int level) const { return levels_[level].taken; }

    int expand() { return levels_[depth_].branches; }

    bool enter(int branch) {
        return take(branches_[static_cast<std::size_t>(most_) * depth_ + branch]);
    }
    bool choose(int option) { return take(option); }

    void leave() { give_back(levels_[--depth_].taken); }

private:
    struct Level {
        Bits<W> occupied;
        Word used = 0, last = 0;  // the pieces of which no more, or one more, may be used
        std::int32_t branches = 0;
        std::int32_t taken = -1;
    };
    struct Option {
        Bits<W> mask;
        Word bit;  // of its piece
        std::int32_t piece;
    };
    struct Near {
        Word word;
        std::int32_t option;
    };

    // 64 bits from a cell on; the highest of them are given up for the pieces.
    Word from_cell(int cell, const Bits<W> &bits) const {
        const int at = std::min(cell >> 6, W - 1), shift = cell & 63;
        Word word = bits.word[at] >> shift;
        if (W > 1 && shift && at + 1 < W) word |= bits.word[at + 1] << (64 - shift);
        return word;
    }
    Word with_pieces(Word cells, Word pieces) const {
        return piece_bits_ ? cells << piece_bits_ | pieces : cells;
    }
    Word seen_from(int cell, const Level &level) const {
        return with_pieces(from_cell(cell, level.occupied), level.used);
    }
    std::size_t bucket_of(int cell, Word seen) const {
        return static_cast<std::size_t>(cell) * kBuckets + (seen >> (piece_bits_ + 1)) % kBuckets;
    }

    void read_options() {
        for (std::int32_t o = 0; o < problem_.options(); ++o) {
            const auto piece = problem_.piece_of(o);
            option_.push_back({mask_of<W>(problem_, o), piece < 0 ? 0 : Word{1} << piece, piece});
        }
    }

    Word word_of(std::int32_t option) {
        const int cell = option_[option].mask.first(), piece = option_[option].piece;
        const Word cells = from_cell(cell, option_[option].mask);
        const bool in_word = piece < 0 || piece_bits_;
        const int held = __builtin_popcountll(cells << piece_bits_ >> piece_bits_);
        has_far_ |= !in_word || held < option_[option].mask.count();
        return with_pieces(cells, option_[option].bit);
    }

    // An option goes into each bucket whose taken cells are none of its own.
    template <class Use> void for_buckets(std::int32_t option, Word word, Use use) const {
        const std::size_t own = (word >> (piece_bits_ + 1)) % kBuckets, free = kBuckets - 1 - own;
        const std::size_t first = static_cast<std::size_t>(option_[option].mask.first()) * kBuckets;
        for (std::size_t taken = free;; taken = (taken - 1) & free) {
            use(first + taken);
            if (!taken) return;
        }
    }

    void fill_buckets() {
        begin_.assign(static_cast<std::size_t>(problem_.cells) * kBuckets + 1, 0);
        const auto order = by_piece();
        std::vector<Word> words;
        for (const auto o : order) words.push_back(word_of(o));
        for (std::size_t i = 0; i < order.size(); ++i)
            for_buckets(order[i], words[i], [&](std::size_t bucket) { ++begin_[bucket + 1]; });
        for (std::size_t bucket = 1; bucket < begin_.size(); ++bucket) {
            most_ = std::max(most_, begin_[bucket]);
            begin_[bucket] += begin_[bucket - 1];
        }
        near_.resize(static_cast<std::size_t>(begin_.back()));
        held_.assign(begin_.size() + kBuckets, 0);
        std::fill(held_.end() - kBuckets - 1, held_.end(), kAnyPiece);
        auto end = begin_;
        for (std::size_t i = 0; i < order.size(); ++i)
            for_buckets(order[i], words[i], [&](std::size_t bucket) {
                near_[static_cast<std::size_t>(end[bucket]++)] = {words[i], order[i]};
                held_[bucket] |= piece_bits_ && option_[order[i]].bit
                                     ? static_cast<std::uint32_t>(option_[order[i]].bit)
                                     : kAnyPiece;
            });
    }

    std::vector<std::int32_t> by_piece() const {
        std::vector<std::int32_t> order(option_.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](auto a, auto b) { return option_[a].piece < option_[b].piece; });
        return order;
    }

    // Where one word does not hold whole options, look at all of what is left.
    int without_far(const Level &level, std::int32_t *out, int count) const {
        int kept = 0;
        for (int i = 0; i < count; ++i) {
            const std::int32_t option = out[i], piece = option_[option].piece;
            out[kept] = option;
            kept += !option_[option].mask.meets(level.occupied) && (piece < 0 || left_[piece] > 0);
        }
        return kept;
    }

    bool take(std::int32_t option) {
        Level &level = levels_[depth_], &next = levels_[depth_ + 1];
        next.occupied = level.occupied | option_[option].mask;
        level.taken = option;
        next.used = used_after(level, option);
        next.last = level.last & ~next.used;
        if (const std::int32_t piece = option_[option].piece; piece >= 0 && --left_[piece] == 1)
            next.last |= Word{1} << piece;
        next.branches = look(next, &branches_[static_cast<std::size_t>(most_) * (depth_ + 1)]);
        if (next.branches)
            ++depth_;
        else
            give_back(option);
        return next.branches != 0;
    }

    void give_back(std::int32_t option) {
        if (const std::int32_t piece = option_[option].piece; piece >= 0) ++left_[piece];
    }

    // Find the options over the first empty cell: how many fit, or -1 if no cell is empty.
    int look(const Level &level, std::int32_t *out) const {
        const int cell = level.occupied.first_clear();
        if (cell >= problem_.cells) return enough_pieces() ? -1 : 0;
        const Word seen = seen_from(cell, level);
        const std::int32_t *bucket = &begin_[bucket_of(cell, seen)];
        int count = 0;
        for (auto i = bucket[0]; i < bucket[1]; ++i) {
            out[count] = near_[i].option;
            count += !(near_[i].word & seen);
        }
        return without_dead(level, out, has_far_ ? without_far(level, out, count) : count);
    }

    // Leave out the options after which the next empty cell has an empty bucket, or one in which
    // all pieces are used. Most nodes would be such dead ends. The loop has no branches, so that
    // the processor works on several options at once.
    int without_dead(const Level &level, std::int32_t *out, int count) const {
        int kept = 0;
        for (int i = 0; i < count; ++i) {
            const std::int32_t option = out[i];
            const Bits<W> occupied = level.occupied | option_[option].mask;
            const int cell = std::min(occupied.first_clear(), problem_.cells);
            const Word seen = from_cell(cell, occupied) << piece_bits_;
            out[kept] = option;
            const Word used = used_after(level, option) & (kAnyPiece - 1);
            kept += (held_[bucket_of(cell, seen)] & ~used) != 0;
        }
        return kept;
    }

    Word used_after(const Level &level, std::int32_t option) const {
        return level.used | (level.last & option_[option].bit);
    }

    bool enough_pieces() const {
        for (std::size_t piece = 0; piece < left_.size(); ++piece) {
            const auto i = static_cast<std::size_t>(problem_.cells) + piece;
            if (problem_.high[i] - left_[piece] < problem_.low[i]) return false;
        }
        return true;
    }

    const CoverProblem &problem_;
    int piece_bits_;
    std::int32_t most_ = 0;
    bool has_far_ = false;
    std::vector<std::int32_t> begin_, branches_, left_;
    std::vector<Near> near_;
    std::vector<std::uint32_t> held_;  // the pieces in a bucket; behind the last cell, any
    std::vector<Option> option_;
    std::vector<Level> levels_;
    int depth_ = 0;
};

}  // namespace

std::unique_ptr<CoverJob> walk_sweep(const CoverProblem &problem, WalkOptions options) {
    refuse("sweep", problem.not_for_sweep());
    return with_words(problem.bits(), [&]<int W>() -> std::unique_ptr<CoverJob> {
        return std::make_unique<Walk<SweepEngine<W>>>(problem, options);
    });
}

}  // namespace puzzlery
