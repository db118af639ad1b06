// The solution graph: every way from its root to its end is one solution.
#pragma once

#include "cover/cover_walk.hpp"

namespace puzzlery {

// States are numbered so that arcs lead to higher numbers: the root is 0, the end is the last one.
// A graph without states has no way at all. Numbers of ways are exact: each takes as many 64-bit
// limbs as the largest of them needs, lowest limb first.
class SolutionGraph {
public:
    struct Arcs {
        std::vector<std::uint32_t> start;  // state s has arcs start[s] … start[s+1]-1
        std::vector<std::uint32_t> to;
        std::vector<std::int32_t> option;
    };

    SolutionGraph(Arcs arcs, std::int32_t options);

    std::int32_t options() const { return options_; }
    std::size_t states() const { return arcs_->start.size() - 1; }
    std::size_t arcs() const { return arcs_->to.size(); }
    std::uint64_t fingerprint() const { return fingerprint_; }
    const Arcs &all_arcs() const { return *arcs_; }

    std::vector<Word> count() const;
    // For every option the number of ways that use it.
    std::vector<Word> placement_counts() const;
    // The options of way number k, in the order of the arcs.
    std::vector<std::int32_t> kth(std::vector<Word> k) const;
    // The ways that use only options that are allowed.
    SolutionGraph restricted(const std::vector<char> &allowed) const;
    int limbs() const { return limbs_; }

private:
    bool count_ways(int limbs);
    const Word *ways(std::uint32_t state) const { return &(*ways_)[std::size_t{state} * limbs_]; }

    std::shared_ptr<const Arcs> arcs_;
    std::shared_ptr<const std::vector<Word>> ways_;  // from each state to the end
    std::int32_t options_;
    int limbs_ = 1;
    std::uint64_t fingerprint_ = 0;
};

// Keep only the arcs and states that lie on a way from the root to the end.
SolutionGraph::Arcs only_ways(const SolutionGraph::Arcs &arcs, const std::vector<char> &allowed);

std::unique_ptr<CoverJob> walk_graph(const SolutionGraph &graph, WalkOptions options);

// Builds the graph, by a sweep that meets every state (covered cells, pieces left) once.
class GraphJob : public Job {
public:
    virtual SolutionGraph graph() const = 0;
    virtual bool gave_up() const = 0;
    virtual std::uint64_t states() const = 0;
    virtual std::uint64_t arcs() const = 0;
};

std::unique_ptr<GraphJob> build_graph(const CoverProblem &problem, std::uint64_t most_states);

}  // namespace puzzlery
