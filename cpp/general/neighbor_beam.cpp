// Beam search by broken neighbors, for puzzles whose moves have long cycles.
//
// 1. Two places are *neighbors* if a move carries one to the other in a long cycle. Most moves
// carry
//    most neighbors to neighbors. Pairs of neighbors that moves carry into one another form a
//    *kind*. Pairs of a kind that show two colors more often than when solved are *broken*.
// 2. A *shift* carries all neighbors to neighbors (a row of a globe). Any other move breaks and
//    creates a few pairs, in lists that are made once, so that its effect on the number of broken
//    pairs takes a few lookups, whatever it carries along.
//    (Pairs that one move both creates and breaks up are counted when its state is made.)
// 3. A step is a move after some shifts that bring other pairs to where it acts, or shifts between
// a
//    move and its inverse, which leave all other clusters as they are. Shifts that meet
// in
//    no created pair are chosen independently of each other; steps that touch the same pairs are
//    evaluated once.
// 4. All words of one cost compete; the `width` states with the fewest broken pairs are expanded.
//    A beam makes all clusters whole at once, the next one of the same width one after the other;
//    the words of a stage begin with those of the one before. A state without broken pairs is
//    solved by shifts alone. The width grows fourfold until time is over.
#include "core/flat_set.hpp"
#include "core/job.hpp"
#include "core/permutation.hpp"
#include "core/random.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <numeric>
#include <utility>

namespace puzzlery {

namespace {

using Place = std::uint16_t;
using Color = std::uint16_t;
using Colors = std::vector<Color>;
using Steps = std::vector<int>;  // numbers of moves

constexpr std::size_t LONG_CYCLE = 6;        // shorter cycles of a move make no neighbors
constexpr int FARTHEST_SHIFT = 16;           // cost of one shift before a move
constexpr int FARTHEST_SHIFTS = 4;           // cost of several shifts together before a move
constexpr std::size_t KEPT_CHOICES = 3;      // of the shifts of each cluster before a move
constexpr std::size_t FIRST_WIDTH = 64;      // four times as much as long as there is time
constexpr std::size_t MOST_BYTES = 1 << 30;  // of the states that are kept; bounds the width
constexpr int MOST_IDLE_LEVELS = 40;         // without fewer broken pairs, before a beam gives up
constexpr int BROKEN_PAIR = 16;              // points; what is below tells equal numbers apart
constexpr int LATER_PAIR = 4;  // points of a broken pair of a cluster that is solved later
constexpr std::size_t STAGE_LEVELS = 4;  // of states that a stage leaves to the next one

struct Move {
    int layer = 0, price = 1;
    std::vector<Place> to;
    std::vector<std::pair<Place, Place>> moved;  // place, and the place that its color comes from
};

// Two places and the kind as which they are counted.
struct Look {
    Place one, other;
    std::uint32_t kind;
    auto operator<=>(const Look &) const = default;
};

// What a move, after some shifts, changes: pairs that it creates and those that it breaks up.
struct Change {
    std::vector<Look> created, lost;
    auto operator<=>(const Change &) const = default;
};

// Shifts of one cluster before a move, and the number of the change that they lead to.
struct Choice {
    std::uint16_t shifts = 0;  // in the list of the cluster
    std::uint16_t price = 0;
    std::uint32_t change = 0;
};

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
        : solved_(solved), start_(start), wildcards_(wildcards), seed_(seed) {
        if (moves.size() != layers.size() || moves.size() != prices.size())
            throw std::invalid_argument("each move needs a layer and a price");
        if (solved.size() != start.size())
            throw std::invalid_argument("a coloring of another puzzle");
        for (const Color color : solved) colors_ = std::max<std::size_t>(colors_, color + 1);
        for (const Color color : start)
            if (color >= colors_) throw std::invalid_argument("a color of another puzzle");
        for (std::size_t m = 0; m < moves.size(); ++m) add_move(moves[m], layers[m], prices[m]);
        find_pairs();
        find_kinds();
        find_shifts();
        find_changes();
        RandomGenerator random(seed + 1);
        keys_.resize(solved.size() * colors_);
        for (std::uint64_t &key : keys_) key = random();
        begin();
    }

