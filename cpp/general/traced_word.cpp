// A word that knows where the rest of it carries every place; see traced_word.hpp.
#include "general/traced_word.hpp"

#include <algorithm>
#include <numeric>

namespace puzzlery::general {

namespace {

// Moves: an inserted move is merged with others at most this far away. Commuting layers between
// them are few: parallel layers of an axis.
constexpr int MERGE_REACH = 5;

}  // namespace

TracedWord::TracedWord(const Model &model, State start, const Word &word)
    : model_(&model), word_(word), cost_(model.cost(word)),
      end_(model.after(std::move(start), word)), maps_(model.groups.size()) {
    std::vector<Word> own(maps_.size());  // the moves that touch each group
    for (std::size_t g = 0; g < maps_.size(); ++g)
        maps_[g] = {model.groups[g].begin,
                    model.groups[g].end - model.groups[g].begin,
                    Touches(size()),
                    {},
                    {}};
    for (int t = 0; t < size(); ++t)
        for (const int g : model.touched[model.layer_of[word[t]]]) {
            own[g].push_back(word[t]);
            maps_[g].touches.put(t);
        }
    for (std::size_t g = 0; g < maps_.size(); ++g) {
        GroupMaps &maps = maps_[g];
        maps.touches.count(0);
        maps.to_end.resize(maps.size);
        std::iota(maps.to_end.begin(), maps.to_end.end(), static_cast<OrientedSlot>(maps.begin));
        maps.from_end = maps.to_end;
        replace_rows(maps, 0, {}, own[g]);
    }
    for (std::size_t f = 0; f < end_.size(); ++f)
        solved_.push_back(model.fits(static_cast<OrientedSlot>(f), end_[f]));
}

// The maps of a group before a move, from those after it.
void TracedWord::write_row(const GroupMaps &maps, Letter move, Rows after, Row to_end,
                           Row from_end) const {
    const Move &m = model_->moves[move];
    if (maps_.size() == 1) {  // most places stay
        std::copy_n(after.to_end, maps.size, to_end);
        std::copy_n(after.from_end, maps.size, from_end);
        for (const OrientedSlot f : m.moved) {
            to_end[f] = after.to_end[m.to[f]];
            from_end[to_end[f]] = f;
        }
        return;
    }
    const OrientedSlot *image = m.to.data() + maps.begin;
    for (int f = 0; f < maps.size; ++f) {
        to_end[f] = after.to_end[image[f] - maps.begin];
        from_end[to_end[f] - maps.begin] = static_cast<OrientedSlot>(maps.begin + f);
    }
}

// Replace the rows of a group for some of its moves from a row on. Earlier rows stay as they are.
void TracedWord::replace_rows(GroupMaps &maps, int from, const Word &before, const Word &now) {
    const auto n = static_cast<std::size_t>(maps.size), first = from * n;
    const auto resize = [&](std::vector<OrientedSlot> &rows) {
        const auto at = rows.begin() + static_cast<std::ptrdiff_t>(first);
        if (now.size() > before.size())
            rows.insert(at, (now.size() - before.size()) * n, 0);
        else
            rows.erase(at, at + static_cast<std::ptrdiff_t>((before.size() - now.size()) * n));
    };
    resize(maps.to_end);
    resize(maps.from_end);
    for (std::size_t k = now.size(); k-- > 0;) {
        const std::size_t at = first + k * n;
        write_row(maps, now[k], {&maps.to_end[at + n], &maps.from_end[at + n]}, &maps.to_end[at],
                  &maps.from_end[at]);
    }
}

// Carry on earlier rows where places now end elsewhere: for each changed end the old and the new.
void TracedWord::carry_earlier_rows(GroupMaps &maps, int rows, const MovedSlots &ends) {
    static thread_local std::vector<OrientedSlot> at;
    at.resize(ends.size());
    for (int r = 0; r < rows; ++r) {
        const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(r) * maps.size - maps.begin;
        OrientedSlot *to_end = maps.to_end.data() + row, *from_end = maps.from_end.data() + row;
        for (std::size_t k = 0; k < ends.size(); ++k) at[k] = from_end[ends[k].first];
        for (std::size_t k = 0; k < ends.size(); ++k) {
            to_end[at[k]] = ends[k].second;
            from_end[ends[k].second] = at[k];
        }
    }
    for (std::size_t k = 0; k < ends.size(); ++k) at[k] = end_[ends[k].first];
    for (std::size_t k = 0; k < ends.size(); ++k) {
        const OrientedSlot place = ends[k].second;
        end_[place] = at[k];
        solved_[place] = model_->fits(place, at[k]);
    }
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
            const int row = maps.touches.before(from);
            const auto start = static_cast<std::ptrdiff_t>(row) * maps.size;
            ends_before.assign(maps.to_end.begin() + start,
                               maps.to_end.begin() + start + maps.size);
            replace_rows(maps, row, before, after);
            ends.clear();
            for (int f = 0; f < maps.size; ++f)
                if (const OrientedSlot end = maps.to_end[start + f]; end != ends_before[f])
                    ends.emplace_back(ends_before[f], end);
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
    for (GroupMaps &maps : maps_)
        maps.touches.replace(from, to, static_cast<int>(with.size()), size());
    for (std::size_t k = 0; k < with.size(); ++k)
        for (const int g : model_->touched[model_->layer_of[with[k]]])
            maps_[g].touches.put(from + static_cast<int>(k));
    for (GroupMaps &maps : maps_) maps.touches.count(from);
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
