// Layers of states: breadth first over permutations, for puzzles that block moves or are too large
// to be counted whole. Every state is kept as it is, so that none is taken for another.
#include <nanobind/stl/vector.h>

#include "core/job.hpp"
#include "exhaustive/group_rows.hpp"

namespace puzzlery {

namespace {

struct Turn {
    Perm images;
    std::vector<bool> moves;  // which places are in the turning part
};

class LayerJob final : public Job {
public:
    LayerJob(std::size_t degree, const std::vector<nb::bytes> &moves,
             const std::vector<nb::bytes> &moving, const std::vector<nb::bytes> &glued,
             const std::vector<nb::bytes> &starts, unsigned depth, std::uint64_t most)
        : degree_(degree), states_(degree), depth_(depth), most_(most) {
        if (moves.size() != moving.size())
            throw std::invalid_argument("each move needs its turning part");
        for (std::size_t m = 0; m < moves.size(); ++m) add_turn(moves[m], moving[m]);
        for (const auto &group : glued) {
            glued_.push_back(from_bytes<Point>(group));
            check(glued_.back());
        }
        for (const auto &start : starts) states_.add(permutation_of(start, degree).data());
        if (!states_.count()) throw std::invalid_argument("expected a state to start from");
        counts_ = {states_.count()};
        layer_ = states_.count();
    }

    Progress progress() const override {
        return {static_cast<double>(next_), std::nullopt,
                "depth " + std::to_string(counts_.size()) + ", " + std::to_string(states_.count()) +
                    " states"};
    }
    std::vector<std::uint64_t> counts() const { return counts_; }
    bool is_whole() const { return whole_; }

protected:
    bool advance() override {
        while (!done()) {
            for (unsigned k = 0; k < 64 && next_ < layer_; ++k, ++next_) expand(next_);
            if (states_.count() > most_) throw std::length_error("too many states to keep");
            if (next_ == layer_) finish_layer();
            if (!done() && out_of_time()) return false;
        }
        return true;
    }
    void save(Writer &writer) const override {
        writer.put<std::uint64_t>(degree_);
        writer.put(next_);
        writer.put(layer_);
        writer.put<std::uint8_t>(whole_);
        writer.put(counts_);
        writer.put<std::uint64_t>(states_.count());
        writer.put_block(states_.at(0), 2 * degree_ * states_.count());
    }
    void load(Reader &reader) override {
        if (reader.get<std::uint64_t>() != degree_)
            throw std::invalid_argument("snapshot belongs to another puzzle");
        const auto next = reader.get<std::uint64_t>(), layer = reader.get<std::uint64_t>();
        const bool whole = reader.get<std::uint8_t>();
        auto counts = reader.get_vector<std::uint64_t>();
        const auto count = reader.get<std::uint64_t>();
        if (next > layer || layer > count || counts.empty() || count > 2 * most_)
            throw std::invalid_argument("snapshot is out of its range");
        PointIndex states(degree_);
        Perm one(degree_);
        for (std::uint64_t k = 0; k < count; ++k) {
            reader.get_block(one.data(), 2 * degree_);
            check(one);
            states.add(one.data());
        }
        reader.finish();
        if (states.count() != count) throw std::invalid_argument("snapshot holds a state twice");
        states_ = std::move(states);
        counts_ = std::move(counts);
        next_ = next, layer_ = layer, whole_ = whole;
    }
    std::uint32_t magic() const override { return 0x3159414c; }

private:
    bool done() const { return whole_ || counts_.size() > depth_; }
    void check(const Perm &points) const {
        for (const auto point : points)
            if (point >= degree_) throw std::invalid_argument("a point is out of range");
    }
    void add_turn(const nb::bytes &move, const nb::bytes &moving) {
        Turn turn{from_bytes<Point>(move), std::vector<bool>(degree_)};
        if (turn.images.size() != degree_) throw std::invalid_argument("a move has another degree");
        check(turn.images);
        const Perm part = from_bytes<Point>(moving);
        check(part);
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
    void expand(std::uint64_t number) {
        const Perm from(states_.at(number), states_.at(number) + degree_);
        Perm to(degree_);
        for (const auto &turn : turns_) {
            if (!allows(from, turn)) continue;
            for (std::size_t i = 0; i < degree_; ++i) to[i] = turn.images[from[i]];
            states_.add(to.data());
        }
    }
    void finish_layer() {
        whole_ = states_.count() == layer_;
        if (!whole_) counts_.push_back(states_.count() - layer_);
        layer_ = states_.count();
    }

    std::size_t degree_;
    PointIndex states_;
    unsigned depth_;
    std::uint64_t most_;
    std::vector<Turn> turns_;
    std::vector<Perm> glued_;
    std::uint64_t next_ = 0, layer_ = 0;
    bool whole_ = false;
    std::vector<std::uint64_t> counts_;
};

}  // namespace

void bind_layers(nb::module_ &m) {
    nb::class_<LayerJob, Job>(m, "LayerJob", "Counts states by distance, keeping them all.")
        .def(nb::init<std::size_t, const std::vector<nb::bytes> &, const std::vector<nb::bytes> &,
                      const std::vector<nb::bytes> &, const std::vector<nb::bytes> &, unsigned,
                      std::uint64_t>(),
             nb::arg("degree"), nb::arg("moves"), nb::arg("moving"), nb::arg("glued"),
             nb::arg("starts"), nb::arg("depth"), nb::arg("most"))
        .def_prop_ro("counts", &LayerJob::counts, "How many states there are at each distance.")
        .def_prop_ro("is_whole", &LayerJob::is_whole, "Whether all states were counted.");
}

}  // namespace puzzlery
