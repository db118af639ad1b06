// Completion: a word after which 3-cycles can solve the rest.
//
// An orbit is *free* if every 3-cycle of it is known: once its parity and the sum of its
// orientations are right, 3-cycles solve it. The other orbits are *tied*.
// 1. List all states of the tied orbits, each orbit alone or all together.
// 2. Fill a breadth-first table over (tied state, coordinates of the free orbits), with the move to
//    make in each entry.
// 3. If that table is too large, fill one for the tied states alone. Words that keep the tied
// orbits
//    solved then correct the coordinates one by one, by Gaussian elimination.
#pragma once

#include "general/model.hpp"

#include <optional>
#include <string>
#include <unordered_map>

namespace puzzlery::general {

// All states of some orbits, and how moves lead from one to another.
class StateList {
public:
    StateList(const Model &model, const std::vector<int> &orbits, std::size_t most);

    bool complete() const { return complete_; }
    std::size_t size() const { return next_.size(); }
    std::optional<std::size_t> number(const State &state) const;
    std::size_t next(std::size_t state, Letter move) const { return next_[state][move]; }
    bool solved(std::size_t state) const { return solved_[state]; }

private:
    std::string key(const State &state) const;

    std::vector<OrientedSlot> watched_;  // the first oriented slot of each slot
    std::unordered_map<std::string, std::uint32_t> number_;
    std::vector<std::vector<std::uint32_t>> next_;
    std::vector<char> solved_;  // whether the state looks solved
    bool complete_ = false;
};

class Completion {
public:
    Completion(const Model &model, const std::vector<char> &is_free);

    // Whether all states of the tied orbits are listed.
    bool ready() const { return ready_; }
    // A word that solves the tied orbits and the coordinates; nothing if there is none.
    std::optional<Word> word(const State &state, const std::vector<int> &totals) const;

private:
    struct Pivot {
        std::vector<int> totals;
        Word word;
    };

    void list(const std::vector<int> &tied);
    bool solved(std::size_t state) const;
    std::size_t next(std::size_t state, Letter move) const;
    std::optional<std::size_t> number(const State &state) const;
    void fill(std::vector<Letter> &toward, std::size_t codes) const;
    void fill_pivots();
    void insert(std::vector<int> totals, Word word);
    Word solve_tied(std::size_t state, std::vector<int> &totals) const;
    std::optional<Word> by_table(std::size_t state, const std::vector<int> &totals) const;
    std::optional<Word> by_pivots(std::size_t state, std::vector<int> totals) const;
    std::size_t code_of(const std::vector<int> &totals) const;
    std::size_t shifted(std::size_t code, const std::vector<int> &by) const;
    void add(std::vector<int> &totals, const std::vector<int> &more, int times = 1) const;
    std::vector<int> of_free_orbits(const std::vector<int> &all) const;

    const Model &model_;
    std::vector<StateList> state_lists_;    // their product is the tied state
    std::size_t states_ = 1, codes_ = 1;    // numbers of tied states and of coordinate values
    std::vector<int> counted_;              // the coordinates of free orbits
    std::vector<std::vector<int>> change_;  // what each move adds to these coordinates
    std::vector<Letter> toward_;            // the move to make, for state × code
    std::vector<Letter> toward_solved_;     // the same for tied states alone
    std::vector<Pivot> pivots_;             // one for each coordinate, possibly empty
    bool ready_ = false;
};

}  // namespace puzzlery::general
