// The search through a chain of phases: all solutions of the first phase by length, each handed to
// the next phase, and so on. Answers improve until the search is stopped or has seen all.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <optional>

#include "phases/phase_plan.hpp"

namespace puzzlery {

// The best answers so far, shared by all threads.
class PhaseAnswers {
public:
    struct Answer {
        std::uint32_t start;
        int cost = 0;                        // moves, as the metric counts them
        std::vector<std::uint16_t> moves;    // as the puzzle numbers them
        std::vector<std::uint16_t> lengths;  // of the phases
    };
    using Step = std::pair<double, std::uint32_t>;

    PhaseAnswers(std::size_t wanted, int longest, int enough)
        : wanted_(wanted), enough_(enough), limit_(longest) {}

    // Longer answers are useless; below zero, nothing more is looked for.
    int limit() const { return limit_.load(std::memory_order_relaxed); }
    void offer(Answer answer, double seconds);
    std::vector<Answer> all() const;
    std::vector<Step> history() const;
    void restore(std::vector<Answer> answers, std::vector<Step> history);

private:
    void tighten();

    std::size_t wanted_;
    int enough_;
    std::atomic<int> limit_;
    mutable std::mutex lock_;
    std::vector<Answer> kept_;  // cheapest first
    std::vector<Step> history_;
};

// A part of the work: solutions of phase 1 of one length that begin with one move, from one start;
// inner phases are together `slack` moves longer than they need to be. Lengths are costs: a move
// counts as often as the metric says.
struct PhaseTask {
    std::uint32_t start = 0;
    int length = 0;
    int slack = 0;
    std::int32_t first_choice = -1;  // -1: the empty word
};

// Walks one task after another on a stack of its own, so that it can stop at any node.
class PhaseWalker {
public:
    PhaseWalker(const PhasePlan &plan, const std::vector<Perm> &starts, PhaseAnswers &answers)
        : plan_(plan.phases()), starts_(starts), answers_(answers) {}

    void begin(const PhaseTask &task);
    bool busy() const { return !runs_.empty(); }
    // Go on for so many nodes at most; true when the task is done.
    bool walk(std::uint64_t nodes, double seconds);
    std::uint64_t nodes() const { return nodes_; }

private:
    struct Node {
        Values values;
        std::uint32_t next, last;  // choices that are left
        std::uint16_t move;        // that led here
        std::uint16_t state;       // of the automaton
        int cost;                  // of the moves of the phase so far
    };
    // A phase that is being searched: by iterative deepening from one state.
    struct Run {
        Perm state;            // when the phase begins
        int depth = 0;         // of the present iteration
        int shortest = -1;     // of its solutions; -1 while none is known
        int slack = 0;         // that this phase and later ones may use up
        int handed = 0;        // solutions that later phases got
        int before = 0;        // the cost of the phases before
        std::size_t root = 0;  // the first node of this phase
        bool repeats = true;   // false in phase 1, whose task is one iteration
    };
    void enter(Perm state, int slack);
    void choose_alike(const Phase &phase, Perm &state, Values &values);
    void arrive();
    void leave_iteration();
    void drop_leaf();
    void finish_run();
    void offer();
    bool is_last() const { return runs_.size() == plan_.size(); }
    const Phase &phase() const { return plan_[runs_.size() - 1]; }
    // The cost of all moves so far, all phases together.
    int made() const { return runs_.empty() ? 0 : runs_.back().before + top().cost; }
    Node &top() { return stack_[nodes_on_stack_ - 1]; }
    const Node &top() const { return stack_[nodes_on_stack_ - 1]; }
    void push(const Values &values, std::uint16_t move, std::uint16_t state, int cost);

    const std::vector<Phase> &plan_;
    const std::vector<Perm> &starts_;
    PhaseAnswers &answers_;
    PhaseTask task_;
    std::vector<Run> runs_;
    std::vector<Node> stack_;
    std::size_t nodes_on_stack_ = 0;
    std::uint64_t nodes_ = 0;
    double seconds_ = 0;
};

class PhaseSearch final : public Job {
public:
    // `starts` are ways to look at the state, each to be solved by the plan.
    PhaseSearch(nb::handle_t<PhasePlan> plan, const std::vector<nb::bytes> &starts,
                std::size_t wanted, int longest, int enough, unsigned threads);

    Progress progress() const override;
    bool proven() const { return proven_; }
    std::uint64_t nodes() const;
    double seconds() const { return seconds_; }
    const PhaseAnswers &answers() const { return answers_; }

protected:
    bool advance() override;
    void save(Writer &writer) const override;
    void load(Reader &reader) override;
    std::uint32_t magic() const override { return 0x32534850; }

private:
    std::optional<PhaseTask> next_task();
    void work(PhaseWalker &walker);
    std::int32_t choices_of_first_move() const;
    double elapsed() const;

    nb::object kept_;
    const PhasePlan &plan_;
    std::vector<Perm> starts_;
    std::vector<unsigned> bounds_;  // of phase 1, for each start
    PhaseAnswers answers_;
    std::deque<PhaseWalker> walkers_;
    PhaseTask cursor_;
    int round_ = 0;
    int least_ = 0;  // the least bound of phase 1
    bool exhausted_ = false, proven_ = false;
    mutable std::mutex lock_;
    double seconds_ = 0;
    std::chrono::steady_clock::time_point slice_start_;
};

}  // namespace puzzlery
