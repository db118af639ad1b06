// Transition tables: for each value of a basic coordinate and each move, the value after it.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "coordinates/basic_coordinate.hpp"
#include "core/arrays.hpp"
#include "core/huge_pages.hpp"
#include "core/job.hpp"
#include "core/parallel.hpp"

namespace puzzlery {

namespace {

using Bytes = nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>;
constexpr std::uint64_t grain = 4096;  // values of one parallel task

std::vector<SlotAction> actions_of(const Basic &basic, const std::vector<nb::bytes> &given) {
    std::vector<SlotAction> actions;
    for (const auto &one : given)
        actions.push_back(
            basic.action(reinterpret_cast<const std::uint8_t *>(one.c_str()), one.size()));
    return actions;
}

class TransitionJob final : public Job {
public:
    TransitionJob(const Basic &basic, const std::vector<nb::bytes> &actions, unsigned threads)
        : basic_(basic), actions_(actions_of(basic, actions)), threads_(std::max(1u, threads)) {
        if (basic.size() >= std::uint64_t{1} << 32)
            throw std::invalid_argument("this coordinate is too large for a table");
        memory_ = HugePages(4 * basic.size() * actions_.size());
    }

    Progress progress() const override {
        return {static_cast<double>(next_), static_cast<double>(basic_.size()), "moving"};
    }
    const HugePages &memory() const {
        if (next_ < basic_.size()) throw std::runtime_error("the table is not finished");
        return memory_;
    }

protected:
    bool advance() override {
        while (next_ < basic_.size()) {
            const auto stop = std::min(basic_.size(), next_ + 16 * grain);
            in_parallel(next_, stop, grain, threads_,
                        [this](std::uint64_t first, std::uint64_t last) { fill(first, last); });
            next_ = stop;
            if (next_ < basic_.size() && out_of_time()) return false;
        }
        return true;
    }
    // Filling the table again is faster than reading it, so a snapshot only names the coordinate.
    void save(Writer &writer) const override { writer.put(basic_.size()); }
    void load(Reader &reader) override {
        if (reader.get<std::uint64_t>() != basic_.size())
            throw std::invalid_argument("snapshot belongs to another coordinate");
        reader.finish();
    }
    std::uint32_t magic() const override { return 0x31534e54; }

private:
    void fill(std::uint64_t first, std::uint64_t last) {
        auto *table = reinterpret_cast<std::uint32_t *>(memory_.data());
        SlotLetters from, to;
        for (std::uint64_t i = first; i < last; ++i) {
            basic_.unrank(i, from);
            for (std::size_t m = 0; m < actions_.size(); ++m) {
                basic_.act(actions_[m], from, to);
                table[i * actions_.size() + m] = static_cast<std::uint32_t>(basic_.rank(to));
            }
        }
    }

    Basic basic_;
    std::vector<SlotAction> actions_;
    unsigned threads_;
    HugePages memory_;
    std::uint64_t next_ = 0;
};

// One row of letters a state: the kinds of the pieces in the slots, and their turns.
using LetterRows = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::uint64_t rank_row(const Basic &basic, const std::uint8_t *kinds, const std::uint8_t *turns) {
    SlotLetters letters;
    std::vector<unsigned> seen(basic.kinds());
    for (unsigned q = 0; q < basic.slots(); ++q) {
        letters.kind[q] = kinds[q];
        letters.turn[q] = turns[q];
        if (letters.kind[q] >= basic.kinds() || letters.turn[q] >= basic.turns())
            throw std::invalid_argument("a letter is outside of its range");
        ++seen[letters.kind[q]];
    }
    basic.check(seen);
    return basic.rank(letters);
}

nb::bytes ranks(const Basic &basic, const LetterRows &kinds, const LetterRows &turns) {
    const std::size_t width = basic.slots();
    if (kinds.shape(1) != width || turns.shape(1) != width || kinds.shape(0) != turns.shape(0))
        throw std::invalid_argument("expected one letter for each slot");
    std::vector<std::uint64_t> found(kinds.shape(0));
    for (std::size_t i = 0; i < found.size(); ++i)
        found[i] = rank_row(basic, kinds.data() + i * width, turns.data() + i * width);
    return as_bytes(found);
}

std::pair<nb::bytes, nb::bytes> unrank(const Basic &basic, std::uint64_t number) {
    if (number >= basic.size()) throw std::invalid_argument("no state has this number");
    SlotLetters letters;
    basic.unrank(number, letters);
    return {nb::bytes(reinterpret_cast<const char *>(letters.kind.data()), basic.slots()),
            nb::bytes(reinterpret_cast<const char *>(letters.turn.data()), basic.slots())};
}

}  // namespace

void bind_transitions(nb::module_ &m) {
    nb::class_<Basic>(m, "Basic", "A basic coordinate of one orbit.")
        .def(
            "__init__",
            [](Basic *self, const std::string &kind, const nb::bytes &classes, unsigned turns,
               bool law) {
                const auto *from = reinterpret_cast<const std::uint8_t *>(classes.c_str());
                new (self) Basic(kind, {from, from + classes.size()}, turns, law);
            },
            nb::arg("kind"), nb::arg("classes"), nb::arg("turns"), nb::arg("law"))
        .def_prop_ro("size", &Basic::size, "How many values it has.")
        .def("ranks", &ranks, nb::arg("kinds"), nb::arg("turns"),
             "The values of many states (uint64), one row of letters each.")
        .def("unrank", &unrank, nb::arg("number"), "A state with this value: kinds and turns.");
    nb::class_<TransitionJob, Job>(m, "TransitionJob", "Fills a transition table.")
        .def(nb::init<const Basic &, const std::vector<nb::bytes> &, unsigned>(), nb::arg("basic"),
             nb::arg("actions"), nb::arg("threads"))
        .def(
            "data",
            [](nb::handle_t<TransitionJob> self) {
                const auto &memory = nb::cast<const TransitionJob &>(self).memory();
                return Bytes(memory.data(), {memory.size()}, self);
            },
            "The table: for each value and action the next value.");
}

}  // namespace puzzlery
