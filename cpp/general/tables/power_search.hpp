// 3-cycles where cuts are deep: from powers of words that move few slots, and their commutators.
//
// Where every move carries half of the pieces, no two short words share only one slot. But a word
// whose cycles are of different lengths has powers that leave most slots alone; two such elements,
// one of them set up, share one slot often enough. If even these are too large, commutators of
// two that share a few slots are smaller still, and so on.
#pragma once

#include "general/tables/commutator_search.hpp"

#include <random>

namespace puzzlery::general {

class Deep {
public:
    Deep(const Model &model, std::vector<Cycles> &tables, Bits counted);

    // Words for the tables that are usable and empty, as far as they are found; false if it was
    // told to pause.
    bool advance(const Pause &pause);

private:
    struct Element {
        Word word;  // made `times` times
        Power times = 1;
        std::vector<Frame> to, back;
        Bits support;  // of slots that count
        int size = 0;
        std::size_t length() const { return word.size() * static_cast<std::size_t>(times); }
        Word all(const Model &model, bool inverse) const;
    };
    struct Setup {
        Word word;
        std::vector<Frame> to, back;
    };
    struct Pair {
        std::size_t length;
        std::uint32_t first, second;
    };
    enum class Stage { words, pairs, combine, smaller, done };

    Word random_word();
    void list_setups();
    void gather();
    void harvest(const Word &word, const std::vector<Frame> &to);
    void keep(const Word &word, const std::vector<Frame> &to, Power times, int size);
    void offer_alone(const Element &element);
    void list_pairs();
    void combine();
    Word commutator(const Element &a, const Element &b, const Setup &setup) const;
    void offer(const Element &a, const Element &b, std::size_t setup, int slot);
    void shrink();
    bool wanted(const Bits &support) const;
    std::size_t useful_length() const;

    const Model &model_;
    std::vector<Cycles> &tables_;
    Bits counted_, wanted_;
    int slots_ = 0;  // that count
    std::mt19937_64 dice_;
    std::vector<std::vector<Element>> by_size_;
    std::vector<Element> pool_;
    std::vector<Setup> setups_;
    std::vector<std::vector<Bits>> turned_;  // the support of an element set up
    std::vector<Pair> pairs_;
    std::vector<Word> words_;  // in breadth-first order, as far as they are listed
    Stage stage_ = Stage::words;
    std::size_t next_ = 0;
    int rounds_ = 0;
};

}  // namespace puzzlery::general
