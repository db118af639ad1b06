// Walking through the phases: depth first, each phase by iterative deepening.
#include <algorithm>

#include "phases/phase_search.hpp"

namespace puzzlery {

namespace {

// An inner phase hands so many solutions of one run to the next phase, and twice as many for each
// move of slack: the rest of the time is better spent on other solutions of phase 1.
constexpr int solutions_handed = 8;
// Random exchanges of pieces that look alike which are tried when a phase begins.
constexpr int exchanges_tried = 48;

Perm product(const Perm &p, const Perm &q) {
    Perm both(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) both[i] = q[p[i]];
    return both;
}

}  // namespace

void PhaseAnswers::offer(Answer answer, double seconds) {
    const std::lock_guard<std::mutex> guard(lock_);
    const int cost = answer.cost;
    if (cost > limit()) return;
    for (const Answer &known : kept_)
        if (known.start == answer.start && known.moves == answer.moves) return;
    if (kept_.empty() || cost < kept_.front().cost)
        history_.emplace_back(seconds, static_cast<std::uint32_t>(cost));
    const auto place =
        std::upper_bound(kept_.begin(), kept_.end(), cost,
                         [](int given, const Answer &other) { return given < other.cost; });
    kept_.insert(place, std::move(answer));
    tighten();
}

void PhaseAnswers::tighten() {
    if (kept_.size() > wanted_) kept_.pop_back();
    if (kept_.size() < wanted_) return;
    const int longest = kept_.back().cost;
    limit_ = longest <= enough_ ? -1 : std::min(limit(), longest - 1);
}

std::vector<PhaseAnswers::Answer> PhaseAnswers::all() const {
    const std::lock_guard<std::mutex> guard(lock_);
    return kept_;
}

std::vector<PhaseAnswers::Step> PhaseAnswers::history() const {
    const std::lock_guard<std::mutex> guard(lock_);
    return history_;
}

void PhaseAnswers::restore(std::vector<Answer> answers, std::vector<Step> history) {
    const std::lock_guard<std::mutex> guard(lock_);
    kept_ = std::move(answers);
    history_ = std::move(history);
    tighten();
}

void PhaseWalker::begin(const PhaseTask &task) {
    task_ = task;
    runs_.clear();
    nodes_on_stack_ = 0;
    enter(starts_[task.start], task.slack);
    Run &run = runs_.back();
    run.depth = task.length;
    run.repeats = false;
    if (task.first_choice >= 0) {
        top().next = static_cast<std::uint32_t>(task.first_choice);
        top().last = top().next + 1;
    }
}

void PhaseWalker::push(const Values &values, std::uint16_t move, std::uint16_t state, int cost) {
    if (stack_.size() == nodes_on_stack_) stack_.emplace_back();
    const Phase &here = phase();
    Node &node = stack_[nodes_on_stack_++];
    node.values = values;
    node.move = move;
    node.state = state;
    node.cost = cost;
    node.next = here.first[state];
    node.last = here.first[state + 1];
}

// Begin the next phase from this state.
void PhaseWalker::enter(Perm state, int slack) {
    const Phase &next = plan_[runs_.size()];
    Values values = next.values_of(state);
    if (!next.swaps.empty() && !runs_.empty()) choose_alike(next, state, values);
    Run run;
    run.depth = static_cast<int>(next.bound(values));
    // Most states that are handed over are too far from the goal for what the answers allow.
    if (!runs_.empty() && made() + run.depth > answers_.limit()) return drop_leaf();
    run.slack = slack;
    run.before = made();
    run.root = nodes_on_stack_;
    run.state = std::move(state);
    runs_.push_back(std::move(run));
    push(values, 0, 0, 0);
}

// Of the states that look like this one, take one that seems near to the next subgroup.
void PhaseWalker::choose_alike(const Phase &phase, Perm &state, Values &values) {
    RandomGenerator random(state[0] * 65537u + state.back());
    unsigned least = phase.bound(values);
    Perm tried = state;
    for (int k = 0; k < exchanges_tried && least; ++k) {
        tried = product(phase.swaps[random.below(phase.swaps.size())], tried);
        const Values seen = phase.values_of(tried);
        const unsigned bound = phase.bound(seen);
        if (bound > least) continue;
        least = bound;
        state = tried;
        values = seen;
    }
}

bool PhaseWalker::walk(std::uint64_t nodes, double seconds) {
    seconds_ = seconds;
    for (const std::uint64_t stop = nodes_ + nodes; nodes_ < stop && !runs_.empty(); ++nodes_) {
        Run &run = runs_.back();
        Node &node = top();
        const int left = run.depth - node.cost;
        if (left == 0) {
            arrive();
        } else if (node.next == node.last) {
            if (nodes_on_stack_ - 1 == run.root)
                leave_iteration();
            else
                --nodes_on_stack_;
        } else {
            const Phase &here = phase();
            const PhaseChoice choice = here.choices[node.next++];
            const int cost = here.costs[choice.move];
            if (cost > left) continue;
            Values to;
            here.descend(node.values, choice.move, to);
            if (static_cast<int>(here.bound(to)) <= left - cost)
                push(to, choice.move, choice.after, node.cost + cost);
        }
    }
    return runs_.empty();
}

// A word of the right length: is the phase solved?
void PhaseWalker::arrive() {
    Run &run = runs_.back();
    const Phase &here = phase();
    if (made() > answers_.limit()) return finish_run();
    const bool empty = nodes_on_stack_ - 1 == run.root;
    // If the last move stays in the next subgroup, a shorter word solves the phase as well.
    const bool is_new = empty || is_last() || !here.stays[top().move];
    if (!is_new || !here.is_solved(top().values)) return drop_leaf();
    if (is_last()) return offer();
    if (run.shortest < 0) run.shortest = run.depth;
    const int used = run.repeats ? run.depth - run.shortest : 0;
    const bool last_inner = run.repeats && runs_.size() + 1 == plan_.size();
    if (last_inner && used < run.slack) return leave_iteration();
    if (run.repeats && run.handed >= solutions_handed << std::min(run.slack, 8))
        return finish_run();
    ++run.handed;
    Perm state = run.state;
    for (std::size_t k = run.root + 1; k < nodes_on_stack_; ++k)
        state = product(state, here.permutations[stack_[k].move]);
    const int slack = run.slack - used;
    enter(std::move(state), slack);
}

void PhaseWalker::drop_leaf() {
    if (nodes_on_stack_ - 1 == runs_.back().root)
        leave_iteration();
    else
        --nodes_on_stack_;
}

// All words of this length were seen: go on with longer ones, as far as that is of use.
void PhaseWalker::leave_iteration() {
    Run &run = runs_.back();
    if (!run.repeats) return finish_run();
    const bool last_inner = runs_.size() + 1 == plan_.size();
    if (run.shortest >= 0 && last_inner)
        run.depth = std::max(run.depth + 1, run.shortest + run.slack);
    else
        ++run.depth;
    const bool too_slack = run.shortest >= 0 && run.depth - run.shortest > run.slack;
    if (too_slack || run.before + run.depth > answers_.limit()) return finish_run();
    nodes_on_stack_ = run.root + 1;
    top().next = phase().first[0];
    top().last = phase().first[1];
}

void PhaseWalker::finish_run() {
    nodes_on_stack_ = runs_.back().root;
    runs_.pop_back();
    if (!runs_.empty()) drop_leaf();
}

void PhaseWalker::offer() {
    PhaseAnswers::Answer answer;
    answer.start = task_.start;
    answer.cost = made();
    for (std::size_t r = 0; r < runs_.size(); ++r) {
        const std::size_t end = r + 1 < runs_.size() ? runs_[r + 1].root : nodes_on_stack_;
        for (std::size_t k = runs_[r].root + 1; k < end; ++k)
            answer.moves.push_back(plan_[r].names[stack_[k].move]);
        answer.lengths.push_back(static_cast<std::uint16_t>(end - runs_[r].root - 1));
    }
    answers_.offer(std::move(answer), seconds_);
    if (runs_.back().repeats)
        finish_run();
    else
        drop_leaf();
}

}  // namespace puzzlery
