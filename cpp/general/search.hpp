// The search of the general solver: better and better words for one state.
#pragma once

#include "general/beam.hpp"
#include "general/tables/stage.hpp"

#include <optional>

namespace puzzlery::general {

// A search for one state; it can go on for as long as one likes.
class Search : public Job {
public:
    // Rounds are planned so that they fit into so many seconds.
    Search(const Tables &tables, State start, std::vector<int> totals, double seconds,
           std::uint64_t seed);

    Progress progress() const override;
    bool found() const { return found_; }
    const Model &model() const { return model_; }
    const Word &best() const { return best_; }
    const std::vector<std::pair<double, int>> &history() const { return history_; }
    std::uint64_t proposals() const { return proposals_; }
    // A solution to learn from: a skeleton (of orbit −1), then 3-cycles; empty if there is none.
    Inserter::Lesson lesson();

protected:
    bool advance() override;
    void save(Writer &writer) const override;
    void load(Reader &reader) override;
    std::uint32_t magic() const override { return 0x47534531; }

private:
    // How a line is annealed: how hot at first and in the end, what is paid at first, and how long:
    // for so many seconds, but not with fewer or more proposals than that.
    struct Plan {
        double hot, cool, cheap;
        double seconds, least, most;
        double done = 0, proposals = 0;  // which part of it all, and how many so far
    };
    void check_start() const;
    void first();
    void make_stages();
    const Stage &stage() const { return *stages_[stage_]; }
    bool last_stage() const { return stage_ + 1 == stages_.size(); }
    double part_of_stage() const;  // for how much of it rounds are made
    void begin();
    void begin_pass();
    void begin_stage(std::size_t number);
    void begin_round();
    void begin_rebuilding();
    void plan(double hot, double cool, double cheap, double seconds);
    void anneal();
    Prices prices(double worth) const;
    void end_annealing();
    void end_round();
    void end_rebuilding();
    bool insert(const Inserter &inserter, Line &line, const Thrift &thrift);
    void keep(const Word &word);
    void offer(const Word &word);
    double seconds() const;

    const Tables &tables_;
    const Model &model_;
    State start_;
    std::vector<int> totals_;
    Beam beam_;
    Inserter inserter_;
    Dice dice_;
    std::vector<std::unique_ptr<Stage>> stages_;
    std::unique_ptr<Beam> skeletons_;  // for the first stage
    std::size_t stage_ = 0;            // the one under way
    std::unique_ptr<Line> line_;       // what is annealed
    std::unique_ptr<Line> current_;    // what is rebuilt again and again, after the rounds
    Word from_;                        // what a stage begins with
    std::optional<Word> kept_;         // the shortest word that ends a stage
    Word best_;
    std::vector<std::pair<double, int>> history_;
    Plan plan_{};
    int stale_ = 0;  // how often rebuilding has failed
    std::uint64_t proposals_ = 0;
    double horizon_;                          // seconds in all
    double pass_end_ = 0;                     // when the pass is to end,
    double stage_began_ = 0, stage_end_ = 0;  // and when the stage
    double began_ = 0, round_ = 0;  // when the round began, and how long the last one took
    double effort_ = 0;             // proposals of the last round
    bool early_ = false;            // still at orbits of level 0
    bool found_ = false, failed_ = false;
    double spent_ = 0;  // seconds of earlier slices
    std::chrono::steady_clock::time_point slice_;
};

}  // namespace puzzlery::general
