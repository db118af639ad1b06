// Two-phase for any prices: words of *blocks* that cost little.
//
// A block turns both faces of an axis, by i and j quarters, at a price: 45 blocks in all. So a
// middle layer that turns by a quarter is a block as well, and may cost 1.
//
// 1. Phase 1 brings the cube into the group H of U, D, R2, L2, F2, B2, phase 2 solves it there.
// Both
//    are searched by price; three tables of least prices bound phase 1, two bound phase 2.
// 2. Phase 1 gets more expensive step by step, along each axis of the cube and of its inverse, as
// far
//    as the symmetry keeps all prices.
// 3. A layer may also rotate the cube, and the rotation must be undone in the end. So a word has a
//    *full* price: that of the cheapest way to write its blocks which ends in the right *frame*,
//    one of the rotations of the cube. It is computed for each word, frame by frame.
// 4. What costs as much as the best word before frames are looked at is not searched.
#include "core/job.hpp"
#include "cube3/twophase/twophase_coords.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

namespace puzzlery::twophase {

namespace {

constexpr int BLOCKS = 48;     // 16 for each axis: 4 i + j; those that turn nothing included
constexpr int MOST_PRICE = 8;  // of a block, in units of the cheapest one: tables hold bytes
constexpr int UNKNOWN = 255;   // price in a table
// A phase 2 that costs so many of the cheapest blocks more than its bound is left alone: another
// phase 1 is quicker to find.
constexpr int INNER_SLACK = 4;
// So does one that takes so many nodes: less than a millisecond.
constexpr std::uint64_t INNER_NODES = 20'000;
constexpr int NODES_PER_LOOK = 1024;  // between two looks at the clock

using Numbers = std::vector<std::uint16_t>;
using Prices = std::array<int, BLOCKS>;

int axis_of(int block) { return block / 16; }
bool turns(int block) { return block % 16 != 0; }
int inverse_block(int block) {
    const int i = block / 4 % 4, j = block % 4;
    return axis_of(block) * 16 + (4 - i) % 4 * 4 + (4 - j) % 4;
}
Cube block_cube(int block) { return cube3::axis_turn(axis_of(block), block / 4 % 4, block % 4); }
bool stays_in_h(int block) {
    return turns(block) && (axis_of(block) == 0 || (block / 4 % 2 == 0 && block % 2 == 0));
}

Edges after_block(Edges edges, int block) {
    const int first = 3 * axis_of(block), second = first + 9;  // quarters of the two faces
    for (int k = 0; k < block / 4 % 4; ++k) edges = turned(edges, first);
    for (int k = 0; k < block % 4; ++k) edges = turned(edges, second);
    return edges;
}

// The cubes that blocks make of the solved one.
const std::array<Cube, BLOCKS> &block_cubes() {
    static const std::array<Cube, BLOCKS> all = [] {
        std::array<Cube, BLOCKS> made;
        for (int block = 0; block < BLOCKS; ++block) made[block] = block_cube(block);
        return made;
    }();
    return all;
}

// Where each block leads from each number of a coordinate, for the blocks in question.
template <class After> Numbers transitions(int size, const After &after) {
    Numbers table(static_cast<std::size_t>(size) * BLOCKS);
    for (int n = 0; n < size; ++n)
        for (int block = 0; block < BLOCKS; ++block)
            table[static_cast<std::size_t>(n) * BLOCKS + block] =
                static_cast<std::uint16_t>(after(n, block));
    return table;
}

// The coordinates of both phases, whatever the prices, one table after the other.
struct Coordinates {
    Numbers twist, flip, layer;    // of phase 1
    Numbers corners, rim, middle;  // of phase 2, for blocks of H
    const int home_flip = number_of(Edges{}) % flip_count;
    const int home_layer_number = number_of(Edges{}) / flip_count;

