// The general solver: tables made once a puzzle, and a search that gives better and better words.
#pragma once

#include "general_beam.hpp"
#include "general_insert.hpp"
#include "job.hpp"

#include <memory>

namespace puzzlery::general {

// The tables of a puzzle, made step by step.
class Tables : public Job {
public:
    Tables(std::vector<int> slots, std::vector<int> turns, std::vector<std::vector<Frame>> layers,
           std::vector<int> orders, std::vector<std::vector<std::uint8_t>> fits,
           std::vector<Coordinate> coordinates);

    Progress progress() const override;
    bool finished() const { return finished_; }
    // Whether every orbit is free, or tied to few enough others.
    bool suits() const { return finished_ && completion_->ready(); }

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
    void search();
    void search_again();
    void weigh();

    Model model_;
    std::vector<Cycles> cycles_;
    std::vector<char> is_free_;
    std::vector<int> level_;
    std::vector<double> weights_;
    std::unique_ptr<Completion> completion_;
    int step_ = 0;
    bool finished_ = false;
};

struct SearchOptions {
    std::uint64_t seed = 0;
    std::size_t steps = 20'000;          // proposals of the first round; later rounds have more
    double hot = 1.0, cold = 0.1, growth = 1.5;
    int width = 30;
};

// A search for one state; it can go on for as long as one likes.
class Search : public Job {
public:
    Search(const Tables &tables, State start, std::vector<int> totals, SearchOptions options);

    Progress progress() const override;
    bool found() const { return found_; }
    bool failed() const { return failed_; }
    const Word &best() const { return best_; }
    const std::vector<std::pair<double, int>> &history() const { return history_; }
    std::uint64_t proposals() const { return proposals_; }
    std::size_t rounds() const { return rounds_; }

protected:
    bool advance() override;
    void save(Writer &writer) const override;
    void load(Reader &reader) override;
    std::uint32_t magic() const override { return 0x47534531; }

private:
    void first();
    void begin_round();
    void end_round();
    bool offer(const Word &word);
    double seconds() const;

    const Tables &tables_;
    const Model &model_;
    State start_;
    std::vector<int> totals_;
    SearchOptions options_;
    Beam beam_;
    Inserter inserter_;
    std::unique_ptr<Annealer> soft_, firm_;
    std::unique_ptr<Line> line_;
    Dice dice_;
    Word best_, kept_;
    std::vector<std::pair<double, int>> history_;
    std::size_t done_ = 0, planned_ = 0, rounds_ = 0, stale_ = 0;
    std::uint64_t proposals_ = 0;
    double hot_ = 1;
    bool early_ = false;                 // still the orbits that are to be solved first
    double spent_ = 0;                   // seconds of earlier slices
    std::chrono::steady_clock::time_point slice_;
    bool found_ = false, failed_ = false;
};

}  // namespace puzzlery::general
