// Completion: words that bring home what 3-cycles cannot.
//
// Orbits with all pure 3-cycles are *free*: once their parity and the sum of their turns are right,
// 3-cycles do the rest. The other orbits are *tied*. The states of the tied orbits are listed; with
// the coordinates of the free ones they make up one breadth-first table, or, where that is too
// large, a list of words that change one coordinate after the other.
#pragma once

#include "general/model.hpp"

#include <optional>
#include <string>
#include <unordered_map>

namespace puzzlery::general {

// All states of some orbits, and how moves lead from one to another.
class Listing {
public:
    Listing(const Model &model, const std::vector<int> &orbits, std::size_t most);

    bool complete() const { return complete_; }
    std::size_t size() const { return next_.size(); }
    std::optional<std::size_t> number(const State &state) const;
    std::size_t next(std::size_t state, Letter move) const { return next_[state][move]; }
    bool home(std::size_t state) const { return home_[state]; }

private:
    std::string key(const State &state) const;

    std::vector<Frame> watched_;  // the first frames of all slots
    std::unordered_map<std::string, std::uint32_t> number_;
    std::vector<std::vector<std::uint32_t>> next_;
    std::vector<char> home_;  // whether it looks solved
    bool complete_ = false;
};

class Completion {
public:
    Completion(const Model &model, const std::vector<char> &is_free);

    // Whether the tied orbits have few enough states to be listed.
    bool ready() const { return ready_; }
    // A word that makes the rest free; nothing if there is none.
    std::optional<Word> word(const State &state, const std::vector<int> &totals) const;

private:
    struct Pivot {
        std::vector<int> totals;
        Word word;
    };

    void list(const std::vector<int> &tied);
    bool home(std::size_t state) const;
    std::size_t next(std::size_t state, Letter move) const;
    std::optional<std::size_t> number(const State &state) const;
    void fill(std::vector<Letter> &toward, std::size_t codes) const;
    void fill_pivots();
    void insert(std::vector<int> totals, Word word);
    Word way_home(std::size_t state, std::vector<int> &totals) const;
    std::optional<Word> by_table(std::size_t state, const std::vector<int> &totals) const;
    std::optional<Word> by_pivots(std::size_t state, std::vector<int> totals) const;
    std::size_t mixed(const std::vector<int> &totals) const;
    std::size_t shifted(std::size_t code, const std::vector<int> &by) const;
    void add(std::vector<int> &totals, const std::vector<int> &more, int times = 1) const;
    std::vector<int> counted_only(const std::vector<int> &all) const;

    const Model &model_;
    std::vector<Listing> listings_;         // together they tell the tied state
    std::size_t states_ = 1, codes_ = 1;    // how many values tied orbits, coordinates have
    std::vector<int> counted_;              // the coordinates of free orbits
    std::vector<std::vector<int>> change_;  // what each move adds to these
    std::vector<Letter> toward_;            // the move to make, for state × code
    std::vector<Letter> toward_home_;       // the same for tied states alone
    std::vector<Pivot> pivots_;             // one for each coordinate, or an empty one
    bool ready_ = false;
};

}  // namespace puzzlery::general
