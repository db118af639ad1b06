// Complete tables of puzzles with glued pieces: all states, layer by layer from solved.
//
// The graph has no numbering that is known beforehand, because blocked moves leave gaps. So the
// states themselves are the table: those of each distance sorted, 8 or 16 bytes each. While it is
// built, an index of at most 6.7 bytes a state finds states again. The table of a finished job
// takes the memory of its states over.
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "blocked/blocked_model.hpp"
#include "core/job.hpp"

namespace puzzlery::blocked {

namespace {

// States of more words are searched, but not listed.
constexpr std::size_t most_words_listed = 2;

class BlockedTableJob final : public Job {
public:
    BlockedTableJob(const Model &model, const std::vector<nb::bytes> &starts, unsigned depth,
                    std::uint64_t most)
        : model_(model), states_(model.words()), depth_(depth), most_(most) {
        if (model.words() > most_words_listed)
            throw std::length_error("a state of a list takes at most 16 bytes");
        for (const auto &start : starts) states_.add(model.pack(model.read(start)));
        if (!states_.count()) throw std::invalid_argument("expected a state to start from");
        counts_ = {states_.count()};
    }

    Progress progress() const override {
        return {static_cast<double>(states()), std::nullopt,
                "depth " + std::to_string(counts_.size()) + ", " + std::to_string(states()) +
                    " states"};
    }
    const std::vector<std::uint64_t> &counts() const { return counts_; }
    bool is_whole() const { return whole_; }
    bool is_full() const { return full_; }
    std::uint64_t states() const { return table_.empty() ? states_.count() : layer_end(); }

    // Words of 8 bytes: how many a state has, how many layers, their sizes, then the states.
    const std::vector<std::uint64_t> &table() {
        if (!whole_) throw std::runtime_error("the table is not finished");
        if (!table_.empty()) return table_;
        const std::size_t words = states_.words();
        std::vector<std::uint64_t> made;
        made.reserve(2 + counts_.size() + words * states_.count());
        made = {words, counts_.size()};
        made.insert(made.end(), counts_.begin(), counts_.end());
        std::size_t first = made.size();
        states_.move_to(made);
        for (const auto count : counts_) {
            sort_keys(&made[first], count, words);
            first += count * words;
        }
        table_ = std::move(made);
        return table_;
    }

protected:
    bool advance() override {
        Poses from, to(model_.bodies());
        while (!done()) {
            for (unsigned k = 0; k < 256 && next_ < layer_end(); ++k, ++next_) {
                model_.unpack(states_.at(next_), from);
                model_.each_next(from, to, [&](std::size_t, const Poses &state) {
                    states_.add(model_.pack(state));
                });
            }
            full_ = states_.count() > most_;
            if (next_ == layer_end()) finish_layer();
            if (!done() && out_of_time()) return false;
        }
        return true;
    }
    void save(Writer &writer) const override {
        if (!table_.empty()) throw std::runtime_error("a finished table is not saved");
        writer.put<std::uint64_t>(model_.bodies());
        writer.put(next_);
        writer.put(counts_);
        writer.put<std::uint8_t>(whole_);
        writer.put<std::uint64_t>(states_.count());
        for (std::size_t k = 0; k < states_.count(); ++k) {
            const Key key = states_.at(k);
            for (std::size_t w = 0; w < model_.words(); ++w) writer.put(key[w]);
        }
    }
    void load(Reader &reader) override {
        if (reader.get<std::uint64_t>() != model_.bodies())
            throw std::invalid_argument("snapshot belongs to another puzzle");
        const auto next = reader.get<std::uint64_t>();
        auto counts = reader.get_vector<std::uint64_t>();
        const bool whole = reader.get<std::uint8_t>();
        const auto count = reader.get<std::uint64_t>();
        if (counts.empty() || next > count)
            throw std::invalid_argument("snapshot is out of its range");
        KeySet states(model_.words());
        for (std::uint64_t k = 0; k < count; ++k) {
            Key key;
            for (std::size_t w = 0; w < model_.words(); ++w) key[w] = reader.get<std::uint64_t>();
            if (!states.add(key)) throw std::invalid_argument("snapshot holds a state twice");
        }
        reader.finish();
        states_ = std::move(states);
        counts_ = std::move(counts);
        next_ = next, whole_ = whole;
    }
    std::uint32_t magic() const override { return 0x32544c42; }

private:
    static void sort_keys(std::uint64_t *from, std::size_t count, std::size_t words) {
        if (words == 1) {
            std::sort(from, from + count);
            return;
        }
        std::vector<std::array<std::uint64_t, most_words_listed>> keys(count);
        for (std::size_t k = 0; k < count; ++k) keys[k] = {from[2 * k], from[2 * k + 1]};
        std::sort(keys.begin(), keys.end());
        for (std::size_t k = 0; k < count; ++k)
            std::copy(keys[k].begin(), keys[k].end(), from + 2 * k);
    }
    bool done() const { return whole_ || full_ || counts_.size() > depth_; }
    // The number after the last state of the layer that is being expanded.
    std::uint64_t layer_end() const {
        std::uint64_t end = 0;
        for (const auto count : counts_) end += count;
        return end;
    }
    void finish_layer() {
        const std::uint64_t fresh = states_.count() - layer_end();
        whole_ = !fresh;
        if (fresh) counts_.push_back(fresh);
    }

