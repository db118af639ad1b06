// Solutions of Square-1: IDA* in slashes over pruning tables, with a full table of cube shapes that
// turns every cube on the way into a whole solution.
#pragma once

#include <nanobind/ndarray.h>

#include <atomic>
#include <mutex>
#include <vector>

#include "blocked/square_cubes.hpp"
#include "blocked/square_patterns.hpp"

namespace puzzlery::square {

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// What counts: slashes; slashes and pairs of turns; slashes and turns of single layers.
enum class Metric : unsigned { slashes, pairs, turns };

// Turns of both layers, between which there are slashes.
using Word = std::vector<std::array<std::uint8_t, 2>>;

struct Counts {
    unsigned slashes = 0, pairs = 0, turns = 0;
};
Counts counted(const Word &word);

class SquareSearch final : public Job {
public:
    SquareSearch(const FullState &start, Metric metric, unsigned level, Bytes corners, Bytes edges,
                 Bytes cubes, unsigned count, unsigned threads);

    Progress progress() const override;
    // The solutions found, the best first.
    const std::vector<Word> &words() const { return words_; }
    // No solution has fewer slashes.
    unsigned bound() const { return bound_; }
    bool is_proven() const;
    std::uint64_t nodes() const { return nodes_; }

protected:
    bool advance() override;
    void save(Writer &writer) const override;
    void load(Reader &reader) override;
    template <class Self, class Number>
    static auto fields(Self &self, Number &next, Number &nodes) {
        return std::tie(self.limit_, self.bound_, self.done_, self.words_, next, nodes);
    }
    std::uint32_t magic() const override { return 0x32535153; }

private:
    // A state some slashes from the start, and the choices that lead to it.
    struct Reached {
        Node node;
        std::uint8_t undo = none;
        bool is_turned = false;  // whether the first turn is one
        std::vector<std::uint8_t> path;
    };
    struct Walk {
        std::vector<std::uint8_t> path;
        std::uint64_t nodes = 0;
    };
    // A state on the way, and the choice to try next.
    struct Step {
        Node node;
        std::uint8_t undo = none, next = 0;
    };
    // One thread's search of a task: it stops at any step and goes on from there.
    struct Worker {
        std::uint64_t task = 0;
        std::vector<Step> steps;
        Walk walk;
    };
    static constexpr std::uint8_t none = 255;

    unsigned lower_bound(const Node &node) const;
    unsigned slashes_left(const Node &cube) const { return cubes_.data()[states_.index(cube)]; }
    void find_first();
    void seek_cube(const Node &node, unsigned left, bool odd, std::uint8_t undo, Walk &walk);
    void deepen();
    void grow();
    void work(Worker &worker);
    bool begin(Worker &worker);
    void step(Worker &worker);
    bool is_found() const;
    bool is_searching() const;
    void finish(const Node &cube, Walk &walk);
    void descend(const Node &cube, unsigned left, Walk &walk, unsigned &tries);
    void keep(const std::vector<std::uint8_t> &path);
    Word word(const std::vector<std::uint8_t> &path) const;
    std::uint64_t cost(const Word &word) const;
    bool is_over() const;
    bool may_improve(unsigned slashes) const;
    unsigned reach() const;

    const Model &model_ = Model::get();
    const CubeStates &states_ = CubeStates::get();
    const Pattern &by_corners_, &by_edges_;
    FullState start_;
    Node first_;
    Metric metric_;
    Bytes corners_, edges_, cubes_;
    unsigned count_, threads_;

    std::vector<Word> words_;
    std::mutex keeping_;
    std::atomic<unsigned> best_slashes_{99}, best_turns_{99};
    std::vector<Reached> tasks_;
    unsigned grown_ = none;  // how many slashes the tasks are from the start
    unsigned limit_ = 0;     // of this pass
    unsigned bound_ = 0;
    std::atomic<std::uint64_t> next_{0};
    std::vector<Worker> workers_;
    std::atomic<std::uint64_t> nodes_{0};
    bool done_ = false;
};

}  // namespace puzzlery::square
