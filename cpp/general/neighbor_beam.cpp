// Beam search by broken neighbors, for puzzles whose moves have long cycles.
//
// 1. Pairs of a kind (see neighbor_model.hpp) that show two colors more often than when solved are
//    *broken*. The effect of a move on the number of broken pairs takes a few lookups, whatever it
//    carries along. (Pairs that one move both creates and breaks up are counted when its state is
//    made.)
// 2. A step is a move after some shifts that bring other pairs to where it acts, or shifts between
//    a move and its inverse, which leave all other clusters as they are. Shifts of different
//    clusters are chosen independently of each other; steps that touch the same pairs are evaluated
//    once.
// 3. All words of one cost compete; the `width` states with the fewest broken pairs are expanded.
//    A beam makes all clusters whole at once, the next one of the same width one after the other;
//    the words of a stage begin with those of the one before. A state without broken pairs is
//    solved by shifts alone. The width grows fourfold until time is over.
#include "core/flat_set.hpp"
#include "core/job.hpp"
#include "core/random.hpp"
#include "general/neighbor_model.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <map>

namespace puzzlery {

namespace {

using Move = NeighborModel::Move;
using Look = NeighborModel::Look;
using Choice = NeighborModel::Choice;
using Way = NeighborModel::Way;

constexpr std::size_t KEPT_CHOICES = 3;      // of the shifts of each cluster before a move
constexpr std::size_t FIRST_WIDTH = 64;      // four times as much as long as there is time
constexpr std::size_t MOST_BYTES = 1 << 30;  // of the states that are kept; bounds the width
constexpr int MOST_IDLE_LEVELS = 40;         // without fewer broken pairs, before a beam gives up
constexpr int BROKEN_PAIR = 16;              // points; what is below tells equal numbers apart
constexpr int LATER_PAIR = 4;  // points of a broken pair of a cluster that is solved later
constexpr std::size_t FINISHED_STATES = 32;  // of each level, those that shifts bring home
constexpr std::size_t MOST_SKELETONS = 8;
constexpr int WRONG_PLACE_PRICE = 4;     // what an inserted 3-cycle costs, for each place it solves
constexpr std::size_t STAGE_LEVELS = 4;  // of states that a stage leaves to the next one

struct Candidate {
    std::int32_t score;
    std::uint32_t parent;
    std::uint64_t step;
    bool operator<(const Candidate &other) const { return score < other.score; }
};

struct Seen {
    std::uint64_t state = 0;
    bool is_free() const { return state == 0; }
    bool is_like(const Seen &other) const { return state == other.state; }
    std::uint64_t hash() const { return state; }
};

class NeighborBeam : public Job {
public:
    NeighborBeam(const std::vector<std::vector<Place>> &moves, const std::vector<int> &layers,
                 const std::vector<int> &prices, const Colors &solved, const Colors &start,
                 int wildcards, std::uint64_t seed)
        : model_(moves, layers, prices, solved), start_(start), wildcards_(wildcards), seed_(seed) {
        if (solved.size() != start.size())
            throw std::invalid_argument("a coloring of another puzzle");
        for (const Color color : start)
            if (color >= model_.colors) throw std::invalid_argument("a color of another puzzle");
        counts_.assign(model_.limits.size(), 0);
        RandomGenerator random(seed + 1);
        keys_.resize(solved.size() * model_.colors);
        for (std::uint64_t &key : keys_) key = random();
        begin();
    }

