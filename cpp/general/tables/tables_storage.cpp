// What is kept of the tables of the general solver: words for 3-cycles; see tables.hpp.
#include "general/tables/tables.hpp"

#include <algorithm>
#include <set>

namespace puzzlery::general {

namespace {

constexpr std::size_t READ_BACK = 600'000'000;  // frames carried when a snapshot is read

}  // namespace

void Tables::use_symmetries(std::vector<std::vector<Letter>> symmetries) {
    for (const std::vector<Letter> &symmetry : symmetries)
        if (symmetry.size() != model_.moves.size() ||
            std::ranges::any_of(symmetry, [&](Letter m) { return m >= model_.moves.size(); }))
            throw std::invalid_argument("a symmetry must tell for each move what it becomes");
    symmetries_ = std::move(symmetries);
}

Word Tables::alike(const Word &word, const std::vector<Letter> &symmetry) const {
    Word made;
    for (const Letter move : word) made.push_back(symmetry[move]);
    return made;
}

// Of words that are alike by symmetry the first one; of each orbit the shortest, as many as are
// read back quickly.
std::vector<Word> Tables::kept() const {
    std::set<Word> found;
    const std::size_t images = (symmetries_.size() + 1) * (model_.frames() + 1);
    for (const Cycles &table : cycles_) {
        std::vector<Word> words = table.complete() ? table.bases() : std::vector<Word>{};
        std::ranges::stable_sort(words, {}, &Word::size);
        std::size_t letters = 0;
        for (const Word &word : words) {
            if (letters > READ_BACK / images / cycles_.size()) break;
            Word least = word;
            for (const auto &symmetry : symmetries_) least = std::min(least, alike(word, symmetry));
            if (found.insert(std::move(least)).second) letters += word.size();
        }
    }
    return {found.begin(), found.end()};
}

void Tables::save(Writer &writer) const {
    writer.put<std::uint64_t>(model_.frames());
    writer.put<std::uint64_t>(model_.moves.size());
    writer.put<std::uint64_t>(static_cast<std::uint64_t>(std::min(step_, Step::complete)));
    writer.put(level_);
    const std::vector<Word> words = kept();
    writer.put<std::uint64_t>(words.size());
    for (const Word &word : words) writer.put(word);
}

void Tables::load(Reader &reader) {
    const auto frames = reader.get<std::uint64_t>(), moves = reader.get<std::uint64_t>();
    const auto step = reader.get<std::uint64_t>();
    const auto level = reader.get_vector<int>();
    if (frames != static_cast<std::uint64_t>(model_.frames()) || moves != model_.moves.size() ||
        step > static_cast<std::uint64_t>(Step::complete) ||
        (!level.empty() && level.size() != model_.orbits.size()))
        throw std::invalid_argument("snapshot belongs to another puzzle");
    std::vector<Word> words(reader.get<std::uint64_t>());
    for (Word &word : words) word = reader.get_vector<Letter>();
    reader.finish();
    level_ = level;
    parts_.clear();
    again_.clear();
    closed_ = 0;
    for (std::size_t o = 0; o < model_.orbits.size(); ++o)
        again_.emplace_back(model_, static_cast<int>(o), true);
    for (const Word &word : words) {
        if (std::ranges::any_of(word, [&](Letter m) { return m >= model_.moves.size(); }))
            throw std::invalid_argument("snapshot belongs to another puzzle");
        offer(word);
        for (const auto &symmetry : symmetries_) offer(alike(word, symmetry));
    }
    step_ = Step::kept;
    after_kept_ = static_cast<Step>(step);
}

// Put a word into the table of its orbit, if it is a 3-cycle.
void Tables::offer(const Word &word) {
    const State to = model_.carried(word);
    const int o = orbit_of(to);
    if (o < 0) throw std::invalid_argument("a word of the snapshot is no 3-cycle");
    const Orbit &orbit = model_.orbits[o];
    for (int f = orbit.begin; f < orbit.end; f += orbit.turns)
        if (to[f] != f) {
            again_[o].offer(static_cast<Frame>(f), to[f], to[to[f]], word);
            return;
        }
}

// The orbit of which three pieces are cycled, and nothing else but pieces that are solved later; −1
// if there is none.
int Tables::orbit_of(const State &to) const {
    std::vector<int> first, later;
    for (std::size_t o = 0; o < model_.orbits.size(); ++o)
        if (moved(o, to))
            (level_.empty() || level_[o] ? later : first).push_back(static_cast<int>(o));
    const std::vector<int> &own = first.empty() ? later : first;
    if (own.size() != 1 || moved(own[0], to) != 3 || !again_[own[0]].usable()) return -1;
    const Orbit &orbit = model_.orbits[own[0]];
    for (int f = orbit.begin; f < orbit.end; ++f) {
        if (to[to[to[f]]] != f) return -1;
        if (to[f] != f && model_.slot_of[to[f]] == model_.slot_of[f]) return -1;
    }
    return own[0];
}

// How many slots of an orbit are moved.
int Tables::moved(std::size_t o, const State &to) const {
    const Orbit &orbit = model_.orbits[o];
    int count = 0;
    for (int f = orbit.begin; f < orbit.end; f += orbit.turns) count += to[f] != f;
    return count;
}

// What was kept is closed; should it not be enough after all, everything is made anew.
bool Tables::close_kept(const Pause &pause) {
    if (!close(pause)) return false;
    if (std::ranges::any_of(again_, [](const Cycles &t) { return !t.empty() && !t.complete(); })) {
        level_.clear();
        after_kept_ = Step::quick;
    } else {
        take();
    }
    again_.clear();
    return true;
}

}  // namespace puzzlery::general
