// Search for 3-cycles among commutators; see commutator_search.hpp.
#include "general/tables/commutator_search.hpp"

#include <algorithm>
#include <bit>

namespace puzzlery::general {

namespace {

// These bounds limit the time on puzzles with many moves; the sources of the values are not
// recorded.
constexpr std::size_t MOST_MOVES = 250;          // with more, only the most useful powers are used
constexpr std::size_t MOST_MOVES_TO_PAIR = 200;  // with more, pairs of moves are left out
constexpr std::size_t MOST_COMBINATIONS = 60'000'000;  // of the words of two families
constexpr std::size_t MOST_LONG_CONJUGATES = 200'000;
constexpr int SHORT_FAMILIES = 3, ALL_FAMILIES = 7;  // combinations in `begin`

}  // namespace

Bits slots_of(const Model &model, const std::vector<char> &orbits) {
    Bits bits(model.bit_words(), 0);
    for (int slot = 0; slot < model.slots(); ++slot)
        if (orbits[model.orbit_of[model.first_of[slot]]]) put(bits, slot);
    return bits;
}

int shared_slot(const Bits &a, const Bits &b, const Bits &counted) {
    int found = -1;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const std::uint64_t both = a[k] & b[k] & counted[k];
        if (!both) continue;
        if (found >= 0 || (both & (both - 1))) return -1;
        found = static_cast<int>(k * 64) + std::countr_zero(both);
    }
    return found;
}

CommutatorSearch::CommutatorSearch(const Model &model, std::vector<ThreeCycles> &tables,
                                   Bits counted, bool thorough)
    : model_(model), tables_(tables), counted_(std::move(counted)),
      families_(thorough ? ALL_FAMILIES : SHORT_FAMILIES) {
    for (std::size_t m = 0; m < model.moves.size(); ++m)
        if (!model.moves[m].moved.empty()) letters_.push_back(static_cast<Letter>(m));
    if (letters_.size() > MOST_MOVES)
        std::erase_if(letters_, [&](Letter letter) { return !is_useful(letter); });
    for (const Letter letter : letters_) offer_move(letter);
    moves_ = singles();
}

bool CommutatorSearch::advance(const Pause &pause) {
    for (; family_ < families_; ++family_, left_ = nullptr, row_ = 0) {
        if (!left_ && !begin()) continue;
        while (row_ < left_->size()) {
            combine((*left_)[row_++]);
            if (pause()) return false;
        }
    }
    return true;
}

// Select the next two families to combine; false if they are too large or not needed.
bool CommutatorSearch::begin() {
    if (family_ == 1) pairs_ = pairs();
    if (family_ == 2) conjugates_ = conjugates();
    if (family_ >= SHORT_FAMILIES && !any_missing(tables_)) return false;
    if (family_ == 6) long_conjugates_ = long_conjugates();
    const Factors *lefts[] = {&moves_,      &pairs_,      &conjugates_,     &pairs_,
                              &conjugates_, &conjugates_, &long_conjugates_};
    const Factors *rights[] = {&moves_, &moves_, &moves_, &pairs_, &pairs_, &conjugates_, &moves_};
    left_ = lefts[family_];
    right_ = rights[family_];
    const std::size_t count = left_->size() * right_->size();
    const bool few = family_ == 1 ? count < MOST_COMBINATIONS / 10 : count < MOST_COMBINATIONS;
    if (few || family_ == 0 || family_ == 2 || family_ == 6) return true;
    left_ = nullptr;
    return false;
}

// A turn by one step, or a power that moves fewer slots than one step.
bool CommutatorSearch::is_useful(Letter letter) const {
    const Move &move = model_.moves[letter];
    const Move &once = model_.moves[model_.letter(move.layer, 1)];
    return move.power == 1 || move.power == model_.orders[move.layer] - 1 ||
           move.slots.size() < once.slots.size();
}

