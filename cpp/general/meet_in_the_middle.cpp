// Meeting in the middle: all colorings near solved are kept, and a given one is grown toward them.
//
// A coloring is known by a 64-bit hash of what is where. Whatever is found is a word that can be
// verified; that nothing shorter exists holds as long as no two colorings share a hash.
#include "core/job.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <random>

namespace puzzlery {

namespace {

using Place = std::uint16_t;
using Colors = std::vector<Place>;

struct Turn {
    int family;
    std::vector<Place> to, moved;
};

struct Reached {
    std::uint64_t state = 0, parent = 0;  // hashes
    std::uint16_t turn = 0;               // the turn that led here
    std::uint8_t depth = FREE;

    static constexpr std::uint8_t FREE = 255;
};

// States by their hashes, in one array: the hash itself says where to look first.
class Reach {
public:
    const Reached *find(std::uint64_t state) const {
        const Reached &entry = entries_[place(state)];
        return entry.depth == Reached::FREE ? nullptr : &entry;
    }
    // False if it is there already.
    bool add(const Reached &entry) {
        if (2 * (size_ + 1) > entries_.size()) enlarge();
        Reached &free = entries_[place(entry.state)];
        if (free.depth != Reached::FREE) return false;
        free = entry;
        ++size_;
        return true;
    }
    // Forget what is deeper.
    void cut(int depth) {
        std::vector<Reached> old(entries_.size());
        old.swap(entries_);
        size_ = 0;
        for (const Reached &entry : old)
            if (entry.depth != Reached::FREE && entry.depth <= depth) add(entry);
    }
    std::size_t size() const { return size_; }

private:
    std::size_t place(std::uint64_t state) const {
        std::size_t at = state & (entries_.size() - 1);
        while (entries_[at].depth != Reached::FREE && entries_[at].state != state)
            at = (at + 1) & (entries_.size() - 1);
        return at;
    }
    void enlarge() {
        std::vector<Reached> old(2 * entries_.size());
        old.swap(entries_);
        for (const Reached &entry : old)
            if (entry.depth != Reached::FREE) entries_[place(entry.state)] = entry;
    }
    std::vector<Reached> entries_ = std::vector<Reached>(1024);
    std::size_t size_ = 0;
};

class Meet : public Job {
public:
    Meet(const std::vector<Colors> &turns, const std::vector<int> &families, const Colors &solved,
         std::size_t most)
        : solved_(solved), most_(most) {
        if (turns.size() != families.size())
            throw std::invalid_argument("each turn needs a family");
        for (std::size_t k = 0; k < turns.size(); ++k) add_turn(turns[k], families[k]);
        std::mt19937_64 dice(7);
        std::size_t colors = 0;
        for (const Place color : solved)
            colors = std::max<std::size_t>(colors, color + std::size_t{1});
        keys_.resize(solved.size(), std::vector<std::uint64_t>(colors));
        for (auto &row : keys_)
            for (std::uint64_t &key : row) key = dice();
        layer_ = solved_;
        near_.add({hash(solved_.data()), 0, NONE, 0});
    }

    Progress progress() const override {
        return {static_cast<double>(near_.size()), static_cast<double>(most_),
                "states near solved"};
    }

    bool whole() const { return whole_; }
    int depth() const { return depth_; }
    std::size_t size() const { return near_.size(); }

    // A shortest word from a coloring to solved, of at most so many turns; nothing if there is
    // none.
    std::optional<std::vector<int>> word(const Colors &from, int longest, std::size_t most) {
        if (from.size() != solved_.size())
            throw std::invalid_argument("a coloring of another puzzle");
        for (const Place color : from)
            if (color >= keys_[0].size()) throw std::invalid_argument("a color of another puzzle");
        Reach seen;
        const std::uint64_t start = hash(from.data());
        seen.add({start, 0, NONE, 0});
        proven_ = true;
        if (const Reached *near = near_.find(start))
            return near->depth <= longest ? std::optional(joined(seen, start, start))
                                          : std::nullopt;
        Colors layer = from, next;
        for (int depth = 1; depth + depth_ <= longest && !whole_; ++depth) {
            if (seen.size() > most) {
                proven_ = false;
                return std::nullopt;
            }
            next.clear();
            for (std::size_t at = 0; at < layer.size(); at += from.size())
                if (const auto met = grow(layer.data() + at, seen, depth, next, &near_))
                    return joined(seen, start, *met);
            layer.swap(next);
        }
        return std::nullopt;
    }
    // Whether the last answer is certain: nothing was left out.
    bool proven() const { return proven_; }

protected:
    // One layer of states at a time.
    bool advance() override {
        while (!done_) {
            while (at_ < layer_.size()) {
                grow(layer_.data() + at_, near_, depth_ + 1, next_);
                at_ += solved_.size();
                if (near_.size() > most_) return stop();
                if (++grown_ % 256 == 0 && out_of_time()) return false;
            }
            at_ = 0;
            layer_.swap(next_);
            next_.clear();
            if (layer_.empty()) {
                whole_ = true;
                return stop();
            }
            ++depth_;
        }
        return true;
    }
    void save(Writer &writer) const override { writer.put<std::uint64_t>(near_.size()); }
    void load(Reader &reader) override { reader.get<std::uint64_t>(), reader.finish(); }
    std::uint32_t magic() const override { return 0x4d454554; }

private:
    static constexpr std::uint16_t NONE = 0xFFFF;

