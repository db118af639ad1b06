// Commutators of two words that share one slot; see commutator_search.hpp.
#include "general/tables/commutator_search.hpp"

#include <algorithm>
#include <bit>

namespace puzzlery::general {

namespace {

constexpr std::size_t FEW_LETTERS = 250;  // above that, only the most useful powers are combined
constexpr std::size_t FEW_TO_PAIR = 200;
constexpr std::size_t MANY_PAIRS = 60'000'000, MANY_LONG = 200'000;
constexpr int SHORT_FAMILIES = 3, ALL_FAMILIES = 7;

}  // namespace

Bits slots_of(const Model &model, const std::vector<char> &orbits) {
    Bits bits(model.words(), 0);
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

BaseSearch::BaseSearch(const Model &model, std::vector<Cycles> &tables, Bits counted, bool thorough)
    : model_(model), tables_(tables), counted_(std::move(counted)),
      families_(thorough ? ALL_FAMILIES : SHORT_FAMILIES) {
    for (std::size_t m = 0; m < model.moves.size(); ++m)
        if (!model.moves[m].moved.empty()) letters_.push_back(static_cast<Letter>(m));
    if (letters_.size() > FEW_LETTERS)
        std::erase_if(letters_, [&](Letter letter) { return !is_useful(letter); });
    for (const Letter letter : letters_) offer_alone(letter);
    single_ = singles();
}

bool BaseSearch::advance(const Pause &pause) {
    for (; family_ < families_; ++family_, left_ = nullptr, row_ = 0) {
        if (!left_ && !begin()) continue;
        while (row_ < left_->size()) {
            combine((*left_)[row_++]);
            if (pause()) return false;
        }
    }
    return true;
}

// Which words are combined next; false if these are too many, or not needed.
bool BaseSearch::begin() {
    if (family_ == 1) two_ = pairs();
    if (family_ == 2) conjugate_ = conjugates();
    if (family_ >= SHORT_FAMILIES && !any_missing(tables_)) return false;
    if (family_ == 6) long_ = long_conjugates();
    const Factors *lefts[] = {&single_,    &two_,       &conjugate_, &two_,
                              &conjugate_, &conjugate_, &long_};
    const Factors *rights[] = {&single_, &single_, &single_, &two_, &two_, &conjugate_, &single_};
    left_ = lefts[family_];
    right_ = rights[family_];
    const std::size_t count = left_->size() * right_->size();
    const bool few = family_ == 1 ? count < MANY_PAIRS / 10 : count < MANY_PAIRS;
    if (few || family_ == 0 || family_ == 2 || family_ == 6) return true;
    left_ = nullptr;
    return false;
}

// A turn by one step, or one that leaves pieces where they are which one step moves.
bool BaseSearch::is_useful(Letter letter) const {
    const Move &move = model_.moves[letter];
    const Move &once = model_.moves[model_.letter(move.layer, 1)];
    return move.power == 1 || move.power == model_.orders[move.layer] - 1 ||
           move.slots.size() < once.slots.size();
}

BaseSearch::Factors BaseSearch::singles() const {
    Factors found;
    for (const Letter m : letters_) found.push_back({{m}, model_.moves[m].support});
    return found;
}

BaseSearch::Factors BaseSearch::pairs() const {
    Factors found;
    if (letters_.size() > FEW_TO_PAIR) return found;
    for (const Letter a : letters_)
        for (const Letter b : letters_) {
            const int x = model_.moves[a].layer, y = model_.moves[b].layer;
            if (x == y || (model_.commute(x, y) && x > y)) continue;
            const Word word{a, b};
            found.push_back({word, model_.support(word)});
        }
    return found;
}

BaseSearch::Factors BaseSearch::conjugates() const {
    Factors found;
    for (const Letter a : letters_)
        for (const Letter b : letters_)
            if (!model_.commute(model_.moves[a].layer, model_.moves[b].layer))
                found.push_back(conjugate({a}, b));
    return found;
}

BaseSearch::Factors BaseSearch::long_conjugates() const {
    Factors found;
    for (const Factor &setup : two_)
        for (const Letter m : letters_)
            if (model_.moves[m].layer != model_.moves[setup.word.back()].layer &&
                found.size() < MANY_LONG)
                found.push_back(conjugate(setup.word, m));
    return found;
}

// A turn that is a 3-cycle by itself.
void BaseSearch::offer_alone(Letter letter) {
    const Move &move = model_.moves[letter];
    if (move.slots.size() != 3) return;
    const Frame x = move.slots[0].first, y = move.to[x], z = move.to[y];
    Cycles &table = tables_[model_.orbit_of[x]];
    if (model_.slot_of[y] == model_.slot_of[x] || move.to[z] != x || !table.usable()) return;
    table.offer(x, y, z, {letter});
}

// setup · move · setup⁻¹ moves what the setup carries into the support of the move.
BaseSearch::Factor BaseSearch::conjugate(const Word &setup, Letter move) const {
    const Word back = model_.inverted(setup);
    Factor made{setup, Bits(model_.words(), 0)};
    made.word.push_back(move);
    made.word.insert(made.word.end(), back.begin(), back.end());
    for (const auto &[from, to] : model_.moves[move].slots) {
        const int slot = model_.slot_of[model_.carried(from, back)];
        put(made.support, slot);
    }
    return made;
}

void BaseSearch::combine(const Factor &a) {
    for (const Factor &b : *right_) {
        const int slot = shared_slot(a.support, b.support, counted_);
        if (slot >= 0) offer(a.word, b.word, slot);
    }
}

// Two words that share one slot q have a commutator that moves q and where they carry it.
void BaseSearch::offer(const Word &a, const Word &b, int slot) {
    const int orbit = model_.orbit_of[model_.first_of[slot]];
    Cycles &table = tables_[orbit];
    const std::size_t length = 2 * (a.size() + b.size());
    if (!table.usable()) return;
    const Word back_a = model_.inverted(a), back_b = model_.inverted(b);
    const auto made = [&](Frame f) {
        return model_.carried(model_.carried(model_.carried(model_.carried(f, a), b), back_a),
                              back_b);
    };
    const Frame q = model_.first_of[slot];
    for (const Frame x : {q, model_.carried(q, a), model_.carried(q, back_a)}) {
        const Frame y = made(x), z = made(y);
        if (model_.slot_of[y] == model_.slot_of[x] || model_.slot_of[z] == model_.slot_of[x] ||
            made(z) != x)
            continue;
        if (table.cost(x, y, z) <= length && table.cost(x, z, y) <= length) return;
        Word word = a;
        for (const Word *part : {&b, &back_a, &back_b})
            word.insert(word.end(), part->begin(), part->end());
        table.offer(x, y, z, word);
        table.offer(x, z, y, model_.inverted(word));
        return;
    }
}

}  // namespace puzzlery::general
