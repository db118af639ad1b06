// Building what a search walks through, with every size checked on the way in.
#include "search/search.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

namespace puzzlery {

SearchSpace::SearchSpace(const nb::bytes &weights, const Follow &follow)
    : weights_(reinterpret_cast<const std::uint8_t *>(weights.c_str()),
               reinterpret_cast<const std::uint8_t *>(weights.c_str()) + weights.size()) {
    if (weights_.empty()) throw std::invalid_argument("a search needs at least one move");
    if (std::find(weights_.begin(), weights_.end(), 0) != weights_.end())
        throw std::invalid_argument("every move must weigh at least 1");
    if (follow.shape(1) != weights_.size() || follow.shape(0) == 0 || follow.shape(0) >= FORBIDDEN)
        throw std::invalid_argument("the automaton needs one column a move and 1 … 65534 rows");
    for (const std::uint8_t weight : weights_) mix(weight);
    list_choices(follow);
}

void SearchSpace::list_choices(const Follow &follow) {
    const std::uint16_t *entry = follow.data();
    first_.push_back(0);
    for (std::size_t state = 0; state < follow.shape(0); ++state) {
        for (std::size_t move = 0; move < weights_.size(); ++move, ++entry) {
            mix(*entry);
            if (*entry == FORBIDDEN) continue;
            if (*entry >= follow.shape(0))
                throw std::invalid_argument("the automaton leads to a state that it lacks");
            choices_.push_back({static_cast<std::uint16_t>(move), *entry});
        }
        first_.push_back(static_cast<std::uint32_t>(choices_.size()));
    }
}

void SearchSpace::add_coordinate(const Transitions &table,
                                 const std::vector<std::uint32_t> &goals) {
    if (!prunings_.empty())
        throw std::invalid_argument("coordinates are added before pruning tables");
    if (table.shape(1) != weights_.size() || !table.shape(0) || table.shape(0) >> 32)
        throw std::invalid_argument("a transition table needs one column a move");
    const auto size = static_cast<std::uint32_t>(table.shape(0));
    if (!std::all_of(table.data(), table.data() + table.size(),
                     [size](std::uint32_t to) { return to < size; }))
        throw std::invalid_argument("a transition table leads out of its coordinate");
    std::vector<std::uint8_t> goal(goals.empty() ? 0 : size, 0);
    for (const std::uint32_t value : goals) {
        if (value >= size) throw std::invalid_argument("a goal is outside of its coordinate");
        goal[value] = 1;
        mix(value);
    }
    mix(size);
    const auto id = static_cast<std::uint32_t>(coordinates_.size());
    unbounded_.push_back(id);
    if (!goals.empty()) with_goals_.push_back(id);
    coordinates_.push_back({table, table.data(), size, std::move(goal)});
}

SearchSpace::Mixed SearchSpace::mixed(const std::vector<std::uint32_t> &ids) const {
    if (ids.empty()) throw std::invalid_argument("a pruning table needs a coordinate");
    Mixed mixed;
    for (const std::uint32_t id : ids) {
        if (id >= coordinates_.size())
            throw std::invalid_argument("a pruning table names an unknown coordinate");
        mixed.factors.push_back({id, mixed.total});
        mixed.total *= coordinates_[id].size;
    }
    return mixed;
}

void SearchSpace::add_pruning(const Distances &table, const std::vector<std::uint32_t> &ids,
                              int bits, bool both_sides) {
    Mixed own = mixed(ids);
    const std::uint64_t entries = own.total;
    if (bits != 8 && bits != 4) throw std::invalid_argument("a pruning table has 8 or 4 bits");
    add({table, table.data(), bits == 4, std::move(own), nullptr, {}}, entries, both_sides);
}

void SearchSpace::add_reduced_pruning(const Distances &table, const std::vector<std::uint32_t> &ids,
                                      const std::vector<std::uint32_t> &base,
                                      const Classes &class_of, const Distances &to_representative,
                                      const Transitions &transforms, int bits, bool both_sides) {
    Mixed own = mixed(ids);
    auto reduction = std::make_shared<Reduction>(
        Reduction{mixed(base), class_of, to_representative, transforms});
    if (bits != 8 && bits != 4) throw std::invalid_argument("a pruning table has 8 or 4 bits");
    if (class_of.size() != reduction->base.total || !class_of.size() ||
        to_representative.size() != class_of.size() || transforms.shape(0) != own.total)
        throw std::invalid_argument("the classes do not have the size of their coordinates");
    const std::uint8_t *last = to_representative.data() + to_representative.size();
    if (*std::max_element(to_representative.data(), last) >= transforms.shape(1) ||
        !std::all_of(transforms.data(), transforms.data() + transforms.size(),
                     [&own](std::uint32_t to) { return to < own.total; }))
        throw std::invalid_argument("a symmetry leads out of its coordinate");
    const std::uint64_t classes =
        1 + *std::max_element(class_of.data(), class_of.data() + class_of.size());
    const std::uint64_t entries = classes * own.total;
    add({table, table.data(), bits == 4, std::move(own), std::move(reduction), {}}, entries,
        both_sides);
}

void SearchSpace::add(Pruning pruning, std::uint64_t entries, bool both_sides) {
    std::vector<std::uint32_t> ids;
    for (const Factor &factor : pruning.mixed.factors) ids.push_back(factor.id);
    if (pruning.reduction)
        for (const Factor &factor : pruning.reduction->base.factors) ids.push_back(factor.id);
    if (both_sides) invert(ids);
    for (const std::uint32_t id : ids) {
        const auto place = std::find(unbounded_.begin(), unbounded_.end(), id);
        if (place == unbounded_.end()) continue;
        unbounded_.erase(place);
        pruning.fresh.push_back(id);
    }
    if (pruning.owner.size() != (pruning.nibbles ? nibble_bytes(entries) : entries))
        throw std::invalid_argument("a pruning table does not have the size of its coordinates");
    for (std::uint64_t i = 0; both_sides && i < entries && pruning.deepest < 255; ++i)
        pruning.deepest = std::max(pruning.deepest, static_cast<std::uint8_t>(pruning.distance(i)));
    mix(entries);
    prunings_.push_back(std::move(pruning));
}

void SearchSpace::carry(const InverseSide::Bytes &images, std::size_t count) {
    if (!prunings_.empty() || images.shape(0) != weights_.size())
        throw std::invalid_argument("stickers are carried by every move, before pruning tables");
    inverse_ = InverseSide(images, count);
    mix(count);
}

void SearchSpace::add_tree(std::uint32_t id, const std::vector<std::uint32_t> &stickers,
                           const InverseSide::Addends &addends,
                           const std::vector<std::uint32_t> &counts,
                           const std::vector<std::uint32_t> &widths,
                           const InverseSide::Nodes &nodes) {
    if (!prunings_.empty() || id >= coordinates_.size() || id >= MOST_INVERTED)
        throw std::invalid_argument("a tree is added to a coordinate, before pruning tables");
    inverse_.add_tree(id, coordinates_[id].size, stickers, addends, counts, widths, nodes);
    mix(id);
}

// Look up the next pruning table for the inverse as well.
void SearchSpace::invert(const std::vector<std::uint32_t> &ids) {
    if (!std::all_of(ids.begin(), ids.end(), [&](auto id) { return inverse_.has_tree(id); }))
        throw std::invalid_argument("a pruning table needs trees to be looked up for the inverse");
    Inverted inverted{prunings_.size(), {}};
    for (const std::uint32_t id : ids) {
        if (std::find(read_.begin(), read_.end(), id) != read_.end()) continue;
        read_.push_back(id);
        inverted.fresh.push_back(id);
    }
    inverted_.push_back(std::move(inverted));
}

void SearchSpace::mix(std::uint64_t value) {
    fingerprint_ = (fingerprint_ ^ value) * 0x100000001b3;
}

void bind_search_space(nb::module_ &m) {
    nb::class_<SearchSpace>(m, "SearchSpace", "Coordinates, their tables, and the moves.")
        .def(nb::init<const nb::bytes &, const Follow &>(), nb::arg("weights"), nb::arg("follow"))
        .def("add_coordinate", &SearchSpace::add_coordinate, nb::arg("table"), nb::arg("goals"),
             "Add a coordinate by its transition table and its goals, if it has any.")
        .def("add_pruning", &SearchSpace::add_pruning, nb::arg("table"), nb::arg("ids"),
             nb::arg("bits") = 8, nb::arg("both_sides") = false,
             "Add a pruning table of some coordinates.")
        .def("add_reduced_pruning", &SearchSpace::add_reduced_pruning, nb::arg("table"),
             nb::arg("ids"), nb::arg("base"), nb::arg("class_of"), nb::arg("to_representative"),
             nb::arg("transforms"), nb::arg("bits") = 8, nb::arg("both_sides") = false,
             "Add a pruning table of a symcomposite.")
        .def("carry", &SearchSpace::carry, nb::arg("images"), nb::arg("count"),
             "Carry so many stickers along, whose places the moves change, to read the inverse.")
        .def("add_tree", &SearchSpace::add_tree, nb::arg("number"), nb::arg("stickers"),
             nb::arg("addends"), nb::arg("counts"), nb::arg("widths"), nb::arg("nodes"),
             "Add the tree that reads a coordinate of the inverse off the carried stickers.")
        .def_prop_ro("width", &SearchSpace::width, "How many numbers a position has.");
    m.def(
        "pack_nibbles",
        [](const Distances &entries) {
            auto *table = new std::uint8_t[nibble_bytes(entries.size())];
            nb::capsule owner(
                table, [](void *data) noexcept { delete[] static_cast<std::uint8_t *>(data); });
            pack_nibbles(entries.data(), entries.size(), table);
            return nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>(
                table, {nibble_bytes(entries.size())}, owner);
        },
        nb::arg("entries"), "Two entries a byte, the first in the low bits; those above 15 as 15.");
}

}  // namespace puzzlery
