// The two-phase search: phase 1 along each axis of the cube and of its inverse, by length; what
// comes into H is finished there. Answers improve until the search is stopped or has seen all.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "cube3/twophase/twophase_finish.hpp"

namespace puzzlery::twophase {

// A cube as one axis sees it: the place of its kind and twist in the table, the symmetry that
// carries it to the representative, and how far it is from H.
struct Spot {
    std::uint16_t kind = 0;
    std::uint16_t twist = 0;
    std::uint8_t symmetry = 0;
    std::uint8_t far = 0;
    std::uint8_t layer = 0;  // the class of the middle layer
};

constexpr int longest_ever = farthest + farthest_inner;

// The best answers so far, shared by all who search.
class Answers {
public:
    struct Step {
        double seconds;
        std::int32_t length;
    };
    using Turns = std::vector<std::uint8_t>;

    // So many are wanted, none with more turns than `longest`; it is enough when none of them
    // has more than `enough`.
    Answers(int wanted, int longest, int enough)
        : wanted_(wanted), enough_(enough), limit_(longest) {}

    // Longer answers are useless; below zero, nothing more is looked for.
    int limit() const { return limit_.load(std::memory_order_relaxed); }
    // Is there no shorter answer, if all first phases below this length were seen?
    bool seen_all(std::int64_t length) const;
    // Take an answer, with what it can be shortened to at sight.
    void offer(const Turns &offered, double seconds);
    // Allow longer answers if there are none yet; false if that is of no use.
    bool relax();
    bool any() const;
    std::vector<Turns> all() const;
    std::vector<Step> history() const;
    void restore(std::vector<Turns> kept, std::vector<Step> history);

private:
    void tighten();

    int wanted_;
    int enough_;
    std::atomic<int> limit_;
    mutable std::mutex lock_;
    std::vector<Turns> kept_;  // shortest first
    std::vector<Step> history_;
};

// How far a cube is from the H of each axis, or reach + 1 if that is more than the table holds.
std::array<int, axis_count> distances(const Tables &tables, int reach, const Cube &cube);

constexpr int most_last_turns = 3;

// A way to look at a cube: it or its inverse, along one axis, after a few turns that the answer
// will end with. Such *last turns* leave H at once, so that they cannot be part of phase 2.
struct Start {
    std::array<std::uint8_t, most_last_turns> last_turns{};
    std::uint8_t last_count = 0;
    std::uint8_t axis = 0;
    bool inverted = false;
};

// All of them, those with fewer last turns first.
const std::vector<Start> &starts();

// What is seen in this way.
struct View : Start {
    Pieces pieces;  // tilted so that the axis goes through U and D
    std::array<Spot, axis_count> spots;
};

class Views {
public:
    Views(const Tables &tables, int reach, const Cube &cube);

    int count() const { return static_cast<int>(starts().size()); }
    // How many of the views are worth a look for phases 1 of this length, the last turns included.
    // In leisure shorter first phases are looked for, too, before last turns.
    int worthwhile(int length, bool in_leisure) const;
    // A view in which phase 1 may have this length; else nothing.
    const View *near(int number, int length);

private:
    Cube cube_of(const Start &start) const;

    Tables tables_;
    int reach_;
    std::array<Cube, 2> cubes_;
    std::array<int, most_last_turns + 2> ends_{};  // how many have fewer last turns
    std::vector<std::uint8_t> least_;              // how far a view is from H, at least
    std::vector<std::unique_ptr<View>> views_;     // those that were near enough
    std::mutex lock_;
};

// Nodes are taken in batches, so that reads of the table overlap.
constexpr int batch_size = 32;

// Walks one task after another, and can stop at any node.
class Walker {
public:
    // `reach` is the greatest distance that the table holds.
    Walker(const Tables &tables, int reach, Views &views, Answers &answers);

    // Begin with phase 1 of this length, the last turns included, in one view; `walk` does it.
    void begin(int length, int view);
    // Go on until the task is done (true) or `stop` says so.
    using Stop = std::function<bool()>;
    bool walk(const Stop &stop, const std::function<double()> &seconds);

    std::uint64_t nodes() const { return nodes_ + finish_.nodes(); }

private:
    struct Node {
        std::array<Spot, axis_count> spots;
        std::uint16_t parent = 0;  // among the nodes of the level above
        std::uint8_t turn = no_turn;
    };
    struct Level {
        std::array<Node, batch_size * turn_count> nodes;
        int count = 0;
        int next = 0;
    };
    // A neighbour that may be near enough to H, before the table is asked.
    struct Candidate {
        Neighbour next;
        std::uint16_t parent;
        std::uint8_t turn;  // as the representative sees it
    };
    void expand(const Level &from, int first, int last, int left, int total, Level &into);
    int gather(const Level &from, int first, int last, int left);
    void sift(const Level &from, int candidates, int left, Level &into) const;
    void look_around(const Level &from, int total, Level &into) const;
    // What the answers allow, without the last turns.
    int room() const { return answers_.limit() - view_->last_count; }
    void finish(int length, const std::function<double()> &seconds);

    Tables tables_;
    const Frames &frames_ = frames();
    Finish finish_;
    Views &views_;
    Answers &answers_;
    const View *view_ = nullptr;
    int length_ = 0;
    int depth_ = 0;
    std::uint64_t nodes_ = 0;
    std::array<Level, longest_ever + 1> levels_;
    std::array<Candidate, batch_size * turn_count> candidates_;
    std::array<std::array<std::uint8_t, 4>, farthest + 2> next_far_;
};

}  // namespace puzzlery::twophase
