// Short words for the elements of a stabilizer chain (after T. Minkwitz, 1998).
//
// A table holds for each level and each point of its orbit one element with a word in the
// generators. Three sources fill it, the best one first:
// - commutators of short words that move few points of one orbit only, and all their conjugates;
// - short words, divided by what the table holds already;
// - products of two entries of one level, divided likewise.
#include <array>
#include <string>
#include <unordered_map>

#include "stabchain.hpp"

namespace puzzlery {

namespace {

using Letter = std::int16_t;  // k + 1 for the k-th generator, -(k + 1) for its inverse
using Letters = std::vector<Letter>;

constexpr std::size_t most_conjugators = 40'000;
constexpr std::size_t most_overlap = 12;     // points that both sides of a commutator move
constexpr std::size_t most_moved = 24;       // points that a root moves
constexpr std::size_t roots_each = 3;
constexpr std::size_t most_conjugates = 60'000;
constexpr std::size_t longest_word = std::size_t{1} << 20;
constexpr std::size_t most_stored = std::size_t{1} << 28;

Letters inverted(const Letters &word) {
    Letters out(word.rbegin(), word.rend());
    for (Letter &letter : out) letter = static_cast<Letter>(-letter);
    return out;
}

// Append a word, cancelling what meets its inverse.
void append(Letters &word, const Letters &more) {
    for (const Letter letter : more)
        if (!word.empty() && word.back() == -letter)
            word.pop_back();
        else
            word.push_back(letter);
}

using Bits = std::vector<std::uint64_t>;

Bits support(const Perm &p) {
    Bits bits((p.size() + 63) / 64, 0);
    for (std::size_t i = 0; i < p.size(); ++i)
        if (p[i] != i) bits[i / 64] |= std::uint64_t{1} << (i % 64);
    return bits;
}

std::size_t common(const Bits &a, const Bits &b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        count += static_cast<std::size_t>(__builtin_popcountll(a[i] & b[i]));
    return count;
}

// A permutation that moves few points: pairs (point, image), sorted.
using Sparse = std::vector<std::array<Point, 2>>;

struct Root {
    Sparse moved;
    Letters word;
};

struct Element {
    Perm perm;
    Letters word;
};

struct Entry {
    Perm home;  // leads the point to the base; only from the level's start on
    Letters word;
    bool known = false;
};

}  // namespace

class ShortWords final : public Job {
public:
    ShortWords(const StabChain &chain, const std::vector<nb::bytes> &generators, std::uint64_t seed)
        : action_(chain.action()), seed_(seed), dice_(seed), roots_(action_.orbits().size()) {
        if (generators.size() > 32767) throw std::invalid_argument("too many generators");
        for (const nb::bytes &bytes : generators) add_generator(bytes);
        std::size_t stored = 0;
        level_of_.assign(action_.size(), -1);
        for (const auto &group : chain.chain().groups())
            for (const Level &level : group) {
                level_of_[level.base()] = static_cast<std::int32_t>(levels_.size());
                stored += level.size() * (action_.size() - level.start());
                missing_ += level.size() - 1;
                levels_.push_back({&level, std::vector<Entry>(level.size())});
            }
        if (stored > most_stored) throw std::invalid_argument("the table of words is too large");
        wanted_ = missing_;
    }

    Progress progress() const override {
        const auto done = static_cast<double>(wanted_ - missing_);
        const char *note = phase_ == 0 ? "commutators" : phase_ == 1 ? "conjugates" : "filling";
        return {done, static_cast<double>(wanted_), note};
    }

