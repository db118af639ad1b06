// Pruning tables: the distance of every state of a graph, filled breadth first.
//
// Each depth is one pass over all rows. While few states are new, the pass applies all moves to the
// states of the last depth (forward). Once most states are reached, each unreached state looks for
// a move to a state of the last depth (backward), and stops at the first one. Backward is always
// right; forward needs every move's inverse among the moves at the same cost.
#include <nanobind/stl/vector.h>

#include "coordinates/coordinate_graph.hpp"
#include "core/huge_pages.hpp"
#include "core/job.hpp"
#include "core/parallel.hpp"
#include "tables/distances.hpp"

namespace puzzlery {

namespace {

using Bytes = nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>;
constexpr std::uint64_t chunk_states = 1 << 17;  // of one parallel task
constexpr unsigned most_depths = 254;            // distances in 8 bits; 255 means unreached
constexpr std::size_t count_entries = 256;

// The numbers of states at each distance follow the distances, aligned to 8 bytes.
std::uint64_t counts_offset(std::uint64_t bytes) { return (bytes + 7) / 8 * 8; }

class PruningBase : public Job {
public:
    virtual const HugePages &memory() const = 0;
    virtual std::vector<std::uint64_t> counts() const = 0;
};

template <class Distances> class PruningJob final : public PruningBase {
public:
    PruningJob(CoordinateGraph graph, const std::vector<std::uint64_t> &start, bool reversible,
               unsigned threads, double expected)
        : graph_(std::move(graph)), reversible_(reversible), threads_(std::max(1u, threads)),
          expected_(expected),
          memory_(counts_offset(Distances::bytes_for(graph_.states())) + 8 * count_entries),
          table_(memory_.data()) {
        std::memset(memory_.data(), 0xff, Distances::bytes_for(graph_.states()));
        costs_ = graph_.costs();
        std::sort(costs_.begin(), costs_.end());
        costs_.erase(std::unique(costs_.begin(), costs_.end()), costs_.end());
        longest_ = costs_.empty() ? 1 : costs_.back();
        if (Distances::open == 3 && longest_ > 1)
            throw std::invalid_argument("tables with two bits a state need moves that all cost 1");
        open_ = weighed_open();
        for (const auto i : start) {
            if (i >= graph_.states())
                throw std::invalid_argument("the start is no state of the graph");
            mark(i / graph_.inner(), static_cast<std::uint32_t>(i % graph_.inner()), 0);
        }
        finish_depth();
        plan();
    }

    Progress progress() const override {
        double reached = 0;
        for (const auto count : counts_) reached += static_cast<double>(count);
        const double depth_done = static_cast<double>(next_) / static_cast<double>(graph_.rows());
        return {reached + depth_done, expected_,
                "depth " + std::to_string(counts_.size()) + (backward_ ? ", backward" : "")};
    }
    const HugePages &memory() const override {
        if (!done_) throw std::runtime_error("the table is not finished");
        return memory_;
    }
    std::vector<std::uint64_t> counts() const override { return counts_; }

protected:
    bool advance() override {
        const std::uint64_t grain = std::max<std::uint64_t>(1, chunk_states / graph_.inner());
        while (!done_) {
            const auto stop = std::min(graph_.rows(), next_ + 16 * grain * threads_);
            in_parallel(next_, stop, grain, threads_,
                        [this](std::uint64_t first, std::uint64_t last) {
                            if (backward_)
                                pull(first, last);
                            else
                                push(first, last);
                        });
            next_ = stop;
            if (next_ == graph_.rows()) {
                finish_depth();
                plan();
            }
            if (!done_ && out_of_time()) return false;
        }
        return true;
    }
    void save(Writer &writer) const override {
        writer.put(graph_.states());
        writer.put(next_);
        writer.put(open_);
        writer.put<std::uint8_t>(backward_);
        writer.put<std::uint8_t>(done_);
        writer.put(counts_);
        writer.put_block(memory_.data(), memory_.size());
    }
    void load(Reader &reader) override {
        if (reader.get<std::uint64_t>() != graph_.states())
            throw std::invalid_argument("snapshot belongs to another graph");
        const auto next = reader.get<std::uint64_t>();
        const auto open = reader.get<std::uint64_t>();
        const bool backward = reader.get<std::uint8_t>();
        const bool done = reader.get<std::uint8_t>();
        auto counts = reader.get_vector<std::uint64_t>();
        if (next > graph_.rows() || counts.empty() || counts.size() > most_depths)
            throw std::invalid_argument("snapshot is out of its range");
        reader.get_block(memory_.data(), memory_.size());
        reader.finish();
        next_ = next, open_ = open, backward_ = backward, done_ = done;
        counts_ = std::move(counts);
    }
    std::uint32_t magic() const override { return 0x314e5250 + Distances::open; }

private:
    unsigned depth() const { return static_cast<unsigned>(counts_.size()); }

    void mark(std::uint64_t s, std::uint32_t c, unsigned mark) {
        const std::uint64_t row = s * graph_.inner();
        table_.set(row + c, mark);
        if (graph_.has_self())
            graph_.each_self(s, c, [&](std::uint32_t same) {
                if (table_.get(row + same) == Distances::open) table_.set(row + same, mark);
            });
    }

    void push(std::uint64_t first, std::uint64_t last) {
        std::vector<std::uint32_t> from;
        for (std::uint64_t s = first; s < last; ++s)
            for (const unsigned cost : costs_) {
                if (cost > depth()) break;
                table_.collect(s * graph_.inner(), graph_.inner(),
                               Distances::mark_for(depth() - cost), from);
                if (from.empty()) continue;
                for (std::uint32_t m = 0; m < graph_.moves(); ++m)
                    if (graph_.cost(m) == cost) push_by(s, m, from);
            }
    }
    void push_by(std::uint64_t s, std::uint32_t m, const std::vector<std::uint32_t> &from) {
        const std::uint64_t to = graph_.row_after(s, m), row = to * graph_.inner();
        const std::uint32_t *action = graph_.action(s, m);
        const unsigned here = Distances::mark_for(depth());
        if (graph_.has_self()) {
            for (const auto c : from)
                if (table_.get(row + action[c]) == Distances::open) mark(to, action[c], here);
        } else {
            for (const auto c : from) table_.set_if_open(row + action[c], here);
        }
    }

    void pull(std::uint64_t first, std::uint64_t last) {
        std::vector<std::uint32_t> open, found;
        for (std::uint64_t s = first; s < last; ++s) {
            table_.collect(s * graph_.inner(), graph_.inner(), Distances::open, open);
            for (std::uint32_t m = 0; m < graph_.moves() && !open.empty(); ++m)
                if (graph_.cost(m) <= depth()) pull_by(s, m, open, found);
        }
    }
    // States that find a neighbor of the right depth leave the list.
    void pull_by(std::uint64_t s, std::uint32_t m, std::vector<std::uint32_t> &open,
                 std::vector<std::uint32_t> &found) {
        const std::uint64_t to = graph_.row_after(s, m) * graph_.inner(), row = s * graph_.inner();
        const std::uint32_t *action = graph_.action(s, m);
        const unsigned wanted = Distances::mark_for(depth() - graph_.cost(m));
        const unsigned here = Distances::mark_for(depth());
        const std::size_t count = open.size();
        std::size_t left = 0, hits = 0;
        // Without branches: each state is written to both lists, and one of the counters keeps it.
        found.resize(count);
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t c = open[k];
            const bool hit = table_.get(to + action[c]) == wanted;
            found[hits] = c;
            hits += hit;
            open[left] = c;
            left += !hit;
        }
        open.resize(left);
        for (std::size_t k = 0; k < hits; ++k) table_.set(row + found[k], here);
    }

