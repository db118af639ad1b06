// A word that knows where the rest of it carries every place; see traced_word.hpp.
#include "general/traced_word.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace puzzlery::general {

namespace {

// Moves: an inserted move is merged with others at most this far away. Commuting layers between
// them are few: parallel layers of an axis.
constexpr int MERGE_REACH = 5;

}  // namespace

TracedWord::TracedWord(const Model &model, State start, const Word &word)
    : model_(&model), word_(word), cost_(model.cost(word)),
      end_(model.after(std::move(start), word)), solved_(end_.size()), look_at_(end_.size()),
      wrong_at_(model.slots(), -1), touches_(static_cast<int>(model.groups.size())),
      maps_(model.groups.size()) {
    std::vector<Word> own(maps_.size());  // the moves that touch each group
    for (const Letter move : word)
        for (const int g : model.touched[model.layer_of[move]]) own[g].push_back(move);
    for (std::size_t g = 0; g < maps_.size(); ++g) {
        const auto [begin, end] = model.groups[g];
        GroupMaps &maps = maps_[g];
        maps = {begin, end - begin, {0}, {}, {}};
        maps.maps.resize(2 * static_cast<std::size_t>(maps.size));
        std::iota(maps.maps.begin(), maps.maps.begin() + maps.size,
                  static_cast<OrientedSlot>(begin));
        std::iota(maps.maps.begin() + maps.size, maps.maps.end(), static_cast<OrientedSlot>(begin));
        replace_rows(maps, 0, {}, own[g]);
    }
    if (maps_.size() > 1)
        touches_.rebuild(size(), [&](int t) { return model_->touched_by(word_[t]); });
    for (std::size_t f = 0; f < end_.size(); ++f) set_end(static_cast<OrientedSlot>(f), end_[f]);
}

// Which piece ends in a place.
void TracedWord::set_end(OrientedSlot place, OrientedSlot piece) {
    end_[place] = piece;
    look_at_[place] = model_->look[piece];
    solved_[place] = look_at_[place] == model_->look[place];
    const int slot = model_->slot_of[place];
    if (model_->first_of[slot] != place || solved_[place] == (wrong_at_[slot] < 0)) return;
    if (!solved_[place]) {
        wrong_at_[slot] = static_cast<int>(wrong_.size());
        wrong_.push_back(place);
        return;
    }
    const int at = std::exchange(wrong_at_[slot], -1);
    wrong_[at] = wrong_.back();
    wrong_.pop_back();
    if (at < static_cast<int>(wrong_.size())) wrong_at_[model_->slot_of[wrong_[at]]] = at;
}

// The maps of a group before a move, from those after it.
void TracedWord::write_row(GroupMaps &maps, int at, Letter move) {
    const Move &m = model_->moves[move];
    const int n = maps.size, begin = maps.begin;
    OrientedSlot *to_end = &maps.maps[maps.row[at]], *from_end = to_end + n;
    const OrientedSlot *after = &maps.maps[maps.row[at + 1]];
    if (maps_.size() == 1) {  // most places stay
        std::copy_n(after, 2 * static_cast<std::size_t>(n), to_end);
        for (const OrientedSlot f : m.moved) {
            to_end[f] = after[m.to[f]];
            from_end[to_end[f]] = f;
        }
        return;
    }
    const OrientedSlot *image = m.to.data() + begin;
    for (int f = 0; f < n; ++f) {
        to_end[f] = after[image[f] - begin];
        from_end[to_end[f] - begin] = static_cast<OrientedSlot>(begin + f);
    }
}

// Make room for as many rows as there are moves now.
void TracedWord::resize_rows(GroupMaps &maps, int from, std::size_t before, std::size_t now) {
    const auto at = maps.row.begin() + from;
    if (now < before) {
        const auto end = at + static_cast<std::ptrdiff_t>(before - now);
        maps.free.insert(maps.free.end(), at, end);
        maps.row.erase(at, end);
        return;
    }
    const std::size_t added = now - before, length = 2 * static_cast<std::size_t>(maps.size);
    while (maps.free.size() < added) {
        maps.free.push_back(static_cast<std::uint32_t>(maps.maps.size()));
        maps.maps.resize(maps.maps.size() + length);
    }
    maps.row.insert(at, maps.free.end() - static_cast<std::ptrdiff_t>(added), maps.free.end());
    maps.free.resize(maps.free.size() - added);
}

