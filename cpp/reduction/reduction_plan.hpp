// A plan of a reduction: phases that lead to states which some of the moves alone can solve.
//
// The content of a puzzle is a permutation: content[p] is the sticker at place p. A phase sees of
// it some splits and one sign, all of which a table counts through: so its distances are exact. The
// last phase also sees the pairing of two sets of slots, whose table holds lower bounds.
#pragma once

#include <nanobind/ndarray.h>

#include "core/job.hpp"
#include "reduction/pair_table.hpp"
#include "reduction/split.hpp"

namespace puzzlery::reduction {

constexpr std::size_t most_splits = 4;

// The content after a move.
Perm moved(const Perm &content, const Perm &move);

// What a phase sees of a content.
struct Seen {
    std::array<Mask, most_splits> masks{};
    std::uint8_t odd = 0;
    Pairing pairing{};
};

class ReductionPhase {
public:
    static constexpr unsigned unreachable = 255;
    using Follow = nb::ndarray<const std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    struct Choice {
        std::uint16_t move;
        std::uint16_t after;  // the state of the automaton of canonical sequences
    };

    ReductionPhase(std::vector<Perm> moves, const Follow &follow, std::vector<Split> splits,
                   std::vector<Sign> signs);

    // Distances to the contents that `next` moves can reach from one of the goals.
    void measure(const std::vector<Perm> &goals, const std::vector<Perm> &next);
    void measure_pairing(std::vector<PairTurn> turns) { pair_turns_ = std::move(turns); }

    const std::vector<Perm> &moves() const { return moves_; }
    // Whether a move is one of what comes after this phase.
    bool stays(std::size_t move) const { return stays_[move]; }
    Seen read(const Perm &content) const;
    bool fits(const Seen &seen) const;
    unsigned distance(const Seen &seen) const { return distances_[number(seen)]; }
    Seen after(const Seen &seen, std::size_t move) const {
        Seen out;
        for (std::size_t k = 0; k < splits_.size(); ++k)
            out.masks[k] = Split::turned(turns_[k][move], seen.masks[k]);
        out.odd = seen.odd ^ odd_[move];
        return out;
    }
    void pair_after(const Seen &seen, std::size_t move, std::size_t pairs, Seen &out) const {
        out.pairing = pair_turns_[move].after(seen.pairing, pairs);
    }
    std::span<const Choice> choices(std::size_t state) const {
        return {choices_.data() + first_[state], choices_.data() + first_[state + 1]};
    }

private:
    std::uint64_t number(const Seen &seen) const {
        std::uint64_t number = seen.odd;
        for (std::size_t k = 0; k < splits_.size(); ++k)
            number = number * splits_[k].size() + splits_[k].rank(seen.masks[k]);
        return number;
    }
    Seen seen(std::uint64_t number) const;
    std::uint8_t odd(const Perm &content) const;
    void spread(std::vector<std::uint64_t> &layer, const std::vector<std::size_t> &moves,
                std::uint8_t distance);

    std::vector<Perm> moves_;
    std::vector<Split> splits_;
    std::vector<Sign> signs_;
    std::vector<std::vector<Split::Turn>> turns_;  // of each split, for each move
    std::vector<std::uint8_t> odd_;                // of each move
    std::vector<char> stays_;                      // of each move
    std::vector<PairTurn> pair_turns_;
    std::vector<Choice> choices_;
    std::vector<std::uint32_t> first_;
    std::vector<std::uint8_t> distances_;
};

class ReductionPlan {
public:
    using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

    // `goals` are contents that count as solved: the puzzle in some of its orientations.
    ReductionPlan(std::vector<Perm> goals);
    // Splits as places and kinds of all stickers; signs as slots and pieces of all stickers.
    // `next` are the moves of what comes after this phase, all of them moves of this phase.
    void add_phase(const std::vector<Perm> &moves, const ReductionPhase::Follow &follow,
                   const std::vector<std::pair<Perm, std::vector<std::uint8_t>>> &splits,
                   const std::vector<std::pair<Perm, Perm>> &signs, const std::vector<Perm> &next);
    // The slots whose partners belong together, and the partner of each sticker of theirs.
    void pair(const Perm &first, const Perm &second, const Perm &partners,
              const std::vector<Perm> &symmetries, Bytes table);

    const std::vector<ReductionPhase> &phases() const { return phases_; }
    std::size_t degree() const { return goals_.front().size(); }
    std::size_t pairs() const { return first_.size(); }
    const Perm &slots() const { return slots_; }
    std::size_t number_of(Point slot) const { return home_[slot]; }
    // The pairing of a puzzle whose sticker at slots()[i] is `stickers[i]`; false if two partners
    // are in one set, or if moves of the last phase cannot bring all together.
    bool read_pairing(std::span<const Point> stickers, Pairing &out) const;
    unsigned pair_bound(const Pairing &pairing) const {
        return nibble(table_.data(), numbers_->number(pairing));
    }

private:
    std::vector<Perm> goals_;
    std::vector<ReductionPhase> phases_;
    Perm first_, second_, slots_, partners_;
    Perm home_;  // of each sticker its slot's number in slots()
    std::optional<PairNumbers> numbers_;
    Bytes table_;
};

}  // namespace puzzlery::reduction