    std::uint64_t weighed_open() {
        std::atomic<std::uint64_t> total{0};
        const std::uint64_t grain = std::max<std::uint64_t>(1, 8 * chunk_states / graph_.inner());
        in_parallel(
            0, graph_.rows(), grain, threads_, [&](std::uint64_t first, std::uint64_t last) {
                std::uint64_t own = 0;
                for (std::uint64_t s = first; s < last; ++s)
                    own += graph_.weight(s) * table_.count_open(s * graph_.inner(), graph_.inner());
                total += own;
            });
        return total;
    }
    void finish_depth() {
        const auto open = weighed_open();
        counts_.push_back(open_ - open);
        open_ = open;
        next_ = 0;
    }
    void plan() {
        const auto recent = std::min<std::size_t>(longest_, counts_.size());
        std::uint64_t frontier = 0;
        for (std::size_t k = counts_.size() - recent; k < counts_.size(); ++k)
            frontier += counts_[k];
        done_ = !frontier || !open_ || depth() >= most_depths;
        if (done_) {
            while (counts_.size() > 1 && !counts_.back()) counts_.pop_back();
            auto *counts = memory_.data() + counts_offset(Distances::bytes_for(graph_.states()));
            std::memcpy(counts, counts_.data(), 8 * counts_.size());
        }
        backward_ = !reversible_ || frontier > open_ / 3;
    }

    CoordinateGraph graph_;
    bool reversible_;
    unsigned threads_;
    double expected_;
    std::vector<unsigned> costs_;  // that differ, in ascending order
    HugePages memory_;
    Distances table_;
    unsigned longest_ = 1;
    std::uint64_t open_ = 0, next_ = 0;
    bool backward_ = false, done_ = false;
    std::vector<std::uint64_t> counts_;
};

PruningBase *start_job(Grid outer, Grid by, Grid actions, List self_start, List self,
                       Grid self_actions, List weight, std::vector<unsigned> costs,
                       const std::vector<std::uint64_t> &start, bool reversible, unsigned bits,
                       unsigned threads, double expected) {
    CoordinateGraph graph(outer, by, actions, self_start, self, self_actions, weight,
                          std::move(costs));
    if (bits == 8)
        return new PruningJob<ByteDistances>(std::move(graph), start, reversible, threads,
                                             expected);
    if (bits == 2)
        return new PruningJob<PairDistances>(std::move(graph), start, reversible, threads,
                                             expected);
    throw std::invalid_argument("a table has 8 or 2 bits a state while it is filled");
}

}  // namespace

void bind_pruning(nb::module_ &m) {
    nb::class_<PruningBase, Job>(m, "PruningJob", "Fills a table of distances.")
        .def(
            "data",
            [](nb::handle_t<PruningBase> self) {
                const auto &memory = nb::cast<const PruningBase &>(self).memory();
                return Bytes(memory.data(), {memory.size()}, self);
            },
            "The distances, then how many states have each.")
        .def_prop_ro("counts", &PruningBase::counts, "How many states there are at each distance.");
    m.def("pruning_job", &start_job, nb::arg("outer"), nb::arg("by"), nb::arg("actions"),
          nb::arg("self_start"), nb::arg("self"), nb::arg("self_actions"), nb::arg("weight"),
          nb::arg("costs"), nb::arg("start"), nb::arg("reversible"), nb::arg("bits"),
          nb::arg("threads"), nb::arg("expected"), nb::rv_policy::take_ownership,
          "The computation of all distances from the starts in a graph; see graph.hpp.");
}

}  // namespace puzzlery
