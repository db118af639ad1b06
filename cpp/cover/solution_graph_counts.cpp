// Exact numbers on a solution graph: how many ways, through which option, and which is the k-th.
#include "cover/solution_graph.hpp"

namespace puzzlery {

namespace {

constexpr int kMostLimbs = 64;

// a += b; true if a limb more would be needed.
bool add(Word *a, const Word *b, int limbs) {
    Word carry = 0;
    for (int i = 0; i < limbs; ++i) {
        const Word sum = a[i] + b[i], out = sum + carry;
        carry = (sum < a[i]) | (out < sum);
        a[i] = out;
    }
    return carry;
}

bool is_less(const Word *a, const Word *b, int limbs) {
    for (int i = limbs; i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

void subtract(Word *a, const Word *b, int limbs) {
    Word borrow = 0;
    for (int i = 0; i < limbs; ++i) {
        const Word less = a[i] - b[i], out = less - borrow;
        borrow = (a[i] < b[i]) | (less < borrow);
        a[i] = out;
    }
}

// a += b * c. The ways through an arc are part of all ways, so that nothing is lost at the top.
void add_product(Word *a, const Word *b, const Word *c, int limbs) {
    for (int i = 0; i < limbs; ++i) {
        if (!b[i]) continue;
        Word carry = 0;
        for (int j = 0; i + j < limbs; ++j) {
            const auto term = static_cast<unsigned __int128>(b[i]) * c[j] + a[i + j] + carry;
            a[i + j] = static_cast<Word>(term);
            carry = static_cast<Word>(term >> 64);
        }
    }
}

}  // namespace

SolutionGraph::SolutionGraph(Arcs arcs, std::int32_t options)
    : arcs_(std::make_shared<const Arcs>(std::move(arcs))), options_(options) {
    for (const auto option : arcs_->option) fingerprint_ = mix(fingerprint_ ^ Word(option));
    for (const auto to : arcs_->to) fingerprint_ = mix(fingerprint_ ^ to);
    while (!count_ways(limbs_))
        if ((limbs_ *= 2) > kMostLimbs) throw std::overflow_error("the count passes 2^4096");
}

bool SolutionGraph::count_ways(int limbs) {
    auto ways = std::make_shared<std::vector<Word>>(states() * static_cast<std::size_t>(limbs));
    if (states()) (*ways)[(states() - 1) * static_cast<std::size_t>(limbs)] = 1;
    for (std::size_t state = states(); state-- > 0;)
        for (auto arc = arcs_->start[state]; arc < arcs_->start[state + 1]; ++arc)
            if (add(&(*ways)[state * limbs], &(*ways)[std::size_t{arcs_->to[arc]} * limbs], limbs))
                return false;
    ways_ = std::move(ways);
    return true;
}

std::vector<Word> SolutionGraph::count() const {
    if (!states()) return {0};
    return {ways(0), ways(0) + limbs_};
}

std::vector<Word> SolutionGraph::placement_counts() const {
    std::vector<Word> counts(static_cast<std::size_t>(options_) * limbs_);
    std::vector<Word> here(states() * static_cast<std::size_t>(limbs_));
    if (states()) here[0] = 1;
    for (std::size_t state = 0; state < states(); ++state)
        for (auto arc = arcs_->start[state]; arc < arcs_->start[state + 1]; ++arc) {
            const std::size_t to = arcs_->to[arc], option = arcs_->option[arc];
            add(&here[to * limbs_], &here[state * limbs_], limbs_);
            add_product(&counts[option * limbs_], &here[state * limbs_], ways(arcs_->to[arc]),
                        limbs_);
        }
    return counts;
}

std::vector<std::int32_t> SolutionGraph::kth(std::vector<Word> k) const {
    k.resize(static_cast<std::size_t>(limbs_));
    if (!states() || !is_less(k.data(), ways(0), limbs_))
        throw std::invalid_argument("there are fewer solutions than that");
    std::vector<std::int32_t> taken;
    for (std::uint32_t state = 0; state + 1 < states();) {
        auto arc = arcs_->start[state];
        while (!is_less(k.data(), ways(arcs_->to[arc]), limbs_))
            subtract(k.data(), ways(arcs_->to[arc++]), limbs_);
        taken.push_back(arcs_->option[arc]);
        state = arcs_->to[arc];
    }
    return taken;
}

SolutionGraph SolutionGraph::restricted(const std::vector<char> &allowed) const {
    if (allowed.size() != static_cast<std::size_t>(options_))
        throw std::invalid_argument("every option needs to be allowed or not");
    return {only_ways(*arcs_, allowed), options_};
}

SolutionGraph::Arcs only_ways(const SolutionGraph::Arcs &arcs, const std::vector<char> &allowed) {
    const std::size_t states = arcs.start.size() - 1;
    std::vector<char> ends(states), begins(states);
    if (states) ends[states - 1] = begins[0] = 1;
    const auto open = [&](std::size_t arc) { return allowed[arcs.option[arc]]; };
    for (std::size_t state = states; state-- > 0;)
        for (auto arc = arcs.start[state]; arc < arcs.start[state + 1]; ++arc)
            if (open(arc) && ends[arcs.to[arc]]) ends[state] = 1;
    SolutionGraph::Arcs kept;
    kept.start.push_back(0);
    if (!states || !ends[0]) return kept;
    std::vector<std::uint32_t> number(states);
    for (std::size_t state = 0; state < states; ++state) {
        if (!begins[state] || !ends[state]) continue;
        number[state] = static_cast<std::uint32_t>(kept.start.size() - 1);
        for (auto arc = arcs.start[state]; arc < arcs.start[state + 1]; ++arc)
            if (open(arc) && ends[arcs.to[arc]]) {
                begins[arcs.to[arc]] = 1;
                kept.to.push_back(arcs.to[arc]);
                kept.option.push_back(arcs.option[arc]);
            }
        kept.start.push_back(static_cast<std::uint32_t>(kept.to.size()));
    }
    for (auto &to : kept.to) to = number[to];
    return kept;
}

namespace {

// A walk along all ways: no branch of it is a dead end.
class WaysEngine {
public:
    static constexpr std::uint32_t kMagic = 0x53594157;

    explicit WaysEngine(const SolutionGraph &graph) : graph_(graph), path_{0} {}

    int depth() const { return static_cast<int>(taken_.size()); }
    int chosen(int level) const { return graph_.all_arcs().option[taken_[level]]; }
    int expand() {
        const auto state = path_.back();
        if (graph_.states() == 0) return 0;
        if (state + 1 == graph_.states()) return -1;
        const auto &start = graph_.all_arcs().start;
        return static_cast<int>(start[state + 1] - start[state]);
    }
    bool enter(int branch) {
        const auto arc = graph_.all_arcs().start[path_.back()] + static_cast<std::uint32_t>(branch);
        taken_.push_back(arc);
        path_.push_back(graph_.all_arcs().to[arc]);
        return true;
    }
    bool choose(int) { return false; }
    void leave() {
        taken_.pop_back();
        path_.pop_back();
    }

private:
    const SolutionGraph &graph_;
    std::vector<std::uint32_t> path_, taken_;
};

}  // namespace

std::unique_ptr<CoverJob> walk_graph(const SolutionGraph &graph, WalkOptions options) {
    return std::make_unique<Walk<WaysEngine, SolutionGraph>>(graph, std::move(options));
}

}  // namespace puzzlery
