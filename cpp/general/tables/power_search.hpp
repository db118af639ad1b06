// Search for 3-cycles of puzzles with deep cuts: powers of words, and their commutators.
//
// If every move moves half of the pieces, no two short words share only one slot. The search then
// works with *elements*, powers of words that move few slots:
// 1. A word with cycles of different lengths has powers that fix most slots. If its cycles have the
//    lengths 3 and 5, its fifteenth power fixes repeated of them. The cycle lengths alone tell
//    which powers move few slots. Keep the shortest elements of each size.
// 2. Take pairs of elements, conjugate one of them by short setup words, and offer the commutator
//    if both share one slot.
// 3. If some table is still empty, take powers of commutators of random elements, which move fewer
//    slots, and repeat from step 2.
#pragma once

#include "general/tables/commutator_search.hpp"

#include <random>

namespace puzzlery::general {

class PowerSearch {
public:
    PowerSearch(const Model &model, std::vector<ThreeCycles> &tables, Bits counted);

    // Offers words to the tables that are usable and empty. False if paused.
    bool advance(const Pause &pause);

private:
    struct Element {
        Word word;  // the element is this word to the power `times`
        Power times = 1;
        std::vector<OrientedSlot> to, back;
        Bits support;  // the counted slots that it moves
        int size = 0;
        std::size_t length() const { return word.size() * static_cast<std::size_t>(times); }
        Word repeated(const Model &model, bool inverse) const;
    };
    struct Setup {
        Word word;
        std::vector<OrientedSlot> to, back;
    };
    struct Pair {
        std::size_t length;
        std::uint32_t first, second;
    };
    enum class Stage { words, pairs, combine, shrink, done };

    Word random_word();
    void list_setups();
    void try_next_word();
    void keep_powers(const Word &word, const std::vector<OrientedSlot> &to);
    void keep(const Word &word, const std::vector<OrientedSlot> &to, Power times, int size);
    void offer_element(const Element &element);
    void list_pairs();
    void combine();
    Word commutator(const Element &a, const Element &b, const Setup &setup) const;
    void offer(const Element &a, const Element &b, std::size_t setup, int slot);
    void shrink();
    bool wanted(const Bits &support) const;
    std::size_t useful_length() const;

    const Model &model_;
    std::vector<ThreeCycles> &tables_;
    Bits counted_, wanted_;
    int slots_ = 0;  // how many slots are counted
    std::mt19937_64 dice_;
    std::vector<std::vector<Element>> by_size_;
    std::vector<Element> pool_;
    std::vector<Setup> setups_;
    std::vector<std::vector<Bits>>
        conjugate_support_;  // by element, setup: the slots of the conjugate
    std::vector<Pair> pairs_;
    std::vector<Word> words_;  // short words in breadth-first order
    Stage stage_ = Stage::words;
    std::size_t next_ = 0;
    int rounds_ = 0;
};

}  // namespace puzzlery::general
