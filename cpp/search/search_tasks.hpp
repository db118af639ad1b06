// A search cut into independent parts: positions a few moves below the roots.
#pragma once

#include "search/search_walk.hpp"

namespace puzzlery {

// Rows of equal width in flat arrays: there may be a million roots.
class SearchTasks {
public:
    SearchTasks(const SearchSpace &space, bool passing) : space_(space), passing_(passing) {}

    std::size_t size() const { return roots_.size(); }

    SearchStart operator[](std::size_t i) const {
        return {positions_.data() + i * space_.width(),
                states_[i],
                left_[i],
                roots_[i],
                words_.data() + i * length_,
                length_};
    }

    // The roots from which `left` may suffice; one that is solved with nothing left is reported.
    void plant(const std::vector<std::uint32_t> &roots, std::uint32_t left, SearchTotals &totals,
               Words &found) {
        const std::size_t count = roots.size() / space_.width();
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t *position = roots.data() + i * space_.width();
            const auto root = static_cast<std::uint32_t>(i);
            if (left && space_.within(position, left) && may_leave(position))
                add(position, 0, left, root);
            else if (!left && space_.is_goal(position))
                report({position, 0, 0, root, nullptr, 0}, nullptr, totals, found);
        }
    }

    // The same work as tasks one move longer; what ends with that move is reported.
    SearchTasks grown(SearchTotals &totals, Words &found) const {
        SearchTasks longer(space_, passing_);
        longer.length_ = length_ + 1;
        std::vector<std::uint32_t> position(space_.width());
        for (std::size_t i = 0; i < size(); ++i) {
            const SearchStart from = (*this)[i];
            const SearchChoice *choices = space_.choices(from.state);
            for (std::uint16_t c = 0; c < space_.choice_count(from.state); ++c)
                longer.grow_by(from, choices[c], position, totals, found);
        }
        return longer;
    }

private:
    bool may_leave(const std::uint32_t *position) const {
        return passing_ || !space_.is_goal(position);
    }

    void grow_by(const SearchStart &from, SearchChoice choice, std::vector<std::uint32_t> &position,
                 SearchTotals &totals, Words &found) {
        const std::uint8_t weight = space_.weight(choice.move);
        if (weight > from.left) return;
        ++totals.nodes;
        const std::uint32_t left = from.left - weight;
        if (!space_.descend(from.position, choice.move, left, position.data(), totals.reads))
            return;
        if (!left) {
            if (space_.is_goal(position.data())) report(from, &choice.move, totals, found);
        } else if (may_leave(position.data())) {
            words_.insert(words_.end(), from.word, from.word + from.length);
            words_.push_back(choice.move);
            add(position.data(), choice.after, left, from.root);
        }
    }

    static void report(const SearchStart &from, const std::uint16_t *last, SearchTotals &totals,
                       Words &found) {
        ++totals.found;
        found.push_back(from.root);
        found.push_back(from.length + (last ? 1 : 0));
        found.insert(found.end(), from.word, from.word + from.length);
        if (last) found.push_back(*last);
    }

    void add(const std::uint32_t *position, std::uint16_t state, std::uint32_t left,
             std::uint32_t root) {
        positions_.insert(positions_.end(), position, position + space_.width());
        states_.push_back(state);
        left_.push_back(left);
        roots_.push_back(root);
    }

    const SearchSpace &space_;
    bool passing_;
    std::uint32_t length_ = 0;
    std::vector<std::uint32_t> positions_, left_, roots_;
    std::vector<std::uint16_t> states_, words_;
};

}  // namespace puzzlery
