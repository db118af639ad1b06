// Completion: a word after which 3-cycles can solve the rest; see completion.hpp.
#include "general/tables/completion.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace puzzlery::general {

namespace {

// These bounds limit time and memory; the sources of the values are not recorded.
constexpr std::size_t MOST_LISTED_STATES = 300'000;
constexpr std::size_t MOST_TRANSITIONS = 30'000'000;  // listed states × moves
constexpr std::size_t MOST_ENTRIES = 12'000'000;      // of the table
constexpr std::size_t MOST_SIFTED_WORDS = 20'000;     // in the Gaussian elimination
constexpr Letter UNKNOWN = 0xFFFF, ARRIVED = 0xFFFE;

}  // namespace

StateList::StateList(const Model &model, const std::vector<int> &orbits, std::size_t most) {
    for (const int o : orbits)
        for (int f = model.orbits[o].begin; f < model.orbits[o].end;
             f += model.orbits[o].orientations)
            watched_.push_back(static_cast<OrientedSlot>(f));
    const std::size_t moves = model.moves.size();
    std::vector<State> states{model.solved()};
    number_.emplace(key(states[0]), 0);
    State result;
    for (std::size_t k = 0; k < states.size(); ++k) {
        solved_.push_back(std::ranges::all_of(
            watched_, [&](OrientedSlot f) { return model.fits(f, states[k][f]); }));
        next_.emplace_back(moves);
        for (std::size_t m = 0; m < moves; ++m) {
            model.apply(static_cast<Letter>(m), states[k], result);
            const auto [at, is_new] =
                number_.try_emplace(key(result), static_cast<std::uint32_t>(states.size()));
            if (is_new) states.push_back(result);
            next_[k][m] = at->second;
        }
        State().swap(states[k]);
        if (states.size() > most) return;
    }
    complete_ = true;
}

std::string StateList::key(const State &state) const {
    std::string seen(watched_.size() * sizeof(OrientedSlot), '\0');
    char *to = seen.data();
    for (const OrientedSlot f : watched_) {
        std::memcpy(to, &state[f], sizeof(OrientedSlot));
        to += sizeof(OrientedSlot);
    }
    return seen;
}

std::optional<std::size_t> StateList::number(const State &state) const {
    const auto found = number_.find(key(state));
    if (found == number_.end()) return std::nullopt;
    return found->second;
}

Completion::Completion(const Model &model, const std::vector<char> &is_free) : model_(model) {
    std::vector<int> tied;
    for (std::size_t o = 0; o < model.orbits.size(); ++o)
        if (!is_free[o]) tied.push_back(static_cast<int>(o));
    for (std::size_t c = 0; c < model.coordinates.size(); ++c)
        if (is_free[model.coordinates[c].orbit]) counted_.push_back(static_cast<int>(c));
    for (const int c : counted_)
        codes_ = std::min(codes_ * model.coordinates[c].modulus, MOST_ENTRIES + 1);
    for (std::size_t m = 0; m < model.moves.size(); ++m) {
        std::vector<int> totals(model.coordinates.size(), 0);
        model.add(totals, static_cast<Letter>(m));
        change_.push_back(of_free_orbits(totals));
    }
    list(tied);
    if (!ready_) return;
    if (codes_ * states_ <= MOST_ENTRIES)
        fill(toward_, codes_);
    else
        fill_pivots();
}

// StateList each orbit alone is fastest. If the product is too large, list all together: orbits
// that depend on each other have far fewer states.
void Completion::list(const std::vector<int> &tied) {
    const std::size_t most = std::min(
        MOST_LISTED_STATES, MOST_TRANSITIONS / std::max<std::size_t>(1, model_.moves.size()));
    bool apart = true;
    for (const int o : tied) {
        state_lists_.emplace_back(model_, std::vector<int>{o}, most);
        states_ *= state_lists_.back().size();
        apart = apart && state_lists_.back().complete() && states_ <= MOST_ENTRIES;
        if (!apart) break;
    }
    ready_ = apart;
    if (apart && (states_ * codes_ <= MOST_ENTRIES || tied.size() < 2)) return;
    StateList together(model_, tied, most);
    if (!together.complete()) return;
    ready_ = true;
    states_ = together.size();
    state_lists_.clear();
    state_lists_.push_back(std::move(together));
}

