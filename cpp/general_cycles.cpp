// Pure 3-cycles: commutators of words that share one slot, set up by all moves.
#include "general_cycles.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace puzzlery::general {

namespace {

constexpr Letter NO_MOVE = 0xFFFF;
constexpr int MOST_FRAMES = 240;          // of an orbit, so that a table has 14 million triples
constexpr int LONGEST = 60;               // no word in a table is longer
constexpr std::size_t FEW_LETTERS = 250;  // above that, only the most useful powers are combined
constexpr std::size_t MANY_PAIRS = 60'000'000;

struct Factor {
    Word word;
    Bits support;
};
using Factors = std::vector<Factor>;

class BaseSearch {
public:
    BaseSearch(const Model &model, std::vector<Cycles> &tables, Bits counted)
        : model_(model), tables_(tables), counted_(std::move(counted)) {
        for (std::size_t m = 0; m < model.moves.size(); ++m)
            if (model.moves.size() <= FEW_LETTERS || is_useful(static_cast<Letter>(m)))
                letters_.push_back(static_cast<Letter>(m));
    }

    // Short families for all orbits; longer ones, if wanted, as long as some orbit has nothing.
    void run(bool thorough) {
        const Factors single = singles(), conjugate = conjugates();
        const Factors two = pairs();
        for (const Letter letter : letters_) offer_alone(letter);
        combine(single, single);
        if (two.size() * single.size() < MANY_PAIRS / 10) combine(two, single);
        combine(conjugate, single);
        if (!thorough) return;
        for (const auto &[a, b] :
             {std::pair{&two, &two}, {&conjugate, &two}, {&conjugate, &conjugate}})
            if (missing() && a->size() * b->size() < MANY_PAIRS) combine(*a, *b);
        if (missing()) combine(long_conjugates(two), single);
    }

private:
    bool missing() const {
        return std::ranges::any_of(tables_,
                                   [](const Cycles &t) { return t.empty() && t.usable(); });
    }

    // A turn by one step, or one that leaves pieces where they are which one step moves.
    bool is_useful(Letter letter) const {
        const Move &move = model_.moves[letter];
        const Move &once = model_.moves[model_.letter(move.layer, 1)];
        return move.power == 1 || move.power == model_.orders[move.layer] - 1 ||
               move.slots.size() < once.slots.size();
    }

    Factors singles() const {
        Factors found;
        for (const Letter m : letters_) found.push_back({{m}, model_.moves[m].support});
        return found;
    }

    Factors pairs() const {
        Factors found;
        if (letters_.size() > 200) return found;
        for (const Letter a : letters_)
            for (const Letter b : letters_) {
                const int x = model_.moves[a].layer, y = model_.moves[b].layer;
                if (x == y || (model_.commute(x, y) && x > y)) continue;
                const Word word{a, b};
                found.push_back({word, model_.support(word)});
            }
        return found;
    }

    Factors conjugates() const {
        Factors found;
        for (const Letter a : letters_)
            for (const Letter b : letters_)
                if (!model_.commute(model_.moves[a].layer, model_.moves[b].layer))
                    found.push_back(conjugate({a}, b));
        return found;
    }

