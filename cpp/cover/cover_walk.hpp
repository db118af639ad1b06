// The one walk through a tree of choices that every engine shares.
//
// An engine is made from a source, a problem with options() and a fingerprint(). It stands at a
// node of its tree and offers:
//     int expand()              the number of branches here; -1 if everything is covered
//     bool enter(int branch)    go down; false (and nothing changed) if that is a dead end
//     void leave()              go back up
//     bool choose(int option)   enter an option named from outside, at the root
//     int chosen(int level)     the option taken at that level; -1 for "none of these"
//     int depth()               how many levels down it stands
// From these come counting, listing, threads, snapshots and random probing. Engines choose the
// same branches in the same order every time, so that a path of branch numbers is a place to
// come back to.
#pragma once

#include <mutex>
#include <random>

#include "core/parallel.hpp"
#include "cover/cover_job.hpp"
#include "cover/cover_worker.hpp"

namespace puzzlery {

template <class Engine, class Source = CoverProblem> class Walk final : public CoverJob {
    using Worker = puzzlery::Worker<Engine>;

public:
    Walk(Source source, WalkOptions options)
        : source_(std::move(source)), options_(std::move(options)) {
        check_options();
        if (options_.roots.empty()) tasks_.push_back({-1, 1, {}, 0});
        for (std::size_t i = 0; i < options_.roots.size(); ++i)
            tasks_.push_back({options_.roots[i], options_.weights[i], {}, 0});
        workers_.resize(static_cast<std::size_t>(options_.threads));
        for (Worker &worker : workers_) worker.engine = std::make_unique<Engine>(source_);
        of_how_many_ = static_cast<double>(tasks_.size());
    }

    Progress progress() const override {
        std::lock_guard lock(published_mutex_);
        return {published_done_, 1.0, std::to_string(published_.count) + " solutions"};
    }
    WalkTotals totals() const override {
        std::lock_guard lock(published_mutex_);
        return published_;
    }
    std::vector<std::int32_t> take() override {
        kept_ = 0;
        return std::exchange(solutions_, {});
    }

    ProbeSums probe(int depth, int probes, std::uint64_t seed) override {
        if (!prober_.engine) prober_.engine = std::make_unique<Engine>(source_);
        std::mt19937_64 random(seed);
        ProbeSums sums;
        for (int i = 0; i < probes; ++i) {
            const auto [solutions, nodes, work] = probe_once(depth, random);
            const double step = solutions - sums.mean;
            sums.mean += step / (i + 1);
            sums.squares += step * (solutions - sums.mean);
            sums.nodes += (nodes - sums.nodes) / (i + 1);
            sums.work += (work - sums.work) / (i + 1);
        }
        return sums;
    }

protected:
    bool advance() override {
        if (options_.limit_reached(done_.found)) return true;
        if (!split_ && workers_.size() > 1) split(32 * workers_.size());
        split_ = true;
        in_threads(workers_.size(), [this](std::size_t i) { drain(workers_[i]); });
        publish();
        return finished();
    }

    // A part of a walk is saved with another number of tasks than the whole has.
    template <class Self, class Number> static auto fields(Self &self, Number &of_how_many) {
        return std::tie(self.done_, of_how_many, self.finished_tasks_, self.solutions_, self.kept_);
    }
    void write(Writer &writer, const std::vector<Task> &open, double of_how_many) const {
        writer.put(source_.fingerprint());
        writer.put(std::tie(options_.roots, options_.weights));
        writer.put(fields(*this, of_how_many));
        writer.put(open);
    }
    void save(Writer &writer) const override {
        std::vector<Task> open(tasks_.begin(), tasks_.end());
        for (const Worker &worker : workers_)
            if (worker.busy) open.insert(open.begin(), worker.standing());
        write(writer, open, of_how_many_);
    }

    std::size_t cut(std::size_t enough) override {
        split(enough);
        return tasks_.size();
    }
    void save_part(Writer &writer, std::size_t number) const override {
        write(writer, {tasks_[number]}, 1);
    }

    void load(Reader &reader) override {
        constexpr auto complaint = "snapshot belongs to another problem";
        reader.expect(source_.fingerprint(), complaint);
        reader.expect(options_.roots, complaint);
        reader.expect(options_.weights, complaint);
        auto saved = reader.get(fields(*this, of_how_many_));
        const auto tasks = reader.get_vector<Task>();
        reader.finish();
        Worker trial;
        trial.engine = std::make_unique<Engine>(source_);
        for (const Task &task : tasks) trial.begin(task);
        for (Worker &worker : workers_) worker.busy = false;
        tasks_.assign(tasks.begin(), tasks.end());
        fields(*this, of_how_many_) = std::move(saved);
        split_ = false;
        publish();
    }

    std::uint32_t magic() const override { return Engine::kMagic; }

private:
    void check_options() const {
        if (options_.roots.size() != options_.weights.size())
            throw std::invalid_argument("every root option needs a weight");
        for (const auto root : options_.roots)
            if (root < 0 || root >= source_.options())
                throw std::invalid_argument("a root is no option");
        if (options_.threads < 1) throw std::invalid_argument("at least one thread is needed");
        if (options_.threads > 1 && (options_.limit || options_.buffer))
            throw std::invalid_argument("several threads only count");
    }

    bool finished() const {
        if (options_.limit_reached(done_.found + workers_[0].totals.found)) return true;
        for (const Worker &worker : workers_)
            if (worker.busy) return false;
        return tasks_.empty();
    }

    // Walk on from a fresh node; true when the task is done, false when it pauses at a fresh node.
    bool walk(Worker &worker) {
        Engine &engine = *worker.engine;
        for (;;) {
            if (worker.pause) return false;
            if (--worker.before_look <= 0) {
                worker.before_look = Worker::kNodesBetweenLooks;
                if (&worker != &prober_ && out_of_time()) return false;
            }
            ++worker.totals.nodes;
            const int branches = engine.expand();
            if (branches >= 0) {
                worker.stack.push_back({0, branches});
            } else {
                note(worker);
                if (worker.stack.empty()) return true;
                engine.leave();
            }
            if (!worker.next()) return true;
        }
    }

    void note(Worker &worker) {
        WalkTotals &totals = worker.totals;
        totals.count = add_checked(totals.count, worker.task.weight);
        ++totals.found;
        if (&worker == &prober_) return;
        if (options_.hashed) totals.hash += hash(*worker.engine);
        if (options_.buffer) keep(*worker.engine);
        worker.pause = (options_.buffer && kept_ >= options_.buffer) ||
                       options_.limit_reached(done_.found + totals.found);
    }

    static std::uint64_t hash(const Engine &engine) {
        std::uint64_t sum = 0;
        for (int level = 0; level < engine.depth(); ++level)
            if (const auto option = engine.chosen(level); option >= 0)
                sum += mix(static_cast<std::uint64_t>(option));
        return mix(sum);
    }

    // A solution is kept as its length and its options in order.
    void keep(const Engine &engine) {
        const std::size_t from = solutions_.size();
        solutions_.push_back(0);
        for (int level = 0; level < engine.depth(); ++level)
            if (const auto option = engine.chosen(level); option >= 0) solutions_.push_back(option);
        solutions_[from] = static_cast<std::int32_t>(solutions_.size() - from - 1);
        std::sort(solutions_.begin() + static_cast<std::ptrdiff_t>(from) + 1, solutions_.end());
        ++kept_;
    }

    // Take tasks one after the other until the time is used up.
    void drain(Worker &worker) {
        worker.pause = options_.buffer && kept_ >= options_.buffer;
        while (!worker.pause) {
            if (!worker.busy && !begin_next(worker)) return;
            if (!walk(worker) || options_.limit_reached(done_.found + worker.totals.found)) return;
            std::lock_guard lock(tasks_mutex_);
            worker.busy = false;
            ++finished_tasks_;
        }
    }

    bool begin_next(Worker &worker) {
        for (;;) {
            Task task;
            {
                std::lock_guard lock(tasks_mutex_);
                if (tasks_.empty()) return false;
                task = std::move(tasks_.front());
                tasks_.pop_front();
            }
            worker.busy = worker.begin(task);
            if (worker.busy) return true;
            std::lock_guard lock(tasks_mutex_);
            ++finished_tasks_;
        }
    }

    // Cut the tree into enough parts that nobody who takes them is left without work for long.
    void split(std::size_t enough) {
        for (int round = 0; round < 8 && tasks_.size() < enough && !tasks_.empty(); ++round) {
            std::deque<Task> finer;
            for (const Task &task : tasks_) workers_[0].cut(task, finer);
            tasks_ = std::move(finer);
        }
        of_how_many_ = finished_tasks_ + static_cast<double>(tasks_.size());
    }

    void publish() {
        double done = finished_tasks_;
        for (Worker &worker : workers_) {
            done_.add(worker.totals);
            worker.totals = {};
            if (worker.busy) done += worker.fraction();
        }
        std::lock_guard lock(published_mutex_);
        published_ = done_;
        published_done_ = finished() ? 1.0 : std::min(1.0, done / std::max(1.0, of_how_many_));
    }

    struct Probed {
        double solutions = 0, nodes = 0, work = 0;
    };

    // One random way down; below `depth` levels the rest is counted exactly.
    Probed probe_once(int depth, std::mt19937_64 &random) {
        Worker &worker = prober_;
        const auto roots = options_.roots.size();
        const auto root = roots ? random() % roots : 0;
        const double weight = roots ? static_cast<double>(options_.weights[root]) : 1.0;
        double scale = roots ? static_cast<double>(roots) : 1.0;
        Probed probed;
        if (!worker.begin({roots ? options_.roots[root] : -1, 1, {}, 0})) return probed;
        for (int level = 0; level < depth; ++level) {
            probed.nodes += scale;
            ++probed.work;
            const int branches = worker.engine->expand();
            if (branches < 0) probed.solutions = scale * weight;
            if (branches <= 0) return probed;
            scale *= branches;
            const auto branch = random() % static_cast<std::uint64_t>(branches);
            if (!worker.engine->enter(static_cast<int>(branch))) return probed;
        }
        worker.totals = {};
        worker.stack.clear();
        walk(worker);
        const double below = static_cast<double>(worker.totals.nodes);
        probed.solutions = scale * weight * static_cast<double>(worker.totals.count);
        probed.nodes += scale * below;
        probed.work += below;
        return probed;
    }

    Source source_;
    WalkOptions options_;
    std::deque<Task> tasks_;
    std::vector<Worker> workers_;
    Worker prober_;
    std::mutex tasks_mutex_;
    mutable std::mutex published_mutex_;
    WalkTotals done_, published_;
    double published_done_ = 0, of_how_many_ = 1, finished_tasks_ = 0;
    std::vector<std::int32_t> solutions_;
    std::uint64_t kept_ = 0;
    bool split_ = false;
};

}  // namespace puzzlery
