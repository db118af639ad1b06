// States of Square-1 by slashes from solved, layer turns being free: counted breadth first.
#include <nanobind/stl/vector.h>

#include "blocked/blocked_model.hpp"
#include "blocked/square_model.hpp"
#include "core/job.hpp"

namespace puzzlery::square {

namespace {

class SquareLayerJob final : public Job {
public:
    explicit SquareLayerJob(unsigned depth) : depth_(depth) {
        states_.add({model_.canonical_key(model_.node(model_.solved()))});
        counts_ = {1};
    }
    Progress progress() const override {
        return {static_cast<double>(states_.count()), std::nullopt,
                "depth " + std::to_string(counts_.size()) + ", " + std::to_string(states_.count()) +
                    " states"};
    }
    const std::vector<std::uint64_t> &counts() const { return counts_; }

protected:
    bool advance() override {
        while (counts_.size() <= depth_) {
            for (unsigned k = 0; k < 256 && next_ < end_; ++k, ++next_)
                expand(states_.at(next_)[0]);
            if (next_ == end_) {
                counts_.push_back(states_.count() - end_);
                end_ = states_.count();
            }
            if (out_of_time()) return counts_.size() > depth_;
        }
        return true;
    }
    void save(Writer &) const override { throw std::runtime_error("this count is not saved"); }
    void load(Reader &) override { throw std::runtime_error("this count is not saved"); }
    std::uint32_t magic() const override { return 0x314c5153; }

private:
    void expand(std::uint64_t key) {
        const Node node{
            static_cast<std::uint8_t>(key >> 49), static_cast<std::uint8_t>(key >> 48 & 1),
            static_cast<Packed>(key & 0xffffff), static_cast<Packed>(key >> 24 & 0xffffff)};
        for (const auto &choice : model_.shapes()[node.shape].choices)
            states_.add({model_.canonical_key(model_.after(node, choice))});
    }

    const Model &model_ = Model::get();
    blocked::KeySet states_{1};
    unsigned depth_;
    std::uint64_t next_ = 0, end_ = 1;
    std::vector<std::uint64_t> counts_;
};

}  // namespace

}  // namespace puzzlery::square

namespace puzzlery {

void bind_square_layers(nb::module_ &m) {
    using namespace square;
    nb::class_<SquareLayerJob, Job>(m, "SquareLayerJob",
                                    "Counts states of Square-1 by slashes from solved.")
        .def(nb::init<unsigned>(), nb::arg("depth"))
        .def_prop_ro("counts", &SquareLayerJob::counts, "How many states are at each distance.");
    m.def(
        "square_shapes",
        [] {
            std::vector<std::vector<unsigned>> found;
            for (const auto &shape : Model::get().shapes())
                found.push_back({shape.top, shape.bottom, shape.distance});
            return found;
        },
        "The shapes of Square-1: borders of both layers, and slashes to the cube.");
}

}  // namespace puzzlery
