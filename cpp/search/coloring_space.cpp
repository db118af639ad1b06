// Numbering colorings: breadth-first, each found again by its key.
#include "search/coloring_space.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <numeric>

#include "core/arrays.hpp"

namespace puzzlery {

using PermutationRows = nb::ndarray<const Point, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

ColoringSpace::ColoringSpace(const nb::bytes &labels, const std::vector<nb::bytes> &moves,
                             const std::vector<Point> &fixed, std::uint32_t most)
    : labels_(from_bytes<std::uint8_t>(labels)), most_(most) {
    std::vector<std::vector<Point>> permutations;
    for (const nb::bytes &move : moves) permutations.push_back(permutation_of(move, degree()));
    choose_places(permutations);
    fix(fixed);
    begin();
}

void ColoringSpace::fix(const std::vector<Point> &fixed) {
    for (const Point place : fixed) {
        if (place >= degree()) throw std::invalid_argument("a fixed place is none of the puzzle");
        if (number_of_place_[place] >= 0)
            fixed_.push_back(static_cast<Point>(number_of_place_[place]));
    }
}

// Only orbits of places that show more than one label are looked at.
void ColoringSpace::choose_places(const std::vector<std::vector<Point>> &moves) {
    std::vector<Point> parent(degree());
    std::iota(parent.begin(), parent.end(), Point{0});
    const auto root = [&parent](Point p) {
        while (parent[p] != p) p = parent[p] = parent[parent[p]];
        return p;
    };
    for (const auto &move : moves)
        for (std::size_t i = 0; i < degree(); ++i)
            parent[root(static_cast<Point>(i))] = root(move[i]);
    std::vector<bool> mixed(degree(), false);
    for (std::size_t i = 0; i < degree(); ++i) {
        const Point top = root(static_cast<Point>(i));
        if (labels_[i] != labels_[top]) mixed[top] = true;
    }
    number_of_place_.assign(degree(), -1);
    for (std::size_t i = 0; i < degree(); ++i) {
        if (!mixed[root(static_cast<Point>(i))]) continue;
        number_of_place_[i] = static_cast<std::int32_t>(places_.size());
        places_.push_back(static_cast<Point>(i));
    }
    for (const auto &move : moves) {
        carried_.emplace_back();
        for (const Point place : places_)
            carried_.back().push_back(static_cast<Point>(number_of_place_[move[place]]));
    }
}

void ColoringSpace::begin() {
    colorings_.begin(places_.size());
    transitions_.clear();
    goals_.clear();
    expanded_ = 0;
    std::vector<std::uint8_t> first;
    for (const Point place : places_) first.push_back(labels_[place]);
    number(first.data(), colorings_.key_of(first.data()));
}

bool ColoringSpace::advance() {
    while (!gave_up_ && expanded_ < size()) {
        expand(expanded_++);
        if (colorings_.has_clash()) begin();
        if (size() > most_) gave_up_ = true;
        if (expanded_ % 1024 == 0 && out_of_time()) return false;
    }
    colorings_.drop_forms();
    return true;
}

void ColoringSpace::expand(std::uint32_t state) {
    std::vector<std::uint8_t> moved(places_.size());
    for (const auto &carried : carried_) {
        const std::uint8_t *from = colorings_.form(state);
        std::uint64_t key = 0;
        for (std::size_t j = 0; j < moved.size(); ++j) {
            moved[carried[j]] = from[j];
            key += colorings_.key_of(carried[j], from[j]);
        }
        transitions_.push_back(number(moved.data(), key));
    }
}

std::uint32_t ColoringSpace::number(const std::uint8_t *seen, std::uint64_t key) {
    const std::uint32_t known = size();
    const std::uint32_t number = colorings_.number(seen, key);
    const auto is_kept = [&](Point j) { return seen[j] == labels_[places_[j]]; };
    if (size() > known && std::all_of(fixed_.begin(), fixed_.end(), is_kept))
        goals_.push_back(number);
    return number;
}

std::int64_t ColoringSpace::index(const Point *permutation) const {
    std::uint64_t key = 0;
    for (const Point place : places_) {
        if (permutation[place] >= degree()) throw std::invalid_argument("not a permutation");
        const std::int32_t to = number_of_place_[permutation[place]];
        if (to < 0) return -1;
        key += colorings_.key_of(static_cast<std::size_t>(to), labels_[place]);
    }
    return colorings_.find(key);
}

Progress ColoringSpace::progress() const {
    return {static_cast<double>(expanded_), std::nullopt, std::to_string(size()) + " colorings"};
}

void ColoringSpace::save(Writer &writer) const {
    writer.put(labels_);
    writer.put(expanded_);
    writer.put<std::uint8_t>(gave_up_);
    colorings_.save(writer);
    writer.put(transitions_);
    writer.put(goals_);
}

void ColoringSpace::load(Reader &reader) {
    if (reader.get_vector<std::uint8_t>() != labels_)
        throw std::invalid_argument("snapshot belongs to other labels");
    begin();
    const auto expanded = reader.get<std::uint32_t>();
    gave_up_ = reader.get<std::uint8_t>() != 0;
    colorings_.load(reader, expanded, gave_up_);
    auto transitions = reader.get_vector<std::uint32_t>();
    auto goals = reader.get_vector<std::uint32_t>();
    reader.finish();
    const auto known = [this](std::uint32_t number) { return number < size(); };
    if (transitions.size() != static_cast<std::size_t>(expanded) * moves() ||
        !std::all_of(transitions.begin(), transitions.end(), known) ||
        !std::all_of(goals.begin(), goals.end(), known))
        throw std::invalid_argument("snapshot contradicts itself");
    expanded_ = expanded;
    transitions_ = std::move(transitions);
    goals_ = std::move(goals);
}

void bind_coloring_space(nb::module_ &m) {
    nb::class_<ColoringSpace, Job>(m, "ColoringSpace", "All colorings that moves make of one.")
        .def(nb::init<const nb::bytes &, const std::vector<nb::bytes> &, const std::vector<Point> &,
                      std::uint32_t>(),
             nb::arg("labels"), nb::arg("moves"), nb::arg("fixed"), nb::arg("most"))
        .def_prop_ro("size", &ColoringSpace::size, "How many colorings were found.")
        .def_prop_ro("gave_up", &ColoringSpace::gave_up, "Whether there are more than allowed.")
        .def(
            "transitions",
            [](const ColoringSpace &space) {
                return nb::ndarray<nb::numpy, const std::uint32_t, nb::ndim<2>>(
                    space.transitions().data(), {space.size(), space.moves()}, nb::handle());
            },
            nb::rv_policy::reference_internal, "One row a coloring, one number a move.")
        .def_prop_ro("goals", &ColoringSpace::goals,
                     "The colorings that look solved where it is asked for.")
        .def(
            "indices",
            [](const ColoringSpace &space, const PermutationRows &permutations) {
                if (permutations.shape(1) != space.degree())
                    throw std::invalid_argument("permutations and labels differ in degree");
                std::vector<std::int64_t> found;
                for (std::size_t i = 0; i < permutations.shape(0); ++i)
                    found.push_back(space.index(permutations.data() + i * space.degree()));
                return as_bytes(found);
            },
            nb::arg("permutations"),
            "The numbers (int64) of what permutations look like; -1 for what was not found.");
}

}  // namespace puzzlery
