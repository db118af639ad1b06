// The search of a reduction: words for all phases, shorter and shorter ones round by round.
//
// Each phase has a pool of beginnings. For one total length after the other, solutions of the phase
// of just the length that is left are added to each beginning, until there are enough of them for
// the next pool. The next round looks at twice as many.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "reduction/reduction_plan.hpp"

namespace puzzlery::reduction {

namespace {

using Word = std::vector<std::uint16_t>;

struct Beginning {
    Perm content;
    Seen seen;                // by the phase that is next
    std::uint32_t start = 0;  // which of the given contents it comes from
    std::vector<Word> words;  // of the phases so far
    int length = 0;
    int least = 0;  // a lower bound of the length after the phase that is next
};

// Walks through all words of one length that solve a phase, and can stop at any node.
class Walk {
public:
    Walk(const ReductionPlan &plan, std::size_t phase)
        : plan_(plan), phase_(plan.phases()[phase]),
          pairs_(phase + 1 == plan.phases().size() ? plan.pairs() : 0) {}

    void begin(const Seen &seen, int length) {
        stack_.clear();
        length_ = length;
        if (length > 0) push(seen, 0, 0);
    }
    // The next word, if there is one within so many nodes; else done() tells whether all were seen.
    bool next(std::uint64_t &nodes) {
        while (!stack_.empty() && nodes) {
            Node &node = stack_.back();
            if (node.next == node.choices.size()) {
                stack_.pop_back();
                continue;
            }
            const auto choice = node.choices[node.next++];
            const int left = length_ - static_cast<int>(stack_.size());
            if (left == 0 && phase_.stays(choice.move)) continue;
            --nodes;
            Seen seen = phase_.after(node.seen, choice.move);
            if (static_cast<int>(phase_.distance(seen)) > left) continue;
            if (pairs_) {
                phase_.pair_after(node.seen, choice.move, pairs_, seen);
                if (static_cast<int>(plan_.pair_bound(seen.pairing)) > left) continue;
            }
            node.move = choice.move;
            if (left == 0) return true;
            push(seen, choice.after, 0);
        }
        return false;
    }
    bool done() const { return stack_.empty(); }
    Word word() const {
        Word word;
        for (const Node &node : stack_) word.push_back(node.move);
        return word;
    }

private:
    struct Node {
        Seen seen;
        std::span<const ReductionPhase::Choice> choices;
        std::size_t next;
        std::uint16_t move;
    };
    void push(const Seen &seen, std::size_t state, std::uint16_t move) {
        stack_.push_back({seen, phase_.choices(state), 0, move});
    }

    const ReductionPlan &plan_;
    const ReductionPhase &phase_;
    std::size_t pairs_;
    std::vector<Node> stack_;
    int length_ = 0;
};

class ReductionSearch final : public Job {
public:
    ReductionSearch(nb::handle_t<ReductionPlan> plan, const std::vector<Perm> &starts)
        : kept_(nb::borrow(plan)), plan_(nb::cast<const ReductionPlan &>(plan)) {
        if (plan_.phases().empty() || !plan_.pairs() || starts.empty())
            throw std::invalid_argument("expected a plan with phases and pairs, and states");
        for (std::size_t k = 0; k < starts.size(); ++k) {
            if (starts[k].size() != plan_.degree() || !is_permutation(starts[k]))
                throw std::invalid_argument("expected states of the plan's puzzle");
            Beginning beginning;
            beginning.content = inverse(starts[k]);
            beginning.start = static_cast<std::uint32_t>(k);
            if (enter(beginning, 0)) starts_.push_back(std::move(beginning));
        }
        if (starts_.empty()) throw std::invalid_argument("a state is not in the plan's group");
        for (std::size_t k = 0; k < plan_.phases().size(); ++k) walks_.emplace_back(plan_, k);
        begin_round();
    }
    Progress progress() const override {
        return {round_, std::nullopt,
                "round " + std::to_string(round_ + 1) + ", phase " + std::to_string(phase_ + 1) +
                    ", " + std::to_string(total_) + " moves"};
    }
    struct Answer {
        std::uint32_t start = 0;
        std::vector<std::uint16_t> phases, moves;  // of each move its phase and its number there
        template <class Self> static auto fields(Self &self) {
            return std::tie(self.start, self.phases, self.moves);
        }
    };
    const std::vector<Answer> &answers() const { return answers_; }
    std::uint64_t nodes() const { return nodes_; }

protected:
    bool advance() override {
        constexpr std::uint64_t slice = 4096;  // nodes between two looks at the clock
        while (!out_of_time()) {
            std::uint64_t nodes = slice;
            go_on(nodes);
            nodes_ += slice - nodes;
        }
        return false;
    }
    void save(Writer &writer) const override {
        writer.put(static_cast<std::uint64_t>(plan_.degree()));
        writer.put(round_);
        writer.put(answers_);
    }
    void load(Reader &reader) override {
        reader.expect<std::uint64_t>(plan_.degree(), "snapshot belongs to another puzzle");
        const auto round = reader.get<std::uint32_t>();
        auto answers = reader.get_vector<Answer>();
        reader.finish();
        for (const Answer &answer : answers) check(answer);
        if (round > most_rounds) throw std::invalid_argument("snapshot is out of its range");
        round_ = round, answers_ = std::move(answers);
        begin_round();
    }
    std::uint32_t magic() const override { return 0x31444552; }

private:
    static constexpr std::uint32_t most_rounds = 16;
    // In the first round so many solutions of a phase are looked at, and the best of them kept. The
    // first phase has many short solutions; few of the second one leave pairs that can be solved.
    static constexpr std::size_t looked_at = 4000, kept_of_them = 200, last_looked_at = 8;
    // So many solutions of the phase before the last are tried for one beginning and length: they
    // are much alike, and so are the pairs that they leave.
    static constexpr std::size_t tried = 3000;
    // So many answers end a round, and so much longer than the shortest one they may be.
    static constexpr std::size_t wanted = 4;
    static constexpr int longer = 1;
    // So much longer than the least length of its pool a phase may be before the round ends.
    static constexpr int patience = 40;

