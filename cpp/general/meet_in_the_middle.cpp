// Meeting in the middle: two breadth-first searches, from solved and from a given coloring.
//
// 1. The job stores all colorings within `depth` turns of solved, as many complete layers as fit.
// 2. `word` searches breadth first from the given coloring until it meets a stored one. The two
//    halves together are a shortest word.
//
// A coloring is identified by its 64-bit Zobrist hash. Every word found can be verified; the claim
// that none is shorter holds as long as no two colorings share a hash.
#include "core/flat_set.hpp"
#include "core/job.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <limits>
#include <random>

namespace puzzlery {

namespace {

using Place = std::uint16_t;
using Colors = std::vector<Place>;

struct Turn {
    int family;  // no turn follows one of its own family, unless this is below 0
    std::vector<Place> to, moved;
};

struct Entry {
    std::uint64_t state = 0, parent = 0;  // hashes
    std::uint16_t turn = 0;               // the turn from the parent to the state
    std::uint8_t depth = FREE;

    static constexpr std::uint8_t FREE = 255;
    bool is_free() const { return depth == FREE; }
    bool is_like(const Entry &other) const { return state == other.state; }
    std::uint64_t hash() const { return state; }
};

using EntryTable = FlatSet<Entry>;

class MeetInTheMiddle : public Job {
public:
    MeetInTheMiddle(const std::vector<Colors> &turns, const std::vector<int> &families,
                    const Colors &solved, std::size_t most)
        : solved_(solved), most_(most) {
        if (turns.size() != families.size())
            throw std::invalid_argument("each turn needs a family");
        for (std::size_t k = 0; k < turns.size(); ++k) add_turn(turns[k], families[k]);
        std::mt19937_64 random(7);
        std::size_t colors = 0;
        for (const Place color : solved)
            colors = std::max<std::size_t>(colors, color + std::size_t{1});
        keys_.resize(solved.size(), std::vector<std::uint64_t>(colors));
        for (auto &row : keys_)
            for (std::uint64_t &key : row) key = random();
        layer_ = solved_;
        near_.insert({hash(solved_.data()), 0, NONE, 0});
    }

    Progress progress() const override { return {near_.size(), most_, "states near solved"}; }

    bool complete() const { return complete_; }
    int depth() const { return depth_; }
    std::size_t size() const { return near_.size(); }

