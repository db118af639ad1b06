// Where 3-cycles come from: commutators of two words that share one slot.
#pragma once

#include "general/tables/three_cycles.hpp"

namespace puzzlery::general {

// Bits for the slots of some orbits.
Bits slots_of(const Model &model, const std::vector<char> &orbits);

// The slot that both move, of those that count, if it is only one; else −1.
int shared_slot(const Bits &a, const Bits &b, const Bits &counted);

// A search for 3-cycles of the tables that are usable, which are still to be closed. Slots that do
// not count are looked through, so that their pieces may be carried along.
class BaseSearch {
public:
    // Short families for all orbits; longer ones, if it is to be thorough, as long as some orbit
    // has nothing.
    BaseSearch(const Model &model, std::vector<Cycles> &tables, Bits counted, bool thorough);

    // False if it was told to pause.
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
    void offer_alone(Letter letter);
    void combine(const Factor &a);
    void offer(const Word &a, const Word &b, int slot);

    const Model &model_;
    std::vector<Cycles> &tables_;
    Bits counted_;
    std::vector<Letter> letters_;
    Factors single_, two_, conjugate_, long_;
    const Factors *left_ = nullptr, *right_ = nullptr;
    int family_ = 0, families_;
    std::size_t row_ = 0;
};

}  // namespace puzzlery::general