    void check(const Answer &answer) const {
        bool good = answer.start < starts_.size() && answer.phases.size() == answer.moves.size();
        for (std::size_t k = 0; good && k < answer.moves.size(); ++k)
            good = answer.phases[k] < plan_.phases().size() &&
                   answer.moves[k] < plan_.phases()[answer.phases[k]].moves().size();
        if (!good) throw std::invalid_argument("snapshot belongs to another search");
    }

    std::size_t scaled(std::size_t number) const { return number << std::min(round_, most_rounds); }
    bool is_last() const { return phase_ + 1 == plan_.phases().size(); }
    std::size_t enough() const {
        if (is_last()) return scaled(wanted);
        return scaled(phase_ + 2 == plan_.phases().size() ? last_looked_at : looked_at);
    }

    void begin_round() {
        phase_ = 0;
        pool_ = starts_;
        next_pool_.clear();
        best_ = 0;
        begin_phase();
    }
    void begin_phase() {
        std::stable_sort(pool_.begin(), pool_.end(),
                         [](const Beginning &a, const Beginning &b) { return a.least < b.least; });
        found_ = 0;
        at_ = 0;
        total_ = pool_.front().least;
        open();
    }
    void open() {
        const Beginning &from = pool_[at_];
        tries_ = 0;
        walks_[phase_].begin(from.seen, total_ - from.length);
        if (from.least == total_ && from.least == from.length) arrive({});
    }
    void go_on(std::uint64_t &nodes) {
        Walk &walk = walks_[phase_];
        while (nodes) {
            if (walk.next(nodes)) {
                arrive(walk.word());
                if (found_ >= enough()) return end_phase();
                if (tries_ >= scaled(tried)) {
                    if (!open_next()) return end_phase();
                }
            } else if (walk.done()) {
                if (!open_next()) return end_phase();
            }
        }
    }
    // The next beginning for this total length, or the first for the next length.
    bool open_next() {
        ++at_;
        if (at_ == pool_.size() || pool_[at_].least > total_) {
            at_ = 0;
            ++total_;
            if (total_ > pool_.front().least + patience) return false;
            if (is_last() && best_ && total_ > best_ + longer) return false;
        }
        open();
        return true;
    }
    void end_phase() {
        if (is_last() || next_pool_.empty()) {
            ++round_;
            return begin_round();
        }
        keep_best();
        pool_ = std::move(next_pool_);
        next_pool_.clear();
        ++phase_;
        begin_phase();
    }
    void keep_best() {
        const std::size_t most = scaled(kept_of_them);
        if (next_pool_.size() <= most) return;
        std::nth_element(next_pool_.begin(), next_pool_.begin() + static_cast<std::ptrdiff_t>(most),
                         next_pool_.end(),
                         [](const Beginning &a, const Beginning &b) { return a.least < b.least; });
        next_pool_.resize(most);
    }