    Progress progress() const override {
        return {words_, std::nullopt,
                found_ ? std::to_string(best_price_) + " moves, beam of " + std::to_string(width_)
                       : "a beam of " + std::to_string(width_)};
    }
    std::size_t pairs() const { return pairs_.size(); }
    std::vector<int> shifts() const {
        std::vector<int> result;
        for (std::size_t m = 0; m < moves_.size(); ++m)
            if (is_shift_[m]) result.push_back(static_cast<int>(m));
        return result;
    }
    // The greatest number of pairs that a move which is no shift breaks up.
    std::size_t most_broken() const { return most_broken_; }
    bool found() const { return found_; }
    const Steps &best() const { return best_; }
    int best_price() const { return best_price_; }
    std::size_t width() const { return width_; }
    int broken(const Colors &colors) {
        int total = 0;
        for (const Look &look : looks_) {
            const std::size_t type = type_of(colors.data(), look);
            total += ++counts_[type] > limits_[type];
        }
        forget(colors.data());
        return total;
    }
    // The word to the least broken state of all clusters, the cheapest of these, if not to solved.
    const Steps &nearest() const { return nearest_; }
    int nearest_broken() const { return nearest_broken_; }

protected:
    bool advance() override {
        while (width_ <= widest()) {
            if (!expand_levels()) return false;
            if (is_staged_ || clusters_.size() < 2) width_ *= 4;
            is_staged_ = !is_staged_ && clusters_.size() > 1;
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
            if (move < 0 || static_cast<std::size_t>(move) >= moves_.size())
                throw std::invalid_argument("a move of another puzzle");
            apply(moves_[move], colors);
        }
        if (found && wrong(colors) > wildcards_)
            throw std::invalid_argument("a word of another state");
        width_ = width, best_price_ = price, found_ = found, best_ = std::move(word);
        begin();
    }
    std::uint32_t magic() const override { return 0x4e424541; }

private:
    struct Cluster {
        std::vector<int> layers;    // whose shifts are chosen together
        std::vector<Steps> shifts;  // the ways to shift, none first
        std::vector<int> prices;    // of these ways
    };
    // A move after some shifts, or a move, shifts, and the inverse of the move: that changes only
    // the clusters that are shifted.
    struct Way {
        int move, back;       // NO_MOVE without the inverse
        std::uint32_t plain;  // the change of places that no shift reaches
    };
    struct Node {
        std::uint32_t parent;
        std::uint64_t step;
    };
    // All states of one cost.
    struct Level {
        std::vector<Candidate> candidates;
        std::int32_t bound = INT32_MAX;  // candidates from here on are among the worst
        std::vector<Color> states;
        std::uint32_t first = 0, count = 0;  // their nodes
    };

    void add_move(const std::vector<Place> &to, int layer, int price) {
        if (to.size() != solved_.size()) throw std::invalid_argument("a move of another puzzle");
        check_permutation(to);
        if (price < 1 || price > FARTHEST_SHIFT * 256 || layer < 0)
            throw std::invalid_argument("a price out of bounds");
        Move move{layer, price, to, {}};
        for (std::size_t p = 0; p < to.size(); ++p)
            if (to[p] != p) move.moved.emplace_back(to[p], static_cast<Place>(p));
        moves_.push_back(std::move(move));
        layers_ = std::max(layers_, layer + 1);
    }

    // --- neighbors and what moves do to them ---

