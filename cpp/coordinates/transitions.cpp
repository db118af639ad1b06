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

using ImageRows = nb::ndarray<const std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// How pieces are seen on the stickers: piece q by the place of its reference sticker, whose slot
// and orientation each place tells.
class SlotReader {
public:
    SlotReader(const Basic &basic, const Labels &references, const Labels &slot_of,
               const Labels &turn_of)
        : basic_(basic), references_(references), slot_of_(slot_of), turn_of_(turn_of) {
        if (references.size() != basic.slots() || slot_of.size() != turn_of.size())
            throw std::invalid_argument("expected one letter for each slot");
        for (std::size_t q = 0; q < references.size(); ++q)
            if (!in(references.data()[q], slot_of.size()))
                throw std::invalid_argument("a reference sticker is none of the puzzle");
        for (std::size_t place = 0; place < slot_of.size(); ++place)
            if (in(slot_of.data()[place], basic.slots()) && !in(turn_of.data()[place], 256))
                throw std::invalid_argument("a letter is outside of its range");
    }

    std::int64_t index(const std::uint16_t *images, SlotLetters &letters) const {
        std::array<bool, 255> filled{};
        for (unsigned q = 0; q < basic_.slots(); ++q) {
            const std::uint16_t place = images[references_.data()[q]];
            const std::int64_t to = place < slot_of_.size() ? slot_of_.data()[place] : -1;
            if (!in(to, basic_.slots()) || filled[static_cast<std::size_t>(to)])
                throw std::invalid_argument("a piece occurs twice or not at all");
            const auto slot = static_cast<std::size_t>(to);
            filled[slot] = true;
            basic_.put(q, static_cast<unsigned>(turn_of_.data()[place]), slot, letters);
        }
        return static_cast<std::int64_t>(basic_.rank(letters));
    }

private:
    static bool in(std::int64_t number, std::size_t size) {
        return number >= 0 && static_cast<std::size_t>(number) < size;
    }

    const Basic &basic_;
    Labels references_, slot_of_, turn_of_;
};

nb::bytes indices(const Basic &basic, const ImageRows &images, const Labels &references,
                  const Labels &slot_of, const Labels &turn_of) {
    const SlotReader reader(basic, references, slot_of, turn_of);
    if (images.shape(1) != slot_of.size())
        throw std::invalid_argument("images and slots differ in degree");
    std::vector<std::int64_t> found(images.shape(0));
    SlotLetters letters;
    for (std::size_t i = 0; i < found.size(); ++i)
        found[i] = reader.index(images.data() + i * images.shape(1), letters);
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
        .def("indices", &indices, nb::arg("images"), nb::arg("references"), nb::arg("slot_of"),
             nb::arg("turn_of"), "The values of many states (int64), one row of images each.")
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