    // Make the next table; false if there are none left.
    bool make_next() {
        if (twist.empty())
            twist = transitions(twist_count, [](int n, int block) {
                const Cube &turn = block_cubes()[static_cast<std::size_t>(block)];
                return twist_of(pieces_of(compose(cube_of(pieces_of_twist(n)), turn)));
            });
        else if (flip.empty())
            flip = transitions(flip_count, [](int n, int block) {
                return number_of(after_block(edges_of_number(n), block)) % flip_count;
            });
        else if (layer.empty())
            layer = transitions(layer_count, [](int n, int block) {
                return number_of(after_block(edges_of_number(n * flip_count), block)) / flip_count;
            });
        else if (corners.empty())
            corners = inner_transitions(corners_count, &Inner::corners);
        else if (rim.empty())
            rim = inner_transitions(rim_count, &Inner::rim);
        else if (middle.empty())
            middle = inner_transitions(middle_count, &Inner::middle);
        else
            return false;
        return true;
    }

private:
    template <class Part> static Numbers inner_transitions(int size, Part Inner::*part) {
        std::vector<Pieces> turns;
        for (const Cube &cube : block_cubes()) turns.push_back(pieces_of(cube));
        return transitions(size, [&](int n, int block) -> int {
            if (!stays_in_h(block)) return n;
            Inner at{};
            at.*part = static_cast<Part>(n);
            const Pieces before = pieces_of_inner(at);
            const Pieces &from = turns[static_cast<std::size_t>(block)];
            Pieces after = before;
            for (int slot = 0; slot < 8; ++slot)
                after.corners[slot] = before.corners[from.corners[slot]];
            for (int slot = 0; slot < 12; ++slot)
                after.edges[slot] = before.edges[from.edges[slot]];
            return inner_of(after).*part;
        });
    }
};

Coordinates &coordinates() {
    static Coordinates all;
    return all;
}

std::uint16_t next(const Numbers &table, std::uint16_t number, int block) {
    return table[std::size_t{number} * BLOCKS + block];
}

// The least price to bring two coordinates home together, for each pair of their numbers.
std::vector<std::uint8_t> least_prices(const Numbers &one, const Numbers &other,
                                       std::pair<int, int> home, const std::vector<int> &blocks,
                                       const Prices &prices) {
    const std::size_t ones = one.size() / BLOCKS, others = other.size() / BLOCKS;
    std::vector<std::uint8_t> table(ones * others, UNKNOWN);
    std::vector<std::vector<std::uint32_t>> waiting(UNKNOWN);
    const auto first = static_cast<std::uint32_t>(home.first * others + home.second);
    table[first] = 0;
    waiting[0].push_back(first);
    for (std::size_t price = 0; price < waiting.size(); ++price) {
        for (const std::uint32_t at : waiting[price]) {
            if (table[at] != price) continue;
            for (const int block : blocks) {
                // Backwards: the price of a block is that of its inverse here, see `Bounds`.
                const std::size_t there =
                    next(one, static_cast<std::uint16_t>(at / others), block) * others +
                    next(other, static_cast<std::uint16_t>(at % others), block);
                const std::size_t total = price + prices[inverse_block(block)];
                if (total >= table[there]) continue;
                table[there] = static_cast<std::uint8_t>(total);
                waiting[total].push_back(static_cast<std::uint32_t>(there));
            }
        }
        std::vector<std::uint32_t>().swap(waiting[price]);
    }
    return table;
}

// Lower bounds of both phases, for given prices, one table after the other.
struct Bounds {
    std::vector<std::uint8_t> twist_layer, flip_layer, twist_flip, corners_middle, rim_middle;