    void find_pairs() {
        number_.assign(solved_.size() * solved_.size(), NONE);
        std::vector<char> is_known(layers_, 0);
        for (const Move &move : moves_)
            if (!std::exchange(is_known[move.layer], 1))
                for (std::size_t p = 0; p < move.to.size(); ++p)
                    if (cycle_length(move, p) >= LONG_CYCLE)
                        add_pair(static_cast<Place>(p), move.to[p]);
    }
    static std::size_t cycle_length(const Move &move, std::size_t place) {
        std::size_t length = 1;
        for (std::size_t p = move.to[place]; p != place && length < LONG_CYCLE; p = move.to[p])
            ++length;
        return length;
    }
    void add_pair(Place p, Place q) {
        if (pair_number(p, q) != NONE) return;
        number(p, q) = static_cast<std::uint32_t>(2 * pairs_.size());
        number(q, p) = static_cast<std::uint32_t>(2 * pairs_.size() + 1);
        pairs_.emplace_back(p, q);
    }
    std::uint32_t &number(Place p, Place q) { return number_[p * solved_.size() + q]; }
    // The number of a pair: even as it was found, odd in reverse.
    std::uint32_t pair_number(Place p, Place q) const { return number_[p * solved_.size() + q]; }

    // Join pairs that moves carry into one another, and collect the colors of each kind.
    void find_kinds() {
        std::vector<std::uint32_t> root(2 * pairs_.size());
        std::iota(root.begin(), root.end(), 0);
        const auto top = [&](std::uint32_t k) {
            while (root[k] != k) k = root[k] = root[root[k]];
            return k;
        };
        for (const Move &move : moves_)
            for (std::uint32_t k = 0; k < root.size(); ++k) {
                const auto [p, q] = directed(k);
                const std::uint32_t image = pair_number(move.to[p], move.to[q]);
                if (image != NONE) root[top(k)] = top(image);
            }
        std::map<std::uint32_t, std::uint32_t> kinds;
        kind_of_.resize(root.size());
        for (std::uint32_t k = 0; k < root.size(); ++k)
            kind_of_[k] = kinds.emplace(top(k), kinds.size()).first->second;
        kinds_ = kinds.size();
        for (std::size_t k = 0; k < root.size(); k += 2) {
            const auto [p, q] = pairs_[k / 2];
            looks_.push_back(look_of(p, q, static_cast<std::uint32_t>(k)));
        }
        limits_.assign(kinds_ * colors_ * colors_, 0);
        for (const Look &look : looks_) ++limits_[type_of(solved_.data(), look)];
        counts_.assign(limits_.size(), 0);
    }
    // A pair in the direction in which its kind is counted.
    Look look_of(Place p, Place q, std::uint32_t pair) const {
        const std::uint32_t kind = kind_of_[pair], reverse = kind_of_[pair ^ 1];
        return reverse < kind ? Look{q, p, reverse} : Look{p, q, kind};
    }
    std::pair<Place, Place> directed(std::uint32_t k) const {
        const auto [p, q] = pairs_[k / 2];
        return k % 2 ? std::pair(q, p) : std::pair(p, q);
    }
    // The place of a pair's kind and colors in the counts.
    std::size_t type_of(const Color *colors, const Look &look) const {
        return (look.kind * colors_ + colors[look.one]) * colors_ + colors[look.other];
    }
    // How many pairs are broken in clusters of this stage, and the points of all broken pairs.
    struct Broken {
        int now = 0, points = 0;
    };
    Broken count(const Color *colors) {
        Broken broken;
        for (const Look &look : looks_) {
            const std::size_t type = type_of(colors, look);
            if (++counts_[type] <= limits_[type]) continue;
            broken.now += stage_of_[look.kind] <= stage_;
            broken.points += points_[look.kind];
        }
        return broken;
    }
    void forget(const Color *colors) {
        for (const Look &look : looks_) counts_[type_of(colors, look)] = 0;
    }

