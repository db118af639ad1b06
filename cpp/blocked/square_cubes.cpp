#include "blocked/square_cubes.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>

namespace puzzlery::square {

const CubeStates &CubeStates::get() {
    static const CubeStates states;
    return states;
}

CubeStates::CubeStates() : number_(orders, 0xffff), way_(orders) {
    const Model &model = Model::get();
    const Shape &cube = model.shapes()[model.cube()];
    for (std::uint32_t rank = 0; rank < orders; ++rank) {
        if (number_[rank] != 0xffff) continue;
        const Packed corners = model.unrank(rank);
        Class made{corners, {}};
        for (std::uint8_t turn = 0; turn < cube.same.size(); ++turn)
            for (std::uint8_t rename = 0; rename < label_turns; ++rename) {
                const Packed other = Model::relabeled(cube.same[turn][0](corners), rename);
                if (other == corners) made.same.push_back({turn, rename});
            }
        // Every order from which a way leads to this one.
        const auto number = static_cast<std::uint16_t>(classes_.size());
        for (std::uint8_t turn = 0; turn < cube.same.size(); ++turn)
            for (std::uint8_t rename = 0; rename < label_turns; ++rename) {
                const Packed other = Model::relabeled(cube.same[turn][0](corners), rename);
                const std::uint32_t there = model.rank(other);
                if (number_[there] != 0xffff) continue;
                number_[there] = number;
                for (std::uint8_t back = 0; back < cube.same.size(); ++back) {
                    const auto undone =
                        static_cast<std::uint8_t>((4 - rename / 4) % 4 * 4 + (4 - rename % 4) % 4);
                    if (Model::relabeled(cube.same[back][0](other), undone) == corners)
                        way_[there] = {back, undone};
                }
            }
        classes_.push_back(std::move(made));
    }
    for (std::uint8_t c = 0; c < cube.choices.size(); ++c)
        if (cube.choices[c].shape == model.cube()) choices_.push_back(c);
    const auto list = [&](std::vector<std::uint16_t> &to, const auto &made) {
        for (std::uint32_t rank = 0; rank < orders; ++rank)
            to.push_back(static_cast<std::uint16_t>(model.rank(made(model.unrank(rank)))));
    };
    for (const auto &same : cube.same) list(turned_, same[1]);
    for (unsigned s = 0; s < label_turns; ++s)
        list(renamed_, [s](Packed order) { return Model::relabeled(order, s); });
    for (const auto c : choices_) list(chosen_, cube.choices[c].edges);
}

std::uint32_t CubeStates::least(std::uint32_t edges, const Class &found) const {
    std::uint32_t best = orders;
    for (const auto &way : found.same) best = std::min(best, edges_by(edges, way));
    return best;
}

std::uint64_t CubeStates::index(const Node &node) const {
    const Model &model = Model::get();
    const std::uint32_t corners = model.rank(node.corners);
    const std::uint32_t edges = edges_by(model.rank(node.edges), way_[corners]);
    return (node.middle * classes_.size() + number_[corners]) * orders +
           least(edges, classes_[number_[corners]]);
}

template <class See>
void CubeStates::each_after(std::uint64_t row, const std::vector<std::uint32_t> &edges,
                            const See &see) const {
    const Model &model = Model::get();
    const Packed corners = classes_[row % classes_.size()].corners;
    const std::uint64_t middle = row / classes_.size() ^ 1;
    for (std::size_t k = 0; k < choices_.size(); ++k) {
        const Choice &choice = model.shapes()[model.cube()].choices[choices_[k]];
        const std::uint32_t made = model.rank(choice.corners(corners));
        const Class &found = classes_[number_[made]];
        const std::uint64_t to = (middle * classes_.size() + number_[made]) * orders;
        for (const auto e : edges)
            see(to + least(edges_by(chosen_[k * orders + e], way_[made]), found));
    }
}

CubeStateJob::CubeStateJob(unsigned threads)
    : TableJob(0, CubeStates::get().rows(), orders, 1, threads) {
    begin_at(CubeStates::get().index(Model::get().goals()[0]));
}

Progress CubeStateJob::progress() const {
    return {reached(), CubeStates::get().size() / 2,
            "cube shapes, depth " + std::to_string(counts().size())};
}

void CubeStateJob::expand(std::uint64_t row, const std::vector<std::uint32_t> &edges,
                          ByteDistances &table, unsigned depth) const {
    CubeStates::get().each_after(row, edges, [&](std::uint64_t i) { table.set_if_open(i, depth); });
}

}  // namespace puzzlery::square

namespace puzzlery {

void bind_square_cubes(nb::module_ &m) {
    using square::CubeStateJob, square::TableJob;
    nb::class_<CubeStateJob, TableJob>(m, "SquareCubeJob",
                                       "Builds the distances of all cube shapes, a byte an entry.")
        .def(nb::init<unsigned>(), nb::arg("threads") = 1);
}

}  // namespace puzzlery