    std::vector<int> word(const nb::bytes &bytes) const {
        if (missing_) throw std::invalid_argument("the table of words is not finished");
        const Perm p = read_permutation(bytes, action_.degree());
        Element element;
        if (!action_.compress(p.data(), element.perm))
            throw std::invalid_argument("not an element of the group");
        // p u⁻¹ v⁻¹ … = 1, so that p is the inverse of what is multiplied on.
        for (const Table &table : levels_)
            if (!divide(table, element)) throw std::invalid_argument("not an element of the group");
        const Letters found = inverted(element.word);
        return {found.begin(), found.end()};
    }

protected:
    // 0: look for roots, 1: conjugate them, 2: fill, 3: shorten.
    bool advance() override {
        while (phase_ < 4) {
            if (!missing_ && phase_ < 3) phase_ = 3, idle_ = 0;
            switch (phase_) {
            case 0: find_roots(); break;
            case 1: conjugate_root(); break;
            default: feed(); break;
            }
            if (phase_ < 4 && out_of_time()) return false;
        }
        return true;
    }

    // A table is made quickly, so a snapshot only says whose it is; the work starts anew.
    void save(Writer &writer) const override {
        writer.put<std::uint64_t>(action_.size());
        writer.put(seed_);
    }
    void load(Reader &reader) override {
        const auto size = reader.get<std::uint64_t>(), seed = reader.get<std::uint64_t>();
        reader.finish();
        if (size != action_.size() || seed != seed_)
            throw std::invalid_argument("snapshot belongs to another group");
    }
    std::uint32_t magic() const override { return 0x31445257; }

private:
    struct Table {
        const Level *level;
        std::vector<Entry> entries;  // by position in the level's orbit; the first is the base
    };

    void add_generator(const nb::bytes &bytes) {
        const auto letter = static_cast<Letter>(letters_.size() / 2 + 1);
        Perm p, inverse;
        const Perm full = read_permutation(bytes, action_.degree());
        if (!action_.compress(full.data(), p)) throw std::invalid_argument("not a generator");
        invert(p, inverse);
        letters_.push_back({p, {letter}});
        letters_.push_back({inverse, {static_cast<Letter>(-letter)}});
    }
    const Element &opposite(std::size_t k) const { return letters_[k ^ 1]; }

    // The conjugate of a letter by one or two others: s⁻¹ a s or t⁻¹ s⁻¹ a s t.
    Element conjugate(std::size_t a, const std::vector<std::size_t> &by) const {
        Element out = letters_[a];
        Perm next;
        for (const std::size_t s : by) {
            multiply(opposite(s).perm, out.perm, next);
            multiply(next, letters_[s].perm, out.perm);
            Letters word = opposite(s).word;
            append(word, out.word);
            append(word, letters_[s].word);
            out.word = std::move(word);
        }
        return out;
    }

    // All conjugates by up to one letter; by two letters all, or a random part of them.
    void find_roots() {
        const std::size_t count = letters_.size();
        if (supports_.empty())
            for (const Element &letter : letters_) supports_.push_back(support(letter.perm));
        const std::size_t singles = count * (count + 1);
        const std::size_t doubles = std::min(count * count * count, most_conjugators);
        if (tried_ < count)
            try_commutators(letters_[tried_]);
        else if (tried_ < singles)
            try_commutators(conjugate(tried_ % count, {tried_ / count - 1}));
        else if (tried_ < singles + doubles)
            try_commutators(conjugate(dice_.below(count), {dice_.below(count), dice_.below(count)}));
        if (++tried_ >= singles + doubles) phase_ = 1, tried_ = 0;
    }

    void try_commutators(const Element &a) {
        const Bits moved = support(a.perm);
        Perm inverse, c, d;
        invert(a.perm, inverse);
        for (std::size_t b = 0; b < letters_.size(); ++b) {
            const std::size_t overlap = common(moved, supports_[b]);
            if (!overlap || overlap > most_overlap) continue;
            multiply(a.perm, letters_[b].perm, c);
            multiply(c, inverse, d);
            multiply(d, opposite(b).perm, c);
            Letters word = a.word;
            append(word, letters_[b].word);
            append(word, inverted(a.word));
            append(word, opposite(b).word);
            offer(c, word);
        }
    }

