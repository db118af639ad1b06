// Numbering cosets: breadth-first, each found again by the key of its form.
#include "phases/coset_space.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

namespace puzzlery {

namespace {

constexpr std::size_t most_points = 256;  // so that a point fits into a byte

}  // namespace

CosetSpace::CosetSpace(const nb::bytes &points, const nb::bytes &labels,
                       const std::vector<std::pair<Point, nb::bytes>> &levels,
                       const std::vector<nb::bytes> &moves, std::uint32_t most)
    : points_(from_bytes<Point>(points)), labels_(from_bytes<Byte>(labels)), most_(most) {
    if (moves.empty()) throw std::invalid_argument("cosets are numbered by at least one move");
    if (points_.size() > most_points) throw std::invalid_argument("at most 256 points");
    degree_ = moves.front().size() / sizeof(Point);
    number_of_.assign(degree_, -1);
    for (std::size_t k = 0; k < points_.size(); ++k) {
        if (points_[k] >= degree_) throw std::invalid_argument("a point is no sticker");
        number_of_[points_[k]] = static_cast<std::int32_t>(k);
    }
    for (const nb::bytes &move : moves) {
        const Perm p = permutation_of(move, degree_);
        moves_.emplace_back();
        for (const Point point : points_) {
            if (number_of_[p[point]] < 0) throw std::invalid_argument("moves leave the points");
            moves_.back().push_back(static_cast<Byte>(number_of_[p[point]]));
        }
    }
    if (labels_.empty())
        for (const auto &[base, elements] : levels) add_level(base, elements);
    else if (labels_.size() != points_.size())
        throw std::invalid_argument("each point needs a label");
    if (labels_.empty() && levels_.empty()) {
        // The subgroup moves none of the points: each keeps a label of its own.
        for (std::size_t k = 0; k < points_.size(); ++k) labels_.push_back(static_cast<Byte>(k));
    }
    begin();
}

void CosetSpace::add_level(Point base, const nb::bytes &elements) {
    const auto all = from_bytes<Point>(elements);
    const std::size_t width = points_.size();
    if (base >= width || all.size() % width)
        throw std::invalid_argument("a level's elements do not act on the points");
    Level level{static_cast<Byte>(base), {}, {}};
    for (std::size_t at = 0; at < all.size(); at += width) {
        const Perm element(all.begin() + static_cast<std::ptrdiff_t>(at),
                           all.begin() + static_cast<std::ptrdiff_t>(at + width));
        check_permutation(element);
        level.points.push_back(static_cast<Byte>(element[base]));
        level.elements.emplace_back(element.begin(), element.end());
    }
    levels_.push_back(std::move(level));
}

void CosetSpace::begin() {
    forms_.begin(points_.size());
    parents_.clear();
    reached_by_.clear();
    transitions_.clear();
    expanded_ = 0;
    std::vector<Byte> first = labels_;
    if (!is_coloring()) {
        first.resize(points_.size());
        for (std::size_t k = 0; k < first.size(); ++k) first[k] = static_cast<Byte>(k);
        make_smallest(first.data());
    }
    parents_.push_back(0);
    reached_by_.push_back(0);
    forms_.number(first.data(), forms_.key_of(first.data()));
}

// The least h * g: the image of each base point in turn is made as small as H still allows.
void CosetSpace::make_smallest(Byte *form) const {
    Byte copy[most_points];
    for (const Level &level : levels_) {
        std::size_t best = 0;
        for (std::size_t k = 1; k < level.points.size(); ++k)
            if (form[level.points[k]] < form[level.points[best]]) best = k;
        if (level.points[best] == level.base) continue;
        const Byte *element = level.elements[best].data();
        std::memcpy(copy, form, points_.size());
        for (std::size_t i = 0; i < points_.size(); ++i) form[i] = copy[element[i]];
    }
}

bool CosetSpace::advance() {
    while (!gave_up_ && expanded_ < size()) {
        expand(expanded_++);
        if (forms_.has_clash()) begin();
        if (size() > most_) gave_up_ = true;
        if (expanded_ % 256 == 0 && out_of_time()) return false;
    }
    forms_.drop_forms();
    return true;
}

void CosetSpace::expand(std::uint32_t coset) {
    Byte moved[most_points];
    for (std::size_t m = 0; m < moves_.size(); ++m) {
        const Byte *from = forms_.form(coset);
        const Byte *move = moves_[m].data();
        if (is_coloring()) {
            for (std::size_t i = 0; i < points_.size(); ++i) moved[move[i]] = from[i];
        } else {
            for (std::size_t i = 0; i < points_.size(); ++i) moved[i] = move[from[i]];
            make_smallest(moved);
        }
        const std::uint32_t known = size();
        transitions_.push_back(forms_.number(moved, forms_.key_of(moved)));
        if (size() > known) {
            parents_.push_back(coset);
            reached_by_.push_back(static_cast<std::uint16_t>(m));
        }
    }
}

std::int64_t CosetSpace::index(const Point *permutation) const {
    Byte seen[most_points];
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const std::int32_t to = number_of_[permutation[points_[i]]];
        if (to < 0) return -1;
        if (is_coloring())
            seen[to] = labels_[i];
        else
            seen[i] = static_cast<Byte>(to);
    }
    if (!is_coloring()) make_smallest(seen);
    return forms_.find(forms_.key_of(seen));
}