    explicit Bounds(const Prices &prices) : prices_(prices) {
        for (int block = 0; block < BLOCKS; ++block) {
            if (turns(block)) all_.push_back(block);
            if (stays_in_h(block)) inner_.push_back(block);
        }
    }
    // Make the next table; false if there are none left.
    bool make_next() {
        const Coordinates &c = coordinates();
        const int flip = c.home_flip, layer = c.home_layer_number;
        if (twist_layer.empty())
            twist_layer = least_prices(c.twist, c.layer, {0, layer}, all_, prices_);
        else if (flip_layer.empty())
            flip_layer = least_prices(c.flip, c.layer, {flip, layer}, all_, prices_);
        else if (twist_flip.empty())
            twist_flip = least_prices(c.twist, c.flip, {0, flip}, all_, prices_);
        else if (corners_middle.empty())
            corners_middle = least_prices(c.corners, c.middle, {0, 0}, inner_, prices_);
        else if (rim_middle.empty())
            rim_middle = least_prices(c.rim, c.middle, {0, 0}, inner_, prices_);
        else
            return false;
        return true;
    }

private:
    Prices prices_;
    std::vector<int> all_, inner_;
};

// The bounds for a list of prices, made once; null if time is over before. What is made stays.
template <class IsOver> const Bounds *bounds_of(const Prices &prices, const IsOver &is_over) {
    static std::mutex lock;
    static std::map<Prices, std::unique_ptr<Bounds>> known;
    const std::lock_guard guard(lock);
    auto &found = known[prices];
    if (!found) found = std::make_unique<Bounds>(prices);
    while (coordinates().make_next() || found->make_next())
        if (is_over()) return nullptr;
    return found.get();
}

class PricedSearch : public Job {
public:
    // `before` and `costs` say for each block, frame after it and number of quarters by which it
    // also rotates the cube: the frame before it, and what that costs. The word begins in `frame`,
    // and ends in frame 0.
    PricedSearch(const nb::bytes &pieces, const std::vector<int> &before,
                 const std::vector<int> &costs, int frame)
        : frames_(costs.size() / (BLOCKS * 4)), before_(before), costs_(costs),
          frame_(static_cast<std::size_t>(frame)) {
        if (costs.empty() || costs.size() != frames_ * BLOCKS * 4 || before.size() != costs.size())
            throw std::invalid_argument("costs of 48 blocks for each frame are needed");
        if (frame < 0 || frame_ >= frames_) throw std::invalid_argument("an unknown frame");
        for (const int one : before)
            if (one < 0 || static_cast<std::size_t>(one) >= frames_)
                throw std::invalid_argument("an unknown frame");
        std::array<int, BLOCKS> prices{};
        for (int block = 0; block < BLOCKS; ++block) {
            const auto from = costs.begin() + static_cast<std::ptrdiff_t>(frames_ * 4) * block;
            prices[block] =
                *std::min_element(from, from + static_cast<std::ptrdiff_t>(frames_ * 4));
        }
        for (int block = 0; block < BLOCKS; ++block) {
            prices_[block] = prices[block];
            if (!turns(block)) continue;
            if (prices[block] < 1) throw std::invalid_argument("a price below 1");
            least_ = std::min(least_, prices[block]);
            if (prices[block] != prices[inverse_block(block)])
                throw std::invalid_argument("a block and its inverse cost differently");
        }
        for (int block = 0; block < BLOCKS; ++block)
            if (prices_[block] > MOST_PRICE * least_ || prices_[block] > MOST_PRICE)
                throw std::invalid_argument("prices differ too much");
        add_views(cube3::read_cube({pieces.c_str(), pieces.size()}));
    }

    Progress progress() const override {
        return {nodes_, std::nullopt,
                found() ? "a price of " + std::to_string(limit_) : "no word yet"};
    }
    std::uint64_t nodes() const { return nodes_; }
    bool found() const { return limit_ < MOST_TOTAL; }
    // The cheapest word as blocks, and what it costs, if one was found.
    const std::vector<int> &best() const { return best_; }
    int price() const { return limit_; }

protected:
    bool advance() override {
        if (!bounds_) {
            bounds_ = bounds_of(prices_, [this] { return out_of_time(); });
            if (!bounds_) return false;
            begin_views();
        }
        while (outer_ < limit_) {
            for (; view_ < views_.size(); ++view_)
                if (!walk(views_[view_])) return false;
            view_ = 0;
            ++outer_;
        }
        return true;
    }
    void save(Writer &writer) const override { writer.put<std::uint64_t>(nodes_); }
    void load(Reader &reader) override {
        reader.get<std::uint64_t>();
        reader.finish();
    }
    std::uint32_t magic() const override { return 0x50525354; }

private:
    struct Node {
        Cube cube;
        std::uint16_t twist, flip, layer;
        std::int16_t left;      // of the price of phase 1
        std::int8_t block, at;  // that led here, and the one to try next
    };
    // The cube or its inverse, turned so that another axis is that of H.
    struct View {
        Cube cube;
        bool inverted;
        std::array<std::uint8_t, BLOCKS> real;  // the block that looks so
    };

