// Building the solution graph: a sweep over the cells that meets every state once.
//
// A state is what is left to do: which cells are covered, and how many of each piece may still be
// used. States wait in the bucket of their first empty cell; as options only cover more cells,
// buckets are worked off in order. Equal states are recognized by comparing the whole key; a hash
// only says where to look.
#include "cover/solution_graph.hpp"

namespace puzzlery {

namespace {

template <int W> struct State {
    Bits<W> occupied;
    Word pieces = 0;  // how many of each piece are left, side by side

    bool operator==(const State &) const = default;
    std::uint64_t hash() const {
        std::uint64_t sum = mix(pieces);
        for (int w = 0; w < W; ++w) sum = mix(sum ^ occupied.word[w]);
        return sum;
    }
};

struct Arc {
    std::uint32_t to;     // number within the bucket …
    std::int32_t bucket;  // … of that first empty cell
    std::int32_t option;
};

// The states that share their first empty cell, found again by open addressing.
template <int W> class Bucket {
public:
    std::vector<State<W>> states;

    std::uint32_t find_or_add(const State<W> &state) {
        if (2 * states.size() >= table_.size()) grow();
        std::size_t at = state.hash() & (table_.size() - 1);
        for (; table_[at]; at = (at + 1) & (table_.size() - 1))
            if (states[table_[at] - 1] == state) return table_[at] - 1;
        if (states.size() >= UINT32_MAX - 1) throw std::overflow_error("too many states");
        states.push_back(state);
        table_[at] = static_cast<std::uint32_t>(states.size());
        return table_[at] - 1;
    }

    void forget() {
        std::vector<State<W>>().swap(states);
        std::vector<std::uint32_t>().swap(table_);
    }
    void rebuild() {
        std::size_t size = 64;
        while (size <= 2 * states.size()) size *= 2;
        lay_out(size);
    }

private:
    void grow() { lay_out(std::max<std::size_t>(64, 2 * table_.size())); }
    void lay_out(std::size_t size) {
        table_.assign(size, 0);
        for (std::size_t i = 0; i < states.size(); ++i) {
            std::size_t at = states[i].hash() & (size - 1);
            while (table_[at]) at = (at + 1) & (size - 1);
            table_[at] = static_cast<std::uint32_t>(i + 1);
        }
    }
    std::vector<std::uint32_t> table_;  // 1 + number of the state, 0 = free
};

template <int W> class GraphBuilder final : public GraphJob {
public:
    GraphBuilder(const CoverProblem &problem, std::uint64_t most_states)
        : problem_(problem), most_states_(most_states) {
        lists_.resize(static_cast<std::size_t>(problem.cells) + 1);
        buckets_.resize(lists_.size());
        sizes_.resize(lists_.size());
        lay_out_pieces();
        for (std::int32_t o = 0; o < problem.options(); ++o) {
            const Bits<W> mask = mask_of<W>(problem, o);
            lists_[mask.first()].push_back({mask, problem.piece_of(o), o});
        }
        State<W> root;
        for (std::size_t p = 0; p < shift_.size(); ++p) root.pieces |= most_[p] << shift_[p];
        add(root);
    }

    Progress progress() const override {
        return {cell_, problem_.cells, std::to_string(states_) + " states"};
    }
    bool gave_up() const override { return gave_up_; }
    std::uint64_t states() const override { return states_; }
    std::uint64_t arcs() const override { return arcs_.size(); }

    SolutionGraph graph() const override {
        if (cell_ < problem_.cells) throw std::runtime_error("the graph is not finished");
        const auto first = first_numbers();
        const auto end = static_cast<std::uint32_t>(ends_.size());
        const auto &last = buckets_.back().states;
        SolutionGraph::Arcs arcs;
        arcs.start.push_back(0);
        std::size_t next = 0;
        for (const std::uint32_t stop : ends_) {
            for (; next < stop; ++next) {
                const Arc &arc = arcs_[next];
                const bool at_end = arc.bucket == problem_.cells;
                if (at_end && !enough_pieces(last[arc.to])) continue;
                arcs.to.push_back(at_end ? end : first[arc.bucket] + arc.to);
                arcs.option.push_back(arc.option);
            }
            arcs.start.push_back(static_cast<std::uint32_t>(arcs.to.size()));
        }
        if (end || enough_pieces(last[0])) arcs.start.push_back(arcs.start.back());
        const std::vector<char> all(static_cast<std::size_t>(problem_.options()), 1);
        return {only_ways(arcs, all), problem_.options()};
    }

protected:
    bool advance() override {
        for (; cell_ < problem_.cells; next_cell())
            for (; index_ < buckets_[cell_].states.size(); ++index_) {
                if (index_ % 64 == 63 && out_of_time()) return false;
                if (states_ > most_states_) return gave_up_ = true;
                expand(buckets_[cell_].states[index_]);
                ends_.push_back(static_cast<std::uint32_t>(arcs_.size()));
                if (arcs_.size() > UINT32_MAX / 2) return gave_up_ = true;
            }
        return true;
    }

    template <class Self> static auto fields(Self &self) {
        return std::tie(self.cell_, self.index_, self.states_, self.sizes_);
    }
    void save(Writer &writer) const override {
        writer.put(problem_.fingerprint());
        writer.put(fields(*this));
        for (const auto &bucket : buckets_) writer.put(bucket.states);
        writer.put(std::tie(arcs_, ends_));
    }

    void load(Reader &reader) override {
        reader.expect(problem_.fingerprint(), "snapshot belongs to another problem");
        auto saved = reader.get(fields(*this));
        const auto &[cell, index, states, sizes] = saved;
        std::vector<Bucket<W>> buckets(buckets_.size());
        for (auto &bucket : buckets) bucket.states = reader.get_vector<State<W>>();
        auto graph = reader.get(std::tie(arcs_, ends_));
        reader.finish();
        if (cell < 0 || cell > problem_.cells || sizes.size() != buckets.size() ||
            index > buckets[cell].states.size())
            throw std::invalid_argument("snapshot stands outside of the board");
        for (auto &bucket : buckets) bucket.rebuild();
        fields(*this) = std::move(saved);
        buckets_ = std::move(buckets);
        std::tie(arcs_, ends_) = std::move(graph);
    }

    std::uint32_t magic() const override { return 0x48505247; }

private:
    struct Option {
        Bits<W> mask;
        std::int32_t piece, number;
    };

    // Each piece gets as many bits as its number of copies needs.
    void lay_out_pieces() {
        int at = 0;
        for (auto i = problem_.cells; i < problem_.primary; ++i) {
            const Word most = static_cast<Word>(std::min(problem_.high[i], problem_.options()));
            int width = 0;
            while (most >> width) ++width;
            shift_.push_back(width ? at : 0);
            field_.push_back((Word{1} << width) - 1);
            most_.push_back(most);
            at += width;
        }
    }

    void expand(const State<W> state) {
        for (const Option &option : lists_[cell_]) {
            if (option.mask.meets(state.occupied)) continue;
            State<W> next{state.occupied | option.mask, state.pieces};
            if (option.piece >= 0) {
                const int shift = shift_[option.piece];
                if (!(state.pieces >> shift & field_[option.piece])) continue;
                next.pieces -= Word{1} << shift;
            }
            const auto bucket = std::min(next.occupied.first_clear(), problem_.cells);
            arcs_.push_back({add(next), bucket, option.number});
        }
    }

    std::uint32_t add(const State<W> &state) {
        Bucket<W> &bucket = buckets_[std::min(state.occupied.first_clear(), problem_.cells)];
        const std::size_t before = bucket.states.size();
        const std::uint32_t number = bucket.find_or_add(state);
        states_ += bucket.states.size() - before;
        return number;
    }

    void next_cell() {
        sizes_[cell_] = static_cast<std::uint32_t>(buckets_[cell_].states.size());
        buckets_[cell_].forget();
        ++cell_;
        index_ = 0;
    }

    bool enough_pieces(const State<W> &state) const {
        for (std::size_t p = 0; p < shift_.size(); ++p) {
            const Word used = most_[p] - (state.pieces >> shift_[p] & field_[p]);
            if (used < static_cast<Word>(problem_.low[problem_.cells + p])) return false;
        }
        return true;
    }

    std::vector<std::uint32_t> first_numbers() const {
        std::vector<std::uint32_t> first(buckets_.size(), 0);
        for (std::size_t b = 1; b < first.size(); ++b) first[b] = first[b - 1] + sizes_[b - 1];
        return first;
    }

    CoverProblem problem_;
    std::uint64_t most_states_, states_ = 0;
    std::vector<std::vector<Option>> lists_;
    std::vector<int> shift_;
    std::vector<Word> field_, most_;
    std::vector<Bucket<W>> buckets_;
    std::vector<std::uint32_t> sizes_;
    std::vector<Arc> arcs_;
    std::vector<std::uint32_t> ends_;  // where the arcs of each state end
    std::int32_t cell_ = 0;
    std::uint64_t index_ = 0;
    bool gave_up_ = false;
};

}  // namespace

std::unique_ptr<GraphJob> build_graph(const CoverProblem &problem, std::uint64_t most_states) {
    if (const char *reason = problem.not_for_sweep())
        throw std::invalid_argument(std::string("graph cannot hold ") + reason);
    return with_words(problem.bits(), [&]<int W>() -> std::unique_ptr<GraphJob> {
        return std::make_unique<GraphBuilder<W>>(problem, most_states);
    });
}

}  // namespace puzzlery