    // The pairs that a move creates, by the places that their colors come from, and those it loses.
    Change change_of(const Move &move) const {
        Change change;
        std::vector<Place> from(move.to.size());
        for (std::size_t p = 0; p < from.size(); ++p) from[move.to[p]] = static_cast<Place>(p);
        for (std::uint32_t k = 0; k < 2 * pairs_.size(); k += 2) {
            const auto [p, q] = pairs_[k / 2];
            if (pair_number(from[p], from[q]) == NONE)
                change.created.push_back(look_of(from[p], from[q], k));
            if (pair_number(move.to[p], move.to[q]) == NONE)
                change.lost.push_back(look_of(p, q, k));
        }
        return change;
    }

    void find_shifts() {
        is_shift_.resize(moves_.size());
        for (std::size_t m = 0; m < moves_.size(); ++m) {
            const Change change = change_of(moves_[m]);
            is_shift_[m] = change.created.empty();
            most_broken_ = std::max(most_broken_, change.lost.size());
        }
        shift_of_.assign(solved_.size(), -1);
        for (std::size_t m = 0; m < moves_.size(); ++m)
            if (is_shift_[m])
                for (const auto &[place, _] : moves_[m].moved) shift_of_[place] = moves_[m].layer;
    }

    // Clusters of layers whose shifts meet in pairs that a move creates, and their choices.
    void find_changes() {
        std::vector<int> root(layers_);
        std::iota(root.begin(), root.end(), 0);
        const auto top = [&](int k) {
            while (root[k] != k) k = root[k];
            return k;
        };
        std::vector<Change> changes(moves_.size());
        std::vector<char> in_use(layers_, 0);
        for (std::size_t m = 0; m < moves_.size(); ++m) {
            if (is_shift_[m]) continue;
            changes[m] = change_of(moves_[m]);
            for (const auto *looks : {&changes[m].created, &changes[m].lost})
                for (const Look &look : *looks) {
                    const int a = shift_of_[look.one], b = shift_of_[look.other];
                    for (const int layer : {a, b})
                        if (layer >= 0) in_use[layer] = 1;
                    if (a >= 0 && b >= 0) root[top(a)] = top(b);
                }
        }
        std::vector<int> cluster_of(layers_, -1);
        for (int layer = 0; layer < layers_; ++layer) {
            if (!in_use[layer]) continue;
            int &number = cluster_of[top(layer)];
            if (number < 0) number = static_cast<int>(clusters_.size()), clusters_.emplace_back();
            clusters_[number].layers.push_back(layer);
            cluster_of[layer] = number;
        }
        for (Cluster &cluster : clusters_) {
            Steps none;
            add_shifts(cluster, 0, 0, none);
        }
        std::map<Change, std::uint32_t> numbers;
        const auto number_of = [&](Change change) {
            std::ranges::sort(change.created);
            std::ranges::sort(change.lost);
            const auto [at, is_new] =
                numbers.emplace(std::move(change), static_cast<std::uint32_t>(changes_.size()));
            if (is_new) changes_.push_back(at->first);
            return at->second;
        };
        for (const Cluster &cluster : clusters_)
            reach_ += *std::ranges::max_element(cluster.prices);
        int dearest = 1;
        for (std::size_t m = 0; m < moves_.size(); ++m) {
            if (is_shift_[m]) continue;
            dearest = std::max(dearest, 2 * moves_[m].price);
            std::vector<Change> parts(clusters_.size() + 1);
            const auto part = [&](const Look &look) -> Change & {
                const int layer = std::max(shift_of_[look.one], shift_of_[look.other]);
                return parts[layer < 0 ? clusters_.size() : cluster_of[layer]];
            };
            for (const Look &look : changes[m].created) part(look).created.push_back(look);
            for (const Look &look : changes[m].lost) part(look).lost.push_back(look);
            add_way({static_cast<int>(m), NO_MOVE, number_of(parts.back())},
                    [&](std::size_t c, const Steps &shifts) {
                        return number_of(before(parts[c], shifts));
                    });
            const int back = inverse_of(moves_[m]);
            if (clusters_.size() < 2 || back == NO_MOVE) continue;
            add_way({static_cast<int>(m), back, number_of({})},
                    [&](std::size_t, const Steps &shifts) {
                        return number_of(change_of(between(moves_[m], shifts, moves_[back])));
                    });
        }
        reach_ += dearest;
        stage_of_.assign(kinds_, 0);
        for (const Look &look : looks_) {
            const int layer = shift_of_[look.one];
            if (layer >= 0 && cluster_of[layer] >= 0) stage_of_[look.kind] = cluster_of[layer];
        }
    }
    // Add a way and, for each cluster, what its shifts change.
    template <class Changed> void add_way(Way way, const Changed &changed) {
        ways_.push_back(way);
        auto &rows = choices_.emplace_back();
        for (std::size_t c = 0; c < clusters_.size(); ++c) {
            auto &row = rows.emplace_back();
            for (std::size_t s = 0; s < clusters_[c].shifts.size(); ++s)
                row.push_back({static_cast<std::uint16_t>(s),
                               static_cast<std::uint16_t>(clusters_[c].prices[s]),
                               changed(c, clusters_[c].shifts[s])});
        }
    }
    int inverse_of(const Move &move) const {
        const Perm back = inverse(move.to);
        for (std::size_t m = 0; m < moves_.size(); ++m)
            if (moves_[m].to == back) return static_cast<int>(m);
        return NO_MOVE;
    }
    // The effect of shifts between two moves.
    Move between(const Move &first, const Steps &shifts, const Move &last) const {
        Move whole = first;
        for (Place &place : whole.to) {
            for (const int shift : shifts) place = moves_[shift].to[place];
            place = last.to[place];
        }
        return whole;
    }
    // All ways to shift the layers of a cluster: one far, or several by little.
    void add_shifts(Cluster &cluster, std::size_t next, int price, Steps &chosen) {
        if (next == cluster.layers.size()) {
            if (price > (chosen.size() > 1 ? FARTHEST_SHIFTS : FARTHEST_SHIFT)) return;
            cluster.shifts.push_back(chosen);
            cluster.prices.push_back(price);
            return;
        }
        add_shifts(cluster, next + 1, price, chosen);
        for (std::size_t m = 0; m < moves_.size(); ++m)
            if (is_shift_[m] && moves_[m].layer == cluster.layers[next] &&
                price + moves_[m].price <= FARTHEST_SHIFT) {
                chosen.push_back(static_cast<int>(m));
                add_shifts(cluster, next + 1, price + moves_[m].price, chosen);
                chosen.pop_back();
            }
    }
    // The same change with its places as they are before some shifts.
    Change before(const Change &change, const Steps &shifts) const {
        Change result = change;
        for (auto step = shifts.rbegin(); step != shifts.rend(); ++step) {
            std::vector<Place> from(solved_.size());
            std::iota(from.begin(), from.end(), Place{0});
            for (const auto &[place, source] : moves_[*step].moved) from[place] = source;
            for (auto *looks : {&result.created, &result.lost})
                for (Look &look : *looks) look.one = from[look.one], look.other = from[look.other];
        }
        return result;
    }

