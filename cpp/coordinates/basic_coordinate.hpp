// A basic coordinate: the rank of the pieces in the slots of one orbit.
//
// Kind "sets": which slots hold pieces of which class, ranked as words in lexicographic order.
// Kind "places": the slots of chosen pieces, ranked in mixed radix. Orientations are further
// digits.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace puzzlery {

// The kind and the orientation of the piece in each slot; the orientation is 0 if it does not
// count. For "sets" the kind is the class of the piece; for "places" 1 + k for the k-th chosen
// piece, else 0.
struct SlotLetters {
    std::array<std::uint8_t, 255> kind{};
    std::array<std::uint8_t, 255> turn{};
};

// How a move or a symmetry acts: the letter of slot q goes to slot to[q]; its kind becomes
// relabel[kind]; its turn becomes unit * turn + twist[q] + shift[kind].
struct SlotAction {
    std::vector<std::uint8_t> to, twist, relabel, shift;
    std::uint8_t unit = 1;
};

class Basic {
public:
    enum class Kind { sets, places };

    // `classes` holds the class of each piece. With `law`, the orientations add up to 0, and the
    // last one is not ranked.
    Basic(const std::string &kind, std::vector<std::uint8_t> classes, unsigned turns, bool law);

    std::uint64_t size() const { return size_; }
    unsigned slots() const { return static_cast<unsigned>(classes_.size()); }
    unsigned turns() const { return turns_; }
    unsigned kinds() const { return static_cast<unsigned>(counts_.size()); }
    std::uint64_t rank(const SlotLetters &letters) const;
    void unrank(std::uint64_t number, SlotLetters &letters) const;
    void act(const SlotAction &action, const SlotLetters &from, SlotLetters &to) const;
    SlotAction action(const std::uint8_t *bytes, std::size_t size) const;
    // Put piece q with a turn into a slot.
    void put(unsigned piece, unsigned turn, std::size_t slot, SlotLetters &letters) const {
        const std::uint8_t kind = classes_[piece];
        const bool counts = turns_ > 1 && (kind_ == Kind::sets || kind);
        letters.kind[slot] = kind;
        letters.turn[slot] = static_cast<std::uint8_t>(counts ? turn % turns_ : 0);
    }

private:
    std::uint64_t rank_sets(const SlotLetters &letters) const;
    std::uint64_t rank_turns(const SlotLetters &letters) const;
    std::uint64_t rank_places(const SlotLetters &letters) const;
    void unrank_sets(std::uint64_t number, SlotLetters &letters) const;
    void unrank_turns(std::uint64_t number, SlotLetters &letters) const;
    void unrank_places(std::uint64_t number, SlotLetters &letters) const;

    void count_words();
    unsigned free_turns() const { return slots() - (law_ ? 1 : 0); }

    Kind kind_;
    std::vector<std::uint8_t> classes_;
    std::vector<std::uint8_t> counts_;    // the number of pieces of each class
    std::vector<std::uint32_t> strides_;  // of each class: index step in `words_`
    std::vector<std::uint64_t> words_;    // multinomials, by remaining pieces
    unsigned turns_;
    bool law_;
    std::uint64_t arrangements_ = 1;  // without orientations
    std::uint64_t scale_ = 1;         // orientations of each arrangement
    std::uint64_t size_ = 1;
};

}  // namespace puzzlery