    Factors long_conjugates(const Factors &setups) const {
        Factors found;
        for (const Factor &setup : setups)
            for (const Letter m : letters_)
                if (model_.moves[m].layer != model_.moves[setup.word.back()].layer &&
                    found.size() < 200'000)
                    found.push_back(conjugate(setup.word, m));
        return found;
    }

    // A turn that is a 3-cycle by itself.
    void offer_alone(Letter letter) {
        const Move &move = model_.moves[letter];
        if (move.slots.size() != 3) return;
        const Frame x = move.slots[0].first, y = move.to[x], z = move.to[y];
        Cycles &table = tables_[model_.orbit_of[x]];
        if (model_.slot_of[y] == model_.slot_of[x] || move.to[z] != x || !table.usable()) return;
        table.offer(x, y, z, {letter});
    }

    // setup · move · setup⁻¹ moves what the setup carries into the support of the move.
    Factor conjugate(const Word &setup, Letter move) const {
        const Word back = model_.inverted(setup);
        Factor made{setup, Bits(model_.words(), 0)};
        made.word.push_back(move);
        made.word.insert(made.word.end(), back.begin(), back.end());
        for (const auto &[from, to] : model_.moves[move].slots) {
            const int slot = model_.slot_of[model_.carried(from, back)];
            made.support[slot >> 6] |= std::uint64_t{1} << (slot & 63);
        }
        return made;
    }

    void combine(const Factors &left, const Factors &right) {
        for (const Factor &a : left)
            for (const Factor &b : right) {
                const int slot = shared(a.support, b.support);
                if (slot >= 0) offer(a.word, b.word, slot);
            }
    }

    // The slot that both move if it is only one, else −1.
    int shared(const Bits &a, const Bits &b) const {
        int found = -1;
        for (std::size_t k = 0; k < a.size(); ++k) {
            const std::uint64_t both = a[k] & b[k] & counted_[k];
            if (!both) continue;
            if (found >= 0 || (both & (both - 1))) return -1;
            found = static_cast<int>(k * 64) + std::countr_zero(both);
        }
        return found;
    }

    // Two words that share one slot q have a commutator that moves q and where they carry it.
    void offer(const Word &a, const Word &b, int slot) {
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

    const Model &model_;
    std::vector<Cycles> &tables_;
    Bits counted_;
    std::vector<Letter> letters_;
};

}  // namespace

bool Cycles::offer(Frame x, Frame y, Frame z, const Word &word) {
    if (word.size() > LONGEST || cost(x, y, z) <= word.size()) return false;
    const auto cost = static_cast<std::uint8_t>(word.size());
    const auto base = static_cast<std::uint32_t>(bases_.size());
    bases_.push_back(word);
    least_ = std::min<int>(least_, cost);
    // The same word seen from the other frames of the piece that starts in x.
    const int first = model_->first_of[model_->slot_of[x]];
    for (int k = 0; k < orbit_.turns; ++k) {
        const auto a = static_cast<Frame>(first + k), b = model_->carried(a, word),
                   c = model_->carried(b, word);
        keep(index(a, b, c), cost, base);
        keep(index(b, c, a), cost, base);
        keep(index(c, a, b), cost, base);
    }
    return true;
}

void Cycles::keep(std::size_t at, std::uint8_t cost, std::uint32_t base) {
    if (cost_[at] <= cost) return;
    cost_[at] = cost;
    base_at_[at] = base;
}

void Cycles::close() {
    const std::size_t n = size();
    setup_.assign(cost_.size(), NO_MOVE);
    std::vector<std::vector<std::uint32_t>> ready(LONGEST + 3);
    for (const auto &[at, base] : base_at_)
        ready[cost_[at]].push_back(static_cast<std::uint32_t>(at));
    std::vector<std::pair<Letter, std::vector<std::uint16_t>>> moves;
    for (std::size_t m = 0; m < model_->moves.size(); ++m) {
        std::vector<std::uint16_t> to(n);
        bool moves_any = false;
        for (std::size_t k = 0; k < n; ++k) {
            to[k] =
                static_cast<std::uint16_t>(model_->moves[m].to[orbit_.begin + k] - orbit_.begin);
            moves_any |= to[k] != k;
        }
        if (moves_any) moves.emplace_back(model_->inverse(static_cast<Letter>(m)), std::move(to));
    }
    for (int cost = 0; cost <= LONGEST; ++cost)
        for (std::size_t k = 0; k < ready[cost].size(); ++k) {
            const std::size_t at = ready[cost][k];
            if (cost_[at] != cost) continue;
            const std::size_t x = at / n / n, y = at / n % n, z = at % n;
            for (const auto &[undo, to] : moves) {
                const std::size_t next = (to[x] * n + to[y]) * n + to[z];
                if (cost_[next] <= cost + 2) continue;
                cost_[next] = static_cast<std::uint8_t>(cost + 2);
                setup_[next] = undo;
                ready[cost + 2].push_back(static_cast<std::uint32_t>(next));
            }
        }
    measure();
}

void Cycles::measure() {
    double total = 0, count = 0;
    bool all = !bases_.empty();
    const int n = orbit_.frames(), t = orbit_.turns;
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

Word Cycles::word(Frame x, Frame y, Frame z) const {
    Word setups;
    std::size_t at = index(x, y, z);
    while (setup_[at] != NO_MOVE) {
        const std::vector<Frame> &to = model_->moves[setup_[at]].to;
        setups.push_back(setup_[at]);
        x = to[x], y = to[y], z = to[z];
        at = index(x, y, z);
    }
    Word word = setups;
    const Word &base = bases_[base_at_.at(at)];
    word.insert(word.end(), base.begin(), base.end());
    const Word back = model_->inverted(setups);
    word.insert(word.end(), back.begin(), back.end());
    return word;
}

std::vector<Cycles> find_cycles(const Model &model, const std::vector<char> &wanted,
                                const std::vector<char> &counts, bool thorough) {
    std::vector<Cycles> tables;
    Bits counted(model.words(), 0);
    for (std::size_t o = 0; o < model.orbits.size(); ++o) {
        const bool small = model.orbits[o].frames() <= MOST_FRAMES;
        tables.emplace_back(model, static_cast<int>(o), wanted[o] && small);
    }
    for (int slot = 0; slot < model.slots(); ++slot)
        if (counts[model.orbit_of[model.first_of[slot]]])
            counted[slot >> 6] |= std::uint64_t{1} << (slot & 63);
    BaseSearch(model, tables, std::move(counted)).run(thorough);
    return tables;
}

}  // namespace puzzlery::general
