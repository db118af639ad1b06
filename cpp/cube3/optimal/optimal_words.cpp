// Alphabets of moves, and which words over them a search may write.
#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>

#include "cube3/optimal/optimal_engine.hpp"

namespace puzzlery::optimal {

namespace {

// A way to write a product of turns; of equally cheap ones, the shortest and first is best.
struct Way {
    int cost = 0;
    Word word;

    bool operator<(const Way &other) const {
        return std::make_tuple(cost, word.size(), word) <
               std::make_tuple(other.cost, other.word.size(), other.word);
    }
};

// Put longer words in place of worse ones; true if there were any.
bool improve(std::map<int, Way> &best, const Alphabet &alphabet, int axis) {
    bool changed = false;
    for (const auto &[product, way] : std::map<int, Way>(best))
        for (int i = 0; i < alphabet.size; ++i) {
            if (alphabet.axis[i] != axis) continue;
            Way longer{way.cost + alphabet.move[i].cost, way.word};
            longer.word.push_back(i);
            const int next = multiply(product, alphabet.product[i]);
            const auto known = best.find(next);
            if (known != best.end() && !(longer < known->second)) continue;
            best[next] = std::move(longer);
            changed = true;
        }
    return changed;
}

void write_products(Alphabet &alphabet, int axis) {
    std::map<int, Way> best = {{0, {}}};
    while (improve(best, alphabet, axis)) {
    }
    for (const auto &[product, way] : best) alphabet.written[axis][product] = way.word;
}

// The states of a reader of words: what it has read of the present axis.
class Reader {
public:
    Reader(Alphabet &alphabet, int direction) : alphabet_(alphabet), direction_(direction) {
        states_[{}] = 0;
    }
    void add(Word word) {
        if (direction_) std::reverse(word.begin(), word.end());
        for (std::size_t length = 1; length <= word.size(); ++length)
            states_.try_emplace(Word(word.begin(), word.begin() + static_cast<long>(length)),
                                static_cast<int>(states_.size()));
    }
    void finish() {
        if (states_.size() > kStates) throw std::invalid_argument("too many ways to turn an axis");
        for (const auto &[read, state] : states_)
            for (int i = 0; i < alphabet_.size; ++i) connect(read, state, i);
    }

private:
    void connect(const Word &read, int state, int i) {
        const bool goes_on = !read.empty() && alphabet_.axis[read[0]] == alphabet_.axis[i];
        Word next = goes_on ? read : Word{};
        next.push_back(i);
        const auto found = states_.find(next);
        if (found == states_.end()) return;
        alphabet_.next[direction_][state] |= std::uint64_t{1} << i;
        alphabet_.step[direction_][state][i] = static_cast<std::uint16_t>(found->second);
    }
    Alphabet &alphabet_;
    int direction_;
    std::map<Word, int> states_;
};

void add_move(Alphabet &alphabet, const Letter &letter, std::map<int, int> &cosets) {
    const int at = alphabet.size++;
    Move &move = alphabet.move[at];
    move.cube = cube3::axis_turn(letter.axis, letter.first, letter.second);
    move.inverse = cube3::inverse(move.cube);
    move.cost = letter.cost;
    alphabet.axis[at] = letter.axis;
    alphabet.product[at] = 4 * letter.first + letter.second;
    const int kind = (letter.first & 1) | (letter.second & 1) << 1;
    if (kind) {
        const auto [known, is_new] =
            cosets.try_emplace(4 * letter.axis + kind, static_cast<int>(cosets.size()));
        move.coset = known->second;
        if (is_new) alphabet.first_of_coset[move.coset] = at;
    }
    alphabet.of_coset[move.coset] |= std::uint64_t{1} << at;
    int &least = alphabet.least_of_coset[move.coset];
    least = least ? std::min(least, move.cost) : move.cost;
    for (int cost = move.cost; cost <= kDeepest; ++cost)
        alphabet.affordable[cost] |= std::uint64_t{1} << at;
}

}  // namespace

bool Alphabet::allows(const Word &word) const {
    int state = 0;
    for (const int letter : word) {
        if (!(next[0][state] >> letter & 1)) return false;
        state = step[0][state][letter];
    }
    return true;
}

Word Alphabet::rewrite(const Word &word) const {
    Word rewritten;
    for (std::size_t i = 0; i < word.size();) {
        const int turned = axis[word[i]];
        int all = 0;
        for (; i < word.size() && axis[word[i]] == turned; ++i)
            all = multiply(all, product[word[i]]);
        rewritten.insert(rewritten.end(), written[turned][all].begin(), written[turned][all].end());
    }
    return rewritten;
}

Alphabet make_alphabet(const std::vector<Letter> &letters) {
    if (letters.empty() || letters.size() > kMoves)
        throw std::invalid_argument("an alphabet has 1 to 45 moves");
    Alphabet alphabet;
    std::map<int, int> cosets;
    for (const Letter &letter : letters) {
        if (letter.axis < 0 || letter.axis > 2 || letter.first < 0 || letter.first > 3 ||
            letter.second < 0 || letter.second > 3 || letter.first + letter.second == 0)
            throw std::invalid_argument(
                "a move turns the faces of axis 0, 1 or 2 by 0 to 3 quarters");
        if (letter.cost < 1 || letter.cost > 100)
            throw std::invalid_argument("the cost of a move is from 1 to 100");
        add_move(alphabet, letter, cosets);
    }
    alphabet.coset_count = static_cast<int>(cosets.size());
    for (int axis = 0; axis < 3; ++axis) write_products(alphabet, axis);
    for (int direction = 0; direction < 2; ++direction) {
        Reader reader(alphabet, direction);
        for (const auto &products : alphabet.written)
            for (const Word &word : products) reader.add(word);
        reader.finish();
    }
    return alphabet;
}

}  // namespace puzzlery::optimal
