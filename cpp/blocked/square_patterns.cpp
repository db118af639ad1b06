#include "blocked/square_patterns.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "tables/nibbles.hpp"

namespace puzzlery::square {

namespace {

constexpr std::uint16_t none = 0xffff;
constexpr std::uint64_t rows_a_piece = 64;  // of the work of a thread
constexpr std::array<std::array<std::uint8_t, kinds>, levels> colorings{{
    {0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 1, 1, 1, 1},
    {0, 1, 0, 1, 2, 2, 2, 2},
}};

}  // namespace

Pattern::Pattern(bool by_corners, unsigned level)
    : by_corners_(by_corners), color_(colorings.at(level)), renamed_(orders, none),
      of_order_(label_turns * orders), of_colors_(label_turns << 16, none) {
    const Model &model = Model::get();
    for (std::uint32_t rank = 0; rank < orders; ++rank) {
        if (renamed_[rank] != none) continue;
        const auto number = static_cast<unsigned>(representatives_.size());
        representatives_.push_back(model.unrank(rank));
        // Renamed by s it is this one; so this one renamed by the inverse of s is it.
        for (unsigned s = 0; s < label_turns; ++s) {
            const unsigned back = (4 - s / 4) % 4 * 4 + (4 - s % 4) % 4;
            renamed_[model.rank(Model::relabeled(model.unrank(rank), back))] =
                static_cast<std::uint16_t>(number * label_turns + s);
        }
    }
    std::map<Colors, std::uint16_t> numbers;
    for (std::uint32_t rank = 0; rank < orders; ++rank) {
        const Packed order = model.unrank(rank);
        for (unsigned s = 0; s < label_turns; ++s) {
            const Colors colors = colors_of(order, s);
            const auto [at, is_new] =
                numbers.try_emplace(colors, static_cast<std::uint16_t>(numbers.size()));
            if (is_new) colors_.push_back(colors);
            of_order_[s * orders + rank] = at->second;
            of_colors_[s << 16 | colors_of(order, 0)] = at->second;
        }
    }
    arrangements_ = static_cast<std::uint32_t>(colors_.size());
}

const Pattern &Pattern::get(bool by_corners, unsigned level) {
    if (level >= levels) throw std::invalid_argument("patterns of Square-1 have levels 0, 1 and 2");
    static std::array<std::array<std::unique_ptr<Pattern>, levels>, 2> made;
    static std::mutex making;
    const std::lock_guard lock(making);
    auto &pattern = made[by_corners][level];
    if (!pattern) pattern = std::make_unique<Pattern>(by_corners, level);
    return *pattern;
}

Pattern::Colors Pattern::colors_of(Packed order, unsigned s) const {
    const Packed renamed = Model::relabeled(order, s);
    unsigned colors = 0;
    for (unsigned j = 0; j < kinds; ++j)
        colors |= unsigned{color_[renamed >> (3 * j) & 7]} << (2 * j);
    return static_cast<Colors>(colors);
}

template <class See>
void Pattern::each_after(std::uint64_t row, const std::vector<std::uint16_t> &from,
                         const See &see) const {
    const Model &model = Model::get();
    const Packed order = representatives_[row % renamed_orders];
    const auto middle = static_cast<unsigned>(row / renamed_orders % 2);
    const auto &shape = model.shapes()[row / renamed_orders / 2];
    for (const auto &choice : shape.choices) {
        const Reorder &main = by_corners_ ? choice.corners : choice.edges;
        const Reorder &other = by_corners_ ? choice.edges : choice.corners;
        const Packed made = main(order);
        for (const auto &[same_corners, same_edges] : model.shapes()[choice.shape].same) {
            const Reorder &same = by_corners_ ? same_corners : same_edges;
            const std::uint16_t renamed = renamed_[model.rank(same(made))];
            const std::uint16_t *number = &of_colors_[std::size_t{renamed % label_turns} << 16];
            const std::uint64_t to =
                this->row(choice.shape, middle ^ 1, renamed / label_turns) * arrangements_;
            const Reorder &colors_by = by_corners_ ? same_edges : same_corners;
            for (const auto arrangement : from)
                see(to + number[moved(moved(colors_[arrangement], other), colors_by)]);
        }
    }
}

std::vector<std::uint64_t> Pattern::all_of(const Node &node) const {
    const Model &model = Model::get();
    std::vector<std::uint64_t> found;
    for (const auto &[corners, edges] : model.shapes()[node.shape].same)
        found.push_back(
            index(node, model.rank(corners(node.corners)), model.rank(edges(node.edges))));
    return found;
}

PatternJob::PatternJob(bool by_corners, unsigned level, unsigned threads)
    : TableJob(2 * level + by_corners, Pattern::get(by_corners, level).rows(),
               Pattern::get(by_corners, level).arrangements(), rows_a_piece, threads),
      pattern_(Pattern::get(by_corners, level)) {
    for (const Node &goal : Model::get().goals())
        for (const auto i : pattern_.all_of(goal)) begin_at(i);
}

Progress PatternJob::progress() const {
    return {reached(), pattern_.size(),
            std::string(pattern_.by_corners() ? "corners" : "edges") + ", depth " +
                std::to_string(counts().size())};
}

const HugePages &PatternJob::finished() {
    if (bytes_.size()) {
        packed_ = HugePages(nibble_bytes(bytes_.size()));
        pack_nibbles(bytes_.data(), bytes_.size(), packed_.data());
        bytes_ = HugePages();
    }
    return packed_;
}

void PatternJob::expand(std::uint64_t row, const std::vector<std::uint32_t> &offsets,
                        ByteDistances &table, unsigned depth) const {
    const std::vector<std::uint16_t> from(offsets.begin(), offsets.end());
    pattern_.each_after(row, from, [&](std::uint64_t i) { table.set_if_open(i, depth); });
}

}  // namespace puzzlery::square

namespace puzzlery {

void bind_square_patterns(nb::module_ &m) {
    using square::PatternJob, square::TableJob;
    nb::class_<TableJob, Job>(m, "SquareTableJob", "Builds a table of Square-1 in slashes.")
        .def_prop_ro("counts", &TableJob::counts, "How many entries there are at each distance.")
        .def(
            "data",
            [](nb::handle_t<TableJob> self) {
                const HugePages &table = nb::cast<TableJob &>(self).table();
                return nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>(
                    table.data(), {table.size()}, self);
            },
            "The finished table.");
    nb::class_<PatternJob, TableJob>(m, "SquarePatternJob",
                                     "Builds a pruning table, four bits an entry.")
        .def(nb::init<bool, unsigned, unsigned>(), nb::arg("by_corners"), nb::arg("level"),
             nb::arg("threads") = 1);
}

}  // namespace puzzlery
