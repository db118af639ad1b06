// Short words for the elements of a stabilizer chain (after T. Minkwitz, 1998).
//
// A table holds for each level and each point of its orbit one element with a word in the
// generators. Three sources fill it, the best one first:
// - commutators of short words that move few points of an orbit and none of the orbits before it,
//   and all their conjugates;
// - short words, divided by what the table holds already;
// - products of two entries of one level, divided likewise.
#include <string>
#include <unordered_map>

#include "groups/letters.hpp"
#include "groups/stabchain.hpp"

namespace puzzlery {

namespace {

constexpr std::size_t usual_conjugators = 20'000;
constexpr std::size_t most_conjugators = 400'000;  // where an orbit has no root so far
constexpr std::size_t few_slots = 8;               // orbits that do well without a root
constexpr std::size_t most_overlap = 24;           // points that both sides of a commutator move
constexpr std::size_t most_moved = 24;             // points of its orbit that a root moves
constexpr std::size_t roots_each = 3;
constexpr std::size_t seeds_each = 8;
constexpr std::size_t most_conjugates = 60'000;
constexpr std::size_t shortenings = 2'000;  // elements that may shorten a full table
constexpr std::size_t longest_word = std::size_t{1} << 20;
constexpr std::size_t most_stored = std::size_t{1} << 28;

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
    // A `quick` table uses the second and the third source only, and no entry is made shorter.
    ShortWords(const StabChain &chain, const std::vector<nb::bytes> &generators, std::uint64_t seed,
               bool quick)
        : action_(chain.action()), seed_(seed), quick_(quick), random_(seed),
          roots_(action_.orbits().size()), seeds_(roots_.size()) {
        if (quick_) phase_ = 2;
        if (generators.size() > 32767) throw std::invalid_argument("too many generators");
        for (const nb::bytes &bytes : generators) add_generator(bytes);
        std::size_t stored = 0;
        level_of_.assign(action_.size(), -1);
        for (const Level *level : chain.chain().levels()) {
            level_of_[level->base()] = static_cast<std::int32_t>(levels_.size());
            stored += level->size() * (action_.size() - level->start());
            missing_ += level->size() - 1;
            levels_.push_back({level, std::vector<Entry>(level->size())});
        }
        if (stored > most_stored) throw std::invalid_argument("the table of words is too large");
        wanted_ = missing_;
        if (levels_.empty()) phase_ = 4;
    }

    Progress progress() const override {
        const char *note = phase_ == 0 ? "commutators" : phase_ == 1 ? "conjugates" : "filling";
        return {wanted_ - missing_, wanted_, note};
    }

    std::vector<int> word(const nb::bytes &bytes) const {
        if (missing_) throw std::invalid_argument("the table of words is not finished");
        Element element;
        if (!action_.compress(points_in(bytes, action_.degree()).data(), element.perm))
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
            if (!missing_ && phase_ < 3) phase_ = quick_ ? 4 : 3, idle_ = 0;
            if (phase_ == 4) break;
            switch (phase_) {
            case 0:
                find_roots();
                break;
            case 1:
                conjugate_root();
                break;
            default:
                feed();
                break;
            }
            if (phase_ < 4 && out_of_time()) return false;
        }
        return true;
    }

    // A table is made quickly, so a snapshot only says whose it is; the work starts anew.
    void save(Writer &writer) const override {
        writer.put<std::uint64_t>(action_.size());
        writer.put(seed_);
        writer.put<std::uint8_t>(quick_);
    }
    void load(Reader &reader) override {
        reader.expect<std::uint64_t>(action_.size(), "snapshot belongs to another group");
        reader.expect(seed_, "snapshot belongs to another group");
        reader.expect<std::uint8_t>(quick_, "snapshot belongs to another group");
        reader.finish();
    }
    std::uint32_t magic() const override { return 0x31445257; }

private:
    struct Table {
        const Level *level;
        std::vector<Entry> entries;  // by position in the level's orbit; the first is the base
    };

