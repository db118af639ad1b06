#include "blocked/square_cubes.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "core/parallel.hpp"
#include "tables/distances.hpp"

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
    : threads_(std::max(1u, threads)), bytes_(CubeStates::get().size()), counts_{1} {
    std::memset(bytes_.data(), odd, bytes_.size());
    bytes_.data()[CubeStates::get().index(Model::get().goals()[0])] = 0;
}

Progress CubeStateJob::progress() const {
    double reached = 0;
    for (const auto count : counts_) reached += static_cast<double>(count);
    return {reached, static_cast<double>(bytes_.size()) / 2,
            "cube shapes, depth " + std::to_string(counts_.size())};
}

const HugePages &CubeStateJob::table() const {
    if (!done_) throw std::runtime_error("the table is not finished");
    return bytes_;
}

void CubeStateJob::expand(std::uint64_t row) {
    ByteDistances table(bytes_.data());
    const auto depth = static_cast<unsigned>(counts_.size());
    std::vector<std::uint32_t> edges;
    table.collect(row * orders, orders, depth - 1, edges);
    CubeStates::get().each_after(row, edges, [&](std::uint64_t i) { table.set_if_open(i, depth); });
}

bool CubeStateJob::advance() {
    const std::uint64_t rows = CubeStates::get().rows();
    while (!done_) {
        const auto stop = std::min<std::uint64_t>(rows, next_ + threads_);
        in_parallel(next_, stop, 1, threads_, [this](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t row = first; row < last; ++row) expand(row);
        });
        next_ = stop;
        if (next_ == rows) {
            const auto depth = static_cast<std::uint8_t>(counts_.size());
            const std::uint8_t *start = bytes_.data();
            const auto found = std::count(start, start + bytes_.size(), depth);
            if (found)
                counts_.push_back(static_cast<std::uint64_t>(found));
            else
                done_ = true;
            next_ = 0;
        }
        if (!done_ && out_of_time()) return false;
    }
    return true;
}

void CubeStateJob::save(Writer &writer) const {
    writer.put(next_);
    writer.put<std::uint8_t>(done_);
    writer.put(counts_);
    writer.put_block(bytes_.data(), bytes_.size());
}

void CubeStateJob::load(Reader &reader) {
    const auto next = reader.get<std::uint64_t>();
    const bool done = reader.get<std::uint8_t>();
    auto counts = reader.get_vector<std::uint64_t>();
    if (next > CubeStates::get().rows() || counts.empty())
        throw std::invalid_argument("snapshot is out of its range");
    reader.get_block(bytes_.data(), bytes_.size());
    reader.finish();
    next_ = next, done_ = done, counts_ = std::move(counts);
}

}  // namespace puzzlery::square

namespace puzzlery {

void bind_square_cubes(nb::module_ &m) {
    using square::CubeStateJob;
    nb::class_<CubeStateJob, Job>(m, "SquareCubeJob",
                                  "Builds the distances of all cube shapes of Square-1.")
        .def(nb::init<unsigned>(), nb::arg("threads") = 1)
        .def_prop_ro("counts", &CubeStateJob::counts,
                     "How many entries there are at each distance.")
        .def(
            "data",
            [](nb::handle_t<CubeStateJob> self) {
                const HugePages &table = nb::cast<const CubeStateJob &>(self).table();
                return nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>(
                    table.data(), {table.size()}, self);
            },
            "The table, a byte an entry.");
}

}  // namespace puzzlery
