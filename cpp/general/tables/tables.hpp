// The tables of the general solver: the 3-cycles of all orbits, built once for each puzzle.
//
// Each step runs only for orbits that still lack 3-cycles of acceptable length:
// 1. 3-cycles among short commutators, then among longer ones.
// 2. 3-cycles that also move pieces of orbits which have 3-cycles. Such an orbit gets level 0: it
// is
//    solved first, and the orbits of level 1 are solved after it.
// 3. 3-cycles among commutators of powers of words.
// 4. The completion: tables for what 3-cycles cannot solve.
// 5. Tables of stages: with fewer orbits in it, a stage may have shorter 3-cycles.
#pragma once

#include "core/job.hpp"
#include "general/tables/completion.hpp"
#include "general/tables/power_search.hpp"

#include <memory>

namespace puzzlery::general {

// The tables of one puzzle. A symmetry is given by the move that each move becomes. Snapshots keep
// one base word of each class under symmetry; the tables of stages are rebuilt.
class Tables : public Job {
public:
    // With `is_stage`, they serve one stage of another puzzle and have no stages of their own.
    explicit Tables(Model model, bool is_stage = false);
    void use_symmetries(std::vector<std::vector<Letter>> symmetries);

    Progress progress() const override;
    bool finished() const { return step_ == Step::done; }
    // Whether the search can solve every state: the tied orbits have few enough states.
    bool suits() const { return finished() && completion_->ready(); }

    const Model &model() const { return model_; }
    // The orbits of a stage, and tables for these and all earlier orbits alone. Only stages that
    // gain 3-cycles by that have tables of their own.
    struct StageTables {
        std::vector<int> orbits;
        std::unique_ptr<Tables> own;
    };
    const std::vector<StageTables> &stages() const;
    const std::vector<ThreeCycles> &cycles() const { return cycles_; }
    const Completion &completion() const { return *completion_; }
    const std::vector<char> &is_free() const { return is_free_; }
    // 0 for orbits that are solved first because their 3-cycles move pieces of other orbits.
    const std::vector<int> &level() const { return level_; }
    bool two_levels() const;
    // The average cost in moves of solving one piece of each orbit by inserted 3-cycles.
    const std::vector<double> &weights() const { return weights_; }

protected:
    bool advance() override;
    void save(Writer &writer) const override;
    void load(Reader &reader) override;
    std::uint32_t magic() const override { return 0x47544231; }

private:
    // The steps in order; each can be paused. Snapshots store the numbers.
    enum class Step {
        restored,
        short_cycles,
        long_cycles,
        disturbing_cycles,
        powers,
        completion,
        stages,
        done
    };

    // False if paused.
    bool resume(const Pause &pause);

    bool step(const Pause &pause);
    bool search(const Pause &pause);
    bool search_powers(const Pause &pause);
    bool build_stages(const Pause &pause);
    void begin_stages();
    void begin_candidates(const std::vector<char> &wanted);
    bool close(const Pause &pause);
    Word image_under(const Word &word, const std::vector<Letter> &symmetry) const;
    std::vector<Word> stored_words() const;
    void offer(const Word &word);
    int orbit_of(const State &to) const;
    int count_moved(std::size_t orbit, const State &to) const;
    bool close_restored(const Pause &pause);
    void take_candidates();
    std::vector<char> lacking() const;
    bool is_given_by_coordinates(std::size_t orbit) const;
    double states_without_cycles() const;
    void weigh();

    Model model_;
    std::vector<ThreeCycles> cycles_, candidates_;  // finished, and being built
    std::unique_ptr<CommutatorSearch> commutator_search_;
    std::unique_ptr<PowerSearch> power_search_;
    std::size_t closed_ = 0;
    std::vector<char> is_free_;
    std::vector<int> level_;
    std::vector<double> weights_;
    std::unique_ptr<Completion> completion_;
    std::vector<std::vector<Letter>> symmetries_;
    std::vector<StageTables> stages_;
    bool is_stage_;
    Step step_ = Step::short_cycles, after_restored_ = Step::short_cycles;
};

}  // namespace puzzlery::general
