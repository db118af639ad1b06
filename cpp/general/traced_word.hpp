// A traced word: a word from a start state that knows where the rest of it carries every place.
//
// *Time* t is the moment before move t of the word. For every time, `to_end(t)` maps each place at
// time t to its place after the whole word, and `from_end(t)` is the inverse map. Moves inserted at
// time t act on the end state as their conjugate by the rest of the word. So the effect of an
// insertion is read from these maps, one lookup for every slot that it moves.
//
// The maps are kept by groups of orbits, see `Model::groups`. The map of a group changes only at
// times whose moves touch it: it has one row for each of these. `replace` rewrites the rows of the
// groups whose own moves change.
#pragma once

#include "general/model.hpp"
#include "general/touches.hpp"

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
    // The look of the piece that ends in a place, see `Model::look`.
    std::uint16_t look_at(OrientedSlot place) const { return look_at_[place]; }
    // The first places of the slots whose pieces do not fit, in no special order.
    const std::vector<OrientedSlot> &wrong() const { return wrong_; }
    int size() const { return static_cast<int>(word_.size()); }
    int cost() const { return cost_; }

private:
    // Each row holds both maps side by side. Rows are kept in any order, so that a row can be
    // inserted between others without moving them.
    struct GroupMaps {
        int begin = 0, size = 0;          // of the oriented slots
        std::vector<std::uint32_t> row;   // for each move that touches the group, and the end
        std::vector<std::uint32_t> free;  // rows that are not in use
        std::vector<OrientedSlot> maps;   // the rows
    };

public:
    // The maps of the places of one group at one time.
    struct Rows {
        const OrientedSlot *to_end, *from_end;
    };
    Rows rows(int group, int t) const {
        const GroupMaps &maps = maps_[group];
        const OrientedSlot *row =
            maps.maps.data() + (std::ptrdiff_t{maps.row[row_at(group, t)]} - maps.begin);
        return {row, row + maps.size};
    }
    // A map of all places at one time. It remembers the group that was asked last.
    class Map {
    public:
        OrientedSlot operator[](OrientedSlot place) const {
            if (const int group = traced_->model_->group_of[place]; group != group_) {
                group_ = group;
                row_ = traced_->rows(group, time_).*side_;
            }
            return row_[place];
        }

    private:
        friend class TracedWord;
        using Side = const OrientedSlot *Rows::*;
        Map(const TracedWord &traced, Side side, int time)
            : traced_(&traced), side_(side), time_(time) {}

        const TracedWord *traced_;
        Side side_;
        int time_;
        mutable int group_ = -1;
        mutable const OrientedSlot *row_ = nullptr;
    };
    Map to_end(int t) const { return {*this, &Rows::to_end, t}; }
    Map from_end(int t) const { return {*this, &Rows::from_end, t}; }

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
    // Whether a move inserted at a time merges with a move before it, or after it.
    bool merges_before(int time, Letter move) const { return merges(time - 1, -1, move); }
    bool merges_after(int time, Letter move) const { return merges(time, 1, move); }
    void apply(const Patch &patch) { replace(patch.from, patch.to, patch.word); }

private:
    // The number of moves before a time that touch a group.
    int row_at(int group, int t) const { return maps_.size() == 1 ? t : touches_.before(group, t); }
    void resize_rows(GroupMaps &maps, int from, std::size_t before, std::size_t now);
    void write_row(GroupMaps &maps, int at, Letter move);
    void replace_rows(GroupMaps &maps, int from, const Word &before, const Word &now);
    void carry_earlier_rows(GroupMaps &maps, int rows, const MovedSlots &ends);
    bool merges(int at, int step, Letter move) const;
    void set_end(OrientedSlot place, OrientedSlot piece);
    void replace_times(int from, int to, Moves with);

    const Model *model_;
    Word word_;
    int cost_;
    State end_;
    std::vector<char> solved_;            // of each place, whether its piece fits at the end
    std::vector<std::uint16_t> look_at_;  // of each place, the look of the piece at the end
    std::vector<OrientedSlot> wrong_;
    std::vector<int> wrong_at_;    // of each slot its index in `wrong_`, or -1
    Touches touches_;              // with more than one group
    std::vector<GroupMaps> maps_;  // of each group
};

}  // namespace puzzlery::general
