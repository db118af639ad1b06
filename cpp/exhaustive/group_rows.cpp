// Rows of cosets, found breadth first, with what moves do to rows and inside of them.
#include "exhaustive/group_rows.hpp"

#include <algorithm>
#include <stdexcept>

namespace puzzlery {

std::size_t PointIndex::place(const Point *list) const {
    std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
    for (std::size_t k = 0; k < width_; ++k) {
        hash = (hash ^ list[k]) * 0xff51afd7ed558ccdULL;
        hash ^= hash >> 32;
    }
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at] != empty && !std::equal(list, list + width_, this->at(slots_[at])))
        at = (at + 1) & (slots_.size() - 1);
    return at;
}

std::uint32_t PointIndex::find(const Point *list) const { return slots_[place(list)]; }

std::uint32_t PointIndex::add(const Point *list) {
    std::size_t at = place(list);
    if (slots_[at] != empty) return slots_[at];
    if (4 * (count() + 1) > 3 * slots_.size()) {
        grow();
        at = place(list);
    }
    const auto number = static_cast<std::uint32_t>(count());
    lists_.insert(lists_.end(), list, list + width_);
    if (!width_) count_ = 1;
    return slots_[at] = number;
}

void PointIndex::grow() {
    slots_.assign(2 * slots_.size(), empty);
    for (std::size_t k = 0; k < count(); ++k) slots_[place(at(k))] = static_cast<std::uint32_t>(k);
}

namespace {

void check(const Perm &p, std::size_t degree) {
    if (p.size() != degree) throw std::invalid_argument("an element has another degree");
    check_permutation(p);
}

}  // namespace

GroupRows::GroupRows(std::size_t degree, std::vector<Perm> moves, Perm fixed, Perm rest,
                     std::vector<Perm> subgroup)
    : degree_(degree), moves_(std::move(moves)), fixed_(std::move(fixed)), rest_(std::move(rest)),
      subgroup_(std::move(subgroup)), rows_(fixed_.size()), members_(rest_.size()) {
    for (const auto &move : moves_) {
        check(move, degree);
        backward_.push_back(inverse(move));
    }
    for (const auto *points : {&fixed_, &rest_})
        for (const auto point : *points)
            if (point >= degree) throw std::invalid_argument("a base point is out of range");
    for (const auto &h : subgroup_) {
        check(h, degree);
        Perm images;
        for (const auto point : rest_) images.push_back(h[point]);
        if (members_.add(images.data()) + 1 != members_.count() ||
            members_.count() != static_cast<std::size_t>(&h - subgroup_.data()) + 1)
            throw std::invalid_argument("two elements of the subgroup agree on the base");
    }
    rows_.add(fixed_.data());
    inverses_ = identity(degree);
    rests_ = rest_;
}

void GroupRows::extend(std::size_t count) {
    for (; count-- && !is_finished(); ++done_)
        for (std::size_t m = 0; m < moves_.size(); ++m) move(done_, m);
}

// h · g · m = (h · k) · g', where g' is the representative of the row that g · m is in.
void GroupRows::move(std::size_t row, std::size_t m) {
    Perm images(fixed_.size());
    for (std::size_t k = 0; k < fixed_.size(); ++k) images[k] = moves_[m][rows_.at(row)[k]];
    const auto before = rows_.count();
    const auto to = rows_.add(images.data());
    if (rows_.count() > before) {
        for (std::size_t i = 0; i < degree_; ++i)
            inverses_.push_back(inverses_[row * degree_ + backward_[m][i]]);
        for (std::size_t k = 0; k < rest_.size(); ++k)
            rests_.push_back(moves_[m][rests_[row * rest_.size() + k]]);
    }
    Perm within(rest_.size());
    for (std::size_t k = 0; k < rest_.size(); ++k) {
        const Point there = moves_[m][rests_[row * rest_.size() + k]];
        within[k] = inverses_[to * degree_ + there];
    }
    const auto member = members_.find(within.data());
    if (member == PointIndex::empty) throw std::invalid_argument("the subgroup is not whole");
    outer_.push_back(to);
    by_.push_back(member);
}

std::vector<std::uint32_t> GroupRows::actions() const {
    std::vector<std::uint32_t> table;
    table.reserve(inner() * inner());
    Perm images(rest_.size());
    for (const auto &k : subgroup_)
        for (const auto &h : subgroup_) {
            for (std::size_t i = 0; i < rest_.size(); ++i) images[i] = k[h[rest_[i]]];
            const auto member = members_.find(images.data());
            if (member == PointIndex::empty)
                throw std::invalid_argument("the subgroup is no group");
            table.push_back(member);
        }
    return table;
}

std::int64_t GroupRows::index(const Perm &element) const {
    check(element, degree_);
    Perm images;
    for (const auto point : fixed_) images.push_back(element[point]);
    const auto row = rows_.find(images.data());
    if (row == PointIndex::empty) return -1;
    images.clear();
    for (const auto point : rest_) images.push_back(inverses_[row * degree_ + element[point]]);
    const auto member = members_.find(images.data());
    if (member == PointIndex::empty) return -1;
    return static_cast<std::int64_t>(row * inner() + member);
}

Perm GroupRows::representative(std::size_t row) const {
    return inverse(std::span(inverses_).subspan(row * degree_, degree_));
}

Perm GroupRows::element(std::uint64_t index) const {
    if (index >= rows() * inner()) throw std::invalid_argument("no element has this number");
    Perm made;
    multiply(subgroup_[index % inner()], representative(index / inner()), made);
    return made;
}

}  // namespace puzzlery
