// Search for 3-cycles: commutators of two words that share one slot.
//
// If the words A and B move only one common slot, their commutator A B A⁻¹ B⁻¹ moves three pieces:
// the one in the common slot, and those that A and B bring there. The search needs no products: it
// intersects bit sets of the slots that the words move. It combines families of words from short to
// long: moves, pairs of moves, conjugates X Y X⁻¹, conjugates by pairs.
#pragma once

#include "general/tables/three_cycles.hpp"

namespace puzzlery::general {

// The slots of some orbits as a bit set.
Bits slots_of(const Model &model, const std::vector<char> &orbits);

// The only counted slot that is in both sets; −1 if there is none or more than one.
int shared_slot(const Bits &a, const Bits &b, const Bits &counted);

// Offers 3-cycles to all usable tables; closing them is left to the caller. Slots that are not
// counted are ignored, so a "3-cycle" may move their pieces too.
class CommutatorSearch {
public:
    // Combines the short families. If `thorough`, then also the longer ones, as long as some usable
    // table is empty.
    CommutatorSearch(const Model &model, std::vector<ThreeCycles> &tables, Bits counted,
                     bool thorough);

    // False if paused.
    bool advance(const Pause &pause);

private:
    struct Factor {
        Word word;
        Bits support;
    };
    using Factors = std::vector<Factor>;

    bool begin();
    bool is_useful(Letter letter) const;
    Factors singles() const;
    Factors pairs() const;
    Factors conjugates() const;
    Factors long_conjugates() const;
    Factor conjugate(const Word &setup, Letter move) const;
    void offer_move(Letter letter);
    void combine(const Factor &a);
    void offer(const Word &a, const Word &b, int slot);

    const Model &model_;
    std::vector<ThreeCycles> &tables_;
    Bits counted_;
    std::vector<Letter> letters_;
    Factors moves_, pairs_, conjugates_, long_conjugates_;
    const Factors *left_ = nullptr, *right_ = nullptr;
    int family_ = 0, families_;
    std::size_t row_ = 0;
};

}  // namespace puzzlery::general