    // --- the beam ---

    std::size_t widest() const {
        return MOST_BYTES / (sizeof(Color) * solved_.size() * (reach_ + 1));
    }

    void begin() {
        nodes_.clear();
        stage_ = is_staged_ ? 0 : last_stage();
        seeds_.clear();
        seed_states_ = start_;
        begin_stage({{0, 0}});
        values_.resize(changes_.size());
    }
    int last_stage() const { return std::max(1, static_cast<int>(clusters_.size())) - 1; }

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
        points_.resize(kinds_);
        for (std::size_t k = 0; k < kinds_; ++k)
            points_[k] = stage_of_[k] <= stage_ ? BROKEN_PAIR : LATER_PAIR;
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
            if (level_ >= reach_) Colors().swap(levels_[level_ - reach_].states);
            std::vector<Candidate>().swap(levels_[level_].candidates);
        }
    }

    // The states of a level, without repetitions, the least broken first.
    void make_states(std::size_t number) {
        Level &level = levels_[number];
        std::ranges::sort(level.candidates, {}, &Candidate::score);
        level.first = static_cast<std::uint32_t>(nodes_.size());
        const std::size_t size = solved_.size();
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
                for (const int move : steps_of(candidate.step)) apply(moves_[move], colors);
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
                if (broken.now <= 4 * wildcards_) finish(colors, number, node);
                if (broken.now < nearest_broken_) {
                    nearest_broken_ = broken.now;
                    nearest_ = word_to(node);
                }
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
        return levels_[level].states.data() + (node - levels_[level].first) * solved_.size();
    }
    void apply(const Move &move, Colors &colors) const {
        before_ = colors;
        for (const auto &[place, source] : move.moved) colors[place] = before_[source];
    }
    std::uint64_t hash(const Colors &colors) const {
        std::uint64_t value = 0;
        for (std::size_t p = 0; p < colors.size(); ++p) value ^= keys_[p * colors_ + colors[p]];
        return value;
    }
    int wrong(const Colors &colors) const {
        int count = 0;
        for (std::size_t p = 0; p < colors.size(); ++p) count += colors[p] != solved_[p];
        return count;
    }

    void expand(std::size_t number, std::uint32_t at) {
        const std::uint32_t node = levels_[number].first + at;
        const Color *colors = levels_[number].states.data() + at * solved_.size();
        const int now = count(colors).points;
        for (std::size_t c = 0; c < changes_.size(); ++c) {
            int value = 0;
            for (const Look &look : changes_[c].created) {
                const std::size_t type = type_of(colors, look);
                value += counts_[type] >= limits_[type] ? points_[look.kind] : 0;
            }
            for (const Look &look : changes_[c].lost) {
                const std::size_t type = type_of(colors, look);
                value -= counts_[type] > limits_[type] ? points_[look.kind] : 0;
            }
            values_[c] = value;
        }
        forget(colors);
        for (std::size_t b = 0; b < ways_.size(); ++b) {
            chosen_.assign(clusters_.size(), 0);
            const Way &way = ways_[b];
            const int price = moves_[way.move].price * (way.back == NO_MOVE ? 1 : 2);
            best_choices(b);
            combine(number, node, b, 0, price, now + values_[way.plain]);
        }
    }
    // The few best choices of each cluster before a move: all of them if there is one cluster.
    void best_choices(std::size_t b) {
        kept_.resize(clusters_.size());
        for (std::size_t c = 0; c < clusters_.size(); ++c) {
            const auto &row = choices_[b][c];
            kept_[c].clear();
            for (std::uint32_t k = 0; k < row.size(); ++k)
                kept_[c].push_back({values_[row[k].change] + BROKEN_PAIR / 2 * row[k].price, k});
            if (clusters_.size() == 1 || kept_[c].size() <= KEPT_CHOICES) continue;
            std::ranges::partial_sort(kept_[c], kept_[c].begin() + KEPT_CHOICES);
            kept_[c].resize(KEPT_CHOICES);
        }
    }
    void combine(std::size_t number, std::uint32_t node, std::size_t b, std::size_t c, int price,
                 int points) {
        if (c == clusters_.size()) return offer(number + price, node, b, points);
        for (const auto &[_, k] : kept_[c]) {
            const Choice &choice = choices_[b][c][k];
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
        for (std::size_t c = 0; c < clusters_.size(); ++c)
            code = code * clusters_[c].shifts.size() + chosen_[c];
        return code;
    }
    Steps steps_of(std::uint64_t code) const {
        if (code >= SEED) return {};
        std::vector<std::size_t> shifts(clusters_.size());
        for (std::size_t c = clusters_.size(); c-- > 0;) {
            shifts[c] = code % clusters_[c].shifts.size();
            code /= clusters_[c].shifts.size();
        }
        const Way &way = ways_[code];
        Steps steps;
        if (way.back != NO_MOVE) steps.push_back(way.move);
        for (std::size_t c = 0; c < clusters_.size(); ++c)
            steps.insert(steps.end(), clusters_[c].shifts[shifts[c]].begin(),
                         clusters_[c].shifts[shifts[c]].end());
        steps.push_back(way.back == NO_MOVE ? way.move : way.back);
        return steps;
    }

    // Solve a state by shifts of single layers, if they can do it, and keep the word if it is best.
    void finish(const Colors &colors, std::size_t price, std::size_t node) {
        Steps ends;
        Colors after = colors;
        int total = static_cast<int>(price);
        for (int layer = 0; layer < layers_; ++layer) {
            int least = -1, count = 0, cost = 0;
            for (std::size_t m = 0; m < moves_.size(); ++m) {
                if (!is_shift_[m] || moves_[m].layer != layer) continue;
                int still = 0, shifted = 0;
                for (const auto &[place, source] : moves_[m].moved) {
                    still += after[place] != solved_[place];
                    shifted += after[source] != solved_[place];
                }
                if (least < 0 && still == 0) break;
                if (least < 0) count = still;
                if (shifted < count || (shifted == count && least >= 0 && moves_[m].price < cost))
                    least = static_cast<int>(m), count = shifted, cost = moves_[m].price;
            }
            if (least < 0) continue;
            apply(moves_[least], after);
            ends.push_back(least);
            total += cost;
        }
        if (wrong(after) > wildcards_ || (found_ && total >= best_price_)) return;
        best_ = word_to(node);
        best_.insert(best_.end(), ends.begin(), ends.end());
        best_price_ = total;
        found_ = true;
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

    static constexpr std::uint32_t NONE = UINT32_MAX;
    static constexpr int NO_MOVE = -1;
    static constexpr std::uint64_t SEED = std::uint64_t{1} << 63;  // a step that is none
    static constexpr std::size_t NO_LEVEL = SIZE_MAX;

    Colors solved_, start_;
    int wildcards_;
    std::uint64_t seed_;
    std::size_t colors_ = 1;
    int layers_ = 0;
    std::vector<Move> moves_;
    std::vector<std::pair<Place, Place>> pairs_;
    std::vector<std::uint32_t> number_;   // of a pair, by its two places
    std::vector<std::uint32_t> kind_of_;  // of a pair, by its number
    std::size_t kinds_ = 0;
    std::vector<Look> looks_;                    // all pairs
    std::vector<std::int16_t> limits_, counts_;  // of pairs by kind and colors: solved, and now
    std::vector<char> is_shift_;
    std::vector<int> shift_of_;  // of a place, the layer that shifts it
    std::size_t most_broken_ = 0;
    std::vector<Cluster> clusters_;
    std::vector<Change> changes_;
    std::vector<Way> ways_;
    std::vector<std::vector<std::vector<Choice>>> choices_;  // by way and cluster
    std::vector<std::uint64_t> keys_;

    std::size_t reach_ = 1;  // the greatest price of a step; older states are needed no more
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
    std::vector<int> stage_of_, points_;  // of each kind of pairs
    int stage_ = 0;
    bool is_staged_ = false;  // whether the clusters are made whole one after the other
    std::size_t first_seed_ = NO_LEVEL;
    std::vector<Seed> seeds_;           // of the next stage
    Colors seed_states_, next_states_;  // of this stage and of the next
    Steps nearest_;
    int nearest_broken_ = INT32_MAX;
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
        .def("nearest", &NeighborBeam::nearest, "A word to the least broken state so far.")
        .def("nearest_broken", &NeighborBeam::nearest_broken, "How many pairs are broken there.")
        .def("width", &NeighborBeam::width, "How many states of each cost are expanded now.");
}

}  // namespace puzzlery