bool Completion::solved(std::size_t state) const {
    for (std::size_t k = state_lists_.size(); k-- > 0;) {
        if (!state_lists_[k].solved(state % state_lists_[k].size())) return false;
        state /= state_lists_[k].size();
    }
    return true;
}

std::size_t Completion::next(std::size_t state, Letter move) const {
    std::size_t result = 0, scale = 1;
    for (std::size_t k = state_lists_.size(); k-- > 0;) {
        const std::size_t n = state_lists_[k].size();
        result += scale * state_lists_[k].next(state % n, move);
        scale *= n;
        state /= n;
    }
    return result;
}

std::optional<std::size_t> Completion::number(const State &state) const {
    std::size_t result = 0;
    for (const StateList &list : state_lists_) {
        const auto number = list.number(state);
        if (!number) return std::nullopt;
        result = result * list.size() + *number;
    }
    return result;
}

std::vector<int> Completion::of_free_orbits(const std::vector<int> &all) const {
    std::vector<int> kept;
    for (const int c : counted_) kept.push_back(all[c]);
    return kept;
}

void Completion::add(std::vector<int> &totals, const std::vector<int> &more, int times) const {
    for (std::size_t c = 0; c < totals.size(); ++c) {
        const int modulus = model_.coordinates[counted_[c]].modulus;
        totals[c] = ((totals[c] + times * more[c]) % modulus + modulus) % modulus;
    }
}

std::size_t Completion::code_of(const std::vector<int> &totals) const {
    std::size_t code = 0;
    for (std::size_t k = 0; k < counted_.size(); ++k)
        code = code * model_.coordinates[counted_[k]].modulus + totals[k];
    return code;
}

std::size_t Completion::shifted(std::size_t code, const std::vector<int> &by) const {
    std::size_t result = 0, scale = 1;
    for (std::size_t k = counted_.size(); k-- > 0;) {
        const auto modulus = static_cast<std::size_t>(model_.coordinates[counted_[k]].modulus);
        result += scale * ((code % modulus + by[k]) % modulus);
        code /= modulus;
        scale *= modulus;
    }
    return result;
}

// Breadth first from all solved states; a code numbers the values of the coordinates, 0 if all are
// right.
void Completion::fill(std::vector<Letter> &toward, std::size_t codes) const {
    const std::size_t moves = model_.moves.size();
    toward.assign(codes * states_, UNKNOWN);
    std::vector<std::uint32_t> queue;
    for (std::size_t state = 0; state < states_; ++state)
        if (solved(state)) {
            toward[state * codes] = ARRIVED;
            queue.push_back(static_cast<std::uint32_t>(state * codes));
        }
    for (std::size_t k = 0; k < queue.size(); ++k) {
        const std::size_t state = queue[k] / codes, code = queue[k] % codes;
        for (std::size_t m = 0; m < moves; ++m) {
            const std::size_t to = codes > 1 ? shifted(code, change_[m]) : 0;
            const std::size_t at = next(state, static_cast<Letter>(m)) * codes + to;
            if (toward[at] != UNKNOWN) continue;
            toward[at] = model_.inverse(static_cast<Letter>(m));
            queue.push_back(static_cast<std::uint32_t>(at));
        }
    }
}

