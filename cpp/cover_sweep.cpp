// The sweep: always cover the first empty cell, in an order of the cells along the longest axis.
//
// N. G. de Bruijn's program for the pentominoes (1971) is the ancestor. A node costs a few
// nanoseconds, because the options whose first cell is the empty one stand in one list a piece.
#include "cover_engines.hpp"

namespace puzzlery {

namespace {

template <int W> class SweepEngine {
public:
    static constexpr std::uint32_t kMagic = 0x50455753;

    explicit SweepEngine(const CoverProblem &problem)
        : problem_(problem), lists_(problem.pieces() + 1) {
        sort_options();
        most_ = 0;
        for (std::int32_t cell = 0; cell < problem.cells; ++cell)
            most_ = std::max(most_, begin_[(cell + 1) * lists_] - begin_[cell * lists_]);
        branches_.resize(static_cast<std::size_t>(most_) * (problem.cells + 2) + 1);
        levels_.resize(static_cast<std::size_t>(problem.cells) + 2);
        for (auto i = problem.cells; i < problem.primary; ++i) left_.push_back(problem.high[i]);
        for (std::size_t piece = 0; piece < left_.size(); ++piece)
            if (left_[piece]) levels_[0].pieces |= Word{1} << piece;
    }

    int depth() const { return depth_; }
    int chosen(int level) const { return number_[levels_[level].taken]; }

    int expand() {
        const Level &level = levels_[depth_];
        const int cell = level.occupied.first_clear();
        if (cell >= problem_.cells) return enough_pieces() ? -1 : 0;
        std::int32_t *out = &branches_[static_cast<std::size_t>(most_) * depth_];
        const std::int32_t *begin = &begin_[cell * lists_];
        int count = 0;
        for (Word pieces = level.pieces; pieces; pieces &= pieces - 1) {
            const int piece = __builtin_ctzll(pieces);
            count = add_fitting(level, begin[piece], begin[piece + 1], out, count);
        }
        return add_fitting(level, begin[lists_ - 1], begin[lists_], out, count);
    }

    bool enter(int branch) {
        return take(branches_[static_cast<std::size_t>(most_) * depth_ + branch]);
    }

    bool choose(int option) {
        for (std::size_t i = 0; i < number_.size(); ++i)
            if (number_[i] == option) return take(static_cast<std::int32_t>(i));
        return false;
    }

    void leave() {
        const std::int32_t piece = piece_[levels_[--depth_].taken];
        if (piece >= 0) ++left_[piece];
    }

private:
    struct Level {
        Bits<W> occupied;
        Word pieces = 0;  // those of which one more may be used
        std::int32_t taken = -1;
    };

    void sort_options() {
        const std::int32_t options = problem_.options();
        std::vector<std::pair<std::int64_t, std::int32_t>> order;
        for (std::int32_t o = 0; o < options; ++o) {
            const auto piece = problem_.piece_of(o);
            const int list = piece < 0 ? lists_ - 1 : piece;
            order.emplace_back(std::int64_t{mask_of<W>(problem_, o).first()} * lists_ + list, o);
        }
        std::sort(order.begin(), order.end());
        begin_.assign(static_cast<std::size_t>(problem_.cells) * lists_ + 1, options);
        for (std::int32_t i = options; i-- > 0;) begin_[order[i].first] = i;
        for (std::size_t list = begin_.size() - 1; list-- > 0;)
            begin_[list] = std::min(begin_[list], begin_[list + 1]);
        for (const auto &[list, o] : order) {
            number_.push_back(o);
            piece_.push_back(problem_.piece_of(o));
            mask_.push_back(mask_of<W>(problem_, o));
        }
    }

    int add_fitting(const Level &level, std::int32_t from, std::int32_t to, std::int32_t *out,
                    int count) const {
        for (auto i = from; i < to; ++i) {
            out[count] = i;
            count += !mask_[i].meets(level.occupied);
        }
        return count;
    }

    bool take(std::int32_t i) {
        Level &level = levels_[depth_], &next = levels_[depth_ + 1];
        next.occupied = level.occupied | mask_[i];
        level.taken = i;
        next.pieces = level.pieces;
        const std::int32_t piece = piece_[i];
        if (piece >= 0 && --left_[piece] == 0) next.pieces &= ~(Word{1} << piece);
        ++depth_;
        return true;
    }

    bool enough_pieces() const {
        for (std::size_t piece = 0; piece < left_.size(); ++piece) {
            const auto i = static_cast<std::size_t>(problem_.cells) + piece;
            if (problem_.high[i] - left_[piece] < problem_.low[i]) return false;
        }
        return true;
    }

    const CoverProblem &problem_;
    int lists_;
    std::int32_t most_;
    std::vector<std::int32_t> begin_, number_, piece_, branches_, left_;
    std::vector<Bits<W>> mask_;
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
