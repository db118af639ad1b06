// One depth-first walk below a position, with its stack in the open so that it can pause.
#pragma once

#include "search/search.hpp"

namespace puzzlery {

// Where a walk begins: a position, the state of the automaton, what is left, and how it was
// reached.
struct SearchStart {
    const std::uint32_t *position;
    std::uint16_t state;
    std::uint32_t left;
    std::uint32_t root;
    const std::uint16_t *word;
    std::uint32_t length;
};

struct SearchTotals {
    std::uint64_t nodes = 0;
    std::uint64_t reads = 0;
    std::uint64_t found = 0;

    void add(const SearchTotals &other) {
        nodes += other.nodes;
        reads += other.reads;
        found += other.found;
    }
};

// Solutions as one row each: the root, the number of moves, the moves.
using Words = std::vector<std::uint32_t>;

class SearchWalk {
public:
    // With `passing`, a solution may go through the goal before its end.
    SearchWalk(const SearchSpace &space, bool passing) : space_(space), passing_(passing) {}

    bool busy() const { return !frames_.empty(); }
    std::size_t task() const { return task_; }
    SearchTotals totals;
    Words words;
    std::uint64_t most_words = 0;

    // Stand at the start; there is at least one move to make.
    void begin(const SearchStart &start, std::size_t task) {
        start_ = start;
        task_ = task;
        frames_.assign(1, {start.state, 0, start.left, 0, false});
        reserve(start.position);
    }

    // Go on for about so many nodes, until the end, or until so many solutions are found.
    void walk(std::uint64_t nodes, std::uint64_t most_found) {
        const std::uint64_t until = totals.nodes + nodes;
        while (!frames_.empty() && totals.nodes < until && totals.found < most_found) step();
    }

    void stop() { frames_.clear(); }

    // The place of the walk, as the number of choices tried at each level.
    std::vector<std::uint16_t> place() const {
        std::vector<std::uint16_t> tried;
        for (const Frame &frame : frames_) tried.push_back(frame.tried);
        return tried;
    }

    void go_to(const std::vector<std::uint16_t> &place) {
        for (std::size_t level = 0; level < place.size(); ++level) {
            Frame &frame = frames_[level];
            if (place[level] > space_.choice_count(frame.state))
                throw std::invalid_argument("snapshot stands at a move that is not there");
            frame.tried = place[level];
            if (level + 1 == place.size()) return;
            if (!frame.tried || !enter(frame, frame.tried - 1))
                throw std::invalid_argument("snapshot stands at a position that is cut off");
        }
    }

private:
    struct Frame {
        std::uint16_t state;
        std::uint16_t tried;
        std::uint32_t left;
        std::uint16_t move;  // that led here
        bool ready;          // whether the first table was looked up for all moves
    };

    void reserve(const std::uint32_t *position) {
        const std::size_t levels = start_.left + 2;
        if (positions_.size() < levels * space_.width()) positions_.resize(levels * space_.width());
        if (entries_.size() < levels * space_.moves()) entries_.resize(levels * space_.moves());
        std::copy(position, position + space_.width(), positions_.begin());
        frames_.reserve(levels);
    }

    std::uint32_t *position(std::size_t level) {
        return positions_.data() + level * space_.width();
    }

    void step() {
        Frame &frame = frames_.back();
        const SearchChoice *choices = space_.choices(frame.state);
        const std::uint16_t count = space_.choice_count(frame.state);
        const std::size_t level = frames_.size() - 1;
        std::uint64_t *entries = entries_.data() + level * space_.moves();
        if (!frame.ready) space_.look_ahead(position(level), choices, count, entries);
        frame.ready = true;
        while (frame.tried < count) {
            const SearchChoice choice = choices[frame.tried];
            const std::uint64_t entry = entries[frame.tried++];
            const std::uint8_t weight = space_.weight(choice.move);
            if (weight > frame.left) continue;
            ++totals.nodes;
            const std::uint32_t left = frame.left - weight;
            if (!space_.passes_first(entry, left, totals.reads) ||
                !space_.descend_after_first(position(level), choice.move, left, position(level + 1),
                                            totals.reads))
                continue;
            if (arrive(left, choice, level + 1)) return;
        }
        frames_.pop_back();
    }

    // Whether the walk goes on below the position just reached.
    bool arrive(std::uint32_t left, SearchChoice choice, std::size_t level) {
        if (left && passing_) return push(left, choice);
        const bool goal = space_.is_goal(position(level));
        if (left) return !goal && push(left, choice);
        if (goal) report(choice.move);
        return false;
    }

    bool push(std::uint32_t left, SearchChoice choice) {
        frames_.push_back({choice.after, 0, left, choice.move, false});
        return true;
    }

    bool enter(const Frame &frame, std::uint16_t number) {
        const SearchChoice choice = space_.choices(frame.state)[number];
        const std::uint8_t weight = space_.weight(choice.move);
        const std::size_t level = frames_.size() - 1;
        std::uint64_t reads = 0;
        return weight < frame.left &&
               space_.descend(position(level), choice.move, frame.left - weight,
                              position(level + 1), reads) &&
               push(frame.left - weight, choice);
    }

    void report(std::uint16_t last) {
        if (++totals.found > most_words) return;
        words.push_back(start_.root);
        words.push_back(static_cast<std::uint32_t>(start_.length + frames_.size()));
        words.insert(words.end(), start_.word, start_.word + start_.length);
        for (std::size_t level = 1; level < frames_.size(); ++level)
            words.push_back(frames_[level].move);
        words.push_back(last);
    }

    const SearchSpace &space_;
    bool passing_;
    SearchStart start_{};
    std::size_t task_ = 0;
    std::vector<Frame> frames_;
    std::vector<std::uint32_t> positions_;
    std::vector<std::uint64_t> entries_;  // of the first table, for each level and choice
};

}  // namespace puzzlery
