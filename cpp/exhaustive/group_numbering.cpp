// Whole groups as graphs: their rows of cosets as a job, and questions put to all elements at once.
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <mutex>

#include "core/job.hpp"
#include "core/parallel.hpp"
#include "exhaustive/group_rows.hpp"

namespace puzzlery {

namespace {

using Numbers = nb::ndarray<nb::numpy, const std::uint32_t, nb::ndim<2>>;

std::vector<Perm> lists_of(const std::vector<nb::bytes> &given) {
    std::vector<Perm> lists;
    for (const auto &one : given) lists.push_back(from_bytes<Point>(one));
    return lists;
}

class GroupRowsJob final : public Job {
public:
    GroupRowsJob(std::size_t degree, const std::vector<nb::bytes> &moves, const nb::bytes &fixed,
                 const nb::bytes &rest, const std::vector<nb::bytes> &subgroup,
                 std::uint64_t expected)
        : group_(degree, lists_of(moves), from_bytes<Point>(fixed), from_bytes<Point>(rest),
                 lists_of(subgroup)),
          moves_(moves.size()), expected_(expected) {}

    Progress progress() const override { return {group_.done(), expected_, "cosets"}; }
    const GroupRows &group() const {
        if (!group_.is_finished()) throw std::runtime_error("the rows are not finished");
        return group_;
    }
    const std::vector<std::uint32_t> &actions() const { return actions_; }

protected:
    bool advance() override {
        while (!group_.is_finished()) {
            group_.extend(std::max<std::size_t>(1, moves_at_once / (moves_ + 1)));
            if (group_.rows() > expected_) throw std::invalid_argument("more rows than expected");
            if (!group_.is_finished() && out_of_time()) return false;
        }
        if (actions_.empty()) actions_ = group_.actions();
        return true;
    }
    // It takes seconds at most, and starts anew.
    void save(Writer &writer) const override { writer.put(expected_); }
    void load(Reader &reader) override {
        reader.expect(expected_, "snapshot belongs to another group");
        reader.finish();
    }
    std::uint32_t magic() const override { return 0x31534f43; }

private:
    static constexpr std::size_t moves_at_once = 4096;  // between two looks at the clock

    GroupRows group_;
    std::size_t moves_;
    std::uint64_t expected_;
    std::vector<std::uint32_t> actions_;
};

// The values where they lie, for as long as the job is needed.
Numbers grid(const GroupRowsJob &job, const std::vector<std::uint32_t> &values,
             std::size_t columns) {
    return Numbers(values.data(), {columns ? values.size() / columns : 0, columns}, nb::find(&job));
}

bool matches(const Perm &h, const Perm &g, const Perm &color, const Perm &wanted) {
    for (std::size_t i = 0; i < color.size(); ++i)
        if (wanted[g[h[i]]] != color[i]) return false;
    return true;
}

// The numbers of the elements that carry every color to a place where it is wanted.
std::vector<std::uint64_t> matching(const GroupRowsJob &job, const nb::bytes &colors,
                                    const nb::bytes &places) {
    const Perm color = from_bytes<Point>(colors), wanted = from_bytes<Point>(places);
    const GroupRows &group = job.group();
    if (color.size() != group.degree() || wanted.size() != group.degree())
        throw std::invalid_argument("expected one color a point");
    std::vector<std::uint64_t> found;
    nb::gil_scoped_release release;
    for (std::uint64_t row = 0; row < group.rows(); ++row) {
        const Perm g = group.representative(row);
        for (std::size_t k = 0; k < group.inner(); ++k)
            if (matches(group.subgroup()[k], g, color, wanted))
                found.push_back(row * group.inner() + k);
    }
    return found;
}

// The symmetry t and the rotations that may follow it: x is its own image if x = t⁻¹ · x · t · r
// for some r. What the first points of the base say of that is the same for a whole row.
class SelfImages {
public:
    // All are permutations of as many points as the group moves.
    SelfImages(const GroupRows &group, Perm by, std::vector<Perm> then)
        : t_(std::move(by)), back_(inverse(t_)), then_(std::move(then)) {
        std::vector<bool> is_fixed(group.degree());
        for (const auto point : group.fixed()) is_fixed[point] = true;
        for (std::size_t i = 0; i < t_.size(); ++i)
            if (is_fixed[i] && is_fixed[back_[i]]) early_.push_back(static_cast<Point>(i));
    }