    Progress progress() const override {
        return {words_, std::nullopt,
                found_ ? std::to_string(best_price_) + " moves, beam of " + std::to_string(width_)
                       : "a beam of " + std::to_string(width_)};
    }
    std::size_t pairs() const { return model_.pairs.size(); }
    std::vector<int> shifts() const {
        std::vector<int> result;
        for (std::size_t m = 0; m < model_.moves.size(); ++m)
            if (model_.is_shift[m]) result.push_back(static_cast<int>(m));
        return result;
    }
    // The greatest number of pairs that a move which is no shift breaks up.
    std::size_t most_broken() const { return model_.most_broken; }
    bool found() const { return found_; }
    const Steps &best() const { return best_; }
    int best_price() const { return best_price_; }
    std::size_t width() const { return width_; }
    int broken(const Colors &colors) {
        int total = 0;
        for (const Look &look : model_.looks) {
            const std::size_t type = model_.type_of(colors.data(), look);
            total += ++counts_[type] > model_.limits[type];
        }
        forget(colors.data());
        return total;
    }
    // Words after which few places are wrong, the best first: the least sum of the price and of
    // what wrong places will cost.
    std::vector<Steps> skeletons() const {
        std::vector<const Skeleton *> sorted;
        for (const auto &[_, one] : skeletons_) sorted.push_back(&one);
        std::ranges::sort(sorted, {}, &Skeleton::value);
        std::vector<Steps> words;
        for (std::size_t k = 0; k < std::min(MOST_SKELETONS, sorted.size()); ++k)
            words.push_back(sorted[k]->word);
        return words;
    }

protected:
    bool advance() override {
        while (width_ <= widest()) {
            if (!expand_levels()) return false;
            if (is_staged_ || model_.clusters.size() < 2) width_ *= 4;
            is_staged_ = !is_staged_ && model_.clusters.size() > 1;
            begin();
        }
        return true;
    }
    void save(Writer &writer) const override {
        writer.put<std::uint64_t>(width_);
        writer.put(best_price_);
        writer.put(found_);
        writer.put(best_);
    }
    void load(Reader &reader) override {
        const auto width = reader.get<std::uint64_t>();
        const int price = reader.get<int>();
        const bool found = reader.get<bool>();
        Steps word = reader.get_vector<int>();
        reader.finish();
        if (width < 1 || width > 2 * widest()) throw std::invalid_argument("a width out of bounds");
        Colors colors = start_;
        for (const int move : word) {
            if (move < 0 || static_cast<std::size_t>(move) >= model_.moves.size())
                throw std::invalid_argument("a move of another puzzle");
            apply(model_.moves[move], colors);
        }
        if (found && wrong(colors) > wildcards_)
            throw std::invalid_argument("a word of another state");
        width_ = width, best_price_ = price, found_ = found, best_ = std::move(word);
        begin();
    }
    std::uint32_t magic() const override { return 0x4e424541; }

private:
    struct Node {
        std::uint32_t parent;
        std::uint64_t step;
    };
    // A word that leaves some places wrong.
    struct Skeleton {
        int value = INT32_MAX;
        Steps word;
    };
    // All states of one cost.
    struct Level {
        std::vector<Candidate> candidates;
        std::int32_t bound = INT32_MAX;  // candidates from here on are among the worst
        std::vector<Color> states;
        std::uint32_t first = 0, count = 0;  // their nodes
    };

    // How many pairs are broken in clusters of this stage, and the points of all broken pairs.
    struct Broken {
        int now = 0, points = 0;
    };
    Broken count(const Color *colors) {
        Broken broken;
        for (const Look &look : model_.looks) {
            const std::size_t type = model_.type_of(colors, look);
            if (++counts_[type] <= model_.limits[type]) continue;
            broken.now += model_.stage_of[look.kind] <= stage_;
            broken.points += points_[look.kind];
        }
        return broken;
    }
    void forget(const Color *colors) {
        for (const Look &look : model_.looks) counts_[model_.type_of(colors, look)] = 0;
    }

    // --- the beam ---

    std::size_t widest() const {
        return MOST_BYTES / (sizeof(Color) * model_.solved.size() * (model_.reach + 1));
    }

    void begin() {
        nodes_.clear();
        stage_ = is_staged_ ? 0 : last_stage();
        seeds_.clear();
        seed_states_ = start_;
        begin_stage({{0, 0}});
        values_.resize(model_.changes.size());
    }
    int last_stage() const { return std::max(1, static_cast<int>(model_.clusters.size())) - 1; }

    // A state from which a stage begins: its cost and node, the last one of the stage before.
    struct Seed {
        std::size_t level;
        std::uint32_t node;
    };
    void begin_stage(const std::vector<Seed> &seeds) {
        levels_.clear();
        seen_ = {};
        fewest_ = INT32_MAX;
        idle_ = 0;
        is_made_ = false;
        level_ = seeds.front().level;
        for (const Seed &seed : seeds) level_ = std::min(level_, seed.level);
        level_of_.assign(level_, static_cast<std::uint32_t>(nodes_.size()));
        levels_.resize(level_ + 1);
        for (std::size_t k = 0; k < seeds.size(); ++k) {
            if (seeds[k].level >= levels_.size()) levels_.resize(seeds[k].level + 1);
            levels_[seeds[k].level].candidates.push_back({0, seeds[k].node, SEED + k});
        }
        points_.resize(model_.kinds);
        for (std::size_t k = 0; k < model_.kinds; ++k)
            points_[k] = model_.stage_of[k] <= stage_ ? BROKEN_PAIR : LATER_PAIR;
        first_seed_ = NO_LEVEL;
    }
    // Go on with the next cluster, from the states that have all before it whole.
    void begin_next_stage() {
        ++stage_;
        const std::vector<Seed> seeds = std::move(seeds_);
        seeds_.clear();
        seed_states_.swap(next_states_);
        next_states_.clear();
        begin_stage(seeds);
    }

