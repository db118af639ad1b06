// Assemblies taken apart one after another, by several threads, as a job for Python.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <mutex>
#include <numeric>

#include "apart/assembly_run.hpp"
#include "core/parallel.hpp"

namespace puzzlery {

namespace {

// Where options put bodies, of which kind and weight their pieces are, and the assemblies as rows
// of options; -1 fills short rows.
struct Assemblies {
    std::vector<std::int32_t> option_bodies;
    std::vector<Spot> option_places;
    std::vector<std::int32_t> option_kinds, option_weights;
    std::vector<std::int32_t> rows;
    std::size_t width = 0;

    std::size_t size() const { return width ? rows.size() / width : 0; }
    Part at(std::size_t row) const {
        Part part;
        for (std::size_t i = 0; i < width; ++i) {
            const std::int32_t option = rows[row * width + i];
            if (option < 0) continue;
            part.pieces.push_back(static_cast<std::int32_t>(part.pieces.size()));
            part.bodies.push_back(option_bodies[option]);
            part.places.push_back(option_places[option]);
            part.weights.push_back(option_weights[option]);
        }
        return part;
    }
    // The kinds of the pieces of an assembly, in the order of its part.
    Groups::Kinds kinds(std::size_t row) const {
        Groups::Kinds found;
        for (std::size_t i = 0; i < width; ++i)
            if (const std::int32_t option = rows[row * width + i]; option >= 0)
                found.push_back(option_kinds[option]);
        return found;
    }
    void check(const Movement &movement, const Groups &groups) const;
    std::uint64_t code() const;
};

void Assemblies::check(const Movement &movement, const Groups &groups) const {
    const std::size_t options = option_bodies.size();
    if (option_places.size() != options || option_kinds.size() != options ||
        option_weights.size() != options || !width || rows.size() % width)
        throw std::invalid_argument("options or rows are of wrong sizes");
    for (const std::int32_t kind : option_kinds)
        if (kind < -1 || kind >= groups.kinds())
            throw std::invalid_argument("an option names an unknown kind of piece");
    for (const std::int32_t body : option_bodies)
        if (body < 0 || body >= static_cast<std::int32_t>(movement.bodies()))
            throw std::invalid_argument("an option names an unknown body");
    for (const std::int32_t option : rows)
        if (option < -1 || option >= static_cast<std::int32_t>(option_bodies.size()))
            throw std::invalid_argument("a row names an unknown option");
    for (std::size_t row = 0; row < size(); ++row) {
        int length = 0;
        std::size_t pieces = 0;
        for (std::size_t i = row * width; i < (row + 1) * width; ++i) {
            if (rows[i] < 0) continue;
            length += movement.length(option_bodies[rows[i]]);
            ++pieces;
        }
        if (pieces > most_pieces)
            throw std::invalid_argument("an assembly has more than 64 pieces");
        if (length > movement.most_length())
            throw std::invalid_argument("the pieces are too long to be followed by the search");
    }
}

// Tells one batch from another, in snapshots.
std::uint64_t Assemblies::code() const {
    std::uint64_t sum = width;
    for (const auto *list : {&option_bodies, &option_places, &option_kinds, &option_weights, &rows})
        for (const std::int32_t each : *list)
            sum = (sum ^ static_cast<std::uint32_t>(each)) * 0x100000001b3u + 7;
    return sum;
}

class ApartJob final : public Job {
public:
    ApartJob(const Movement &movement, Assemblies assemblies, Groups groups, ApartLimits limits,
             int threads)
        : movement_(movement), assemblies_(std::move(assemblies)), groups_(std::move(groups)),
          limits_(limits) {
        assemblies_.check(movement_, groups_);
        results_.resize(assemblies_.size());
        for (int i = 0; i < std::clamp(threads, 1, 256); ++i) workers_.push_back(new_worker());
    }

    Progress progress() const override {
        return {finished_.load(), results_.size(), std::to_string(apart_) + " come apart"};
    }
    nb::bytes verdicts() const {
        std::vector<std::uint8_t> all;
        for (const ApartResult &result : results_)
            all.push_back(static_cast<std::uint8_t>(result.verdict));
        return as_bytes(all);
    }
    nb::bytes tree(std::size_t row) const { return as_bytes(result(row).tree); }
    std::uint64_t arrangements(std::size_t row) const { return result(row).arrangements; }
    std::uint64_t all_arrangements() const {
        std::uint64_t sum = 0;
        for (const ApartResult &result : results_) sum += result.arrangements;
        return sum;
    }

protected:
    bool advance() override {
        in_threads(workers_.size(), [&](std::size_t i) { work(*workers_[i]); });
        return finished_ == results_.size();
    }

