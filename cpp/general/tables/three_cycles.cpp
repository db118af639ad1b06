// The 3-cycles of an orbit; see three_cycles.hpp.
#include "general/tables/three_cycles.hpp"

#include <algorithm>

namespace puzzlery::general {

namespace {

// Words that cost more are ignored. Groups with deep cuts have base words of up to 1,400 moves.
constexpr int GREATEST_COST = 6'000;
// Triples between two checks for a pause.
constexpr std::size_t TRIPLES_PER_CHECK = 4'096;

}  // namespace

bool ThreeCycles::offer(OrientedSlot x, OrientedSlot y, OrientedSlot z, const Word &word) {
    const int price = model_->cost(word);
    if (price > GREATEST_COST || this->cost(x, y, z) <= price) return false;
    const auto cost = static_cast<std::uint16_t>(price);
    const auto base = static_cast<std::uint32_t>(base_words_.size());
    base_words_.push_back(word);
    least_ = std::min<int>(least_, cost);
    // The same word for the other orientations of the piece that starts in x.
    const int first = model_->first_of[model_->slot_of[x]];
    for (int k = 0; k < orbit_.orientations; ++k) {
        const auto a = static_cast<OrientedSlot>(first + k), b = model_->image(a, word),
                   c = model_->image(b, word);
        keep(index(a, b, c), cost, base);
        keep(index(b, c, a), cost, base);
        keep(index(c, a, b), cost, base);
    }
    return true;
}

void ThreeCycles::keep(std::size_t at, std::uint16_t cost, std::uint32_t base) {
    if (cost_[at] <= cost) return;
    cost_[at] = cost;
    base_at_[at] = base;
}

ThreeCycles::Closing ThreeCycles::begin() const {
    Closing result;
    result.ready.resize(GREATEST_COST + 2 * model_->greatest_price + 1);
    for (const auto &[at, base] : base_at_)
        result.ready[cost_[at]].push_back(static_cast<std::uint32_t>(at));
    for (std::size_t m = 0; m < model_->moves.size(); ++m) {
        const Move &move = model_->moves[m];
        std::vector<std::uint16_t> to(size());
        bool moves_any = false;
        for (std::size_t k = 0; k < to.size(); ++k) {
            to[k] = static_cast<std::uint16_t>(move.to[orbit_.begin + k] - orbit_.begin);
            moves_any |= to[k] != k;
        }
        if (moves_any)
            result.moves.emplace_back(model_->inverse(static_cast<Letter>(m)), std::move(to));
    }
    return result;
}

bool ThreeCycles::close(const Pause &pause) {
    if (!closing_) {
        setup_.assign(cost_.size(), NO_LETTER);
        closing_ = std::make_unique<Closing>(begin());
    }
    Closing &c = *closing_;
    for (std::size_t done = 0; c.cost <= GREATEST_COST; ++c.cost, c.next = 0)
        while (c.next < c.ready[c.cost].size()) {
            conjugate(c.ready[c.cost][c.next++]);
            if (++done % TRIPLES_PER_CHECK == 0 && pause()) return false;
        }
    closing_.reset();
    measure();
    return true;
}

// Conjugate the 3-cycle of a triple by every move.
void ThreeCycles::conjugate(std::size_t at) {
    const std::size_t n = size(), cost = closing_->cost;
    if (cost_[at] != cost) return;
    const std::size_t x = at / n / n, y = at / n % n, z = at % n;
    for (const auto &[undo, to] : closing_->moves) {
        const std::size_t next = (to[x] * n + to[y]) * n + to[z];
        const std::size_t sum = cost + 2 * static_cast<std::size_t>(model_->price[undo]);
        if (cost_[next] <= sum) continue;
        cost_[next] = static_cast<std::uint16_t>(sum);
        setup_[next] = undo;
        closing_->ready[sum].push_back(static_cast<std::uint32_t>(next));
    }
}

std::vector<Word> ThreeCycles::base_words() const {
    std::vector<char> used(base_words_.size(), 0);
    for (const auto &[at, base] : base_at_)
        if (setup_.empty() || setup_[at] == NO_LETTER) used[base] = 1;
    std::vector<Word> found;
    for (std::size_t k = 0; k < used.size(); ++k)
        if (used[k]) found.push_back(base_words_[k]);
    return found;
}

void ThreeCycles::measure() {
    double total = 0, count = 0;
    bool all = !base_words_.empty();
    const int n = orbit_.oriented_slots(), t = orbit_.orientations;
    for (int x = 0; x < n; x += t)
        for (int y = 0; y < n; ++y)
            for (int z = 0; z < n; ++z) {
                if (x / t == y / t || y / t == z / t || z / t == x / t) continue;
                const int cost = cost_[(static_cast<std::size_t>(x) * n + y) * n + z];
                all &= cost != NONE;
                total += cost;
                ++count;
            }
    average_ = count ? total / count : 0;
    complete_ = all && orbit_.slots() >= 3;
}

ThreeCycles::Ends ThreeCycles::ends(OrientedSlot x, OrientedSlot y, OrientedSlot z) const {
    const std::size_t at = index(x, y, z);
    if (const Letter setup = setup_[at]; setup != NO_LETTER) return {setup, model_->inverse(setup)};
    const Word &base = base_words_[base_at_.at(at)];
    return {base.front(), base.back()};
}

Word ThreeCycles::word(OrientedSlot x, OrientedSlot y, OrientedSlot z) const {
    Word setups;
    std::size_t at = index(x, y, z);
    while (setup_[at] != NO_LETTER) {
        const std::vector<OrientedSlot> &to = model_->moves[setup_[at]].to;
        setups.push_back(setup_[at]);
        x = to[x], y = to[y], z = to[z];
        at = index(x, y, z);
    }
    Word word = setups;
    const Word &base = base_words_[base_at_.at(at)];
    word.insert(word.end(), base.begin(), base.end());
    const Word back = model_->inverted(setups);
    word.insert(word.end(), back.begin(), back.end());
    return word;
}

}  // namespace puzzlery::general