    void arrive(Word word) {
        const Beginning &from = pool_[at_];
        if (is_last()) return offer(from, word);
        const bool pairs_next = phase_ + 2 == plan_.phases().size();
        ++tries_;
        if (pairs_next && !pairs_fit(from, word)) return;
        Beginning to = from;
        for (const std::uint16_t move : word)
            to.content = moved(to.content, plan_.phases()[phase_].moves()[move]);
        to.length = from.length + static_cast<int>(word.size());
        to.words.push_back(std::move(word));
        if (!enter(to, phase_ + 1)) return;
        ++found_;
        next_pool_.push_back(std::move(to));
        if (next_pool_.size() >= 2 * scaled(kept_of_them) + 64) keep_best();
    }
    // What the next phase sees; false if it cannot begin here.
    bool enter(Beginning &beginning, std::size_t phase) const {
        const ReductionPhase &next = plan_.phases()[phase];
        Pairing pairing{};
        unsigned bound = 0;
        if (phase + 1 == plan_.phases().size()) {
            Perm stickers;
            for (const Point slot : plan_.slots()) stickers.push_back(beginning.content[slot]);
            if (!plan_.read_pairing(stickers, pairing)) return false;
            bound = plan_.pair_bound(pairing);
        }
        beginning.seen = next.read(beginning.content);
        beginning.seen.pairing = pairing;
        if (!next.fits(beginning.seen)) return false;
        const unsigned distance = next.distance(beginning.seen);
        if (distance == ReductionPhase::unreachable) return false;
        beginning.least = beginning.length + static_cast<int>(std::max(bound, distance));
        return true;
    }
    // Whether partners will stand apart after a word, found without all other stickers.
    bool pairs_fit(const Beginning &from, const Word &word) {
        const auto &moves = plan_.phases()[phase_].moves();
        stickers_.resize(plan_.slots().size());
        for (const Point slot : plan_.slots()) {
            Point place = slot;
            for (const std::uint16_t move : word) place = moves[move][place];
            stickers_[plan_.number_of(place)] = from.content[slot];
        }
        Pairing pairing;
        return plan_.read_pairing(stickers_, pairing);
    }
    void offer(const Beginning &from, const Word &word) {
        Answer answer{from.start, {}, {}};
        const auto add = [&](std::size_t phase, const Word &moves) {
            answer.phases.insert(answer.phases.end(), moves.size(),
                                 static_cast<std::uint16_t>(phase));
            answer.moves.insert(answer.moves.end(), moves.begin(), moves.end());
        };
        for (std::size_t phase = 0; phase < from.words.size(); ++phase)
            add(phase, from.words[phase]);
        add(phase_, word);
        if (!best_) best_ = total_;
        ++found_;
        answers_.push_back(std::move(answer));
    }

    nb::object kept_;
    const ReductionPlan &plan_;
    std::vector<Beginning> starts_, pool_, next_pool_;
    std::vector<Walk> walks_;
    std::vector<Answer> answers_;
    Perm stickers_;
    std::size_t tries_ = 0;
    std::uint32_t round_ = 0;
    std::size_t phase_ = 0, found_ = 0, at_ = 0;
    int total_ = 0, best_ = 0;
    std::uint64_t nodes_ = 0;
};

}  // namespace

}  // namespace puzzlery::reduction

namespace puzzlery {

void bind_reduction_search(nb::module_ &m) {
    using reduction::ReductionPlan;
    using reduction::ReductionSearch;
    using Moves = std::vector<std::pair<std::uint16_t, std::uint16_t>>;
    using Found = std::tuple<std::uint32_t, Moves>;
    nb::class_<ReductionSearch, Job>(m, "ReductionSearch", "Words that reduce a puzzle.")
        .def(nb::init<nb::handle_t<ReductionPlan>, const std::vector<Perm> &>(), nb::arg("plan"),
             nb::arg("starts"))
        .def(
            "answers",
            [](const ReductionSearch &search, std::size_t first) {
                std::vector<Found> found;
                for (std::size_t k = first; k < search.answers().size(); ++k) {
                    const auto &answer = search.answers()[k];
                    found.emplace_back(answer.start, Moves{});
                    for (std::size_t i = 0; i < answer.moves.size(); ++i)
                        std::get<1>(found.back()).emplace_back(answer.phases[i], answer.moves[i]);
                }
                return found;
            },
            nb::arg("first"), "Answers from this number on: the start, and phase and move of each.")
        .def_prop_ro("nodes", &ReductionSearch::nodes, "How many moves were tried.");
}

}  // namespace puzzlery
