// The general solver: tables made once a puzzle, and a search that gives better and better words.
#pragma once

#include "general_beam.hpp"
#include "general_deep.hpp"
#include "general_insert.hpp"
#include "general_stage.hpp"
#include "job.hpp"

#include <memory>
#include <optional>

namespace puzzlery::general {

// The tables of a puzzle, made step by step. A symmetry says which move each move becomes; words
// that are alike by symmetry are kept once in snapshots.
class Tables : public Job {
public:
    Tables(std::vector<int> slots, std::vector<int> turns, std::vector<std::vector<Frame>> layers,
           std::vector<Power> orders, const std::vector<std::vector<Power>> &powers,
           std::vector<std::vector<std::uint8_t>> fits, std::vector<Coordinate> coordinates);
    void use_symmetries(std::vector<std::vector<Letter>> symmetries);

    Progress progress() const override;
    bool finished() const { return step_ == Step::done; }
    // Whether every orbit is free, or tied to few enough others.
    bool suits() const { return finished() && completion_->ready(); }

    const Model &model() const { return model_; }
    const std::vector<Cycles> &cycles() const { return cycles_; }
    const Completion &completion() const { return *completion_; }
    const std::vector<char> &is_free() const { return is_free_; }
    // 0 for orbits that are to be solved first, because their 3-cycles carry others along.
    const std::vector<int> &level() const { return level_; }
    bool two_levels() const;
    // How many moves it is worth to have one more piece of an orbit right.
    const std::vector<double> &weights() const { return weights_; }

protected:
    bool advance() override;
    void save(Writer &writer) const override;
    void load(Reader &reader) override;
    std::uint32_t magic() const override { return 0x47544231; }

private:
    // What is done one after the other; each step may be left and taken up again.
    enum class Step { kept, quick, pure, first, deep, complete, done };

    bool step(const Pause &pause);
    bool search(const Pause &pause);
    bool search_deep(const Pause &pause);
    void begin(const std::vector<char> &wanted, const std::vector<char> &counts, bool thorough);
    bool close(const Pause &pause);
    Word alike(const Word &word, const std::vector<Letter> &symmetry) const;
    std::vector<Word> kept() const;
    void offer(const Word &word);
    int orbit_of(const State &to) const;
    int moved(std::size_t orbit, const State &to) const;
    bool close_kept(const Pause &pause);
    void take();
    std::vector<char> hard() const;
    bool is_told(std::size_t orbit) const;
    double states_without_cycles() const;
    void weigh();

    Model model_;
    std::vector<Cycles> cycles_, again_;  // found, and under way
    std::unique_ptr<BaseSearch> bases_;
    std::unique_ptr<Deep> deep_;
    std::size_t closed_ = 0;
    std::vector<char> is_free_;
    std::vector<int> level_;
    std::vector<double> weights_;
    std::unique_ptr<Completion> completion_;
    std::vector<std::vector<Letter>> symmetries_;
    Step step_ = Step::quick, after_kept_ = Step::quick;
};

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
    double horizon_;                   // seconds in all
    double pass_end_ = 0;              // when the pass is to end,
    double stage_began_ = 0, stage_end_ = 0;  // and when the stage
    double began_ = 0, round_ = 0;     // when the round began, and how long the last one took
    double effort_ = 0;                // proposals of the last round
    bool early_ = false;               // still at orbits of level 0
    bool found_ = false, failed_ = false;
    double spent_ = 0;  // seconds of earlier slices
    std::chrono::steady_clock::time_point slice_;
};

}  // namespace puzzlery::general