    // Keep it as a root if it moves few points, all of one orbit.
    void offer(const Perm &c, const Letters &word) {
        Sparse moved;
        for (std::size_t i = 0; i < c.size(); ++i) {
            if (c[i] == i) continue;
            moved.push_back({static_cast<Point>(i), c[i]});
            if (moved.size() > most_moved) return;
        }
        if (moved.empty()) return;
        const std::size_t orbit = orbit_of(moved.front()[0]);
        if (orbit != orbit_of(moved.back()[0])) return;
        std::vector<Root> &roots = roots_[orbit];
        const auto cost = [](const Root &root) {
            return std::make_pair(root.moved.size(), root.word.size());
        };
        Root root{std::move(moved), word};
        const auto at = std::find_if(roots.begin(), roots.end(),
                                     [&](const Root &other) { return cost(root) < cost(other); });
        const bool full = roots.size() == roots_each;
        if (full && at == roots.end()) return;
        roots.insert(at, std::move(root));
        if (full) roots.pop_back();
    }

    std::size_t orbit_of(Point p) const {
        std::size_t k = 0;
        while (action_.orbits()[k].first + action_.orbits()[k].size <= p) ++k;
        return k;
    }

    // Walk through all conjugates of one root, the shortest words first.
    void conjugate_root() {
        std::size_t skip = tried_++;
        for (const std::vector<Root> &roots : roots_) {
            if (skip < roots.size()) return walk_conjugates(roots[skip]);
            skip -= roots.size();
        }
        phase_ = 2;
    }

    struct Node {
        Sparse moved;
        std::uint32_t parent;
        Letter by;
        std::size_t depth;
    };

    void walk_conjugates(const Root &root) {
        std::vector<Node> nodes{{root.moved, 0, 0, 0}};
        std::unordered_map<std::string, std::uint32_t> seen{{key(root.moved), 0}};
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            take_conjugate(root, nodes, k);
            for (std::size_t s = 0; s < letters_.size() && nodes.size() < most_conjugates; ++s) {
                Sparse moved = nodes[k].moved;
                for (auto &[from, to] : moved)
                    from = letters_[s].perm[from], to = letters_[s].perm[to];
                std::sort(moved.begin(), moved.end());
                if (!seen.emplace(key(moved), static_cast<std::uint32_t>(nodes.size())).second)
                    continue;
                nodes.push_back({std::move(moved), static_cast<std::uint32_t>(k),
                                 letters_[s].word[0], nodes[k].depth + 1});
            }
        }
    }

    static std::string key(const Sparse &moved) {
        return {reinterpret_cast<const char *>(moved.data()), moved.size() * sizeof(moved[0])};
    }

    void take_conjugate(const Root &root, const std::vector<Node> &nodes, std::size_t k) {
        const Node &node = nodes[k];
        std::int32_t first = -1;
        Point image = 0;
        for (const auto &[from, to] : node.moved)
            if (const std::int32_t l = level_of_[from]; l >= 0 && (first < 0 || l < first))
                first = l, image = to;
        if (first < 0) return;
        const Table &table = levels_[static_cast<std::size_t>(first)];
        const Entry &entry = table.entries[place(table, image)];
        const std::size_t length = root.word.size() + 2 * node.depth;
        if (entry.known && entry.word.size() <= length) return;
        Letters path;
        for (std::size_t at = k; at; at = nodes[at].parent) path.push_back(nodes[at].by);
        Element element{Perm(action_.size()), inverted(Letters(path.rbegin(), path.rend()))};
        append(element.word, root.word);
        append(element.word, Letters(path.rbegin(), path.rend()));
        std::iota(element.perm.begin(), element.perm.end(), Point{0});
        for (const auto &[from, to] : node.moved) element.perm[from] = to;
        put_both(static_cast<std::size_t>(first), element);
    }

    static std::size_t place(const Table &table, Point y) {
        if (!table.level->has(y)) throw std::runtime_error("the chain is not complete");
        return table.level->position(y);
    }

