// A traced word: a word from a start state that knows where the rest of it carries every place.
//
// *Time* t is the moment before move t of the word. For every time, `to_end(t)` maps each place at
// time t to its place after the whole word, and `from_end(t)` is the inverse map. Moves inserted at
// time t act on the end state as their conjugate by the rest of the word. So the effect of an
// insertion is read from these maps, one lookup for every slot that it moves. `replace` updates the
// maps of earlier times only for the places whose end changes.
#pragma once

#include "general/model.hpp"

#include <span>

namespace puzzlery::general {

class TracedWord {
public:
    TracedWord(const Model &model, State start, const Word &word);

    const Model &model() const { return *model_; }
    const Word &word() const { return word_; }
    const State &end() const { return end_; }
    // Whether the piece that ends in a place fits there.
    bool solved_at(OrientedSlot place) const { return solved_[place]; }
    int size() const { return static_cast<int>(word_.size()); }
    int cost() const { return cost_; }

    const OrientedSlot *to_end(int t) const { return maps_[t].to_end.data(); }
    const OrientedSlot *from_end(int t) const { return maps_[t].from_end.data(); }

    // Replace the moves between the times `from` and `to`.
    void replace(int from, int to, const Word &with);

    // By how much the cost of the word grows if a move is inserted, judged by the neighboring moves
    // alone: by its price, or less if it merges with one of them.
    int growth(int time, Letter move) const;

    // A replacement of the moves in [from, to): the same moves with others inserted at one or two
    // times, simplified.
    struct Patch {
        int from = 0, to = 0;
        Word word;
        int growth = 0;  // of the cost
    };
    using Moves = std::span<const Letter>;
    Patch patch(int first, Moves at_first, int second, Moves at_second) const;
    Patch patch(int time, Moves moves) const { return patch(time, moves, time, {}); }
    void apply(const Patch &patch) { replace(patch.from, patch.to, patch.word); }

private:
    struct Maps {
        std::vector<OrientedSlot> to_end, from_end;
    };
    Maps before(Letter move, const Maps &after) const;

    const Model *model_;
    Word word_;
    int cost_;
    State end_;
    std::vector<char> solved_;  // of each place, whether its piece fits at the end
    std::vector<Maps> maps_;    // of each time
};

}  // namespace puzzlery::general
