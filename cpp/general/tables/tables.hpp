// The tables of the general solver: 3-cycles of all orbits, made once a puzzle.
#pragma once

#include "core/job.hpp"
#include "general/tables/completion.hpp"
#include "general/tables/power_search.hpp"

#include <memory>

namespace puzzlery::general {

// The tables of a puzzle, made step by step. A symmetry says which move each move becomes; words
// that are alike by symmetry are kept once in snapshots; what parts have of their own is made anew.
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
    // Orbits that are solved together, what is hard first; with tables for these and those before
    // alone, where that has 3-cycles of orbits that have none in the whole puzzle.
    struct Part {
        std::vector<int> orbits;
        std::unique_ptr<Tables> own;
    };
    const std::vector<Part> &parts() const;
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
    enum class Step { kept, quick, pure, first, deep, complete, parts, done };

    Tables(Model model, bool is_part);
    // False if it was told to pause.
    bool go_on(const Pause &pause);

    bool step(const Pause &pause);
    bool search(const Pause &pause);
    bool search_deep(const Pause &pause);
    bool make_parts(const Pause &pause);
    void begin_parts();
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
    std::vector<Part> parts_;
    bool is_part_;
    Step step_ = Step::quick, after_kept_ = Step::quick;
};

}  // namespace puzzlery::general