    // Expand one level after the other; false when time is over.
    bool expand_levels() {
        for (;; ++level_) {
            const bool is_over = level_ >= levels_.size();
            if (is_over && first_seed_ == NO_LEVEL) return true;
            if (found_ && static_cast<int>(level_) + 1 >= best_price_) return true;
            if (is_over || (first_seed_ != NO_LEVEL && level_ >= first_seed_ + STAGE_LEVELS))
                begin_next_stage();
            if (idle_ > MOST_IDLE_LEVELS) return true;
            if (!is_made_) {
                make_states(level_);
                is_made_ = true;
                at_ = 0;
            }
            for (; at_ < levels_[level_].count; ++at_) {
                if (at_ % 16 == 0 && out_of_time()) return false;
                expand(level_, at_);
            }
            is_made_ = false;
            if (level_ >= model_.reach) Colors().swap(levels_[level_ - model_.reach].states);
            std::vector<Candidate>().swap(levels_[level_].candidates);
        }
    }

    // The states of a level, without repetitions, the least broken first.
    void make_states(std::size_t number) {
        Level &level = levels_[number];
        std::ranges::sort(level.candidates, {}, &Candidate::score);
        level.first = static_cast<std::uint32_t>(nodes_.size());
        const std::size_t size = model_.solved.size();
        Colors colors(size);
        int least = INT32_MAX;
        for (const Candidate &candidate : level.candidates) {
            if (level.count >= width_) break;
            if (candidate.step >= SEED) {
                const auto from = seed_states_.begin() +
                                  static_cast<std::ptrdiff_t>((candidate.step - SEED) * size);
                std::copy(from, from + static_cast<std::ptrdiff_t>(size), colors.begin());
            } else {
                const Color *from = state_of(candidate.parent);
                std::copy(from, from + size, colors.begin());
                for (const int move : steps_of(candidate.step)) apply(model_.moves[move], colors);
            }
            if (!seen_.insert({hash(colors) | 1})) continue;
            const Broken broken = count(colors.data());
            forget(colors.data());
            least = std::min(least, broken.now);
            nodes_.push_back({candidate.parent, candidate.step});
            level.states.insert(level.states.end(), colors.begin(), colors.end());
            ++level.count;
            ++words_;
            const auto node = static_cast<std::uint32_t>(nodes_.size() - 1);
            if (stage_ < last_stage()) {
                if (broken.now == 0 && seeds_.size() < width_) {
                    first_seed_ = std::min(first_seed_, number);
                    seeds_.push_back({number, node});
                    next_states_.insert(next_states_.end(), colors.begin(), colors.end());
                }
            } else {
                if (broken.now <= 4 * wildcards_ || level.count <= FINISHED_STATES)
                    finish(colors, number, node);
            }
        }
        level_of_.push_back(level.first);
        idle_ = least < fewest_ ? 0 : idle_ + 1;
        fewest_ = std::min(fewest_, least);
    }

    const Color *state_of(std::uint32_t node) const {
        // The level whose nodes begin last before this one.
        const auto after = std::upper_bound(level_of_.begin(), level_of_.end(), node);
        const auto level = static_cast<std::size_t>(after - level_of_.begin()) - 1;
        return levels_[level].states.data() + (node - levels_[level].first) * model_.solved.size();
    }
    void apply(const Move &move, Colors &colors) const {
        before_ = colors;
        for (const auto &[place, source] : move.moved) colors[place] = before_[source];
    }
    std::uint64_t hash(const Colors &colors) const {
        std::uint64_t value = 0;
        for (std::size_t p = 0; p < colors.size(); ++p)
            value ^= keys_[p * model_.colors + colors[p]];
        return value;
    }
    int wrong(const Colors &colors) const {
        int count = 0;
        for (std::size_t p = 0; p < colors.size(); ++p) count += colors[p] != model_.solved[p];
        return count;
    }