    void add_generator(const nb::bytes &bytes) {
        const auto letter = static_cast<Letter>(letters_.size() / 2 + 1);
        Perm p;
        if (!action_.compress(points_in(bytes, action_.degree()).data(), p))
            throw std::invalid_argument("not a generator");
        letters_.push_back({p, {letter}});
        letters_.push_back({inverse(p), {static_cast<Letter>(-letter)}});
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
        if (tried_ < count) {
            try_commutators(letters_[tried_]);
        } else if (tried_ < singles) {
            const std::size_t a = tried_ % count, s = tried_ / count - 1;
            if (common(supports_[a], supports_[s])) try_commutators(conjugate(a, {s}));
        } else {
            const std::size_t a = random_.below(count), s = random_.below(count);
            const std::size_t t = random_.below(count);
            if (common(supports_[a], supports_[s]) && a / 2 != s / 2 && s / 2 != t / 2)
                try_commutators(conjugate(a, {s, t}));
        }
        const std::size_t doubles = all_have_roots() ? usual_conjugators : most_conjugators;
        if (++tried_ >= singles + std::min(4 * count * count * count, doubles))
            phase_ = 1, tried_ = 0;
    }

    bool all_have_roots() const {
        for (std::size_t k = 0; k < roots_.size(); ++k)
            if (roots_[k].empty() && action_.orbits()[k].slots > few_slots) return false;
        return true;
    }

    void try_commutators(const Element &a) {
        const Bits moved = support(a.perm);
        const Perm back = inverse(a.perm);
        Perm c, d;
        for (std::size_t b = 0; b < letters_.size(); ++b) {
            const std::size_t overlap = common(moved, supports_[b]);
            if (!overlap || overlap > most_overlap) continue;
            multiply(a.perm, letters_[b].perm, c);
            multiply(c, back, d);
            multiply(d, opposite(b).perm, c);
            Letters word = a.word;
            append(word, letters_[b].word);
            append(word, inverted(a.word));
            append(word, opposite(b).word);
            offer(c, word);
        }
    }

    // Keep it as a root of the first orbit that it moves, and as a seed for each later one.
    void offer(const Perm &c, const Letters &word) {
        std::vector<Sparse> moved;
        std::vector<std::size_t> where;
        std::size_t total = 0;
        for (std::size_t k = 0; k < action_.orbits().size(); ++k) {
            Sparse part = moved_in(k, c);
            if (part.empty()) continue;
            total += part.size();
            moved.push_back(std::move(part));
            where.push_back(k);
        }
        for (std::size_t i = 0; i < moved.size(); ++i) {
            if (moved[i].size() > most_moved) continue;
            if (i == 0)
                keep_best(roots_[where[0]], {moved[0], word, moved[0].size()}, roots_each);
            else
                keep_best(seeds_[where[i]], {moved[i], word, total}, seeds_each);
        }
    }

    Sparse moved_in(std::size_t k, const Perm &p) const {
        Sparse moved;
        const Orbit &orbit = action_.orbits()[k];
        for (std::size_t i = orbit.first; i < orbit.first + orbit.size; ++i)
            if (p[i] != i) moved.push_back({static_cast<Point>(i), p[i]});
        return moved;
    }

    // Divide the seeds of an orbit by the table of the orbits before it.
    void clean_seeds(std::size_t k) {
        for (const Root &seed : seeds_[k]) {
            Element element{multiplied(seed.word), seed.word};
            bool clean = true;
            for (const Table &table : levels_) {
                if (table.level->start() >= action_.orbits()[k].first) break;
                clean = clean && divide(table, element);
            }
            Sparse moved = moved_in(k, element.perm);
            if (!clean || moved.empty() || moved.size() > most_moved) continue;
            const std::size_t cost = moved.size();
            keep_best(roots_[k], {std::move(moved), element.word, cost}, roots_each);
        }
    }

    Perm multiplied(const Letters &word) const {
        Perm p = identity(action_.size()), next;
        for (const Letter letter : word) {
            const auto k = static_cast<std::size_t>(std::abs(letter) - 1);
            multiply(p, letters_[2 * k + (letter < 0)].perm, next);
            std::swap(p, next);
        }
        return p;
    }

