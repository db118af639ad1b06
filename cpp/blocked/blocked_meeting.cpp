// Shortest solutions of puzzles with glued pieces by meeting in the middle: layers grow from solved
// and from the state, the smaller first, until they touch.
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "blocked/blocked_model.hpp"
#include "core/job.hpp"

namespace puzzlery::blocked {

namespace {

class BlockedMeeting final : public Job {
public:
    BlockedMeeting(const Model &model, const std::vector<nb::bytes> &solved, const nb::bytes &state,
                   std::uint64_t most)
        : model_(model), sides_{Side(model), Side(model)}, most_(most) {
        for (const auto &one : solved) sides_[0].states.add(model.pack(model.read(one)));
        if (!sides_[0].states.count()) throw std::invalid_argument("expected a solved state");
        sides_[1].states.add(model.pack(model.read(state)));
        // Where a side begins, a state is its own parent.
        for (auto &side : sides_)
            for (std::uint32_t k = 0; k < side.states.count(); ++k) side.parents.push_back({k, 0});
        look_for(sides_[1].states.at(0), 0);
    }

    Progress progress() const override {
        const auto total = sides_[0].states.count() + sides_[1].states.count();
        return {static_cast<double>(total), std::nullopt,
                "more than " + std::to_string(depth()) + " moves, " + std::to_string(total) +
                    " states"};
    }
    bool is_solved() const { return met_; }
    bool is_full() const { return full_; }
    // Every solution has more than so many moves, or just so many if one was found.
    unsigned depth() const { return sides_[0].depth + sides_[1].depth; }
    std::uint64_t nodes() const { return sides_[0].states.count() + sides_[1].states.count(); }
    // The moves from the state to solved.
    std::vector<std::size_t> way() const {
        if (!met_) throw std::runtime_error("the sides have not met");
        std::vector<std::size_t> made;
        for (auto k = meet_[1]; sides_[1].parents[k].state != k; k = sides_[1].parents[k].state)
            made.push_back(sides_[1].parents[k].move);
        std::reverse(made.begin(), made.end());
        for (auto k = meet_[0]; sides_[0].parents[k].state != k; k = sides_[0].parents[k].state)
            made.push_back(back(sides_[0], k));
        return made;
    }

protected:
    bool advance() override {
        while (!met_ && !full_) {
            Side &side = sides_[chosen()];
            if (side.next == side.end && !begin_layer(side)) return true;
            expand(side);
            full_ = !met_ && nodes() > most_;
            if (!met_ && !full_ && out_of_time()) return false;
        }
        return true;
    }
    void save(Writer &) const override { throw std::runtime_error("this search is not saved"); }
    void load(Reader &) override { throw std::runtime_error("this search is not saved"); }
    std::uint32_t magic() const override { return 0x314d4c42; }

private:
    struct Parent {
        std::uint32_t state, move;
    };
    struct Side {
        explicit Side(const Model &model) : states(model.words()) {}
        KeySet states;
        std::vector<Parent> parents;
        std::uint64_t next = 0, end = 0;  // of the layer that is being expanded
        unsigned depth = 0;
    };

    // A layer once begun is finished; then the side with fewer states to expand goes on.
    unsigned chosen() const {
        for (unsigned s = 0; s < 2; ++s)
            if (sides_[s].next < sides_[s].end) return s;
        return sides_[1].states.count() - sides_[1].end < sides_[0].states.count() - sides_[0].end;
    }
    bool begin_layer(Side &side) {
        side.end = side.states.count();
        if (side.next == side.end) {
            full_ = true;  // no other states exist, and the sides did not meet
            return false;
        }
        ++side.depth;
        return true;
    }
    void expand(Side &side) {
        Poses from, to(model_.bodies());
        const bool is_first = &side == &sides_[0];
        for (unsigned k = 0; k < 256 && side.next < side.end && !met_; ++k, ++side.next) {
            model_.unpack(side.states.at(side.next), from);
            model_.each_next(from, to, [&](std::size_t move, const Poses &state) {
                const Key key = model_.pack(state);
                if (met_ || !side.states.add(key)) return;
                side.parents.push_back(
                    {static_cast<std::uint32_t>(side.next), static_cast<std::uint32_t>(move)});
                const auto number = static_cast<std::uint32_t>(side.states.count() - 1);
                const auto other = sides_[is_first].states.find(key);
                if (other == KeySet::empty) return;
                meet_ = is_first ? std::array{number, other} : std::array{other, number};
                met_ = true;
            });
        }
    }
    void look_for(const Key &key, std::uint32_t number) {
        const auto found = sides_[0].states.find(key);
        if (found == KeySet::empty) return;
        meet_ = {found, number};
        met_ = true;
    }
    // The move that leads from a state back to its parent.
    std::size_t back(const Side &side, std::uint32_t k) const {
        Poses from, to(model_.bodies());
        model_.unpack(side.states.at(k), from);
        const std::uint32_t wanted = side.parents[k].state;
        std::size_t found = model_.moves();
        model_.each_next(from, to, [&](std::size_t move, const Poses &state) {
            if (found == model_.moves() && side.states.find(model_.pack(state)) == wanted)
                found = move;
        });
        if (found == model_.moves()) throw std::runtime_error("a move has no inverse");
        return found;
    }

    const Model &model_;
    std::array<Side, 2> sides_;
    std::uint64_t most_;
    std::array<std::uint32_t, 2> meet_{};
    bool met_ = false, full_ = false;
};

}  // namespace

}  // namespace puzzlery::blocked

namespace puzzlery {

void bind_blocked_meeting(nb::module_ &m) {
    using namespace blocked;
    nb::class_<BlockedMeeting, Job>(m, "BlockedMeeting",
                                    "Solves a puzzle with glued pieces from both ends.")
        .def(nb::init<const Model &, const std::vector<nb::bytes> &, const nb::bytes &,
                      std::uint64_t>(),
             nb::arg("model"), nb::arg("solved"), nb::arg("state"), nb::arg("most"),
             nb::keep_alive<1, 2>())
        .def_prop_ro("is_solved", &BlockedMeeting::is_solved, "Whether a solution was found.")
        .def_prop_ro("is_full", &BlockedMeeting::is_full, "Whether there were too many states.")
        .def_prop_ro("depth", &BlockedMeeting::depth,
                     "The moves of the solution; without one, every solution has more, or as many "
                     "if the last layer was not finished.")
        .def_prop_ro("nodes", &BlockedMeeting::nodes, "How many states were found.")
        .def("way", &BlockedMeeting::way, "The moves from the state to solved.");
}

}  // namespace puzzlery