    void expand(std::size_t number, std::uint32_t at) {
        const std::uint32_t node = levels_[number].first + at;
        const Color *colors = levels_[number].states.data() + at * model_.solved.size();
        const int now = count(colors).points;
        for (std::size_t c = 0; c < model_.changes.size(); ++c) {
            int value = 0;
            for (const Look &look : model_.changes[c].created) {
                const std::size_t type = model_.type_of(colors, look);
                value += counts_[type] >= model_.limits[type] ? points_[look.kind] : 0;
            }
            for (const Look &look : model_.changes[c].lost) {
                const std::size_t type = model_.type_of(colors, look);
                value -= counts_[type] > model_.limits[type] ? points_[look.kind] : 0;
            }
            values_[c] = value;
        }
        forget(colors);
        for (std::size_t b = 0; b < model_.ways.size(); ++b) {
            chosen_.assign(model_.clusters.size(), 0);
            const Way &way = model_.ways[b];
            const int price =
                model_.moves[way.move].price * (way.back == NeighborModel::NO_MOVE ? 1 : 2);
            best_choices(b);
            combine(number, node, b, 0, price, now + values_[way.plain]);
        }
    }
    // The few best choices of each cluster before a move: all of them if there is one cluster.
    void best_choices(std::size_t b) {
        kept_.resize(model_.clusters.size());
        for (std::size_t c = 0; c < model_.clusters.size(); ++c) {
            const auto &row = model_.choices[b][c];
            kept_[c].clear();
            for (std::uint32_t k = 0; k < row.size(); ++k)
                kept_[c].push_back({values_[row[k].change] + BROKEN_PAIR / 2 * row[k].price, k});
            if (model_.clusters.size() == 1 || kept_[c].size() <= KEPT_CHOICES) continue;
            std::ranges::partial_sort(kept_[c], kept_[c].begin() + KEPT_CHOICES);
            kept_[c].resize(KEPT_CHOICES);
        }
    }
    void combine(std::size_t number, std::uint32_t node, std::size_t b, std::size_t c, int price,
                 int points) {
        if (c == model_.clusters.size()) return offer(number + price, node, b, points);
        for (const auto &[_, k] : kept_[c]) {
            const Choice &choice = model_.choices[b][c][k];
            chosen_[c] = choice.shifts;
            combine(number, node, b, c + 1, price + choice.price, points + values_[choice.change]);
        }
    }
    void offer(std::size_t number, std::uint32_t node, std::size_t b, int points) {
        if (found_ && static_cast<int>(number) >= best_price_) return;
        if (number >= levels_.size()) levels_.resize(number + 1);
        Level &level = levels_[number];
        const std::uint64_t step = encoded(b);
        const auto noise = static_cast<std::int32_t>(mix(seed_ ^ mix(node) ^ step) % BROKEN_PAIR);
        const std::int32_t score = points + noise;
        if (score >= level.bound) return;
        level.candidates.push_back({score, node, step});
        if (level.candidates.size() < 4 * width_ + 64) return;
        const auto middle = level.candidates.begin() + static_cast<std::ptrdiff_t>(2 * width_ + 32);
        std::nth_element(level.candidates.begin(), middle, level.candidates.end());
        level.bound = middle->score;
        level.candidates.erase(middle, level.candidates.end());
    }
    // A move and the shifts before it as one number.
    std::uint64_t encoded(std::size_t b) const {
        std::uint64_t code = b;
        for (std::size_t c = 0; c < model_.clusters.size(); ++c)
            code = code * model_.clusters[c].shifts.size() + chosen_[c];
        return code;
    }
    Steps steps_of(std::uint64_t code) const {
        if (code >= SEED) return {};
        std::vector<std::size_t> shifts(model_.clusters.size());
        for (std::size_t c = model_.clusters.size(); c-- > 0;) {
            shifts[c] = code % model_.clusters[c].shifts.size();
            code /= model_.clusters[c].shifts.size();
        }
        const Way &way = model_.ways[code];
        Steps steps;
        if (way.back != NeighborModel::NO_MOVE) steps.push_back(way.move);
        for (std::size_t c = 0; c < model_.clusters.size(); ++c)
            steps.insert(steps.end(), model_.clusters[c].shifts[shifts[c]].begin(),
                         model_.clusters[c].shifts[shifts[c]].end());
        steps.push_back(way.back == NeighborModel::NO_MOVE ? way.move : way.back);
        return steps;
    }

