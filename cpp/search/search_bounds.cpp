// Pruning tables of several coordinates together: for each combination of values a lower bound
// of what it takes to the goal, exact for the coordinates alone.
//
// Levels are filled one after the other. Forward, from what is `level` away; or backward, by
// asking each combination that is still open whether a move leads to a nearer one. Backward is
// always right; forward needs every move's inverse among the moves at the same weight.
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "core/job.hpp"

namespace puzzlery {
namespace {

using Entries = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
constexpr std::uint8_t OPEN = 255;
constexpr std::size_t A_LOOK = 1 << 14;  // combinations between two looks at the clock

class BoundsJob final : public Job {
public:
    BoundsJob(const nb::bytes &weights, const std::vector<Entries> &tables,
              const std::vector<std::vector<std::uint32_t>> &goals, bool reversible)
        : weights_(from_bytes<std::uint8_t>(weights)), tables_(tables), forward_(reversible) {
        if (weights_.empty() || tables_.empty() || goals.size() != tables_.size())
            throw std::invalid_argument("a pruning table needs moves, coordinates and goals");
        heaviest_ = *std::max_element(weights_.begin(), weights_.end());
        if (!*std::min_element(weights_.begin(), weights_.end()))
            throw std::invalid_argument("every move must weigh at least 1");
        measure();
        plant(goals, 0, 0);
    }

    Progress progress() const override {
        return {static_cast<double>(distances_.size() - open_),
                static_cast<double>(distances_.size()), "distance " + std::to_string(level_)};
    }
    const std::vector<std::uint8_t> &distances() const { return distances_; }

protected:
    bool advance() override {
        while (level_ <= last_ + heaviest_) {
            if (level_ + heaviest_ >= OPEN)
                throw std::runtime_error("distances beyond 254 do not fit a pruning table");
            // Once backward, always backward: heavy moves from older levels are then still open.
            if (at_ == 0) forward_ = forward_ && fresh_ < open_;
            if (forward_ ? !spread() : !gather()) return false;
            at_ = 0;
            fresh_ = std::exchange(found_, 0);
            ++level_;
        }
        return true;
    }
    void save(Writer &writer) const override {
        writer.put(weights_);
        writer.put(distances_);
        for (const std::uint64_t n : {at_, open_, fresh_, found_, level_, last_}) writer.put(n);
        writer.put<std::uint8_t>(forward_);
    }
    void load(Reader &reader) override {
        if (reader.get_vector<std::uint8_t>() != weights_)
            throw std::invalid_argument("snapshot belongs to other moves");
        auto distances = reader.get_vector<std::uint8_t>();
        if (distances.size() != distances_.size())
            throw std::invalid_argument("snapshot belongs to other coordinates");
        distances_ = std::move(distances);
        for (std::uint64_t *n : {&at_, &open_, &fresh_, &found_, &level_, &last_})
            *n = reader.get<std::uint64_t>();
        forward_ = reader.get<std::uint8_t>() != 0;
        reader.finish();
    }
    std::uint32_t magic() const override { return 0x4e525053; }

private:
    void measure() {
        std::uint64_t total = 1;
        for (const Entries &table : tables_) {
            const std::uint64_t size = table.size() / weights_.size();
            if (!size || table.size() % weights_.size())
                throw std::invalid_argument("a transition table needs size × moves entries");
            for (std::size_t i = 0; i < table.size(); ++i)
                if (table.data()[i] >= size)
                    throw std::invalid_argument("a transition table leads out of its coordinate");
            sizes_.push_back(size);
            total *= size;
        }
        distances_.assign(total, OPEN);
        open_ = total;
    }

    void plant(const std::vector<std::vector<std::uint32_t>> &goals, std::size_t id,
               std::uint64_t index) {
        if (id == goals.size()) return settle(index, 0);
        for (const std::uint32_t value : goals[id]) {
            if (value >= sizes_[id]) throw std::invalid_argument("a goal is outside");
            plant(goals, id + 1, index * sizes_[id] + value);
        }
    }

    void settle(std::uint64_t index, std::uint64_t distance) {
        std::uint8_t &known = distances_[index];
        if (known <= distance) return;
        if (known == OPEN) --open_;
        known = static_cast<std::uint8_t>(distance);
        last_ = std::max(last_, distance);
        ++found_;
    }

    // For each move, where the combination goes.
    void successors(std::uint64_t index, std::vector<std::uint64_t> &to) const {
        std::uint64_t scale = 1;
        std::fill(to.begin(), to.end(), 0);
        for (std::size_t id = sizes_.size(); id-- > 0;) {
            const std::uint32_t *row = tables_[id].data() + index % sizes_[id] * weights_.size();
            for (std::size_t m = 0; m < to.size(); ++m) to[m] += scale * row[m];
            index /= sizes_[id];
            scale *= sizes_[id];
        }
    }

    bool spread() {
        std::vector<std::uint64_t> to(weights_.size());
        const std::uint8_t *data = distances_.data();
        std::size_t seen = 0;
        while (const void *hit =
                   at_ < distances_.size()
                       ? std::memchr(data + at_, static_cast<int>(level_), distances_.size() - at_)
                       : nullptr) {
            at_ = static_cast<std::uint64_t>(static_cast<const std::uint8_t *>(hit) - data);
            successors(at_++, to);
            for (std::size_t m = 0; m < to.size(); ++m) settle(to[m], level_ + weights_[m]);
            if (++seen % A_LOOK == 0 && out_of_time()) return false;
        }
        return true;
    }

    // Level by level, `level_` + 1 is settled for what is open and one move away from it.
    bool gather() {
        std::vector<std::uint64_t> to(weights_.size());
        const std::uint64_t target = level_ + 1;
        for (std::size_t seen = 1; at_ < distances_.size(); ++seen, ++at_) {
            if (distances_[at_] > target) {
                successors(at_, to);
                for (std::size_t m = 0; m < to.size(); ++m)
                    if (std::uint64_t{distances_[to[m]]} + weights_[m] == target) {
                        settle(at_, target);
                        break;
                    }
            }
            if (seen % A_LOOK == 0 && out_of_time()) {
                ++at_;
                return false;
            }
        }
        return true;
    }

    std::vector<std::uint8_t> weights_;
    std::vector<Entries> tables_;
    std::vector<std::uint64_t> sizes_;
    std::vector<std::uint8_t> distances_;
    std::uint64_t at_ = 0, open_ = 0, fresh_ = 0, found_ = 0, level_ = 0, last_ = 0;
    std::uint64_t heaviest_ = 1;
    bool forward_;
};

}  // namespace

void bind_search_bounds(nb::module_ &m) {
    nb::class_<BoundsJob, Job>(m, "BoundsJob", "Lower bounds for combinations of coordinates.")
        .def(nb::init<const nb::bytes &, const std::vector<Entries> &,
                      const std::vector<std::vector<std::uint32_t>> &, bool>(),
             nb::arg("weights"), nb::arg("tables"), nb::arg("goals"), nb::arg("reversible"))
        .def(
            "data",
            [](const BoundsJob &job) {
                return nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>(
                    job.distances().data(), {job.distances().size()}, nb::handle());
            },
            nb::rv_policy::reference_internal,
            "One byte a combination; 255 where no move sequence leads to the goal.");
}

}  // namespace puzzlery