    void add_views(const Cube &cube) {
        for (const cube3::Symmetry &symmetry : cube3::symmetries()) {
            if (symmetry.mirrors) continue;
            View view{conjugate(cube, symmetry), false, {}};
            bool keeps_prices = true;
            for (int block = 0; block < BLOCKS; ++block) {
                const Cube seen = conjugate(block_cube(block), symmetry);
                for (int other = 0; turns(block) && other < BLOCKS; ++other)
                    if (same(block_cube(other), seen)) {
                        view.real[other] = static_cast<std::uint8_t>(block);
                        keeps_prices &= prices_[other] == prices_[block];
                    }
            }
            const int axis = axis_of(view.real[4]);  // the one that is seen as the axis of H
            if (!keeps_prices || std::ranges::find(axes_, axis) != axes_.end()) continue;
            axes_.push_back(axis);
            views_.push_back(view);
            views_.push_back(view);
            views_.back().cube = inverse(views_.back().cube);
            views_.back().inverted = true;
        }
    }
    void begin_views() {
        outer_ = INT32_MAX;
        for (const View &view : views_) outer_ = std::min(outer_, outer_bound(root(view)));
        nodes_ = 1;
    }

    Node root(const View &view) const {
        const Pieces pieces = pieces_of(view.cube);
        const int edges = number_of(edges_of(pieces));
        return {view.cube,
                static_cast<std::uint16_t>(twist_of(pieces)),
                static_cast<std::uint16_t>(edges % flip_count),
                static_cast<std::uint16_t>(edges / flip_count),
                0,
                0,
                0};
    }
    int outer_bound(const Node &node) const {
        const int a = bounds_->twist_layer[std::size_t{node.twist} * layer_count + node.layer];
        const int b = bounds_->flip_layer[std::size_t{node.flip} * layer_count + node.layer];
        const int c = bounds_->twist_flip[std::size_t{node.twist} * flip_count + node.flip];
        return std::max({a, b, c});
    }

    // All phases 1 of one price in a view; false when time is over, to go on later.
    bool walk(const View &view) {
        if (depth_ < 0) {
            path_.resize(static_cast<std::size_t>(outer_ / least_) + 2);
            path_[0] = root(view);
            path_[0].left = static_cast<std::int16_t>(outer_);
            depth_ = 0;
            if (outer_bound(path_[0]) > outer_) depth_ = -1;
            if (depth_ == 0 && outer_ == 0) finish(view), depth_ = -1;
        }
        const Coordinates &c = coordinates();
        while (depth_ >= 0) {
            Node &node = path_[static_cast<std::size_t>(depth_)];
            if (node.at >= BLOCKS) {
                --depth_;
                continue;
            }
            const int block = node.at++;
            if (!turns(block) || (depth_ && axis_of(block) == axis_of(node.block))) continue;
            const int left = node.left - prices_[block];
            if (left < 0) continue;
            Node &child = path_[static_cast<std::size_t>(depth_) + 1];
            child.layer = next(c.layer, node.layer, block);
            child.twist = next(c.twist, node.twist, block);
            child.flip = next(c.flip, node.flip, block);
            ++nodes_;
            if (outer_bound(child) <= left) {
                child.cube = compose(node.cube, block_cubes()[static_cast<std::size_t>(block)]);
                child.left = static_cast<std::int16_t>(left);
                child.block = static_cast<std::int8_t>(block);
                child.at = 0;
                ++depth_;
                if (left == 0) {
                    // What H turns at the end belongs to phase 2.
                    if (!stays_in_h(block)) finish(view);
                    --depth_;
                }
            }
            if (++since_look_ >= NODES_PER_LOOK) {
                since_look_ = 0;
                if (out_of_time()) return false;
            }
        }
        return true;
    }

    int inner_bound(const Inner &inner) const {
        const int a =
            bounds_->corners_middle[std::size_t{inner.corners} * middle_count + inner.middle];
        const int b = bounds_->rim_middle[std::size_t{inner.rim} * middle_count + inner.middle];
        return std::max(a, b);
    }

