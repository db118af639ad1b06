// A line: a word from a start, with where each place of each time ends up.
//
// An element inserted at time t acts at the end as its conjugate by what follows: that is one look
// at `ahead` for every slot that it moves. Replacing a stretch changes the rows before it only in
// the places that end up elsewhere.
#pragma once

#include "general/model.hpp"

#include <span>

namespace puzzlery::general {

class Line {
public:
    Line(const Model &model, State start, const Word &word);

    const Model &model() const { return *model_; }
    const Word &word() const { return word_; }
    const State &end() const { return end_; }
    // Whether what ends up at a place fits there.
    bool right(Frame place) const { return right_[place]; }
    int size() const { return static_cast<int>(word_.size()); }

    // Where what is at a place at time t ends up, and the place at time t of what ends up there.
    const Frame *ahead(int t) const { return rows_[t].ahead.data(); }
    const Frame *back(int t) const { return rows_[t].back.data(); }

    // Put other moves in place of those from time `from` to time `to`.
    void replace(int from, int to, const Word &with);

    // By how much the word grows if a move is put in there, as far as the moves next to it tell.
    int growth(int time, Letter move) const;

    // The stretch around two times with moves put in there, simplified; it spans [from, to).
    struct Patch {
        int from = 0, to = 0;
        Word word;
        int growth() const { return static_cast<int>(word.size()) - (to - from); }
    };
    using Moves = std::span<const Letter>;
    Patch patch(int first, Moves at_first, int second, Moves at_second) const;
    Patch patch(int time, Moves moves) const { return patch(time, moves, time, {}); }
    void apply(const Patch &patch) { replace(patch.from, patch.to, patch.word); }

private:
    struct Row {
        std::vector<Frame> ahead, back;
    };
    Row before(Letter move, const Row &after) const;

    const Model *model_;
    Word word_;
    State end_;
    std::vector<char> right_;
    std::vector<Row> rows_;
};

}  // namespace puzzlery::general
