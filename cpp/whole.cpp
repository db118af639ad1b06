// Whole groups as graphs: their rows of cosets as a job, and questions put to all elements at once.
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include "group_rows.hpp"
#include "job.hpp"
#include "parallel.hpp"

namespace puzzlery {

namespace {

using Numbers = nb::ndarray<nb::numpy, const std::uint32_t, nb::ndim<2>>;
using Marks = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<Perm> lists_of(const std::vector<nb::bytes> &given) {
    std::vector<Perm> lists;
    for (const auto &one : given) lists.push_back(from_bytes<Point>(one));
    return lists;
}

class GroupRowsJob final : public Job {
public:
    GroupRowsJob(std::size_t degree, const std::vector<nb::bytes> &moves, const nb::bytes &fixed,
             const nb::bytes &rest, const std::vector<nb::bytes> &subgroup, std::uint64_t expected)
        : group_(degree, lists_of(moves), from_bytes<Point>(fixed), from_bytes<Point>(rest), lists_of(subgroup)),
          expected_(expected) {}

    Progress progress() const override {
        return {static_cast<double>(group_.done()), static_cast<double>(expected_), "cosets"};
    }
    const GroupRows &group() const {
        if (!group_.is_finished()) throw std::runtime_error("the rows are not finished");
        return group_;
    }
    const std::vector<std::uint32_t> &actions() const { return actions_; }

protected:
    bool advance() override {
        while (!group_.is_finished()) {
            group_.extend(256);
            if (group_.rows() > expected_) throw std::invalid_argument("more rows than expected");
            if (!group_.is_finished() && out_of_time()) return false;
        }
        if (actions_.empty()) actions_ = group_.actions();
        return true;
    }
    // It takes seconds at most, and starts anew.
    void save(Writer &writer) const override { writer.put(expected_); }
    void load(Reader &reader) override {
        if (reader.get<std::uint64_t>() != expected_)
            throw std::invalid_argument("snapshot belongs to another group");
        reader.finish();
    }
    std::uint32_t magic() const override { return 0x31534f43; }

private:
    GroupRows group_;
    std::uint64_t expected_;
    std::vector<std::uint32_t> actions_;
};

Numbers grid(const std::vector<std::uint32_t> &values, std::size_t columns, nb::handle owner) {
    return Numbers(values.data(), {columns ? values.size() / columns : 0, columns}, owner);
}

// Calls visit(h, g, number) for all elements h · g, row by row.
template <class Visit>
void each_element(const GroupRows &group, unsigned threads, const Visit &visit) {
    in_parallel(0, group.rows(), 64, threads, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t row = first; row < last; ++row) {
            const Perm g = group.representative(row);
            for (std::size_t k = 0; k < group.inner(); ++k)
                visit(group.subgroup()[k], g, row * group.inner() + k);
        }
    });
}

// The numbers of the elements after which every place has the color that it had.
std::vector<std::uint64_t> unchanged(const GroupRowsJob &job, const nb::bytes &colors) {
    const Perm color = from_bytes<Point>(colors);
    const GroupRows &group = job.group();
    if (color.size() != group.degree()) throw std::invalid_argument("expected one color a point");
    std::vector<std::uint64_t> found;
    nb::gil_scoped_release release;
    each_element(group, 1, [&](const Perm &h, const Perm &g, std::uint64_t number) {
        for (std::size_t i = 0; i < color.size(); ++i)
            if (color[g[h[i]]] != color[i]) return;
        found.push_back(number);
    });
    return found;
}

// For each mark how many elements x are their own image t⁻¹ · x · t · r for some r of the list.
std::vector<std::uint64_t> self_images(const GroupRowsJob &job, const Marks &marks,
                                       const nb::bytes &by, const std::vector<nb::bytes> &then,
                                       unsigned threads) {
    const GroupRows &group = job.group();
    const std::size_t degree = group.degree();
    const Perm t = from_bytes<Point>(by);
    const auto rotations = lists_of(then);
    if (t.size() != degree || marks.size() < group.rows() * group.inner())
        throw std::invalid_argument("expected a permutation and one mark an element");
    Perm back(degree);
    for (std::size_t i = 0; i < degree; ++i) back.at(t[i]) = static_cast<Point>(i);
    for (const auto &r : rotations)
        if (r.size() != degree) throw std::invalid_argument("a rotation has another degree");
    std::vector<std::atomic<std::uint64_t>> counts(256);
    nb::gil_scoped_release release;
    each_element(group, threads, [&](const Perm &h, const Perm &g, std::uint64_t number) {
        for (const auto &r : rotations) {
            std::size_t i = 0;
            while (i < degree && r[t[g[h[back[i]]]]] == g[h[i]]) ++i;
            if (i == degree) {
                ++counts[marks.data()[number]];
                return;
            }
        }
    });
    return {counts.begin(), counts.end()};
}

}  // namespace

void bind_whole(nb::module_ &m) {
    nb::class_<GroupRowsJob, Job>(m, "GroupRows", "A group as rows of cosets of a small subgroup.")
        .def(nb::init<std::size_t, const std::vector<nb::bytes> &, const nb::bytes &,
                      const nb::bytes &, const std::vector<nb::bytes> &, std::uint64_t>(),
             nb::arg("degree"), nb::arg("moves"), nb::arg("fixed"), nb::arg("rest"),
             nb::arg("subgroup"), nb::arg("expected"))
        .def("outer",
             [](nb::handle_t<GroupRowsJob> self, std::size_t moves) {
                 return grid(nb::cast<const GroupRowsJob &>(self).group().outer(), moves, self);
             },
             nb::arg("moves"))
        .def("by",
             [](nb::handle_t<GroupRowsJob> self, std::size_t moves) {
                 return grid(nb::cast<const GroupRowsJob &>(self).group().by(), moves, self);
             },
             nb::arg("moves"))
        .def("actions",
             [](nb::handle_t<GroupRowsJob> self) {
                 const auto &job = nb::cast<const GroupRowsJob &>(self);
                 return grid(job.actions(), job.group().inner(), self);
             })
        .def("index",
             [](const GroupRowsJob &job, const nb::bytes &element) {
                 return job.group().index(from_bytes<Point>(element));
             },
             nb::arg("element"))
        .def("element",
             [](const GroupRowsJob &job, std::uint64_t index) {
                 return as_bytes(job.group().element(index));
             },
             nb::arg("index"))
        .def("unchanged", &unchanged, nb::arg("colors"))
        .def("self_images", &self_images, nb::arg("marks"), nb::arg("by"), nb::arg("then"),
             nb::arg("threads"));
}

}  // namespace puzzlery