// Replace the rows of a group for some of its moves from a row on. Earlier rows stay as they are.
void TracedWord::replace_rows(GroupMaps &maps, int from, const Word &before, const Word &now) {
    resize_rows(maps, from, before.size(), now.size());
    for (std::size_t k = now.size(); k-- > 0;) write_row(maps, from + static_cast<int>(k), now[k]);
}

// Carry on earlier rows where places now end elsewhere: for each changed end the old and the new.
void TracedWord::carry_earlier_rows(GroupMaps &maps, int rows, const MovedSlots &ends) {
    static thread_local std::vector<OrientedSlot> at;
    at.resize(ends.size());
    for (int r = 0; r < rows; ++r) {
        OrientedSlot *to_end = maps.maps.data() + (std::ptrdiff_t{maps.row[r]} - maps.begin);
        OrientedSlot *from_end = to_end + maps.size;
        for (std::size_t k = 0; k < ends.size(); ++k) at[k] = from_end[ends[k].first];
        for (std::size_t k = 0; k < ends.size(); ++k) {
            to_end[at[k]] = ends[k].second;
            from_end[ends[k].second] = at[k];
        }
    }
    for (std::size_t k = 0; k < ends.size(); ++k) at[k] = end_[ends[k].first];
    for (std::size_t k = 0; k < ends.size(); ++k) set_end(ends[k].second, at[k]);
}

void TracedWord::replace(int from, int to, const Word &with) {
    // Moves that stay the same at both ends of the stretch are left alone.
    std::size_t skipped = 0, last = with.size();
    for (; from < to && skipped < last && with[skipped] == word_[from]; ++from) ++skipped;
    for (; from < to && last > skipped && with[last - 1] == word_[to - 1]; --to) --last;
    const Moves now(with.data() + skipped, last - skipped);
    // Of each group the moves of the stretch that touch it, before and after.
    static thread_local std::vector<std::pair<Word, Word>> own;
    static thread_local std::vector<int> touched;
    static thread_local std::vector<OrientedSlot> ends_before;
    static thread_local MovedSlots ends;
    if (own.size() < maps_.size()) own.resize(maps_.size());
    touched.clear();
    const auto note = [&](Letter move, Word std::pair<Word, Word>::*side) {
        for (const int g : model_->touched[model_->layer_of[move]]) {
            if (own[g].first.empty() && own[g].second.empty()) touched.push_back(g);
            (own[g].*side).push_back(move);
        }
    };
    for (int t = from; t < to; ++t) note(word_[t], &std::pair<Word, Word>::first);
    for (const Letter move : now) note(move, &std::pair<Word, Word>::second);
    for (const int g : touched) {
        GroupMaps &maps = maps_[g];
        auto &[before, after] = own[g];
        if (before != after) {
            const int row = row_at(g, from);
            const auto old = maps.maps.begin() + maps.row[row];
            ends_before.assign(old, old + maps.size);
            replace_rows(maps, row, before, after);
            ends.clear();
            const OrientedSlot *to_end = &maps.maps[maps.row[row]];
            for (int f = 0; f < maps.size; ++f)
                if (to_end[f] != ends_before[f]) ends.emplace_back(ends_before[f], to_end[f]);
            carry_earlier_rows(maps, row, ends);
        }
        before.clear();
        after.clear();
    }
    replace_times(from, to, now);
}

// Replace moves of the word and the times that touch groups; the rows are already those after it.
void TracedWord::replace_times(int from, int to, Moves with) {
    cost_ += model_->cost(with) - model_->cost(Moves(word_).subspan(from, to - from));
    word_.erase(word_.begin() + from, word_.begin() + to);
    word_.insert(word_.begin() + from, with.begin(), with.end());
    if (maps_.size() > 1)
        touches_.replace(from, to, static_cast<int>(with.size()),
                         [&](int t) { return model_->touched_by(word_[t]); });
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

bool TracedWord::merges(int at, int step, Letter move) const {
    const int layer = model_->layer_of[move];
    for (int k = 0; k < MERGE_REACH && at >= 0 && at < size(); ++k, at += step) {
        const Letter other = word_[at];
        if (model_->merged(other, move).merges) return true;
        if (!model_->commute(model_->layer_of[other], layer)) return false;
    }
    return false;
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