    void save(Writer &writer) const override {
        writer.put(assemblies_.code() + groups_.code());
        writer.put(limits_);
        writer.put<std::uint64_t>(next_);
        writer.put(results_);
        writer.put<std::uint64_t>(
            std::ranges::count_if(workers_, [](const auto &each) { return each->row >= 0; }));
        for (const auto &worker : workers_) {
            if (worker->row < 0) continue;
            writer.put(worker->row);
            worker->run.save(writer);
        }
    }

    void load(Reader &reader) override {
        reader.expect(assemblies_.code() + groups_.code(), "snapshot is of other assemblies");
        const auto limits = reader.get<ApartLimits>();
        if (limits.only_decide != limits_.only_decide)
            throw std::invalid_argument("snapshot answers another question");
        const auto next = reader.get<std::uint64_t>();
        auto results = reader.get_vector<ApartResult>();
        if (results.size() != results_.size() || next > results.size())
            throw std::invalid_argument("snapshot has another number of assemblies");
        std::vector<std::unique_ptr<Worker>> workers;
        for (auto left = reader.get<std::uint64_t>(); left; --left) {
            if (left > results.size())
                throw std::invalid_argument("snapshot has too many searches");
            workers.push_back(new_worker());
            Worker &worker = *workers.back();
            worker.row = reader.get<std::int64_t>();
            if (worker.row < 0 || worker.row >= static_cast<std::int64_t>(next) ||
                results[worker.row].verdict != Verdict::open)
                throw std::invalid_argument("snapshot has a search of no assembly");
            worker.run.load(reader, assemblies_.at(worker.row), assemblies_.kinds(worker.row));
        }
        reader.finish();
        take_up(next, std::move(results), std::move(workers));
    }
    std::uint32_t magic() const override { return 0x41504152; }

private:
    struct Worker {
        Worker(const Movement &movement, const ApartLimits &limits, const Groups &groups)
            : tables(movement), run(tables, limits, groups) {}
        PairTables tables;
        AssemblyRun run;
        std::int64_t row = -1;
    };

    std::unique_ptr<Worker> new_worker() const {
        return std::make_unique<Worker>(movement_, limits_, groups_);
    }

    void take_up(std::uint64_t next, std::vector<ApartResult> results,
                 std::vector<std::unique_ptr<Worker>> begun) {
        std::uint64_t open = 0;
        for (std::uint64_t row = 0; row < next; ++row)
            open += results[row].verdict == Verdict::open;
        if (open != begun.size())
            throw std::invalid_argument("snapshot has assemblies that nobody searches");
        results_ = std::move(results);
        next_ = next;
        finished_ = apart_ = 0;
        for (const ApartResult &result : results_) count(result.verdict);
        // At least as many threads go on as were at work.
        while (begun.size() < workers_.size()) begun.push_back(new_worker());
        workers_ = std::move(begun);
    }

    void work(Worker &worker) {
        do {  // at least one step, however short the slice is
            if (worker.row < 0) {
                const std::uint64_t row = next_.fetch_add(1);
                if (row >= results_.size()) {
                    next_ = results_.size();
                    return;
                }
                worker.run.start(assemblies_.at(row), assemblies_.kinds(row));
                worker.row = static_cast<std::int64_t>(row);
            }
            while (!worker.run.advance())
                if (out_of_time()) return;
            results_[worker.row] = worker.run.result();
            count(worker.run.result().verdict);
            worker.row = -1;
        } while (!out_of_time());
    }
    void count(Verdict verdict) {
        finished_ += verdict != Verdict::open;
        apart_ += verdict == Verdict::apart;
    }
    const ApartResult &result(std::size_t row) const {
        if (row >= results_.size()) throw std::out_of_range("no such assembly");
        return results_[row];
    }

