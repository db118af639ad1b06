// Meeting in the middle: all colorings near solved are kept, and a given one is grown toward them.
//
// A coloring is known by a 64-bit hash of what is where. Whatever is found is a word that can be
// verified; that nothing shorter exists holds as long as no two colorings share a hash.
#include "job.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <random>
#include <unordered_map>

namespace puzzlery {

namespace {

using Place = std::uint16_t;
using Colors = std::vector<Place>;

struct Turn {
    int family;
    std::vector<Place> to, moved;
};

struct Reached {
    std::uint64_t parent;
    std::uint16_t turn;                  // the turn that led here
    std::uint8_t depth;
};

class Meet : public Job {
public:
    Meet(const std::vector<Colors> &turns, const std::vector<int> &families, const Colors &solved,
         std::size_t most)
        : solved_(solved), most_(most) {
        if (turns.size() != families.size()) throw std::invalid_argument("each turn needs a family");
        for (std::size_t k = 0; k < turns.size(); ++k) add_turn(turns[k], families[k]);
        std::mt19937_64 dice(7);
        std::size_t colors = 0;
        for (const Place color : solved) colors = std::max<std::size_t>(colors, color + std::size_t{1});
        keys_.resize(solved.size(), std::vector<std::uint64_t>(colors));
        for (auto &row : keys_)
            for (std::uint64_t &key : row) key = dice();
        layer_.push_back(solved_);
        near_[hash(solved_)] = {0, NONE, 0};
    }

    Progress progress() const override {
        return {static_cast<double>(near_.size()), static_cast<double>(most_), "states near solved"};
    }

    bool whole() const { return whole_; }
    int depth() const { return depth_; }
    std::size_t size() const { return near_.size(); }

    // A shortest word from a coloring to solved, of at most so many turns; nothing if there is none.
    std::optional<std::vector<int>> word(const Colors &from, int longest, std::size_t most) {
        if (from.size() != solved_.size()) throw std::invalid_argument("a coloring of another puzzle");
        for (const Place color : from)
            if (color >= keys_[0].size()) throw std::invalid_argument("a color of another puzzle");
        std::unordered_map<std::uint64_t, Reached> seen;
        std::vector<Colors> layer{from};
        const std::uint64_t start = hash(from);
        seen[start] = {0, NONE, 0};
        proven_ = true;
        for (int depth = 0; depth <= longest; ++depth) {
            if (const auto met = best_meeting(seen, depth, longest)) return joined(seen, start, *met);
            if (whole_ || depth + depth_ >= longest) return std::nullopt;
            if (seen.size() > most) {
                proven_ = false;
                return std::nullopt;
            }
            layer = grown(layer, seen, depth + 1);
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
                grow(layer_[at_++], near_, depth_ + 1, next_);
                if (near_.size() > most_) return stop();
                if (at_ % 256 == 0 && out_of_time()) return false;
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
        if (!whole_) std::erase_if(near_, [&](const auto &entry) { return entry.second.depth > depth_; });
        std::vector<Colors>().swap(layer_);
        std::vector<Colors>().swap(next_);
        return done_ = true;
    }

    void add_turn(const Colors &to, int family) {
        if (to.size() != solved_.size()) throw std::invalid_argument("a turn of another puzzle");
        std::vector<char> hit(to.size(), 0);
        Turn turn{family, to, {}};
        for (std::size_t k = 0; k < to.size(); ++k) {
            if (to[k] >= to.size() || hit[to[k]]++) throw std::invalid_argument("not a permutation");
            if (to[k] != k) turn.moved.push_back(static_cast<Place>(k));
        }
        turns_.push_back(std::move(turn));
    }

    std::uint64_t hash(const Colors &colors) const {
        std::uint64_t value = 0;
        for (std::size_t k = 0; k < colors.size(); ++k) value ^= keys_[k][colors[k]];
        return value;
    }

    void grow(const Colors &colors, std::unordered_map<std::uint64_t, Reached> &seen, int depth,
              std::vector<Colors> &next) const {
        const std::uint64_t here = hash(colors);
        const std::uint16_t last = seen.at(here).turn;
        for (std::size_t t = 0; t < turns_.size(); ++t) {
            const Turn &turn = turns_[t];
            if (last != NONE && turns_[last].family == turn.family) continue;
            std::uint64_t there = here;
            for (const Place p : turn.moved)
                there ^= keys_[p][colors[p]] ^ keys_[turn.to[p]][colors[p]];
            const Reached entry{here, static_cast<std::uint16_t>(t), static_cast<std::uint8_t>(depth)};
            if (!seen.emplace(there, entry).second) continue;
            next.push_back(colors);
            for (const Place p : turn.moved) next.back()[turn.to[p]] = colors[p];
        }
    }

    std::vector<Colors> grown(const std::vector<Colors> &layer,
                              std::unordered_map<std::uint64_t, Reached> &seen, int depth) const {
        std::vector<Colors> next;
        for (const Colors &colors : layer) grow(colors, seen, depth, next);
        return next;
    }

    // Of the states at a depth the one nearest to solved, if near enough.
    std::optional<std::uint64_t> best_meeting(const std::unordered_map<std::uint64_t, Reached> &seen,
                                              int depth, int longest) const {
        std::optional<std::uint64_t> best;
        int least = longest - depth + 1;
        for (const auto &[state, reached] : seen) {
            if (reached.depth != depth) continue;
            const auto found = near_.find(state);
            if (found == near_.end() || found->second.depth >= least) continue;
            least = found->second.depth;
            best = state;
        }
        return best;
    }

    // Words as turns; what led away from solved is to be undone, so it is told as −1 − turn.
    std::vector<int> joined(const std::unordered_map<std::uint64_t, Reached> &seen, std::uint64_t start,
                            std::uint64_t met) const {
        std::vector<int> word;
        for (std::uint64_t at = met; at != start; at = seen.at(at).parent) word.push_back(seen.at(at).turn);
        std::reverse(word.begin(), word.end());
        for (std::uint64_t at = met; near_.at(at).turn != NONE; at = near_.at(at).parent)
            word.push_back(-1 - near_.at(at).turn);
        return word;
    }

    Colors solved_;
    std::size_t most_;
    std::vector<Turn> turns_;
    std::vector<std::vector<std::uint64_t>> keys_;
    std::unordered_map<std::uint64_t, Reached> near_;
    std::vector<Colors> layer_, next_;
    std::size_t at_ = 0;
    int depth_ = 0;
    bool whole_ = false, done_ = false, proven_ = false;
};

}  // namespace

void bind_meet(nb::module_ &m) {
    nb::class_<Meet, Job>(m, "Meet", "All colorings near solved, for shortest words by meeting in the middle.")
        .def(nb::init<const std::vector<Colors> &, const std::vector<int> &, const Colors &, std::size_t>(),
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