// For each coordinate a word that leaves the tied orbits and all coordinates before it alone.
void Completion::fill_pivots() {
    fill(toward_solved_, 1);
    pivots_.assign(counted_.size(), {});
    std::size_t done = 0;
    for (std::size_t state = 0; state < states_; ++state) {
        if (toward_solved_[state] == UNKNOWN) continue;
        for (std::size_t m = 0; m < model_.moves.size() && done < MOST_SIFTED_WORDS; ++m, ++done) {
            const auto move = static_cast<Letter>(m);
            std::vector<int> to(counted_.size(), 0), back(counted_.size(), 0);
            Word word = model_.inverted(solve_tied(state, to));
            word.push_back(move);
            const Word rest = solve_tied(next(state, move), back);
            word.insert(word.end(), rest.begin(), rest.end());
            add(back, change_[m]);
            add(back, to, -1);
            insert(std::move(back), model_.simplified(word));
        }
    }
}

Word Completion::solve_tied(std::size_t state, std::vector<int> &totals) const {
    Word word;
    while (toward_solved_[state] != ARRIVED) {
        const Letter move = toward_solved_[state];
        add(totals, change_[move]);
        word.push_back(move);
        state = next(state, move);
    }
    return word;
}

// Gaussian elimination modulo the moduli, with Euclid's algorithm where these are not prime.
void Completion::insert(std::vector<int> totals, Word word) {
    for (std::size_t c = 0; c < totals.size(); ++c) {
        while (totals[c]) {
            Pivot &pivot = pivots_[c];
            if (pivot.word.empty()) {
                pivot = {std::move(totals), std::move(word)};
                // The multiple of the pivot that is 0 in this coordinate may change later ones.
                const int modulus = model_.coordinates[counted_[c]].modulus;
                const int round = modulus / std::gcd(modulus, pivot.totals[c]);
                std::vector<int> rest(counted_.size(), 0);
                add(rest, pivot.totals, round);
                Word repeated;
                for (int k = 0; k < round; ++k)
                    repeated.insert(repeated.end(), pivot.word.begin(), pivot.word.end());
                insert(std::move(rest), model_.simplified(repeated));
                return;
            }
            const int times = totals[c] / pivot.totals[c];
            const Word back = model_.inverted(pivot.word);
            for (int k = 0; k < times; ++k) word.insert(word.end(), back.begin(), back.end());
            word = model_.simplified(word);
            add(totals, pivot.totals, -times);
            if (totals[c]) {
                std::swap(pivot.totals, totals);
                std::swap(pivot.word, word);
            }
        }
    }
}

std::optional<Word> Completion::word(const State &state, const std::vector<int> &totals) const {
    const auto found = number(state);
    if (!found) return std::nullopt;
    return toward_.empty() ? by_pivots(*found, of_free_orbits(totals))
                           : by_table(*found, of_free_orbits(totals));
}

std::optional<Word> Completion::by_table(std::size_t state, const std::vector<int> &totals) const {
    Word word;
    std::size_t code = code_of(totals);
    while (true) {
        const Letter move = toward_[state * codes_ + code];
        if (move == UNKNOWN) return std::nullopt;
        if (move == ARRIVED) return word;
        word.push_back(move);
        state = next(state, move);
        code = shifted(code, change_[move]);
    }
}

std::optional<Word> Completion::by_pivots(std::size_t state, std::vector<int> totals) const {
    if (toward_solved_[state] == UNKNOWN) return std::nullopt;
    Word word = solve_tied(state, totals);
    for (std::size_t c = 0; c < totals.size(); ++c) {
        const Pivot &pivot = pivots_[c];
        if (totals[c] && (pivot.word.empty() || totals[c] % pivot.totals[c])) return std::nullopt;
        const int times = totals[c] ? totals[c] / pivot.totals[c] : 0;
        const Word back = model_.inverted(pivot.word);
        for (int k = 0; k < times; ++k) word.insert(word.end(), back.begin(), back.end());
        if (times) add(totals, pivot.totals, -times);
    }
    return model_.simplified(word);
}

}  // namespace puzzlery::general