    // Phase 2 after the phase 1 on the path.
    void finish(const View &view) {
        const Node &node = path_[static_cast<std::size_t>(depth_)];
        const Inner inner = inner_of(pieces_of(node.cube));
        const int bound = inner_bound(inner);
        word_.clear();
        for (int k = 1; k <= depth_; ++k) word_.push_back(path_[static_cast<std::size_t>(k)].block);
        const int slack = bound + INNER_SLACK * least_;
        inner_end_ = nodes_ + INNER_NODES;
        since_look_ += 16;  // phases 2 take time as well
        for (int price = bound; price <= slack && outer_ + price < limit_; ++price)
            solve(view, inner, depth_ ? axis_of(node.block) : -1, price);
    }
    // All words of H that cost exactly so much.
    void solve(const View &view, const Inner &inner, int last_axis, int left) {
        if (left == 0) {
            if (inner_bound(inner) == 0) offer(view);
            return;
        }
        const Coordinates &c = coordinates();
        for (int block = 0; block < BLOCKS; ++block) {
            if (nodes_ > inner_end_) return;
            if (!stays_in_h(block) || axis_of(block) == last_axis || prices_[block] > left)
                continue;
            ++nodes_;
            const Inner child{next(c.corners, inner.corners, block), next(c.rim, inner.rim, block),
                              static_cast<std::uint8_t>(next(c.middle, inner.middle, block))};
            if (inner_bound(child) > left - prices_[block]) continue;
            word_.push_back(block);
            solve(view, child, axis_of(block), left - prices_[block]);
            word_.pop_back();
        }
    }

    void offer(const View &view) {
        std::vector<int> word;
        for (const int block : word_) word.push_back(view.real[block]);
        if (view.inverted) {
            std::ranges::reverse(word);
            for (int &block : word) block = inverse_block(block);
        }
        const int price = full_price(word);
        if (price >= limit_) return;
        limit_ = price;
        best_ = std::move(word);
    }
    // The price of the cheapest way to write a word that ends in frame 0. Blocks that turn nothing
    // may rotate the cube at the end.
    int full_price(const std::vector<int> &word) {
        cheapest_.assign(frames_, MOST_TOTAL);
        cheapest_[frame_] = 0;
        for (const int block : word) go_on(block);
        for (const int block : {0, 16, 32, 0}) go_on(block);
        return cheapest_[0];
    }
    void go_on(int block) {
        after_.assign(frames_, MOST_TOTAL);
        const std::size_t from = frames_ * 4 * static_cast<std::size_t>(block);
        for (std::size_t way = 0; way < frames_ * 4; ++way) {
            const int price =
                cheapest_[static_cast<std::size_t>(before_[from + way])] + costs_[from + way];
            after_[way / 4] = std::min(after_[way / 4], price);
        }
        cheapest_.swap(after_);
    }

    static constexpr int MOST_TOTAL = 1000;

    Prices prices_{};
    int least_ = INT32_MAX;
    std::size_t frames_;
    std::vector<int> before_, costs_;
    std::size_t frame_;
    const Bounds *bounds_ = nullptr;
    std::vector<int> axes_;
    std::vector<View> views_;
    int outer_ = 0;         // the price of phase 1
    std::size_t view_ = 0;  // the current one
    int depth_ = -1;        // of the path; -1 before a view is begun
    std::vector<Node> path_;
    std::vector<int> word_;
    std::uint64_t nodes_ = 0;
    std::uint64_t inner_end_ = 0;  // of the phase 2 that is searched
    int since_look_ = 0;
    int limit_ = MOST_TOTAL;  // words must cost less
    std::vector<int> best_;
    std::vector<int> cheapest_, after_;  // of each frame, while a word is written
};

}  // namespace

}  // namespace puzzlery::twophase

namespace puzzlery {

void bind_priced_search(nb::module_ &m) {
    using twophase::PricedSearch;
    nb::class_<PricedSearch, Job>(m, "PricedSearch",
                                  "Two-phase of the 3x3x3 for any prices of its blocks.")
        .def(nb::init<const nb::bytes &, const std::vector<int> &, const std::vector<int> &, int>(),
             nb::arg("pieces"), nb::arg("before"), nb::arg("costs"), nb::arg("frame"),
             "A block is numbered 16 axis + 4 i + j: both faces turned by i and j quarters.")
        .def("found", &PricedSearch::found, "Whether there is a word.")
        .def("best", &PricedSearch::best, "The cheapest word so far as blocks.")
        .def("price", &PricedSearch::price, "What it costs.")
        .def("nodes", &PricedSearch::nodes, "How many nodes were visited.");
}

}  // namespace puzzlery