    const Model &model_;
    KeySet states_;
    unsigned depth_;
    std::uint64_t most_, next_ = 0;
    bool whole_ = false, full_ = false;
    std::vector<std::uint64_t> counts_, table_;
};

using Words = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Reads a finished table: the distance of a state, and a shortest way to solved.
class BlockedTable {
public:
    BlockedTable(const Model &model, Words words) : model_(model), data_(std::move(words)) {
        const std::size_t size = data_.size();
        if (size < 2 || data_.data()[0] != model.words() || data_.data()[1] > size - 2)
            throw std::invalid_argument("this is no table of the puzzle");
        std::uint64_t at = 2 + data_.data()[1];
        for (std::uint64_t d = 0; d < data_.data()[1]; ++d) {
            starts_.push_back(at);
            counts_.push_back(data_.data()[2 + d]);
            at += counts_.back() * data_.data()[0];
        }
        if (at != size) throw std::invalid_argument("this is no whole table");
    }

    const std::vector<std::uint64_t> &counts() const { return counts_; }

    // The distance of a state, or -1 if no moves lead there.
    int distance(const nb::bytes &poses) const {
        const Key key = model_.pack(model_.read(poses));
        for (std::size_t d = 0; d < counts_.size(); ++d)
            if (contains(d, key)) return static_cast<int>(d);
        return -1;
    }
    // All shortest ways to solved, at most so many.
    std::vector<std::vector<std::size_t>> ways(const nb::bytes &poses, std::size_t most) const {
        const int found = distance(poses);
        std::vector<std::vector<std::size_t>> all;
        std::vector<std::size_t> way;
        if (found >= 0)
            descend(model_.read(poses), static_cast<std::size_t>(found), way, all, most);
        return all;
    }
    // A state of a layer by its number, as poses.
    nb::bytes state(std::size_t layer, std::uint64_t number) const {
        if (layer >= counts_.size() || number >= counts_[layer])
            throw std::invalid_argument("no state has this number");
        Key key;
        std::copy_n(from(layer, number), model_.words(), key.begin());
        Poses poses;
        model_.unpack(key, poses);
        return as_bytes(poses);
    }

private:
    const std::uint64_t *from(std::size_t layer, std::uint64_t number) const {
        return data_.data() + starts_[layer] + number * model_.words();
    }
    bool contains(std::size_t layer, const Key &key) const {
        const std::size_t words = model_.words();
        const auto key_end = key.begin() + words;
        std::uint64_t first = 0, last = counts_[layer];
        while (first < last) {
            const std::uint64_t half = (first + last) / 2, *at = from(layer, half);
            if (std::lexicographical_compare(at, at + words, key.begin(), key_end))
                first = half + 1;
            else
                last = half;
        }
        return first < counts_[layer] && std::equal(key.begin(), key_end, from(layer, first));
    }
    void descend(const Poses &from, std::size_t left, std::vector<std::size_t> &way,
                 std::vector<std::vector<std::size_t>> &all, std::size_t most) const {
        if (!left) {
            all.push_back(way);
            return;
        }
        Poses to(model_.bodies());
        model_.each_next(from, to, [&](std::size_t move, const Poses &state) {
            if (all.size() >= most || !contains(left - 1, model_.pack(state))) return;
            way.push_back(move);
            descend(Poses(state), left - 1, way, all, most);
            way.pop_back();
        });
    }

    const Model &model_;
    Words data_;
    std::vector<std::uint64_t> starts_, counts_;
};

}  // namespace

}  // namespace puzzlery::blocked

namespace puzzlery {

void bind_blocked_table(nb::module_ &m) {
    using namespace blocked;
    nb::class_<Model>(m, "BlockedModel", "A puzzle with glued pieces as bodies and their poses.")
        .def(nb::init<std::size_t, const std::vector<nb::bytes> &, const nb::bytes &>(),
             nb::arg("moves"), nb::arg("kinds"), nb::arg("bodies"))
        .def_prop_ro("words", &Model::words, "How many words of 8 bytes a state takes.");
    nb::class_<BlockedTableJob, Job>(m, "BlockedTableJob", "Lists all states by distance.")
        .def(nb::init<const Model &, const std::vector<nb::bytes> &, unsigned, std::uint64_t>(),
             nb::arg("model"), nb::arg("starts"), nb::arg("depth"), nb::arg("most"),
             nb::keep_alive<1, 2>())
        .def_prop_ro("counts", &BlockedTableJob::counts, "How many states are at each distance.")
        .def_prop_ro("is_whole", &BlockedTableJob::is_whole, "Whether all states were listed.")
        .def_prop_ro("is_full", &BlockedTableJob::is_full, "Whether there were too many.")
        .def_prop_ro("states", &BlockedTableJob::states, "How many states were found.")
        .def(
            "data",
            [](nb::handle_t<BlockedTableJob> self) {
                const auto &table = nb::cast<BlockedTableJob &>(self).table();
                return nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>(
                    table.data(), {8 * table.size()}, self);
            },
            "The table: sizes of the layers, then the states of each, sorted.");
    nb::class_<BlockedTable>(m, "BlockedTable", "A complete table of a puzzle with glued pieces.")
        .def(nb::init<const Model &, Words>(), nb::arg("model"), nb::arg("words"),
             nb::keep_alive<1, 2>())
        .def_prop_ro("counts", &BlockedTable::counts, "How many states are at each distance.")
        .def("distance", &BlockedTable::distance, nb::arg("poses"),
             "The distance of a state, or -1 if no moves lead there.")
        .def("ways", &BlockedTable::ways, nb::arg("poses"), nb::arg("most"),
             "Shortest ways to solved, at most so many.")
        .def("state", &BlockedTable::state, nb::arg("layer"), nb::arg("number"),
             "The poses of a state by its distance and number.");
}

}  // namespace puzzlery
