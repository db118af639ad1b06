// Layers of classes: breadth first over permutations up to symmetry. Of a layer only one state of
// each class is kept, and of all but the layer in hand only keys of 128 bits. Two of a billion
// states share such a key less often than once in 10^20 counts.
#include <nanobind/stl/vector.h>

#include <array>
#include <utility>

#include "core/flat_set.hpp"
#include "core/random.hpp"
#include "exhaustive/layer_job.hpp"

namespace puzzlery {

namespace {

struct Key {
    std::uint64_t first = 0, second = 0;
    bool operator==(const Key &) const = default;
    bool is_free() const { return !first && !second; }
    bool is_like(const Key &other) const { return *this == other; }
    std::uint64_t hash() const { return first; }
};

Key key_of(const Perm &p) {
    Key key{golden, 0xc2b2ae3d27d4eb4fULL};
    for (const Point point : p) {
        key.first = stirred(key.first + point) + golden;
        key.second = (key.second ^ (point + 1)) * 0xff51afd7ed558ccdULL;
        key.second ^= key.second >> 33;
    }
    return key.is_free() ? Key{1, 1} : key;
}

using KeySet = FlatSet<Key>;

// Of the images of a permutation under symmetries the first in the order of their points.
class Classes {
public:
    Classes(std::size_t degree, const std::vector<nb::bytes> &symmetries)
        : there_(permutations_of(symmetries, degree)), best_(degree) {
        for (const Perm &one : there_) back_.push_back(inverse(one));
    }
    // How many states are in the class of this one, which becomes the first of them.
    std::uint64_t settle(Perm &p) {
        std::uint64_t same = 0;
        best_ = p;
        for (std::size_t s = 0; s < there_.size(); ++s) {
            const int order = compare(p, s);
            if (order < 0) adopt(p, s);
            same = order < 0 ? 1 : same + (order == 0);
        }
        p = best_;
        return same ? there_.size() / same : 1;
    }

private:
    Point image(const Perm &p, std::size_t s, std::size_t i) const {
        return there_[s][p[back_[s][i]]];
    }
    int compare(const Perm &p, std::size_t s) const {
        for (std::size_t i = 0; i < p.size(); ++i)
            if (const int apart = int{image(p, s, i)} - int{best_[i]}) return apart;
        return 0;
    }
    void adopt(const Perm &p, std::size_t s) {
        for (std::size_t i = 0; i < p.size(); ++i) best_[i] = image(p, s, i);
    }

    std::vector<Perm> there_, back_;
    Perm best_;
};

class ClassLayerJob final : public LayerJob {
public:
    ClassLayerJob(std::size_t degree, const std::vector<nb::bytes> &moves,
                  const std::vector<nb::bytes> &symmetries, unsigned depth, std::uint64_t most)
        : LayerJob(degree, depth, most), classes_(degree, symmetries),
          moves_(permutations_of(moves, degree)), frontier_(identity(degree)) {
        here_.insert(key_of(frontier_));
        counts_ = class_counts_ = {1};
    }

    Progress progress() const override {
        return {next_, here_.size(), depth_note() + std::to_string(ahead_.size()) + " classes"};
    }
    const std::vector<std::uint64_t> &class_counts() const { return class_counts_; }

protected:
    template <class Self> static auto fields(Self &self) {
        return std::tie(self.next_, self.fresh_, self.fresh_classes_, self.whole_, self.counts_,
                        self.class_counts_, self.frontier_, self.coming_);
    }
    void save(Writer &writer) const override {
        writer.put<std::uint64_t>(degree_);
        writer.put(fields(*this));
        for (const KeySet *set : {&behind_, &here_, &ahead_}) writer.put(set->entries());
    }
    void load(Reader &reader) override {
        check_degree(reader);
        auto saved = reader.get(fields(*this));
        const auto &[next, fresh, fresh_classes, whole, counts, class_counts, frontier, coming] =
            saved;
        std::array<KeySet, 3> sets;
        for (auto &set : sets)
            for (const Key &key : reader.get_vector<Key>()) set.insert(key);
        reader.finish();
        if (next > sets[1].size() || counts.empty() || counts.size() != class_counts.size() ||
            (!whole && counts.size() <= depth_ && frontier.size() != degree_ * sets[1].size()))
            throw std::invalid_argument("snapshot is out of its range");
        for (const auto *list : {&frontier, &coming}) check_points(*list);
        fields(*this) = std::move(saved);
        behind_ = std::move(sets[0]), here_ = std::move(sets[1]), ahead_ = std::move(sets[2]);
    }
    std::uint32_t magic() const override { return 0x3159534c; }

private:
    std::uint64_t layer_end() const override { return here_.size(); }
    std::uint64_t kept() const override { return ahead_.size(); }
    // A move leads to the layer behind, to the same or to the next.
    void expand(std::uint64_t number) override {
        const Point *from = frontier_.data() + number * degree_;
        for (const Perm &move : moves_) {
            Perm to(degree_);
            for (std::size_t i = 0; i < degree_; ++i) to[i] = move[from[i]];
            const std::uint64_t weight = classes_.settle(to);
            const Key key = key_of(to);
            if (behind_.find(key) || here_.find(key) || !ahead_.insert(key)) continue;
            fresh_ += weight;
            ++fresh_classes_;
            if (counts_.size() < depth_) coming_.insert(coming_.end(), to.begin(), to.end());
        }
    }
    void finish_layer() override {
        whole_ = !fresh_;
        if (!whole_) {
            counts_.push_back(fresh_);
            class_counts_.push_back(fresh_classes_);
        }
        behind_ = std::exchange(here_, std::exchange(ahead_, KeySet()));
        frontier_ = std::exchange(coming_, {});
        next_ = fresh_ = fresh_classes_ = 0;
    }

    Classes classes_;
    std::vector<Perm> moves_;
    Perm frontier_, coming_;  // one state after the other
    KeySet behind_, here_, ahead_;
    std::uint64_t fresh_ = 0, fresh_classes_ = 0;
    std::vector<std::uint64_t> class_counts_;
};

}  // namespace

void bind_class_layers(nb::module_ &m) {
    nb::class_<ClassLayerJob, Job>(m, "ClassLayerJob", "Counts states by distance up to symmetry.")
        .def(nb::init<std::size_t, const std::vector<nb::bytes> &, const std::vector<nb::bytes> &,
                      unsigned, std::uint64_t>(),
             nb::arg("degree"), nb::arg("moves"), nb::arg("symmetries"), nb::arg("depth"),
             nb::arg("most"))
        .def_prop_ro("counts", &ClassLayerJob::counts,
                     "How many states there are at each distance.")
        .def_prop_ro("classes", &ClassLayerJob::class_counts, "How many of them up to symmetry.")
        .def_prop_ro("is_whole", &ClassLayerJob::is_whole, "Whether all states were counted.");
}

}  // namespace puzzlery