    const Movement &movement_;
    Assemblies assemblies_;
    Groups groups_;
    ApartLimits limits_;
    std::vector<ApartResult> results_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::atomic<std::uint64_t> next_{0}, finished_{0}, apart_{0};
};

std::vector<Spot> spots_from(const nb::bytes &flat) {
    const auto numbers = from_bytes<std::int32_t>(flat);
    if (numbers.size() % 3)
        throw std::invalid_argument("expected three coordinates for each point");
    std::vector<Spot> spots;
    for (std::size_t i = 0; i < numbers.size(); i += 3) {
        for (std::size_t k = i; k < i + 3; ++k)
            if (std::abs(numbers[k]) >= coordinate_limit)
                throw std::invalid_argument("a coordinate is too large; the limit is 511");
        spots.push_back(spot(numbers[i], numbers[i + 1], numbers[i + 2]));
    }
    return spots;
}

using CellBytes = std::pair<nb::bytes, nb::bytes>;

Body body_from(const CellBytes &flat) {
    const auto &[cells, kinds] = flat;
    const std::vector<Spot> spots = spots_from(cells);
    const auto numbers = from_bytes<std::int32_t>(kinds);
    if (numbers.size() != spots.size())
        throw std::invalid_argument("expected a kind for each cell");
    Body body;
    for (std::size_t i = 0; i < spots.size(); ++i) body.push_back({spots[i], numbers[i]});
    return body;
}

Axis axis_from(const nb::bytes &step, const std::vector<CellBytes> &swept) {
    Axis axis;
    const std::vector<Spot> steps = spots_from(step);
    if (steps.size() != 1 || steps[0] == 0) throw std::invalid_argument("expected a step");
    axis.step = steps[0];
    const auto kinds = static_cast<std::int32_t>(swept.size());
    for (const CellBytes &each : swept) {
        auto &targets = axis.swept.emplace_back(kinds);
        for (const BodyCell &cell : body_from(each)) {
            if (cell.kind < 0 || cell.kind >= kinds)
                throw std::invalid_argument("a cell is of an unknown kind");
            targets[cell.kind].push_back(cell.at);
        }
    }
    return axis;
}

}  // namespace

void bind_apart(nb::module_ &m) {
    nb::class_<Movement>(m, "Movement", "Bodies of cells, and the axes along which they move.")
        .def(
            "__init__",
            [](Movement *self, const std::vector<CellBytes> &bodies,
               const std::vector<std::pair<nb::bytes, std::vector<CellBytes>>> &axes) {
                std::vector<Body> solid;
                std::vector<Axis> ways;
                for (const CellBytes &body : bodies) solid.push_back(body_from(body));
                for (const auto &[step, swept] : axes) ways.push_back(axis_from(step, swept));
                new (self) Movement(std::move(solid), std::move(ways));
            },
            nb::arg("bodies"), nb::arg("axes"),
            "Bodies as their cells' coordinates and kinds; axes as a step and, for each kind of "
            "cell, the coordinates and kinds of the cells that a step sweeps.")
        .def(
            "free_steps",
            [](const Movement &movement, int first, int other, std::array<int, 3> apart) {
                FreeSteps free;
                const auto known = static_cast<int>(movement.bodies());
                if (first < 0 || other < 0 || first >= known || other >= known)
                    throw std::out_of_range("no such body");
                movement.measure(first, other, spot(apart[0], apart[1], apart[2]), free);
                return std::vector<int>(free.steps.begin(),
                                        free.steps.begin() + 2 * movement.axes());
            },
            nb::arg("first"), nb::arg("other"), nb::arg("apart"),
            "For each axis the steps that one body is free to go forward past the other, and the "
            "other past the first; 65535 if nothing stops it.");
    nb::class_<ApartJob, Job>(m, "ApartJob", "Takes assemblies apart.")
        .def(
            "__init__",
            [](ApartJob *self, const Movement &movement, const nb::bytes &option_bodies,
               const nb::bytes &option_places, const nb::bytes &option_kinds,
               const nb::bytes &option_weights, const nb::bytes &rows, std::size_t width,
               std::vector<Groups::Shares> groups, bool only_decide, std::uint64_t arrangements,
               std::uint64_t bytes, int threads) {
                Assemblies assemblies{from_bytes<std::int32_t>(option_bodies),
                                      spots_from(option_places),
                                      from_bytes<std::int32_t>(option_kinds),
                                      from_bytes<std::int32_t>(option_weights),
                                      from_bytes<std::int32_t>(rows),
                                      width};
                new (self) ApartJob(movement, std::move(assemblies), Groups(std::move(groups)),
                                    {only_decide, arrangements, bytes}, threads);
            },
            nb::arg("movement"), nb::arg("option_bodies"), nb::arg("option_places"),
            nb::arg("option_kinds"), nb::arg("option_weights"), nb::arg("rows"), nb::arg("width"),
            nb::arg("groups"), nb::arg("only_decide") = false, nb::arg("arrangements") = 0,
            nb::arg("most_bytes") = 0, nb::arg("threads") = 1, nb::keep_alive<1, 2>(),
            "Options as numbers of bodies, their places, the kinds of their pieces (-1: of no "
            "group) and their weights; for each kind the groups and how many copies they take.")
        .def("verdicts", &ApartJob::verdicts,
             "For each row 0 (not known yet), 1 (comes apart), 2 (is stuck) or 3 (limit reached).")
        .def("tree", &ApartJob::tree, nb::arg("row"),
             "The separations of a row in preorder, or the pieces that do not separate.")
        .def("arrangements", &ApartJob::arrangements, nb::arg("row"),
             "How many arrangements of the pieces were looked at.")
        .def_prop_ro("all_arrangements", &ApartJob::all_arrangements);
}

}  // namespace puzzlery
