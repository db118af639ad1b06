#include "blocked/square_search.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <thread>
#include <unordered_set>

#include "tables/nibbles.hpp"

namespace puzzlery::square {

namespace {

constexpr unsigned most_slashes = 40;
constexpr unsigned most_endings =
    64;  // of one cube that are compared, where more than slashes count
constexpr std::uint64_t first_nodes = 10'000;  // of the first phase, once it has a solution
constexpr std::uint64_t by_first = 1'000'000;  // the first count decides, then the second

}  // namespace

Counts counted(const Word &word) {
    Counts found;
    found.slashes = static_cast<unsigned>(word.size()) - 1;
    found.pairs = found.turns = found.slashes;
    for (const auto &[top, bottom] : word) {
        found.pairs += top || bottom;
        found.turns += (top != 0) + (bottom != 0);
    }
    return found;
}

SquareSearch::SquareSearch(const FullState &start, Metric metric, unsigned level, Bytes corners,
                           Bytes edges, Bytes cubes, unsigned count, unsigned threads)
    : by_corners_(Pattern::get(true, level)), by_edges_(Pattern::get(false, level)), start_(start),
      first_(model_.node(start)), metric_(metric), corners_(std::move(corners)),
      edges_(std::move(edges)), cubes_(std::move(cubes)), count_(std::max(1u, count)),
      threads_(std::max(1u, threads)) {
    if (corners_.size() != nibble_bytes(by_corners_.size()) ||
        edges_.size() != nibble_bytes(by_edges_.size()) || cubes_.size() != states_.size())
        throw std::invalid_argument("a table of Square-1 has another size");
    bound_ = lower_bound(first_);
    // Each slash turns the middle over, so their number is odd just if it is.
    bound_ += (bound_ + first_.middle) % 2;
    limit_ = bound_;
}

unsigned SquareSearch::lower_bound(const Node &node) const {
    const std::uint32_t corners = model_.rank(node.corners), edges = model_.rank(node.edges);
    return std::max(nibble(corners_.data(), by_corners_.index(node, corners, edges)),
                    nibble(edges_.data(), by_edges_.index(node, corners, edges)));
}

Progress SquareSearch::progress() const {
    const std::string best =
        best_slashes_ > most_slashes ? "" : ", found " + std::to_string(best_slashes_);
    return {static_cast<double>(nodes_), std::nullopt,
            "at least " + std::to_string(bound_) + " slashes" + best};
}

bool SquareSearch::is_proven() const {
    if (words_.empty()) return false;
    if (metric_ == Metric::slashes) return best_slashes_ <= bound_;
    // Between two slashes there is at least one turn. Two more slashes cost more than all that the
    // first and the last turn can save; but the solutions with the fewest must all have been seen.
    const unsigned least = 2 * bound_ - std::min(1u, bound_);
    const Counts best = counted(words_.front());
    if (metric_ == Metric::pairs) return best.pairs <= least || best_slashes_ < bound_;
    return best.turns <= least;
}

bool SquareSearch::is_over() const {
    if (metric_ == Metric::slashes && count_ > 1) return best_slashes_ < bound_;
    return is_proven();
}

bool SquareSearch::may_improve(unsigned slashes) const {
    switch (metric_) {
    case Metric::slashes:
        return slashes < best_slashes_ || (count_ > 1 && slashes == best_slashes_);
    case Metric::pairs:
        return slashes <= best_slashes_;
    default:
        return 2 * slashes - std::min(1u, slashes) <= best_turns_;
    }
}

bool SquareSearch::advance() {
    if (words_.empty()) find_first();
    while (!done_) {
        if (is_over()) {
            done_ = true;
            break;
        }
        deepen();
        if (!done_ && out_of_time()) return false;
    }
    return true;
}

// The first phase alone: the nearest cubes from which a solution is known.
void SquareSearch::find_first() {
    Walk walk;
    const bool is_odd = model_.is_odd(first_);
    unsigned left = model_.shapes()[first_.shape].to_even[is_odd];
    while (words_.empty()) {
        if (left > most_slashes) throw std::runtime_error("no solution was found");
        seek_cube(first_, left++, is_odd, none, walk);
    }
    nodes_ += walk.nodes;
}

void SquareSearch::seek_cube(const Node &node, unsigned left, bool odd, std::uint8_t undo,
                             Walk &walk) {
    ++walk.nodes;
    const Shape &shape = model_.shapes()[node.shape];
    if (!left && node.shape == model_.cube()) finish(node, walk);
    for (std::uint8_t c = 0; left && c < shape.choices.size(); ++c) {
        const Choice &choice = shape.choices[c];
        const bool is_odd = odd != choice.is_odd;
        if (c == undo || model_.shapes()[choice.shape].to_even[is_odd] >= left) continue;
        if (walk.nodes > first_nodes && !words_.empty()) return;
        walk.path.push_back(c);
        seek_cube(model_.after(node, choice), left - 1, is_odd, choice.undo, walk);
        walk.path.pop_back();
    }
}

// Goes on with the pass that allows `limit_` slashes, until it ends or the time is over.
void SquareSearch::deepen() {
    if (grown_ != reach()) grow();
    {
        std::vector<std::jthread> crew;
        for (unsigned k = 1; k < threads_; ++k) crew.emplace_back([this, k] { work(workers_[k]); });
        work(workers_[0]);
    }
    for (auto &worker : workers_) nodes_ += std::exchange(worker.walk.nodes, 0);
    if (is_found() || is_searching()) return;
    // All solutions of so many slashes have been seen.
    limit_ += 2;
    bound_ = limit_;
    next_ = 0;
    if (limit_ > most_slashes) done_ = true;
}

bool SquareSearch::is_found() const {
    return metric_ == Metric::slashes && count_ == 1 && best_slashes_ <= limit_;
}

bool SquareSearch::is_searching() const {
    return next_ < tasks_.size() || std::any_of(
                                        workers_.begin(), workers_.end(),
                                        [](const Worker &worker) { return !worker.steps.empty(); });
}

void SquareSearch::work(Worker &worker) {
    constexpr unsigned between_looks = 256;  // nodes
    for (unsigned k = 0; !is_found(); ++k) {
        if (worker.steps.empty() && !begin(worker)) return;
        step(worker);
        if (k % between_looks == between_looks - 1 && out_of_time()) return;
    }
}

// Takes the next task that is near enough; false if none is left.
bool SquareSearch::begin(Worker &worker) {
    for (;;) {
        worker.task = next_.fetch_add(1);
        if (worker.task >= tasks_.size()) {
            next_ = tasks_.size();
            return false;
        }
        const Reached &task = tasks_[worker.task];
        if (task.path.size() + lower_bound(task.node) > limit_) continue;
        worker.walk.path = task.path;
        worker.steps.assign(1, {task.node, task.undo, 0});
        return true;
    }
}

// Visits one more state below the last one, or leaves that one.
void SquareSearch::step(Worker &worker) {
    Step &here = worker.steps.back();
    auto &path = worker.walk.path;
    if (!here.next) {
        ++worker.walk.nodes;
        if (here.node.shape == model_.cube()) finish(here.node, worker.walk);
    }
    const auto &choices = model_.shapes()[here.node.shape].choices;
    const auto made = static_cast<unsigned>(path.size()) + 1;
    for (; made <= limit_ && here.next < choices.size();) {
        const std::uint8_t c = here.next++;
        if (c == here.undo) continue;
        const Node next = model_.after(here.node, choices[c]);
        const std::uint32_t corners = model_.rank(next.corners), edges = model_.rank(next.edges);
        if (made + nibble(corners_.data(), by_corners_.index(next, corners, edges)) > limit_ ||
            made + nibble(edges_.data(), by_edges_.index(next, corners, edges)) > limit_)
            continue;
        path.push_back(c);
        worker.steps.push_back({next, choices[c].undo, 0});
        return;
    }
    worker.steps.pop_back();
    if (!worker.steps.empty()) path.pop_back();
}

unsigned SquareSearch::reach() const { return std::min(limit_ < 13 ? 2u : 3u, limit_); }

// Lists the states near the start, each once as far as the rest of a solution is concerned.
void SquareSearch::grow() {
    const bool is_raw = metric_ == Metric::turns || count_ > 1;
    const Borders up = borders_of(start_.top), down = borders_of(start_.bottom);
    const unsigned a = canonical_turn(up), b = canonical_turn(down);
    tasks_.assign(1, Reached{first_, none, false, {}});
    std::unordered_set<std::uint64_t> seen{model_.canonical_key(first_)};
    for (unsigned made = 0; made < reach(); ++made) {
        std::vector<Reached> next;
        for (const Reached &from : tasks_) {
            const auto &choices = model_.shapes()[from.node.shape].choices;
            for (std::uint8_t c = 0; c < choices.size(); ++c) {
                if (c == from.undo) continue;
                Reached to{model_.after(from.node, choices[c]), choices[c].undo, from.is_turned,
                           from.path};
                if (!made)
                    to.is_turned =
                        (a + choices[c].top) % wedges || (b + choices[c].bottom) % wedges;
                const std::uint64_t flag = metric_ == Metric::pairs && to.is_turned;
                const bool is_new =
                    is_raw || seen.insert(model_.canonical_key(to.node) | flag << 60).second;
                // Where a solution ends, its last turn depends on the way that led there.
                if (!is_new && !model_.is_goal(to.node)) continue;
                to.path.push_back(c);
                Walk walk{to.path, 1};
                if (to.node.shape == model_.cube()) finish(to.node, walk);
                nodes_ += walk.nodes;
                if (!is_new) continue;
                next.push_back(std::move(to));
            }
        }
        tasks_ = std::move(next);
    }
    if (!limit_ && model_.is_goal(first_)) keep({});
    grown_ = reach();
    next_ = 0;
    workers_.assign(threads_, {});
}

// A cube on the way: the table of cubes knows how it goes on.
void SquareSearch::finish(const Node &cube, Walk &walk) {
    const unsigned left = slashes_left(cube);
    if (left == odd || !may_improve(static_cast<unsigned>(walk.path.size()) + left)) return;
    unsigned tries = metric_ == Metric::slashes && count_ == 1 ? 1 : most_endings;
    descend(cube, left, walk, tries);
}

void SquareSearch::descend(const Node &cube, unsigned left, Walk &walk, unsigned &tries) {
    if (!left) {
        keep(walk.path);
        --tries;
        return;
    }
    const auto &choices = model_.shapes()[cube.shape].choices;
    for (const auto c : states_.choices()) {
        const Node next = model_.after(cube, choices[c]);
        if (slashes_left(next) != left - 1) continue;
        walk.path.push_back(c);
        descend(next, left - 1, walk, tries);
        walk.path.pop_back();
        if (!tries) return;
    }
}

Word SquareSearch::word(const std::vector<std::uint8_t> &path) const {
    Word made;
    FullState state = start_;
    unsigned shape = first_.shape;
    const auto turn = [&](unsigned top, unsigned bottom) {
        state.top = turned(state.top, top), state.bottom = turned(state.bottom, bottom);
        made.push_back({static_cast<std::uint8_t>(top), static_cast<std::uint8_t>(bottom)});
    };
    for (const auto c : path) {
        const Choice &choice = model_.shapes()[shape].choices[c];
        turn((canonical_turn(borders_of(state.top)) + choice.top) % wedges,
             (canonical_turn(borders_of(state.bottom)) + choice.bottom) % wedges);
        slash(state);
        shape = choice.shape;
    }
    const auto home = [](const Layer &layer, const Layer &solved) {
        unsigned by = 0;
        while (by < wedges && turned(layer, by) != solved) ++by;
        if (by == wedges) throw std::runtime_error("a path of Square-1 does not solve it");
        return by;
    };
    turn(home(state.top, model_.solved().top), home(state.bottom, model_.solved().bottom));
    return made;
}

std::uint64_t SquareSearch::cost(const Word &word) const {
    const Counts found = counted(word);
    switch (metric_) {
    case Metric::slashes:
        return found.slashes * by_first + found.pairs;
    case Metric::pairs:
        return found.pairs * by_first + found.turns;
    default:
        return found.turns * by_first + found.pairs;
    }
}

void SquareSearch::keep(const std::vector<std::uint8_t> &path) {
    const Word made = word(path);
    const Counts found = counted(made);
    const std::lock_guard lock(keeping_);
    const auto at = std::lower_bound(
        words_.begin(), words_.end(), made, [this](const Word &one, const Word &other) {
            return std::pair(cost(one), one) < std::pair(cost(other), other);
        });
    if (at != words_.end() && *at == made) return;
    words_.insert(at, made);
    if (words_.size() > count_) words_.pop_back();
    best_slashes_ = std::min<unsigned>(best_slashes_, found.slashes);
    best_turns_ = std::min<unsigned>(best_turns_, found.turns);
}

void SquareSearch::save(Writer &writer) const {
    std::uint64_t next = next_;
    for (const auto &worker : workers_)
        if (!worker.steps.empty()) next = std::min(next, worker.task);
    std::uint64_t nodes = nodes_;
    writer.put(std::tie(start_, metric_));
    writer.put(fields(*this, next, nodes));
}

void SquareSearch::load(Reader &reader) {
    reader.expect(start_, "snapshot belongs to another search");
    reader.expect(metric_, "snapshot belongs to another search");
    std::uint64_t next = 0, nodes = 0;
    auto saved = reader.get(fields(*this, next, nodes));
    reader.finish();
    if (std::get<0>(saved) > most_slashes || std::get<3>(saved).size() > count_)
        throw std::invalid_argument("snapshot is out of its range");
    fields(*this, next, nodes) = std::move(saved);
    for (const auto &word : words_) {
        best_slashes_ = std::min(best_slashes_.load(), counted(word).slashes);
        best_turns_ = std::min(best_turns_.load(), counted(word).turns);
    }
    grown_ = none;
    if (!done_) grow();
    next_ = std::min<std::uint64_t>(next, tasks_.size());
    nodes_ = nodes;
}

namespace {

FullState read_state(const nb::bytes &text) {
    const auto labels = from_bytes<std::uint8_t>(text);
    if (labels.size() != 2 * wedges + 1)
        throw std::invalid_argument("expected 24 half-slots and the middle");
    FullState state;
    std::copy_n(labels.begin(), wedges, state.top.begin());
    std::copy_n(labels.begin() + wedges, wedges, state.bottom.begin());
    state.middle = labels.back();
    for (unsigned i = 0; i < 2 * wedges; ++i)
        if (labels[i] >= 2 * kinds) throw std::invalid_argument("pieces are numbered 0 … 15");
    return state;
}

}  // namespace

}  // namespace puzzlery::square

