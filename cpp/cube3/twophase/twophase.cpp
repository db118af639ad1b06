// Two-phase for Python: the table as a job that is built and kept, and the search as a job.
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "core/huge_pages.hpp"
#include "core/job.hpp"
#include "core/parallel.hpp"
#include "cube3/twophase/twophase_search.hpp"

namespace puzzlery {
namespace {

using namespace twophase;
using Block = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

class TwoPhaseTable final : public Job {
public:
    explicit TwoPhaseTable(int reach) : reach_(reach), block_(Tables::bytes()) {
        if (reach < 1 || reach > farthest)
            throw std::invalid_argument("the table reaches 1 to 12 turns, not " +
                                        std::to_string(reach));
    }

    Progress progress() const override {
        return {builder_ ? builder_->cursor.known : 0, known_within[reach_], "distances to H"};
    }
    nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>> data(nb::handle owner) const {
        if (!finished()) throw std::runtime_error("the table is not finished");
        return {block_.data(), {block_.size()}, owner};
    }

protected:
    bool advance() override {
        prepare();
        while (!finished()) {
            builder_->portion();
            if (out_of_time()) break;
        }
        return finished();
    }
    void save(Writer &writer) const override {
        writer.put(reach_);
        writer.put(builder_ ? builder_->cursor : FarBuilder::Cursor{-1, 0, 0});
        const std::uint8_t *far = block_.data();
        if (builder_) writer.put(std::vector<std::uint8_t>(far, far + far_bytes));
    }
    void load(Reader &reader) override {
        reader.expect(reach_, "snapshot is of a table of another reach");
        const auto cursor = reader.get<FarBuilder::Cursor>();
        builder_.reset();
        if (cursor.depth >= 0) {
            const auto far = reader.get_vector<std::uint8_t>();
            if (far.size() != far_bytes || cursor.depth > reach_ || cursor.kind < 0 ||
                cursor.kind > kind_count)
                throw std::invalid_argument("snapshot does not hold such a table");
            prepare();
            std::copy(far.begin(), far.end(), block_.data());
            builder_->cursor = cursor;
        }
        reader.finish();
    }
    std::uint32_t magic() const override { return 0x31504854; }

private:
    bool finished() const { return builder_ && builder_->cursor.depth >= reach_; }
    void prepare() {
        if (builder_) return;
        const Tables tables(block_.data());
        fill_transitions(tables);
        builder_ = std::make_unique<FarBuilder>(tables);
    }

    int reach_;
    HugePages block_;
    std::unique_ptr<FarBuilder> builder_;
};

Pieces read_pieces(const nb::bytes &bytes) {
    return pieces_of(cube3::read_cube({bytes.c_str(), bytes.size()}));
}

void check_size(const Block &table) {
    if (table.size() != Tables::bytes())
        throw std::invalid_argument("the tables of two-phase have " +
                                    std::to_string(Tables::bytes()) + " bytes, not " +
                                    std::to_string(table.size()));
}

struct Ask {
    Cube cube;
    int count;   // so many answers are wanted
    int enough;  // stop when all of them have at most so many turns
    int threads;
};

class TwoPhase final : public Job {
public:
    TwoPhase(Block block, int reach, const Ask &ask)
        : block_(checked(std::move(block))), ask_(ask), tables_(Tables::reading(block_.data())),
          answers_(ask.count, longest, ask.enough), views_(tables_, reach, ask.cube) {
        if (ask.count < 1 || ask.threads < 1)
            throw std::invalid_argument("count and threads are at least 1");
        for (int i = 0; i < ask.threads; ++i)
            crew_.push_back({std::make_unique<Walker>(tables_, reach, views_, answers_), none});
    }

    Progress progress() const override {
        const auto kept = answers_.all();
        const std::string best = kept.empty() ? "none yet" : std::to_string(kept[0].size());
        return {first_open() / views_.count(), std::max(0, answers_.limit() + 1), "best: " + best};
    }
    std::vector<nb::bytes> answers() const {
        std::vector<nb::bytes> all;
        for (const auto &turns : answers_.all())
            all.emplace_back(reinterpret_cast<const char *>(turns.data()), turns.size());
        return all;
    }
    std::vector<std::tuple<double, int>> history() const {
        std::vector<std::tuple<double, int>> steps;
        for (const auto &step : answers_.history()) steps.emplace_back(step.seconds, step.length);
        return steps;
    }
    std::uint64_t nodes() const {
        std::uint64_t sum = nodes_before_;
        for (const auto &member : crew_) sum += member.walker->nodes();
        return sum;
    }
    double seconds() const { return seconds_; }
    bool proven() const { return answers_.seen_all(first_open() / views_.count()); }

protected:
    bool advance() override {
        const auto start = std::chrono::steady_clock::now();
        const auto seconds = [&, before = seconds_] {
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
            return before + took.count();
        };
        in_threads(crew_.size(), [&](std::size_t i) { work(crew_[i], seconds); });
        seconds_ = seconds();
        return first_open() / views_.count() > answers_.limit();
    }
    void save(Writer &writer) const override {
        writer.put(pieces_of(ask_.cube));
        writer.put(ask_.count);
        writer.put(nodes());
        writer.put(seconds_);
        writer.put(first_open());
        writer.put(answers_.history());
        writer.put(answers_.all());
    }
    void load(Reader &reader) override {
        reader.expect(pieces_of(ask_.cube), "snapshot is of another search");
        reader.expect(ask_.count, "snapshot is of another search");
        nodes_before_ = reader.get<std::uint64_t>() - (nodes() - nodes_before_);
        seconds_ = reader.get<double>();
        next_ = reader.get<std::int64_t>();
        auto history = reader.get_vector<Answers::Step>();
        auto kept = reader.get_vector<Answers::Turns>();
        reader.finish();
        check(kept);
        answers_.restore(std::move(kept), std::move(history));
        for (auto &member : crew_) member.task = none;
    }
    std::uint32_t magic() const override { return 0x32504854; }

private:
    static constexpr int longest = 20;  // turns that suffice for every cube
    // Cubes that need all of them are rare, and hard: those without an answer after so many nodes
    // are allowed a longer one.
    static constexpr std::uint64_t patience = 50'000;
    static constexpr std::int64_t none = -1;
    struct Member {
        std::unique_ptr<Walker> walker;
        std::int64_t task;
    };