    // Store an element that fixes all base points before the level, if its word is the shorter.
    bool put(std::size_t level, const Element &element) {
        Table &table = levels_[level];
        const Point y = element.perm[table.level->base()];
        Entry &entry = table.entries[place(table, y)];
        if (entry.known && entry.word.size() <= element.word.size()) return false;
        if (!entry.known) --missing_;
        const std::size_t start = table.level->start();
        entry.home.resize(element.perm.size() - start);
        for (std::size_t i = start; i < element.perm.size(); ++i)
            entry.home[element.perm[i] - start] = static_cast<Point>(i);
        entry.word = element.word;
        entry.known = true;
        return true;
    }
    bool put_both(std::size_t level, const Element &element) {
        Element inverse{{}, inverted(element.word)};
        invert(element.perm, inverse.perm);
        const bool first = put(level, element), second = put(level, inverse);
        return first || second;
    }

    // Divide by the entry for the image of the base; false if there is none.
    static bool divide(const Table &table, Element &element) {
        const Point y = element.perm[table.level->base()];
        if (y == table.level->base()) return true;
        if (!table.level->has(y)) return false;
        const Entry &entry = table.entries[table.level->position(y)];
        if (!entry.known) return false;
        const std::size_t start = table.level->start();
        for (std::size_t i = start; i < element.perm.size(); ++i)
            element.perm[i] = entry.home[element.perm[i] - start];
        append(element.word, inverted(entry.word));
        return true;
    }

    // Divide down the table; fill the first gap, or shorten an entry that is met.
    bool absorb(Element element, std::size_t level) {
        for (; level < levels_.size() && element.word.size() <= limit_; ++level) {
            const Table &table = levels_[level];
            if (element.perm[table.level->base()] == table.level->base()) continue;
            if (put_both(level, element)) return true;
            divide(table, element);
        }
        return false;
    }

    void feed() {
        const bool filled = dice_.below(2) ? absorb(random_word(), 0) : absorb_product();
        idle_ = filled && phase_ == 2 ? 0 : idle_ + 1;
        if (phase_ == 3) {
            if (idle_ > 20 * levels_.size()) phase_ = 4;
        } else if (idle_ > 100 + 4 * levels_.size()) {
            if (limit_ >= longest_word) throw std::runtime_error("no words short enough were found");
            limit_ *= 2;
            idle_ = 0;
        }
    }

    Element random_word() {
        Element out = letters_[dice_.below(letters_.size())];
        Perm next;
        for (std::size_t left = dice_.below(10); left; --left) {
            const Element &letter = letters_[dice_.below(letters_.size())];
            multiply(out.perm, letter.perm, next);
            std::swap(out.perm, next);
            append(out.word, letter.word);
        }
        return out;
    }

    bool absorb_product() {
        const std::size_t level = dice_.below(levels_.size());
        const Table &table = levels_[level];
        Element product{Perm(action_.size()), {}};
        std::iota(product.perm.begin(), product.perm.end(), Point{0});
        for (int factor = 0; factor < 2; ++factor) {
            const Entry &entry = table.entries[dice_.below(table.entries.size())];
            if (!entry.known) return false;
            const std::size_t start = table.level->start();
            for (std::size_t i = start; i < product.perm.size(); ++i)
                product.perm[i] = entry.home[product.perm[i] - start];
            append(product.word, inverted(entry.word));
        }
        return absorb(std::move(product), level);
    }

    const Action &action_;
    std::uint64_t seed_;
    Dice dice_;
    std::vector<Element> letters_;  // each generator, followed by its inverse
    std::vector<Bits> supports_;
    std::vector<std::vector<Root>> roots_;
    std::vector<Table> levels_;
    std::vector<std::int32_t> level_of_;  // of a base point, or -1
    std::size_t missing_ = 0, wanted_ = 0, tried_ = 0, idle_ = 0, limit_ = 32;
    int phase_ = 0;
};

void bind_shortwords(nb::module_ &m) {
    nb::class_<ShortWords, Job>(m, "ShortWords", "Short words for the levels of a chain.")
        .def(nb::init<const StabChain &, const std::vector<nb::bytes> &, std::uint64_t>(),
             nb::arg("chain"), nb::arg("generators"), nb::arg("seed"), nb::keep_alive<1, 2>())
        .def("word", &ShortWords::word, nb::arg("p"),
             "Letters k + 1 for the k-th generator, -(k + 1) for its inverse.");
}

}  // namespace puzzlery