namespace puzzlery {

void bind_square_search(nb::module_ &m) {
    using namespace square;
    nb::class_<SquareSearch, Job>(m, "SquareSearch", "Solves a state of Square-1.")
        .def(
            "__init__",
            [](SquareSearch *self, const nb::bytes &state, unsigned metric, unsigned level,
               Bytes corners, Bytes edges, Bytes cubes, unsigned count, unsigned threads) {
                if (metric > 2) throw std::invalid_argument("metrics are 0, 1 and 2");
                new (self) SquareSearch(read_state(state), static_cast<Metric>(metric), level,
                                        std::move(corners), std::move(edges), std::move(cubes),
                                        count, threads);
            },
            nb::arg("state"), nb::arg("metric"), nb::arg("level"), nb::arg("corners"),
            nb::arg("edges"), nb::arg("cubes"), nb::arg("count") = 1, nb::arg("threads") = 1)
        .def_prop_ro("words", &SquareSearch::words,
                     "Solutions, the best first: turns of both layers, with slashes between.")
        .def_prop_ro("bound", &SquareSearch::bound, "No solution has fewer slashes.")
        .def_prop_ro("is_proven", &SquareSearch::is_proven,
                     "Whether the best solution is proven to be shortest in its metric.")
        .def_prop_ro("nodes", &SquareSearch::nodes, "How many states were visited.");
}

}  // namespace puzzlery