    // The numbers of those in a row that are their own images.
    void look(const GroupRows &group, std::uint64_t row, std::vector<std::uint64_t> &found) const {
        const Perm g = group.representative(row);
        std::vector<const Perm *> possible;
        for (const auto &r : then_)
            if (agrees_early(g, r)) possible.push_back(&r);
        if (possible.empty()) return;
        for (std::size_t k = 0; k < group.inner(); ++k)
            for (const Perm *r : possible)
                if (agrees(group.subgroup()[k], g, *r)) {
                    found.push_back(row * group.inner() + k);
                    break;
                }
    }

private:
    bool agrees_early(const Perm &g, const Perm &r) const {
        for (const auto i : early_)
            if (r[t_[g[back_[i]]]] != g[i]) return false;
        return true;
    }
    bool agrees(const Perm &h, const Perm &g, const Perm &r) const {
        for (std::size_t i = 0; i < t_.size(); ++i)
            if (r[t_[g[h[back_[i]]]]] != g[h[i]]) return false;
        return true;
    }

    Perm t_, back_;
    std::vector<Perm> then_;
    Perm early_;
};

std::vector<std::uint64_t> self_images(const GroupRowsJob &job, const nb::bytes &by,
                                       const std::vector<nb::bytes> &then, unsigned threads) {
    const GroupRows &group = job.group();
    const SelfImages asked(group, permutation_of(by, group.degree()),
                           permutations_of(then, group.degree()));
    std::vector<std::uint64_t> all;
    std::mutex adding;
    nb::gil_scoped_release release;
    in_parallel(0, group.rows(), 64, threads, [&](std::uint64_t first, std::uint64_t last) {
        std::vector<std::uint64_t> own;
        for (std::uint64_t row = first; row < last; ++row) asked.look(group, row, own);
        const std::lock_guard lock(adding);
        all.insert(all.end(), own.begin(), own.end());
    });
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace

void bind_whole(nb::module_ &m) {
    nb::class_<GroupRowsJob, Job>(m, "GroupRows", "A group as rows of cosets of a small subgroup.")
        .def(nb::init<std::size_t, const std::vector<nb::bytes> &, const nb::bytes &,
                      const nb::bytes &, const std::vector<nb::bytes> &, std::uint64_t>(),
             nb::arg("degree"), nb::arg("moves"), nb::arg("fixed"), nb::arg("rest"),
             nb::arg("subgroup"), nb::arg("expected"))
        .def(
            "outer",
            [](const GroupRowsJob &job, std::size_t moves) {
                return grid(job, job.group().outer(), moves);
            },
            nb::arg("moves"), "For each row and move the next row.")
        .def(
            "by",
            [](const GroupRowsJob &job, std::size_t moves) {
                return grid(job, job.group().by(), moves);
            },
            nb::arg("moves"), "For each row and move the action on the subgroup.")
        .def(
            "actions",
            [](const GroupRowsJob &job) { return grid(job, job.actions(), job.group().inner()); },
            "For each action what it makes of each element of the subgroup.")
        .def(
            "index",
            [](const GroupRowsJob &job, const nb::bytes &element) {
                return job.group().index(from_bytes<Point>(element));
            },
            nb::arg("element"), "The number of an element; -1 if the group does not have it.")
        .def(
            "element",
            [](const GroupRowsJob &job, std::uint64_t index) {
                return as_bytes(job.group().element(index));
            },
            nb::arg("index"), "The element of a number, as points (uint16).")
        .def("matching", &matching, nb::arg("colors"), nb::arg("places"),
             "The elements that carry every color to a place where it is wanted.")
        .def("self_images", &self_images, nb::arg("by"), nb::arg("then"), nb::arg("threads"),
             "The elements that a symmetry, followed by one of the rotations, carries to "
             "themselves.");
}

}  // namespace puzzlery