    // A shortest word from a coloring to solved, of at most `longest` turns; nothing if none is
    // found. The search begins no further layer after `most` colorings, and ends after `seconds`.
    std::optional<std::vector<int>> word(const Colors &from, int longest, std::size_t most,
                                         double seconds) {
        if (from.size() != solved_.size())
            throw std::invalid_argument("a coloring of another puzzle");
        for (const Place color : from)
            if (color >= keys_[0].size()) throw std::invalid_argument("a color of another puzzle");
        EntryTable seen;
        const std::uint64_t start = hash(from.data());
        seen.insert({start, 0, NONE, 0});
        proven_ = true;
        if (const Entry *near = near_.find({start}))
            return near->depth <= longest ? std::optional(joined(seen, start, start))
                                          : std::nullopt;
        const auto begin = std::chrono::steady_clock::now();
        const auto is_late = [&] {
            const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
            return spent.count() >= seconds;
        };
        Colors layer = from, next;
        std::size_t expanded = 0;
        for (int depth = 1; depth + depth_ <= longest && !complete_; ++depth) {
            if (seen.size() > most) {
                proven_ = false;
                return std::nullopt;
            }
            next.clear();
            for (std::size_t at = 0; at < layer.size(); at += from.size()) {
                if (const auto met = expand(layer.data() + at, seen, depth, next, &near_))
                    return joined(seen, start, *met);
                if (++expanded % EXPANSIONS_PER_CHECK == 0 && is_late()) {
                    proven_ = false;
                    return std::nullopt;
                }
            }
            layer.swap(next);
        }
        return std::nullopt;
    }
    // Whether the last search was complete, so that no answer means that there is none.
    bool proven() const { return proven_; }

protected:
    bool advance() override {
        while (!done_) {
            while (at_ < layer_.size()) {
                expand(layer_.data() + at_, near_, depth_ + 1, next_);
                at_ += solved_.size();
                if (near_.size() > most_) return stop();
                if (++expanded_ % EXPANSIONS_PER_CHECK == 0 && out_of_time()) return false;
            }
            at_ = 0;
            layer_.swap(next_);
            next_.clear();
            if (layer_.empty()) {
                complete_ = true;
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
    static constexpr std::size_t EXPANSIONS_PER_CHECK = 256;  // between two looks at the clock

    // Drop the unfinished layer.
    bool stop() {
        if (!complete_) near_.erase_if([this](const Entry &entry) { return entry.depth > depth_; });
        Colors().swap(layer_);
        Colors().swap(next_);
        return done_ = true;
    }

    void add_turn(const Colors &to, int family) {
        if (to.size() != solved_.size()) throw std::invalid_argument("a turn of another puzzle");
        check_permutation(to);
        Turn turn{family, to, {}};
        for (std::size_t k = 0; k < to.size(); ++k)
            if (to[k] != k) turn.moved.push_back(static_cast<Place>(k));
        turns_.push_back(std::move(turn));
    }

    std::uint64_t hash(const Place *colors) const {
        std::uint64_t value = 0;
        for (std::size_t k = 0; k < solved_.size(); ++k) value ^= keys_[k][colors[k]];
        return value;
    }

    // Expand a coloring by every turn and append the new colorings to `next`. Returns the first one
    // that is also in `other`: nearer ones would have been met before.
    std::optional<std::uint64_t> expand(const Place *colors, EntryTable &seen, int depth,
                                        Colors &next, const EntryTable *other = nullptr) const {
        const std::uint64_t here = hash(colors);
        const std::uint16_t last = seen.find({here})->turn;
        for (std::size_t t = 0; t < turns_.size(); ++t) {
            const Turn &turn = turns_[t];
            if (last != NONE && turn.family >= 0 && turns_[last].family == turn.family) continue;
            std::uint64_t there = here;
            for (const Place p : turn.moved)
                there ^= keys_[p][colors[p]] ^ keys_[turn.to[p]][colors[p]];
            if (!seen.insert(
                    {there, here, static_cast<std::uint16_t>(t), static_cast<std::uint8_t>(depth)}))
                continue;
            if (other && other->find({there})) return there;
            const std::size_t at = next.size();
            next.insert(next.end(), colors, colors + solved_.size());
            for (const Place p : turn.moved) next[at + turn.to[p]] = colors[p];
        }
        return std::nullopt;
    }

    // The word through the coloring where the searches met. Turns of the search from solved are
    // undone, which is written −1 − turn.
    std::vector<int> joined(const EntryTable &seen, std::uint64_t start, std::uint64_t met) const {
        std::vector<int> word;
        for (std::uint64_t at = met; at != start; at = seen.find({at})->parent)
            word.push_back(seen.find({at})->turn);
        std::reverse(word.begin(), word.end());
        for (const Entry *at = near_.find({met}); at->turn != NONE; at = near_.find({at->parent}))
            word.push_back(-1 - at->turn);
        return word;
    }

    Colors solved_;
    std::size_t most_;
    std::vector<Turn> turns_;
    std::vector<std::vector<std::uint64_t>> keys_;
    EntryTable near_;
    Colors layer_, next_;  // concatenated colorings
    std::size_t at_ = 0, expanded_ = 0;
    int depth_ = 0;
    bool complete_ = false, done_ = false, proven_ = false;
};

}  // namespace

void bind_meet(nb::module_ &m) {
    nb::class_<MeetInTheMiddle, Job>(
        m, "MeetInTheMiddle",
        "All colorings near solved, for shortest words by meeting in the middle.")
        .def(nb::init<const std::vector<Colors> &, const std::vector<int> &, const Colors &,
                      std::size_t>(),
             nb::arg("turns"), nb::arg("families"), nb::arg("solved"), nb::arg("most"))
        .def("word", &MeetInTheMiddle::word, nb::arg("coloring"), nb::arg("longest"),
             nb::arg("most"), nb::arg("seconds") = std::numeric_limits<double>::infinity(),
             nb::call_guard<nb::gil_scoped_release>(),
             "A shortest word to solved: turn t, or −1 − t for its inverse; None if none is found.")
        .def("proven", &MeetInTheMiddle::proven, "Whether the last search was complete.")
        .def("complete", &MeetInTheMiddle::complete, "Whether all colorings are stored.")
        .def("depth", &MeetInTheMiddle::depth,
             "All colorings up to this many turns from solved are stored.")
        .def("size", &MeetInTheMiddle::size, "How many colorings are stored.");
}

}  // namespace puzzlery
