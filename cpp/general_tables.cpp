// The tables of the general solver, made step by step; see general.hpp.
#include "general.hpp"

#include <algorithm>
#include <set>

namespace puzzlery::general {

namespace {

constexpr double EASY = 26;  // the average length of 3-cycles that are worth waiting for
constexpr std::size_t READ_BACK = 600'000'000;  // frames carried when a snapshot is read
constexpr double EASILY_LISTED = 100'000;  // states of orbits without 3-cycles, all together

// How many states an orbit has at most.
double states(const Orbit &orbit) {
    double count = 1;
    for (int k = 1; k <= orbit.slots(); ++k) count *= k * orbit.turns;
    return count;
}

}  // namespace

Tables::Tables(std::vector<int> slots, std::vector<int> turns,
               std::vector<std::vector<Frame>> layers, std::vector<Power> orders,
               const std::vector<std::vector<Power>> &powers,
               std::vector<std::vector<std::uint8_t>> fits, std::vector<Coordinate> coordinates)
    : model_(std::move(slots), std::move(turns), std::move(layers), std::move(orders), powers,
             std::move(fits), std::move(coordinates)) {
    for (std::size_t o = 0; o < model_.orbits.size(); ++o)
        cycles_.emplace_back(model_, static_cast<int>(o), false);
}

Progress Tables::progress() const {
    const char *notes[] = {"3-cycles that were kept",
                           "3-cycles",
                           "longer 3-cycles",
                           "3-cycles of unruly orbits",
                           "powers of words",
                           "parities and small orbits",
                           "ready"};
    const auto done = static_cast<int>(step_);
    return {static_cast<double>(done), static_cast<double>(Step::done), notes[done]};
}

bool Tables::advance() {
    const Pause pause = [this] { return out_of_time(); };
    while (!finished() && step(pause)) {
        step_ = step_ == Step::kept ? after_kept_ : static_cast<Step>(static_cast<int>(step_) + 1);
        if (out_of_time()) break;
    }
    return finished();
}

bool Tables::step(const Pause &pause) {
    if (step_ == Step::kept) return close_kept(pause);
    if (step_ == Step::deep) return search_deep(pause);
    if (step_ != Step::complete) return search(pause);
    for (std::size_t o = 0; o < cycles_.size(); ++o)
        is_free_.push_back(cycles_[o].complete() || is_told(o));
    completion_ = std::make_unique<Completion>(model_, is_free_);
    weigh();
    return true;
}

// 3-cycles of all orbits; then longer ones where these are missing; then such as carry along pieces
// of the orbits that have some, because these are solved later.
bool Tables::search(const Pause &pause) {
    if (!bases_) {
        const std::vector<char> all(model_.orbits.size(), 1), missing = hard();
        if (step_ == Step::first) {
            level_.clear();
            for (const char m : missing) level_.push_back(!m);
        }
        if (std::ranges::none_of(missing, [](char m) { return m; })) return true;
        begin(missing, step_ == Step::first ? missing : all, step_ != Step::quick);
    }
    if (!bases_->advance(pause) || !close(pause)) return false;
    take();
    bases_.reset();
    return true;
}

void Tables::begin(const std::vector<char> &wanted, const std::vector<char> &counts,
                   bool thorough) {
    again_.clear();
    closed_ = 0;
    for (std::size_t o = 0; o < wanted.size(); ++o)
        again_.emplace_back(model_, static_cast<int>(o), wanted[o]);
    bases_ = std::make_unique<BaseSearch>(model_, again_, slots_of(model_, counts), thorough);
}

bool Tables::close(const Pause &pause) {
    for (; closed_ < again_.size(); ++closed_)
        if (!again_[closed_].empty() && !again_[closed_].close(pause)) return false;
    return true;
}

// What was found replaces what there was, unless pieces are carried along for nothing.
void Tables::take() {
    for (std::size_t o = 0; o < again_.size(); ++o)
        if (again_[o].complete() || (step_ == Step::first && !level_[o]))
            cycles_[o] = std::move(again_[o]);
    again_.clear();
}

bool Tables::search_deep(const Pause &pause) {
    if (!deep_) {
        if (states_without_cycles() <= EASILY_LISTED) return true;
        std::vector<char> counts;
        again_.clear();
        closed_ = 0;
        for (std::size_t o = 0; o < cycles_.size(); ++o) {
            again_.emplace_back(model_, static_cast<int>(o), !cycles_[o].complete() && !is_told(o));
            counts.push_back(!level_[o]);
        }
        deep_ = std::make_unique<Deep>(model_, again_, slots_of(model_, counts));
    }
    if (!deep_->advance(pause) || !close(pause)) return false;
    take();
    deep_.reset();
    return true;
}

// Whether coordinates tell all about an orbit: a single slot whose turns add up.
bool Tables::is_told(std::size_t orbit) const {
    int values = 1;
    for (const Coordinate &c : model_.coordinates)
        if (c.orbit == static_cast<int>(orbit)) values *= c.modulus;
    return model_.orbits[orbit].slots() == 1 && values == model_.orbits[orbit].turns;
}

// Orbits without 3-cycles, or with long ones; not those that can be listed after the first search.
std::vector<char> Tables::hard() const {
    const bool listed = step_ != Step::quick && states_without_cycles() <= EASILY_LISTED;
    std::vector<char> found;
    for (const Cycles &table : cycles_) {
        const bool missing = !table.complete() && !is_told(found.size()) && !listed;
        found.push_back(missing || (table.complete() && table.average() > EASY));
    }
    return found;
}

double Tables::states_without_cycles() const {
    double count = 1;
    for (std::size_t o = 0; o < cycles_.size(); ++o)
        if (!cycles_[o].complete() && !is_told(o)) count *= states(model_.orbits[o]);
    return count;
}

bool Tables::two_levels() const {
    bool low = false, high = false;
    for (std::size_t o = 0; o < level_.size(); ++o)
        if (is_free_[o]) (level_[o] ? high : low) = true;
    return low && high;
}

// A 3-cycle brings two or three pieces home, and merges with what stands around it.
void Tables::weigh() {
    for (const Cycles &table : cycles_) {
        const double price = 0.7 * table.least() + 0.3 * table.average() - 1.5;
        weights_.push_back(table.complete() ? std::max(0.8, price / 2.7) : 1.0);
    }
}

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
