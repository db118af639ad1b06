// The search of the general solver: cheaper and cheaper words that solve one state.
//
// 1. First answer: a skeleton by a narrow beam search, then inserted 3-cycles.
// 2. The orbits are split into stages, difficult orbits first (see tables/stage.hpp). A pass goes
//    through all stages; each stage continues the shortest word of the stage before.
// 3. A round of a stage anneals a word and then inserts 3-cycles for the pieces that are still
//    wrong. During annealing the temperature falls and the reward for a solved piece rises.
// 4. After the rounds of a stage, its word is rebuilt again and again: a short annealing of a part
// of
//    the word at a lower reward unsolves the pieces that cost most, and insertion solves them anew.
//    A result that is not clearly longer replaces the word.
// 5. Passes get longer until the planned time is over. The last stage of the last pass continues as
//    long as the caller runs the job.
// 6. Shortly before the planned time is over, 3-cycles solve the rest of the word under way.
//
// Searches on several threads share their words, see `Exchange`: a stage starts with the cheapest
// word of all, and so does rebuilding. With a number of proposals instead of seconds, the search
// looks at no clock, and repeats exactly.
#pragma once

#include "general/beam.hpp"
#include "general/exchange.hpp"
#include "general/tables/stage.hpp"

#include <optional>

namespace puzzlery::general {

// A search for one state. It finishes only if no cheaper word is possible or it fails.
class Search : public Job {
public:
    // `seconds` is the time for which rounds are planned. If `proposals` is not 0, the search ends
    // after about so many, and heeds no time but that of a slice. With wildcards, the pieces that
    // cost most stay wrong.
    Search(const Tables &tables, State start, std::vector<int> totals, double seconds,
           std::uint64_t seed, std::uint64_t proposals, Wildcards wildcards = {});
    // Share words with another search for the same state, before either runs.
    void share_with(Search &other);
    // Take a word that solves most of the puzzle, before the search runs: 3-cycles solve the rest.
    // The search then only rebuilds the cheapest of these words. False if 3-cycles fail.
    bool use_skeleton(const Word &word);

    Progress progress() const override;
    bool found() const { return found_; }
    const Model &model() const { return model_; }
    const Word &best() const { return best_; }
    const std::vector<std::pair<double, int>> &history() const { return history_; }
    std::uint64_t proposals() const { return proposals_; }
    // A solution that a person can follow: a skeleton (with orbit −1), then 3-cycles, each with its
    // orbit; empty if there is none.
    Inserter::CommutatorSteps commutator_steps();

protected:
    bool advance() override;
    void save(Writer &writer) const override;
    void load(Reader &reader) override;
    std::uint32_t magic() const override { return 0x47534531; }

private:
    // One annealing: temperatures and reward factor at its start and end, and its duration in
    // seconds, bounded by a least and a greatest number of proposals.
    struct Plan {
        double start_temperature, end_temperature, start_reward;
        double seconds, least_proposals, most_proposals;
        double done = 0, proposals = 0;  // fraction done, and proposals so far
    };
    void check_start() const;
    bool is_shortest() const;
    void find_first_answer();
    void make_stages();
    const Stage &stage() const { return *stages_[stage_]; }
    bool last_stage() const { return stage_ + 1 == stages_.size(); }
    double rounds_fraction() const;  // of the stage's time, before rebuilding starts
    void begin();
    void begin_pass();
    void begin_last_pass();
    void begin_with_skeleton();
    double least_seconds_left() const;
    void begin_stage(std::size_t number);
    void begin_round();
    void begin_rebuilding();
    void plan(double start_temperature, double end_temperature, double start_reward,
              double seconds);
    void anneal();
    Rewards rewards(double factor) const;
    void end_annealing();
    void end_round();
    void end_rebuilding();
    bool insert(
        const Inserter &inserter, TracedWord &traced, const InsertionLimits &limits,
        Pause pause = [] { return false; });
    bool insert_level_0();
    double wrap_up_seconds() const;
    void wrap_up();
    void keep(const Word &word);
    void take_shared();
    void offer(const Word &word);
    bool is_solved(const State &state) const;
    double seconds() const;

    const Tables &tables_;
    const Model &model_;
    State start_;
    std::vector<int> totals_;
    Wildcards wildcards_;
    Beam beam_;
    Inserter inserter_;
    RandomGenerator dice_;
    std::vector<std::unique_ptr<Stage>> stages_;
    std::unique_ptr<Beam> skeletons_;      // beam of the first stage
    std::size_t stage_ = 0;                // the current one
    std::unique_ptr<TracedWord> traced_;   // the word that is annealed
    std::unique_ptr<TracedWord> current_;  // the word that is rebuilt after the rounds
    Word from_;                            // the word that a stage starts from
    std::optional<Word> stage_best_;       // the cheapest word of the current stage
    Word best_;
    std::vector<std::pair<double, int>> history_;
    Plan plan_{};
    Window window_;               // where the word is rebuilt
    double window_fraction_ = 1;  // of the word
    double failed_rebuilds_ = 0;  // rebuilds in a row without a shorter word, by their windows
    std::shared_ptr<Exchange> exchange_;
    std::uint64_t proposals_ = 0;
    std::uint64_t examined_ = 0;                  // pairs examined by insertions
    bool by_clock_;                               // else time is counted in proposals
    double planned_seconds_;                      // by the caller
    double pass_end_ = 0;                         // planned end of the pass, in seconds
    double stage_began_ = 0, stage_end_ = 0;      // the same of the stage
    double round_began_ = 0, round_seconds_ = 0;  // start, and duration of the last round
    double round_proposals_ = 0;                  // of the last round
    bool at_level_0_ = false;                     // level 0 is annealed before level 1
    double insertion_seconds_ = 0;                // the longest so far
    double annealing_seconds_ = 0;                // of all proposals
    bool has_skeleton_ = false;
    bool wrapped_up_ = false;
    bool found_ = false, failed_ = false;
    double spent_ = 0;  // seconds in earlier slices
    std::chrono::steady_clock::time_point slice_began_;
};

}  // namespace puzzlery::general