std::vector<std::uint16_t> CosetSpace::word(std::uint32_t coset) const {
    if (coset >= size()) throw std::invalid_argument("there is no coset of this number");
    std::vector<std::uint16_t> moves;
    for (; coset; coset = parents_[coset]) moves.push_back(reached_by_[coset]);
    std::reverse(moves.begin(), moves.end());
    return moves;
}

Progress CosetSpace::progress() const {
    return {static_cast<double>(expanded_), std::nullopt, std::to_string(size()) + " cosets"};
}

void CosetSpace::save(Writer &writer) const {
    writer.put(labels_);
    writer.put(points_);
    writer.put(expanded_);
    writer.put<std::uint8_t>(gave_up_);
    forms_.save(writer);
    writer.put(parents_);
    writer.put(reached_by_);
    writer.put(transitions_);
}

void CosetSpace::load(Reader &reader) {
    if (reader.get_vector<Byte>() != labels_ || reader.get_vector<Point>() != points_)
        throw std::invalid_argument("snapshot belongs to other cosets");
    begin();
    const auto expanded = reader.get<std::uint32_t>();
    const bool gave_up = reader.get<std::uint8_t>() != 0;
    forms_.load(reader, expanded, gave_up);
    auto parents = reader.get_vector<std::uint32_t>();
    auto reached_by = reader.get_vector<std::uint16_t>();
    auto transitions = reader.get_vector<std::uint32_t>();
    reader.finish();
    const auto known = [this](std::uint32_t number) { return number < size(); };
    if (parents.size() != size() || reached_by.size() != size() ||
        transitions.size() != static_cast<std::size_t>(expanded) * moves() ||
        !std::all_of(transitions.begin(), transitions.end(), known) ||
        !std::all_of(parents.begin(), parents.end(), known))
        throw std::invalid_argument("snapshot contradicts itself");
    expanded_ = expanded;
    gave_up_ = gave_up;
    parents_ = std::move(parents);
    reached_by_ = std::move(reached_by);
    transitions_ = std::move(transitions);
}

void bind_coset_space(nb::module_ &m) {
    using Numbers = nb::ndarray<nb::numpy, const std::uint32_t, nb::ndim<2>>;
    nb::class_<CosetSpace, Job>(m, "CosetSpace", "The right cosets of a subgroup, numbered.")
        .def(nb::init<const nb::bytes &, const nb::bytes &,
                      const std::vector<std::pair<Point, nb::bytes>> &,
                      const std::vector<nb::bytes> &, std::uint32_t>(),
             nb::arg("points"), nb::arg("labels"), nb::arg("levels"), nb::arg("moves"),
             nb::arg("most"))
        .def_prop_ro("size", &CosetSpace::size, "How many cosets were found.")
        .def_prop_ro("gave_up", &CosetSpace::gave_up, "Whether there are more than allowed.")
        .def(
            "transitions",
            [](nb::handle_t<CosetSpace> self) {
                const auto &space = nb::cast<const CosetSpace &>(self);
                return Numbers(space.transitions().data(),
                               {space.transitions().size() / space.moves(), space.moves()}, self);
            },
            "One row a coset, one number a move.")
        .def(
            "index",
            [](const CosetSpace &space, const nb::bytes &permutation) {
                return space.index(permutation_of(permutation, space.degree()).data());
            },
            nb::arg("permutation"), "The number of a permutation's coset; -1 if it is none.")
        .def("word", &CosetSpace::word, nb::arg("coset"),
             "The moves that lead from the subgroup to a coset.");
}

}  // namespace puzzlery
