// Layers of states: breadth first over permutations, for puzzles that block moves or are too large
// to be counted whole. Every state is kept as it is, so that none is taken for another.
#include <nanobind/stl/vector.h>

#include "exhaustive/group_rows.hpp"
#include "exhaustive/layer_job.hpp"

namespace puzzlery {

namespace {

struct Turn {
    Perm images;
    std::vector<bool> moves;  // which places are in the turning part
};

class StateLayerJob final : public LayerJob {
public:
    StateLayerJob(std::size_t degree, const std::vector<nb::bytes> &moves,
                  const std::vector<nb::bytes> &moving, const std::vector<nb::bytes> &glued,
                  const std::vector<nb::bytes> &starts, unsigned depth, std::uint64_t most)
        : LayerJob(degree, depth, most), states_(degree) {
        if (moves.size() != moving.size())
            throw std::invalid_argument("each move needs its turning part");
        for (std::size_t m = 0; m < moves.size(); ++m) add_turn(moves[m], moving[m]);
        for (const auto &group : glued) {
            glued_.push_back(from_bytes<Point>(group));
            check_points(glued_.back());
        }
        for (const auto &start : starts) states_.add(permutation_of(start, degree).data());
        if (!states_.count()) throw std::invalid_argument("expected a state to start from");
        counts_ = {states_.count()};
        layer_ = states_.count();
    }

    Progress progress() const override {
        return {next_, std::nullopt, depth_note() + std::to_string(states_.count()) + " states"};
    }

protected:
    template <class Self> static auto fields(Self &self) {
        return std::tie(self.next_, self.layer_, self.whole_, self.counts_);
    }
    void save(Writer &writer) const override {
        writer.put<std::uint64_t>(degree_);
        writer.put(fields(*this));
        writer.put<std::uint64_t>(states_.count());
        writer.put_block(states_.at(0), 2 * degree_ * states_.count());
    }
    void load(Reader &reader) override {
        check_degree(reader);
        auto saved = reader.get(fields(*this));
        const auto &[next, layer, whole, counts] = saved;
        const auto count = reader.get<std::uint64_t>();
        if (next > layer || layer > count || counts.empty() || count > 2 * most_)
            throw std::invalid_argument("snapshot is out of its range");
        PointIndex states(degree_);
        Perm one(degree_);
        for (std::uint64_t k = 0; k < count; ++k) {
            reader.get_block(one.data(), 2 * degree_);
            check_points(one);
            states.add(one.data());
        }
        reader.finish();
        if (states.count() != count) throw std::invalid_argument("snapshot holds a state twice");
        states_ = std::move(states);
        fields(*this) = std::move(saved);
    }
    std::uint32_t magic() const override { return 0x3159414c; }

private:
    std::uint64_t layer_end() const override { return layer_; }
    std::uint64_t kept() const override { return states_.count(); }
    void add_turn(const nb::bytes &move, const nb::bytes &moving) {
        Turn turn{from_bytes<Point>(move), std::vector<bool>(degree_)};
        if (turn.images.size() != degree_) throw std::invalid_argument("a move has another degree");
        check_points(turn.images);
        const Perm part = from_bytes<Point>(moving);
        check_points(part);
        for (const auto place : part) turn.moves[place] = true;
        turns_.push_back(std::move(turn));
    }
    bool allows(const Perm &state, const Turn &turn) const {
        for (const auto &group : glued_) {
            std::size_t inside = 0;
            for (const auto sticker : group) inside += turn.moves[state[sticker]];
            if (inside && inside != group.size()) return false;
        }
        return true;
    }
    void expand(std::uint64_t number) override {
        const Perm from(states_.at(number), states_.at(number) + degree_);
        Perm to;
        for (const auto &turn : turns_) {
            if (!allows(from, turn)) continue;
            multiply(from, turn.images, to);
            states_.add(to.data());
        }
    }
    void finish_layer() override {
        whole_ = states_.count() == layer_;
        if (!whole_) counts_.push_back(states_.count() - layer_);
        layer_ = states_.count();
    }

    PointIndex states_;
    std::vector<Turn> turns_;
    std::vector<Perm> glued_;
    std::uint64_t layer_ = 0;
};

}  // namespace

void bind_layers(nb::module_ &m) {
    nb::class_<StateLayerJob, Job>(m, "StateLayerJob",
                                   "Counts states by distance, keeping them all.")
        .def(nb::init<std::size_t, const std::vector<nb::bytes> &, const std::vector<nb::bytes> &,
                      const std::vector<nb::bytes> &, const std::vector<nb::bytes> &, unsigned,
                      std::uint64_t>(),
             nb::arg("degree"), nb::arg("moves"), nb::arg("moving"), nb::arg("glued"),
             nb::arg("starts"), nb::arg("depth"), nb::arg("most"))
        .def_prop_ro("counts", &StateLayerJob::counts,
                     "How many states there are at each distance.")
        .def_prop_ro("is_whole", &StateLayerJob::is_whole, "Whether all states were counted.");
}

}  // namespace puzzlery