    // A layer that is not finished counts as not reached.
    bool stop() {
        if (!whole_) near_.cut(depth_);
        Colors().swap(layer_);
        Colors().swap(next_);
        return done_ = true;
    }

    void add_turn(const Colors &to, int family) {
        if (to.size() != solved_.size()) throw std::invalid_argument("a turn of another puzzle");
        std::vector<char> hit(to.size(), 0);
        Turn turn{family, to, {}};
        for (std::size_t k = 0; k < to.size(); ++k) {
            if (to[k] >= to.size() || hit[to[k]]++)
                throw std::invalid_argument("not a permutation");
            if (to[k] != k) turn.moved.push_back(static_cast<Place>(k));
        }
        turns_.push_back(std::move(turn));
    }

    std::uint64_t hash(const Place *colors) const {
        std::uint64_t value = 0;
        for (std::size_t k = 0; k < solved_.size(); ++k) value ^= keys_[k][colors[k]];
        return value;
    }

    // Add what one turn leads to; the new colorings are put one after the other into `next`. The
    // first that is also on the other side is told at once: all that are met there are equally
    // far, as nearer ones would have been met before.
    std::optional<std::uint64_t> grow(const Place *colors, Reach &seen, int depth, Colors &next,
                                      const Reach *other = nullptr) const {
        const std::uint64_t here = hash(colors);
        const std::uint16_t last = seen.find(here)->turn;
        for (std::size_t t = 0; t < turns_.size(); ++t) {
            const Turn &turn = turns_[t];
            if (last != NONE && turns_[last].family == turn.family) continue;
            std::uint64_t there = here;
            for (const Place p : turn.moved)
                there ^= keys_[p][colors[p]] ^ keys_[turn.to[p]][colors[p]];
            if (!seen.add(
                    {there, here, static_cast<std::uint16_t>(t), static_cast<std::uint8_t>(depth)}))
                continue;
            if (other && other->find(there)) return there;
            const std::size_t at = next.size();
            next.insert(next.end(), colors, colors + solved_.size());
            for (const Place p : turn.moved) next[at + turn.to[p]] = colors[p];
        }
        return std::nullopt;
    }

    // Words as turns; what led away from solved is to be undone, so it is told as −1 − turn.
    std::vector<int> joined(const Reach &seen, std::uint64_t start, std::uint64_t met) const {
        std::vector<int> word;
        for (std::uint64_t at = met; at != start; at = seen.find(at)->parent)
            word.push_back(seen.find(at)->turn);
        std::reverse(word.begin(), word.end());
        for (const Reached *at = near_.find(met); at->turn != NONE; at = near_.find(at->parent))
            word.push_back(-1 - at->turn);
        return word;
    }

    Colors solved_;
    std::size_t most_;
    std::vector<Turn> turns_;
    std::vector<std::vector<std::uint64_t>> keys_;
    Reach near_;
    Colors layer_, next_;  // colorings one after the other
    std::size_t at_ = 0, grown_ = 0;
    int depth_ = 0;
    bool whole_ = false, done_ = false, proven_ = false;
};

}  // namespace

void bind_meet(nb::module_ &m) {
    nb::class_<Meet, Job>(m, "Meet",
                          "All colorings near solved, for shortest words by meeting in the middle.")
        .def(nb::init<const std::vector<Colors> &, const std::vector<int> &, const Colors &,
                      std::size_t>(),
             nb::arg("turns"), nb::arg("families"), nb::arg("solved"), nb::arg("most"))
        .def("word", &Meet::word, nb::arg("coloring"), nb::arg("longest"), nb::arg("most"),
             nb::call_guard<nb::gil_scoped_release>(),
             "A shortest word to solved: turn t, or −1 − t to undo it; None if none is found.")
        .def("proven", &Meet::proven, "Whether nothing was left out in the last answer.")
        .def("whole", &Meet::whole, "Whether all colorings are kept.")
        .def("depth", &Meet::depth, "Up to how many turns from solved all colorings are kept.")
        .def("size", &Meet::size, "How many colorings are kept.");
}

}  // namespace puzzlery
