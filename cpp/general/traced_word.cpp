// A word that knows where the rest of it carries every place; see traced_word.hpp.
#include "general/traced_word.hpp"

#include <algorithm>
#include <iterator>

namespace puzzlery::general {

namespace {

// Moves: an inserted move is merged with others at most this far away. Commuting layers between
// them are few: parallel layers of an axis.
constexpr int MERGE_REACH = 5;

}  // namespace

TracedWord::TracedWord(const Model &model, State start, const Word &word)
    : model_(&model), word_(word), cost_(model.cost(word)),
      end_(model.after(std::move(start), word)), maps_(word.size() + 1) {
    maps_.back() = {model.solved(), model.solved()};
    for (std::size_t t = word.size(); t-- > 0;) maps_[t] = before(word[t], maps_[t + 1]);
    for (std::size_t f = 0; f < end_.size(); ++f)
        solved_.push_back(model.fits(static_cast<OrientedSlot>(f), end_[f]));
}

TracedWord::Maps TracedWord::before(Letter move, const Maps &after) const {
    Maps maps = after;
    const Move &m = model_->moves[move];
    for (const OrientedSlot f : m.moved) {
        maps.to_end[f] = after.to_end[m.to[f]];
        maps.from_end[maps.to_end[f]] = f;
    }
    return maps;
}

void TracedWord::replace(int from, int to, const Word &with) {
    std::vector<Maps> result(with.size());
    for (std::size_t k = with.size(); k-- > 0;)
        result[k] = before(with[k], k + 1 < with.size() ? result[k + 1] : maps_[to]);
    const Maps old = maps_[from];
    const Maps &now = with.empty() ? maps_[to] : result[0];
    std::vector<std::pair<OrientedSlot, OrientedSlot>> moved;  // old end, new end
    for (std::size_t f = 0; f < old.to_end.size(); ++f)
        if (old.to_end[f] != now.to_end[f]) moved.emplace_back(old.to_end[f], now.to_end[f]);
    cost_ += model_->cost(with) - model_->cost(Moves(word_).subspan(from, to - from));
    word_.erase(word_.begin() + from, word_.begin() + to);
    word_.insert(word_.begin() + from, with.begin(), with.end());
    maps_.erase(maps_.begin() + from, maps_.begin() + to);
    maps_.insert(maps_.begin() + from, std::make_move_iterator(result.begin()),
                 std::make_move_iterator(result.end()));
    std::vector<OrientedSlot> at(moved.size());
    for (int t = 0; t < from; ++t) {
        Maps &maps = maps_[t];
        for (std::size_t k = 0; k < moved.size(); ++k) at[k] = maps.from_end[moved[k].first];
        for (std::size_t k = 0; k < moved.size(); ++k) {
            maps.to_end[at[k]] = moved[k].second;
            maps.from_end[moved[k].second] = at[k];
        }
    }
    for (std::size_t k = 0; k < moved.size(); ++k) at[k] = end_[moved[k].first];
    for (std::size_t k = 0; k < moved.size(); ++k) {
        const OrientedSlot place = moved[k].second;
        end_[place] = at[k];
        solved_[place] = model_->fits(place, at[k]);
    }
}

int TracedWord::growth(int time, Letter move) const {
    const int layer = model_->layer_of[move];
    int least = model_->price[move];
    // Look at the moves on one side as long as they commute with this one.
    const auto look = [&](int at, int end, int step) {
        for (; at != end; at += step) {
            const Letter other = word_[at];
            const auto both = model_->merged(other, move);
            if (both.merges) least = std::min(least, both.price - model_->price[other]);
            if (model_->layer_of[other] == layer ||
                !model_->commute(model_->layer_of[other], layer))
                return;
        }
    };
    look(time - 1, std::max(0, time - MERGE_REACH) - 1, -1);
    look(time, std::min(size(), time + MERGE_REACH), 1);
    return least;
}

TracedWord::Patch TracedWord::patch(int first, Moves at_first, int second, Moves at_second) const {
    Patch result{std::max(0, first - MERGE_REACH), std::min(size(), second + MERGE_REACH), {}, 0};
    result.word.reserve(result.to - result.from + at_first.size() + at_second.size());
    const auto add = [&](const auto begin, const auto end) {
        for (auto at = begin; at != end; ++at) model_->append(result.word, *at);
    };
    add(word_.begin() + result.from, word_.begin() + first);
    add(at_first.begin(), at_first.end());
    add(word_.begin() + first, word_.begin() + second);
    add(at_second.begin(), at_second.end());
    add(word_.begin() + second, word_.begin() + result.to);
    result.growth = model_->cost(result.word) -
                    model_->cost(Moves(word_).subspan(result.from, result.to - result.from));
    return result;
}

}  // namespace puzzlery::general
