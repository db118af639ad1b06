// The search through phases as a job: it gives out tasks in rounds, each one move longer.
#include "phases/phase_search.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <thread>

namespace puzzlery {

namespace {

constexpr std::uint64_t nodes_between_looks = 2048;
// Rounds after which a chain of three or more phases is given up; there is time for few of them.
constexpr int most_rounds = 200;

}  // namespace

PhaseSearch::PhaseSearch(nb::handle_t<PhasePlan> plan, const std::vector<nb::bytes> &starts,
                         std::size_t wanted, int longest, int enough, unsigned threads)
    : kept_(nb::borrow(plan)), plan_(nb::cast<const PhasePlan &>(plan)),
      answers_(std::max<std::size_t>(1, wanted), longest, enough) {
    if (plan_.phases().empty() || starts.empty())
        throw std::invalid_argument("a search needs a phase and a start");
    const Phase &first = plan_.phases().front();
    for (const nb::bytes &start : starts) {
        starts_.push_back(permutation_of(start, plan_.degree()));
        bounds_.push_back(first.bound(first.values_of(starts_.back())));
    }
    least_ = static_cast<int>(*std::min_element(bounds_.begin(), bounds_.end()));
    for (unsigned k = 0; k < std::max(1u, threads); ++k)
        walkers_.emplace_back(plan_, starts_, answers_);
    cursor_.length = least_;
    cursor_.first_choice = -1;
}

std::int32_t PhaseSearch::choices_of_first_move() const {
    return static_cast<std::int32_t>(plan_.phases().front().first[1]);
}

// Round r: phase 1 is a moves longer than its bound, inner phases have r - a moves of slack.
std::optional<PhaseTask> PhaseSearch::next_task() {
    const std::lock_guard<std::mutex> guard(lock_);
    const bool has_inner = plan_.phases().size() > 2;
    while (!exhausted_) {
        if (least_ + (has_inner ? 0 : round_) > answers_.limit() || round_ > most_rounds) {
            exhausted_ = true;
            break;
        }
        PhaseTask task = cursor_;
        task.slack = round_ - (cursor_.length - least_);
        const bool near = static_cast<int>(bounds_[cursor_.start]) <= cursor_.length;
        const std::int32_t last = cursor_.length && near ? choices_of_first_move() : 0;
        if (cursor_.length == 0 && near && cursor_.first_choice < 0) {
            cursor_.first_choice = 0;
            return task;
        }
        if (cursor_.first_choice < 0) cursor_.first_choice = 0;
        if (cursor_.first_choice < last) {
            task.first_choice = cursor_.first_choice++;
            return task;
        }
        cursor_.first_choice = -1;
        if (++cursor_.start < starts_.size()) continue;
        cursor_.start = 0;
        if (++cursor_.length <= least_ + round_) continue;
        ++round_;
        cursor_.length = has_inner ? least_ : least_ + round_;
    }
    return std::nullopt;
}

void PhaseSearch::work(PhaseWalker &walker) {
    while (!out_of_time()) {
        if (!walker.busy()) {
            const auto task = next_task();
            if (!task) return;
            walker.begin(*task);
        }
        walker.walk(nodes_between_looks, elapsed());
    }
}

double PhaseSearch::elapsed() const {
    const auto now = std::chrono::steady_clock::now();
    return seconds_ + std::chrono::duration<double>(now - slice_start_).count();
}

bool PhaseSearch::advance() {
    slice_start_ = std::chrono::steady_clock::now();
    {
        std::vector<std::jthread> crew;
        for (std::size_t k = 1; k < walkers_.size(); ++k)
            crew.emplace_back([this, k] { work(walkers_[k]); });
        work(walkers_.front());
    }
    seconds_ = elapsed();
    bool idle = exhausted_;
    for (const PhaseWalker &walker : walkers_) idle = idle && !walker.busy();
    if (!idle) return false;
    const bool is_complete = plan_.phases().size() <= 2 && plan_.phases().back().swaps.empty();
    proven_ = is_complete && answers_.limit() >= 0;
    return true;
}

std::uint64_t PhaseSearch::nodes() const {
    std::uint64_t total = 0;
    for (const PhaseWalker &walker : walkers_) total += walker.nodes();
    return total;
}

Progress PhaseSearch::progress() const {
    const auto history = answers_.history();
    const std::string best =
        history.empty() ? "no solution yet" : std::to_string(history.back().second) + " moves";
    return {static_cast<double>(nodes()), std::nullopt, best};
}

// What was found is kept; the rounds begin anew, within the limit that the answers give.
void PhaseSearch::save(Writer &writer) const {
    const auto answers = answers_.all();
    const auto history = answers_.history();
    writer.put<std::uint64_t>(answers.size());
    for (const auto &answer : answers) {
        writer.put(answer.start);
        writer.put<std::int32_t>(answer.cost);
        writer.put(answer.moves);
        writer.put(answer.lengths);
    }
    writer.put<std::uint64_t>(history.size());
    for (const auto &[seconds, length] : history) {
        writer.put(seconds);
        writer.put(length);
    }
    writer.put(seconds_);
}

void PhaseSearch::load(Reader &reader) {
    std::vector<PhaseAnswers::Answer> answers(
        std::min<std::uint64_t>(reader.get<std::uint64_t>(), 1 << 20));
    for (auto &answer : answers) {
        answer.start = reader.get<std::uint32_t>();
        answer.cost = reader.get<std::int32_t>();
        answer.moves = reader.get_vector<std::uint16_t>();
        answer.lengths = reader.get_vector<std::uint16_t>();
        if (answer.start >= starts_.size())
            throw std::invalid_argument("snapshot belongs to another search");
    }
    std::vector<PhaseAnswers::Step> history(
        std::min<std::uint64_t>(reader.get<std::uint64_t>(), 1 << 20));
    for (auto &[seconds, length] : history) {
        seconds = reader.get<double>();
        length = reader.get<std::uint32_t>();
    }
    seconds_ = reader.get<double>();
    reader.finish();
    answers_.restore(std::move(answers), std::move(history));
}

void bind_phase_search(nb::module_ &m) {
    using Found = std::tuple<std::uint32_t, std::vector<std::uint16_t>, std::vector<std::uint16_t>>;
    nb::class_<PhaseSearch, Job>(m, "PhaseSearch", "The search through a chain of phases.")
        .def(nb::init<nb::handle_t<PhasePlan>, const std::vector<nb::bytes> &, std::size_t, int,
                      int, unsigned>(),
             nb::arg("plan"), nb::arg("starts"), nb::arg("wanted"), nb::arg("longest"),
             nb::arg("enough"), nb::arg("threads"))
        .def_prop_ro(
            "answers",
            [](const PhaseSearch &search) {
                std::vector<Found> found;
                for (const auto &answer : search.answers().all())
                    found.emplace_back(answer.start, answer.moves, answer.lengths);
                return found;
            },
            "Start, moves and lengths of the phases of each answer, the cheapest first.")
        .def_prop_ro(
            "history", [](const PhaseSearch &search) { return search.answers().history(); },
            "When shorter and shorter answers were found: seconds and length.")
        .def_prop_ro("proven", &PhaseSearch::proven, "Whether no shorter answer exists.")
        .def_prop_ro("nodes", &PhaseSearch::nodes, "How many positions were visited.")
        .def_prop_ro("seconds", &PhaseSearch::seconds, "How long the search has run.");
}

}  // namespace puzzlery