    // Walk through all conjugates of one root, the shortest words first.
    void conjugate_root() {
        if (orbit_ == roots_.size()) {
            phase_ = 2;
            return;
        }
        if (roots_[orbit_].empty()) clean_seeds(orbit_);
        if (tried_ < roots_[orbit_].size())
            walk_conjugates(roots_[orbit_][tried_++]);
        else
            ++orbit_, tried_ = 0;
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
        std::reverse(path.begin(), path.end());
        Letters word = inverted(path);
        append(word, root.word);
        append(word, path);
        put_both(static_cast<std::size_t>(first), {multiplied(word), word});
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
        const Element back{inverse(element.perm), inverted(element.word)};
        const bool first = put(level, element), second = put(level, back);
        return first || second;
    }

    // Divide by the entry for the image of the base; false if there is none.
    static bool divide(const Table &table, Element &element) {
        const Point y = element.perm[table.level->base()];
        if (y == table.level->base()) return true;
        if (!table.level->has(y)) return false;
        const Entry &entry = table.entries[table.level->position(y)];
        if (!entry.known) return false;
        lead_home(table, entry, element);
        return true;
    }
    static void lead_home(const Table &table, const Entry &entry, Element &element) {
        const std::size_t start = table.level->start();
        for (std::size_t i = start; i < element.perm.size(); ++i)
            element.perm[i] = entry.home[element.perm[i] - start];
        append(element.word, inverted(entry.word));
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
        const bool filled = random_.below(2) ? absorb(random_word(), 0) : absorb_product();
        idle_ = filled && phase_ == 2 ? 0 : idle_ + 1;
        if (phase_ == 3) {
            if (idle_ > shortenings) phase_ = 4;
        } else if (idle_ > 100 + levels_.size() / 4) {
            if (limit_ >= longest_word) throw std::runtime_error("all words became too long");
            limit_ *= 2;
            idle_ = 0;
        }
    }

    Element random_word() {
        Element out = letters_[random_.below(letters_.size())];
        Perm next;
        for (std::size_t left = random_.below(10); left; --left) {
            const Element &letter = letters_[random_.below(letters_.size())];
            multiply(out.perm, letter.perm, next);
            std::swap(out.perm, next);
            append(out.word, letter.word);
        }
        return out;
    }

    bool absorb_product() {
        const std::size_t level = random_.below(levels_.size());
        const Table &table = levels_[level];
        Element product{identity(action_.size()), {}};
        for (int factor = 0; factor < 2; ++factor) {
            const Entry &entry = table.entries[random_.below(table.entries.size())];
            if (!entry.known) return false;
            lead_home(table, entry, product);
        }
        return absorb(std::move(product), level);
    }

    const Action &action_;
    std::uint64_t seed_;
    bool quick_;
    RandomGenerator random_;
    std::vector<Element> letters_;  // each generator, followed by its inverse
    std::vector<Bits> supports_;
    std::vector<std::vector<Root>> roots_, seeds_;  // for each orbit
    std::vector<Table> levels_;
    std::vector<std::int32_t> level_of_;  // of a base point, or -1
    std::size_t missing_ = 0, wanted_ = 0, tried_ = 0, orbit_ = 0, idle_ = 0, limit_ = 32;
    int phase_ = 0;
};

void bind_shortwords(nb::module_ &m) {
    nb::class_<ShortWords, Job>(m, "ShortWords", "Short words for the levels of a chain.")
        .def(nb::init<const StabChain &, const std::vector<nb::bytes> &, std::uint64_t, bool>(),
             nb::arg("chain"), nb::arg("generators"), nb::arg("seed"), nb::arg("quick") = false,
             nb::keep_alive<1, 2>())
        .def("word", &ShortWords::word, nb::arg("p"),
             "Letters k + 1 for the k-th generator, -(k + 1) for its inverse.");
}

}  // namespace puzzlery