    // Shift single layers so that few places are wrong. Keep the word if it solves the puzzle and
    // is best, or as a skeleton if it is the best of its level.
    void finish(const Colors &colors, std::size_t price, std::size_t node) {
        Steps ends;
        Colors after = colors;
        int total = static_cast<int>(price);
        for (int layer = 0; layer < model_.layers; ++layer) {
            int least = -1, count = 0, cost = 0;
            for (std::size_t m = 0; m < model_.moves.size(); ++m) {
                if (!model_.is_shift[m] || model_.moves[m].layer != layer) continue;
                int still = 0, shifted = 0;
                for (const auto &[place, source] : model_.moves[m].moved) {
                    still += after[place] != model_.solved[place];
                    shifted += after[source] != model_.solved[place];
                }
                if (least < 0 && still == 0) break;
                if (least < 0) count = still;
                if (shifted < count ||
                    (shifted == count && least >= 0 && model_.moves[m].price < cost))
                    least = static_cast<int>(m), count = shifted, cost = model_.moves[m].price;
            }
            if (least < 0) continue;
            apply(model_.moves[least], after);
            ends.push_back(least);
            total += cost;
        }
        const int left = std::max(0, wrong(after) - wildcards_);
        const auto word = [&] {
            Steps steps = word_to(node);
            steps.insert(steps.end(), ends.begin(), ends.end());
            return steps;
        };
        if (left > 0) {
            Skeleton &kept = skeletons_[price];
            const int value = total + WRONG_PLACE_PRICE * left;
            if (value < kept.value) kept = {value, word()};
        } else if (!found_ || total < best_price_) {
            best_ = word();
            best_price_ = total;
            found_ = true;
        }
    }
    // The word from the start, which is the first node, to a node.
    Steps word_to(std::size_t node) const {
        Steps word;
        for (std::size_t at = node; at != 0; at = nodes_[at].parent) {
            const Steps steps = steps_of(nodes_[at].step);
            word.insert(word.end(), steps.rbegin(), steps.rend());
        }
        std::ranges::reverse(word);
        return word;
    }

    static constexpr std::uint64_t SEED = std::uint64_t{1} << 63;  // a step that is none
    static constexpr std::size_t NO_LEVEL = SIZE_MAX;

    NeighborModel model_;
    Colors start_;
    int wildcards_;
    std::uint64_t seed_;
    std::vector<std::int16_t> counts_;  // of pairs by kind and colors, while a state is looked at
    std::vector<std::uint64_t> keys_;

    std::size_t width_ = FIRST_WIDTH, level_ = 0;
    std::uint32_t at_ = 0;
    bool is_made_ = false;
    int fewest_ = 0, idle_ = 0;
    std::uint64_t words_ = 0;
    std::vector<Level> levels_;
    std::vector<std::uint32_t> level_of_;  // the first node of each level
    std::vector<Node> nodes_;
    FlatSet<Seen> seen_;
    std::vector<int> values_;
    std::vector<std::uint16_t> chosen_;
    std::vector<std::vector<std::pair<int, std::uint32_t>>> kept_;
    mutable Colors before_;
    std::vector<int> points_;  // of each kind of pairs
    int stage_ = 0;
    bool is_staged_ = false;  // whether the clusters are made whole one after the other
    std::size_t first_seed_ = NO_LEVEL;
    std::vector<Seed> seeds_;                    // of the next stage
    Colors seed_states_, next_states_;           // of this stage and of the next
    std::map<std::size_t, Skeleton> skeletons_;  // the best of each level
    bool found_ = false;
    int best_price_ = 0;
    Steps best_;
};

}  // namespace

void bind_neighbor_beam(nb::module_ &m) {
    nb::class_<NeighborBeam, Job>(m, "NeighborBeam",
                                  "A beam search by broken neighbors, for moves with long cycles.")
        .def(nb::init<const std::vector<std::vector<Place>> &, const std::vector<int> &,
                      const std::vector<int> &, const Colors &, const Colors &, int,
                      std::uint64_t>(),
             nb::arg("moves"), nb::arg("layers"), nb::arg("prices"), nb::arg("solved"),
             nb::arg("start"), nb::arg("wildcards") = 0, nb::arg("seed") = 0)
        .def("pairs", &NeighborBeam::pairs, "How many pairs of neighbors there are.")
        .def("shifts", &NeighborBeam::shifts, "The moves that carry neighbors to neighbors.")
        .def("most_broken", &NeighborBeam::most_broken, "The most pairs that one move breaks up.")
        .def("broken", &NeighborBeam::broken, nb::arg("coloring"),
             "How many pairs of neighbors show colors that they never show when solved.")
        .def("found", &NeighborBeam::found, "Whether there is a solution.")
        .def("best", &NeighborBeam::best, "The cheapest solution so far, as numbers of moves.")
        .def("best_price", &NeighborBeam::best_price, "What the cheapest solution costs.")
        .def("skeletons", &NeighborBeam::skeletons, "Words after which few places are wrong.")
        .def("width", &NeighborBeam::width, "How many states of each cost are expanded now.");
}

}  // namespace puzzlery
