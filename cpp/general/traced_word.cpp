// A line: a word from a start, with where each place of each time ends up.
#include "general/traced_word.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace puzzlery::general {

namespace {

constexpr int REACH = 5;  // how far from a change moves are merged with others

}  // namespace

Line::Line(const Model &model, State start, const Word &word)
    : model_(&model), word_(word), end_(model.after(std::move(start), word)),
      rows_(word.size() + 1) {
    rows_.back() = {model.solved(), model.solved()};
    for (std::size_t t = word.size(); t-- > 0;) rows_[t] = before(word[t], rows_[t + 1]);
    for (std::size_t f = 0; f < end_.size(); ++f)
        right_.push_back(model.fits(static_cast<Frame>(f), end_[f]));
}

Line::Row Line::before(Letter move, const Row &after) const {
    Row row = after;
    const Move &m = model_->moves[move];
    for (const Frame f : m.moved) {
        row.ahead[f] = after.ahead[m.to[f]];
        row.back[row.ahead[f]] = f;
    }
    return row;
}

void Line::replace(int from, int to, const Word &with) {
    std::vector<Row> made(with.size());
    for (std::size_t k = with.size(); k-- > 0;)
        made[k] = before(with[k], k + 1 < with.size() ? made[k + 1] : rows_[to]);
    const Row old = rows_[from];
    const Row &now = with.empty() ? rows_[to] : made[0];
    std::vector<std::pair<Frame, Frame>> moved;  // what ended here ends there
    for (std::size_t f = 0; f < old.ahead.size(); ++f)
        if (old.ahead[f] != now.ahead[f]) moved.emplace_back(old.ahead[f], now.ahead[f]);
    word_.erase(word_.begin() + from, word_.begin() + to);
    word_.insert(word_.begin() + from, with.begin(), with.end());
    rows_.erase(rows_.begin() + from, rows_.begin() + to);
    rows_.insert(rows_.begin() + from, std::make_move_iterator(made.begin()),
                 std::make_move_iterator(made.end()));
    std::vector<Frame> kept(moved.size());
    for (int t = 0; t < from; ++t) {
        Row &row = rows_[t];
        for (std::size_t k = 0; k < moved.size(); ++k) kept[k] = row.back[moved[k].first];
        for (std::size_t k = 0; k < moved.size(); ++k) {
            row.ahead[kept[k]] = moved[k].second;
            row.back[moved[k].second] = kept[k];
        }
    }
    for (std::size_t k = 0; k < moved.size(); ++k) kept[k] = end_[moved[k].first];
    for (std::size_t k = 0; k < moved.size(); ++k) {
        const Frame place = moved[k].second;
        end_[place] = kept[k];
        right_[place] = model_->fits(place, kept[k]);
    }
}

int Line::growth(int time, Letter move) const {
    const int layer = model_->layer_of[move];
    // Nothing is known as long as all moves passed by commute with this one.
    const auto beside = [&](int at) -> std::optional<int> {
        const int other = model_->layer_of[word_[at]];
        if (other == layer) return word_[at] == model_->inverse(move) ? -1 : 0;
        if (!model_->commute(other, layer)) return 1;
        return std::nullopt;
    };
    const auto first_known = [&](int at, int end, int step) {
        for (; at != end; at += step)
            if (const auto known = beside(at)) return *known;
        return 1;
    };
    const int before = first_known(time - 1, std::max(0, time - REACH) - 1, -1);
    return before < 1 ? before : first_known(time, std::min(size(), time + REACH), 1);
}

Line::Patch Line::patch(int first, Moves at_first, int second, Moves at_second) const {
    Patch made{std::max(0, first - REACH), std::min(size(), second + REACH), {}};
    made.word.reserve(made.to - made.from + at_first.size() + at_second.size());
    const auto add = [&](const auto begin, const auto end) {
        for (auto at = begin; at != end; ++at) model_->append(made.word, *at);
    };
    add(word_.begin() + made.from, word_.begin() + first);
    add(at_first.begin(), at_first.end());
    add(word_.begin() + first, word_.begin() + second);
    add(at_second.begin(), at_second.end());
    add(word_.begin() + second, word_.begin() + made.to);
    return made;
}

}  // namespace puzzlery::general