CommutatorSearch::Factors CommutatorSearch::singles() const {
    Factors found;
    for (const Letter m : letters_) found.push_back({{m}, model_.moves[m].support});
    return found;
}

CommutatorSearch::Factors CommutatorSearch::pairs() const {
    Factors found;
    if (letters_.size() > MOST_MOVES_TO_PAIR) return found;
    for (const Letter a : letters_)
        for (const Letter b : letters_) {
            if (!model_.may_follow(b, a)) continue;
            const Word word{a, b};
            found.push_back({word, model_.support(word)});
        }
    return found;
}

CommutatorSearch::Factors CommutatorSearch::conjugates() const {
    Factors found;
    for (const Letter a : letters_)
        for (const Letter b : letters_)
            if (!model_.commute(model_.moves[a].layer, model_.moves[b].layer))
                found.push_back(conjugate({a}, b));
    return found;
}

CommutatorSearch::Factors CommutatorSearch::long_conjugates() const {
    Factors found;
    for (const Factor &setup : pairs_)
        for (const Letter m : letters_)
            if (model_.moves[m].layer != model_.moves[setup.word.back()].layer &&
                found.size() < MOST_LONG_CONJUGATES)
                found.push_back(conjugate(setup.word, m));
    return found;
}

// Offer a move that is a 3-cycle itself.
void CommutatorSearch::offer_move(Letter letter) {
    const Move &move = model_.moves[letter];
    if (move.slots.size() != 3) return;
    const OrientedSlot x = move.slots[0].first, y = move.to[x], z = move.to[y];
    ThreeCycles &table = tables_[model_.orbit_of[x]];
    if (model_.slot_of[y] == model_.slot_of[x] || move.to[z] != x || !table.usable()) return;
    table.offer(x, y, z, {letter});
}

// setup · move · setup⁻¹ moves the slots that the setup carries to slots of the move.
CommutatorSearch::Factor CommutatorSearch::conjugate(const Word &setup, Letter move) const {
    const Word back = model_.inverted(setup);
    Factor factor{setup, Bits(model_.bit_words(), 0)};
    factor.word.push_back(move);
    factor.word.insert(factor.word.end(), back.begin(), back.end());
    for (const auto &[from, to] : model_.moves[move].slots) {
        const int slot = model_.slot_of[model_.image(from, back)];
        put(factor.support, slot);
    }
    return factor;
}

void CommutatorSearch::combine(const Factor &a) {
    for (const Factor &b : *right_) {
        const int slot = shared_slot(a.support, b.support, counted_);
        if (slot >= 0) offer(a.word, b.word, slot);
    }
}

// Offer the commutator of two words that share one slot q. It moves q and two slots that A or B
// carry to q or from q.
void CommutatorSearch::offer(const Word &a, const Word &b, int slot) {
    const int orbit = model_.orbit_of[model_.first_of[slot]];
    ThreeCycles &table = tables_[orbit];
    const int price = 2 * (model_.cost(a) + model_.cost(b));
    if (!table.usable()) return;
    const Word back_a = model_.inverted(a), back_b = model_.inverted(b);
    const auto image = [&](OrientedSlot f) {
        return model_.image(model_.image(model_.image(model_.image(f, a), b), back_a), back_b);
    };
    const OrientedSlot q = model_.first_of[slot];
    for (const OrientedSlot x : {q, model_.image(q, a), model_.image(q, back_a)}) {
        const OrientedSlot y = image(x), z = image(y);
        if (model_.slot_of[y] == model_.slot_of[x] || model_.slot_of[z] == model_.slot_of[x] ||
            image(z) != x)
            continue;
        if (table.cost(x, y, z) <= price && table.cost(x, z, y) <= price) return;
        Word word = a;
        for (const Word *part : {&b, &back_a, &back_b})
            word.insert(word.end(), part->begin(), part->end());
        table.offer_both(x, y, z, word);
        return;
    }
}

}  // namespace puzzlery::general
