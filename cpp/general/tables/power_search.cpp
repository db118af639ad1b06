// Search for 3-cycles among powers of words; see power_search.hpp.
#include "general/tables/power_search.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

namespace puzzlery::general {

namespace {

// These values limit the time of the search; their sources are not recorded.
constexpr std::size_t MOST_ELEMENT_MOVES = 1'400;
constexpr std::size_t MOST_IMAGES = 12'000'000;  // words × oriented slots in step 1
constexpr std::size_t MOST_WORDS = 120'000;
constexpr std::size_t MOST_POWERS = 64;        // of one word
constexpr std::size_t ELEMENTS_PER_SIZE = 14;  // the shortest that move so many slots
constexpr std::size_t MOST_SETUPS = 500;
constexpr std::size_t MOST_PAIRS = 120'000;     // of elements
constexpr std::size_t SHRINK_ATTEMPTS = 8'000;  // random commutators in step 3
// Moves that a base word may be longer than the shortest one of its orbit: setups cost two moves
// each, so much longer words are never used.
constexpr std::size_t MOST_EXTRA_MOVES = 24;
constexpr int MOST_ROUNDS = 3;                  // of steps 2 and 3
constexpr std::size_t LONGEST_RANDOM_WORD = 9;  // moves

int count(const Bits &bits) {
    int total = 0;
    for (const std::uint64_t word : bits) total += std::popcount(word);
    return total;
}

}  // namespace

Word PowerSearch::Element::repeated(const Model &model, bool inverse) const {
    const Word once = inverse ? model.inverted(word) : word;
    Word result;
    for (Power k = 0; k < times; ++k) result.insert(result.end(), once.begin(), once.end());
    return result;
}

PowerSearch::PowerSearch(const Model &model, std::vector<ThreeCycles> &tables, Bits counted)
    : model_(model), tables_(tables), counted_(std::move(counted)), dice_(1) {
    std::vector<char> orbits;
    for (const ThreeCycles &table : tables_) orbits.push_back(table.usable() && table.empty());
    wanted_ = slots_of(model, orbits);
    slots_ = count(counted_);
    by_size_.resize(static_cast<std::size_t>(slots_) + 1);
    list_setups();
}

bool PowerSearch::wanted(const Bits &support) const {
    for (std::size_t k = 0; k < support.size(); ++k)
        if (support[k] & wanted_[k]) return true;
    return false;
}

// List short words breadth first, starting with the empty word; the first of them are the setups.
void PowerSearch::list_setups() {
    words_ = {{}};
    const auto most =
        std::min(MOST_WORDS, MOST_IMAGES / static_cast<std::size_t>(model_.oriented_slots() + 1));
    for (std::size_t k = 0; k < words_.size() && words_.size() < most; ++k)
        for (std::size_t m = 0; m < model_.moves.size(); ++m) {
            const int last = words_[k].empty() ? -1 : words_[k].back();
            if (!model_.may_follow(static_cast<Letter>(m), last)) continue;
            Word longer = words_[k];
            longer.push_back(static_cast<Letter>(m));
            words_.push_back(std::move(longer));
        }
    for (std::size_t k = 0; k < words_.size() && setups_.size() < MOST_SETUPS; ++k) {
        const Perm to = model_.images(words_[k]);
        setups_.push_back({words_[k], to, inverse(to)});
    }
}

Word PowerSearch::random_word() {
    Word word;
    const std::size_t length = 3 + dice_() % (LONGEST_RANDOM_WORD - 2);
    for (std::size_t k = 0; k < length; ++k)
        model_.append(word, static_cast<Letter>(dice_() % model_.moves.size()));
    return word;
}

bool PowerSearch::advance(const Pause &pause) {
    while (stage_ != Stage::done) {
        if (stage_ == Stage::words) try_next_word();
        if (stage_ == Stage::pairs) list_pairs();
        if (stage_ == Stage::combine) combine();
        if (stage_ == Stage::shrink) shrink();
        if (++next_ % 16 == 0 && pause()) return false;
    }
    return true;
}

// First all listed words, then as many random ones, which are longer.
void PowerSearch::try_next_word() {
    if (next_ >= 2 * words_.size()) {
        stage_ = Stage::pairs;
        return;
    }
    const Word word = next_ < words_.size() ? words_[next_] : random_word();
    if (!word.empty()) keep_powers(word, model_.images(word));
}

// Keep the powers of a word that move few slots.
void PowerSearch::keep_powers(const Word &word, const std::vector<OrientedSlot> &to) {
    std::map<Power, int> periods;  // lengths of cycles, with how many counted slots each has
    std::vector<Power> period(to.size(), 0);
    for (int slot = 0; slot < model_.slots(); ++slot) {
        if (!has(counted_, slot)) continue;
        const OrientedSlot first = model_.first_of[slot];
        if (!period[first]) {
            Power length = 1;
            for (OrientedSlot f = to[first]; f != first; f = to[f]) ++length;
            for (OrientedSlot f = to[first]; period[first] == 0 || f != to[first]; f = to[f])
                period[f] = length;
        }
        ++periods[period[first]];
    }
    const auto most =
        static_cast<Power>(std::max<std::size_t>(1, MOST_ELEMENT_MOVES / word.size()));
    std::set<Power> powers{1};
    for (const auto &[length, n] : periods)
        for (const Power power : std::vector<Power>(powers.begin(), powers.end()))
            if (std::lcm(power, length) <= most && powers.size() < MOST_POWERS)
                powers.insert(std::lcm(power, length));
    for (const Power power : powers) {
        int size = 0;
        for (const auto &[length, n] : periods)
            if (power % length) size += n;
        if (size && (2 * size <= slots_ || (power == 1 && word.size() <= 2)))
            keep(word, to, power, size);
    }
}

void PowerSearch::keep(const Word &word, const std::vector<OrientedSlot> &to, Power times,
                       int size) {
    std::vector<Element> &kept = by_size_[static_cast<std::size_t>(size)];
    Element element{word, times, {}, {}, Bits(model_.bit_words(), 0), size};
    if (kept.size() == ELEMENTS_PER_SIZE && kept.back().length() <= element.length()) return;
    element.to.resize(to.size());
    raise(to, times, element.to.data());
    for (int slot = 0; slot < model_.slots(); ++slot)
        if (has(counted_, slot) && element.to[model_.first_of[slot]] != model_.first_of[slot])
            put(element.support, slot);
    if (!wanted(element.support)) return;
    if (std::ranges::any_of(kept, [&](const Element &e) { return e.to == element.to; })) return;
    element.back = inverse(element.to);
    if (size == 3) offer_element(element);
    const auto at = std::ranges::upper_bound(kept, element.length(), {}, &Element::length);
    kept.insert(at, std::move(element));
    if (kept.size() > ELEMENTS_PER_SIZE) kept.pop_back();
}

// Offer an element that is a 3-cycle itself.
void PowerSearch::offer_element(const Element &element) {
    OrientedSlot x = 0;
    for (const OrientedSlot first : model_.first_of)
        if (has(element.support, model_.slot_of[first])) x = first;
    const OrientedSlot y = element.to[x], z = element.to[y];
    ThreeCycles &table = tables_[model_.orbit_of[x]];
    if (!table.usable() || model_.slot_of[y] == model_.slot_of[x] || element.to[z] != x) return;
    table.offer_both(x, y, z, element.repeated(model_, false));
}

// Pairs of elements of which a conjugate may share one slot, shortest commutators first.
void PowerSearch::list_pairs() {
    pool_.clear();
    for (const auto &kept : by_size_) pool_.insert(pool_.end(), kept.begin(), kept.end());
    conjugate_support_.assign(pool_.size(), {});
    for (std::size_t k = 0; k < pool_.size(); ++k)
        for (const Setup &setup : setups_) {
            Bits bits(model_.bit_words(), 0);
            for (int slot = 0; slot < model_.slots(); ++slot)
                if (has(pool_[k].support, slot))
                    put(bits, model_.slot_of[setup.back[model_.first_of[slot]]]);
            conjugate_support_[k].push_back(std::move(bits));
        }
    pairs_.clear();
    for (std::uint32_t a = 0; a < pool_.size(); ++a)
        for (std::uint32_t b = 0; b < pool_.size(); ++b)
            if (pool_[a].size <= pool_[b].size && pool_[a].size * pool_[b].size <= 4 * slots_)
                pairs_.push_back({2 * (pool_[a].length() + pool_[b].length()), a, b});
    std::ranges::stable_sort(pairs_, {}, &Pair::length);
    pairs_.resize(std::min(pairs_.size(), MOST_PAIRS));
    stage_ = Stage::combine;
    next_ = 0;
}

// Longer words are useless for every wanted orbit.
std::size_t PowerSearch::useful_length() const {
    std::size_t most = 0;
    for (std::size_t o = 0; o < tables_.size(); ++o) {
        const int first = model_.slot_of[model_.orbits[o].begin];
        if (!tables_[o].usable() || !has(wanted_, first)) continue;
        most = std::max(most, static_cast<std::size_t>(tables_[o].least()) + MOST_EXTRA_MOVES);
    }
    return most;
}

void PowerSearch::combine() {
    if (next_ >= pairs_.size() || pairs_[next_].length > useful_length()) {
        stage_ = any_missing(tables_) && ++rounds_ < MOST_ROUNDS ? Stage::shrink : Stage::done;
        next_ = 0;
        return;
    }
    const Pair &pair = pairs_[next_];
    const Element &a = pool_[pair.first], &b = pool_[pair.second];
    for (std::size_t k = 0; k < setups_.size(); ++k) {
        const int slot = shared_slot(a.support, conjugate_support_[pair.second][k], counted_);
        if (slot >= 0) offer(a, b, k, slot);
    }
}

// A · S B S⁻¹ · A⁻¹ · S B⁻¹ S⁻¹.
Word PowerSearch::commutator(const Element &a, const Element &b, const Setup &s) const {
    const Word undo = model_.inverted(s.word);
    Word word;
    for (const bool inverse : {false, true})
        for (const Word &part :
             {a.repeated(model_, inverse), s.word, b.repeated(model_, inverse), undo})
            for (const Letter letter : part) model_.append(word, letter);
    return word;
}

// Offer the commutator of an element and of a conjugate of another, if it is a 3-cycle.
void PowerSearch::offer(const Element &a, const Element &b, std::size_t setup, int slot) {
    ThreeCycles &table = tables_[model_.orbit_of[model_.first_of[slot]]];
    if (!table.usable()) return;
    const Setup &s = setups_[setup];
    const auto conjugate = [&](OrientedSlot f) { return s.back[b.to[s.to[f]]]; };
    const auto conjugate_back = [&](OrientedSlot f) { return s.back[b.back[s.to[f]]]; };
    const auto image = [&](OrientedSlot f) { return conjugate_back(a.back[conjugate(a.to[f])]); };
    const OrientedSlot q = model_.first_of[slot];
    const OrientedSlot x = image(q) == q ? a.to[q] : q;
    const OrientedSlot y = image(x), z = image(y);
    if (model_.slot_of[y] == model_.slot_of[x] || model_.slot_of[z] == model_.slot_of[x] ||
        model_.slot_of[z] == model_.slot_of[y] || image(z) != x)
        return;
    if (table.cost(x, y, z) <= 2 * (a.length() + b.length() + 2 * s.word.size())) return;
    const Word word = commutator(a, b, s);
    table.offer_both(x, y, z, word);
}

// Keep powers of a random commutator. Where its factors share few slots, it moves few slots.
void PowerSearch::shrink() {
    if (next_ >= SHRINK_ATTEMPTS || pool_.empty()) {
        stage_ = Stage::pairs;
        return;
    }
    const Element &a = pool_[dice_() % pool_.size()], &b = pool_[dice_() % pool_.size()];
    const Setup &s = setups_[dice_() % setups_.size()];
    if (2 * (a.length() + b.length() + 2 * s.word.size()) > MOST_ELEMENT_MOVES) return;
    std::vector<OrientedSlot> to = model_.solved();
    for (OrientedSlot &f : to) f = s.back[b.back[s.to[a.back[s.back[b.to[s.to[a.to[f]]]]]]]];
    if (to != model_.solved()) keep_powers(commutator(a, b, s), to);
}

}  // namespace puzzlery::general
