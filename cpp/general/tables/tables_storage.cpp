// Snapshots of the tables: the base words of their 3-cycles, one for each class under symmetry.
//
// Restoring applies all symmetries to the words, and closes the tables under conjugation.
#include "general/tables/tables.hpp"

#include <algorithm>
#include <set>

namespace puzzlery::general {

namespace {

// Images of oriented slots that restoring a snapshot computes: about a second
// by docs/general-solver.md.
constexpr std::size_t MOST_RESTORED_IMAGES = 600'000'000;

}  // namespace

void Tables::use_symmetries(std::vector<std::vector<Letter>> symmetries) {
    for (const std::vector<Letter> &symmetry : symmetries)
        if (symmetry.size() != model_.moves.size() ||
            std::ranges::any_of(symmetry, [&](Letter m) { return m >= model_.moves.size(); }))
            throw std::invalid_argument("a symmetry must map each move to a move");
    symmetries_ = std::move(symmetries);
}

Word Tables::image_under(const Word &word, const std::vector<Letter> &symmetry) const {
    Word result;
    for (const Letter move : word) result.push_back(symmetry[move]);
    return result;
}

// Of each class under symmetry the first word; of each orbit the cheapest words, as many as are
// restored quickly.
std::vector<Word> Tables::stored_words() const {
    std::set<Word> found;
    const std::size_t images = (symmetries_.size() + 1) * (model_.oriented_slots() + 1);
    for (const ThreeCycles &table : cycles_) {
        std::vector<Word> words = table.complete() ? table.base_words() : std::vector<Word>{};
        std::ranges::stable_sort(words, {}, [&](const Word &w) { return model_.cost(w); });
        std::size_t letters = 0;
        for (const Word &word : words) {
            if (letters > MOST_RESTORED_IMAGES / images / cycles_.size()) break;
            Word least = word;
            for (const auto &symmetry : symmetries_)
                least = std::min(least, image_under(word, symmetry));
            if (found.insert(std::move(least)).second) letters += word.size();
        }
    }
    return {found.begin(), found.end()};
}

void Tables::save(Writer &writer) const {
    writer.put<std::uint64_t>(model_.oriented_slots());
    writer.put<std::uint64_t>(model_.moves.size());
    writer.put<std::uint64_t>(static_cast<std::uint64_t>(std::min(step_, Step::completion)));
    writer.put(level_);
    writer.put(stored_words());
}

void Tables::load(Reader &reader) {
    constexpr auto complaint = "snapshot belongs to another puzzle";
    reader.expect<std::uint64_t>(model_.oriented_slots(), complaint);
    reader.expect<std::uint64_t>(model_.moves.size(), complaint);
    const auto step = reader.get<std::uint64_t>();
    const auto level = reader.get_vector<int>();
    if (step > static_cast<std::uint64_t>(Step::completion) ||
        (!level.empty() && level.size() != model_.orbits.size()))
        throw std::invalid_argument(complaint);
    const auto words = reader.get_vector<Word>();
    reader.finish();
    level_ = level;
    stages_.clear();
    begin_candidates(std::vector<char>(model_.orbits.size(), 1));
    for (const Word &word : words) {
        if (std::ranges::any_of(word, [&](Letter m) { return m >= model_.moves.size(); }))
            throw std::invalid_argument(complaint);
        offer(word);
        for (const auto &symmetry : symmetries_) offer(image_under(word, symmetry));
    }
    step_ = Step::restored;
    after_restored_ = static_cast<Step>(step);
}

// Offer a word to the table of its orbit.
void Tables::offer(const Word &word) {
    const State to = model_.images(word);
    const int o = orbit_of(to);
    if (o < 0) throw std::invalid_argument("a word of the snapshot is no 3-cycle");
    const Orbit &orbit = model_.orbits[o];
    for (int f = orbit.begin; f < orbit.end; f += orbit.orientations)
        if (to[f] != f) {
            candidates_[o].offer(static_cast<OrientedSlot>(f), to[f], to[to[f]], word);
            return;
        }
}

// The orbit in which a permutation is a 3-cycle, if it moves nothing else but orbits that are
// solved later; else −1.
int Tables::orbit_of(const State &to) const {
    std::vector<int> first, later;
    for (std::size_t o = 0; o < model_.orbits.size(); ++o)
        if (count_moved(o, to))
            (level_.empty() || level_[o] ? later : first).push_back(static_cast<int>(o));
    const std::vector<int> &own = first.empty() ? later : first;
    if (own.size() != 1 || count_moved(own[0], to) != 3 || !candidates_[own[0]].usable()) return -1;
    const Orbit &orbit = model_.orbits[own[0]];
    for (int f = orbit.begin; f < orbit.end; ++f) {
        if (to[to[to[f]]] != f) return -1;
        if (to[f] != f && model_.slot_of[to[f]] == model_.slot_of[f]) return -1;
    }
    return own[0];
}

// How many slots of an orbit a permutation moves.
int Tables::count_moved(std::size_t o, const State &to) const {
    const Orbit &orbit = model_.orbits[o];
    int count = 0;
    for (int f = orbit.begin; f < orbit.end; f += orbit.orientations) count += to[f] != f;
    return count;
}

// Close the restored tables. If some are incomplete nevertheless, build everything anew.
bool Tables::close_restored(const Pause &pause) {
    if (!close(pause)) return false;
    if (std::ranges::any_of(candidates_,
                            [](const ThreeCycles &t) { return !t.empty() && !t.complete(); })) {
        level_.clear();
        after_restored_ = Step::short_cycles;
    } else {
        take_candidates();
    }
    candidates_.clear();
    return true;
}

}  // namespace puzzlery::general