    static Block checked(Block block) {
        check_size(block);
        return block;
    }
    void work(Member &member, const std::function<double()> &seconds) {
        while (!out_of_time()) {
            if (member.task == none) {
                if ((member.task = take()) == none) return;
                member.walker->begin(static_cast<int>(member.task / views_.count()),
                                     static_cast<int>(member.task % views_.count()));
            }
            const std::uint64_t before = member.walker->nodes();
            const bool done = member.walker->walk([this] { return out_of_time(); }, seconds);
            spent_ += member.walker->nodes() - before;
            if (!done) return;
            member.task = none;
        }
    }
    std::int64_t take() {
        const std::lock_guard<std::mutex> guard(taking_);
        if (spent_ > patience && answers_.relax()) spent_ = 0, next_ = 0;
        const auto length = static_cast<int>(next_ / views_.count());
        if (next_ % views_.count() >= views_.worthwhile(length, answers_.any()))
            next_ = std::int64_t{length + 1} * views_.count();
        return next_ / views_.count() > answers_.limit() ? none : next_++;
    }
    // All tasks before this one are done.
    std::int64_t first_open() const {
        std::int64_t first = next_;
        for (const auto &member : crew_)
            if (member.task != none) first = std::min(first, member.task);
        return first;
    }
    void check(const std::vector<Answers::Turns> &kept) const {
        for (const auto &turns : kept) {
            Cube cube = ask_.cube;
            for (const int t : turns) cube = compose(cube, turn(std::min(t, turn_count - 1)));
            if (!same(cube, cube3::solved()))
                throw std::invalid_argument("snapshot holds a wrong answer");
        }
    }

    Block block_;
    Ask ask_;
    Tables tables_;
    Answers answers_;
    Views views_;
    std::vector<Member> crew_;
    std::mutex taking_;
    std::int64_t next_ = 0;
    std::atomic<std::uint64_t> spent_{0};  // nodes since longer answers were allowed
    std::uint64_t nodes_before_ = 0;
    double seconds_ = 0;
};

// What the search is made of, to be looked at one by one.
void bind_parts(nb::module_ &m) {
    m.def(
        "two_phase_turn",
        [](int number) {
            if (number < 0 || number >= turn_count) throw std::invalid_argument("no such turn");
            const Pieces pieces = pieces_of(turn(number));
            return nb::bytes(&pieces, sizeof(Pieces));
        },
        nb::arg("number"), "A face turn (U U2 U' R … B') as pieces and orientations.");
    m.def(
        "two_phase_coordinates",
        [](const nb::bytes &pieces) {
            const Pieces read = read_pieces(pieces);
            const Inner inner = inner_of(read);
            return std::make_tuple(twist_of(read), number_of(edges_of(read)), inner.corners,
                                   inner.rim, inner.middle);
        },
        nb::arg("pieces"), "Twist, edges of phase 1; corners, rim, middle layer, if in H.");
    m.def(
        "two_phase_distances",
        [](const Block &table, int reach, const nb::bytes &pieces) {
            check_size(table);
            return distances(Tables::reading(table.data()), reach, cube_of(read_pieces(pieces)));
        },
        nb::arg("table"), nb::arg("reach"), nb::arg("pieces"),
        "For each axis how far the cube is from H; one more than the reach stands for more.");
    m.def(
        "two_phase_bound",
        [](const Block &table, const nb::bytes &pieces) {
            check_size(table);
            return Finish(Tables::reading(table.data())).at_least(inner_of(read_pieces(pieces)));
        },
        nb::arg("table"), nb::arg("pieces"), "How many turns a cube in H needs at least.");
}

}  // namespace

void bind_twophase(nb::module_ &m) {
    nb::class_<TwoPhaseTable, Job>(m, "TwoPhaseTable", "Builds the tables of the two-phase search.")
        .def(nb::init<int>(), nb::arg("reach"))
        .def("data", [](nb::handle_t<TwoPhaseTable> self) {
            return nb::cast<const TwoPhaseTable &>(self).data(self);
        });
    nb::class_<TwoPhase, Job>(m, "TwoPhase", "Ever better solutions of a 3x3x3.")
        .def(
            "__init__",
            [](TwoPhase *self, Block table, int reach, const nb::bytes &pieces, int count,
               int enough, int threads) {
                new (self) TwoPhase(std::move(table), reach,
                                    {cube_of(read_pieces(pieces)), count, enough, threads});
            },
            nb::arg("table"), nb::arg("reach"), nb::arg("pieces"), nb::arg("count") = 1,
            nb::arg("enough") = -1, nb::arg("threads") = 1)
        .def_prop_ro("answers", &TwoPhase::answers, "Turns as numbers, the shortest first.")
        .def_prop_ro("history", &TwoPhase::history, "Seconds and length of each better answer.")
        .def_prop_ro("nodes", &TwoPhase::nodes)
        .def_prop_ro("seconds", &TwoPhase::seconds, "How long it has run.")
        .def_prop_ro("proven", &TwoPhase::proven, "Is no answer shorter than the first?");
    bind_parts(m);
}

}  // namespace puzzlery
