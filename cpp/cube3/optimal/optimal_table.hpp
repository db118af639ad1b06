// Building a table of bounds: list all cosets a few moves from the goal, class by class, then carry
// every list by all longer words into the class that is filled.
#pragma once

#include "core/huge_pages.hpp"
#include "core/job.hpp"
#include "cube3/optimal/optimal_engine.hpp"

namespace puzzlery::optimal {

// The cosets at one distance: members of class c are from start[c] to start[c + 1].
struct Shell {
    std::vector<Bytes> members;
    std::vector<std::size_t> start;
};

class CosetJob final : public Job {
public:
    CosetJob(const std::vector<Letter> &letters, int flips, int base, int listed, int threads);

    Progress progress() const override;
    const HugePages &pages() const { return pages_; }
    bool finished() const { return filled_ == cube3::kClasses; }

protected:
    bool advance() override;
    void save(Writer &writer) const override;
    void load(Reader &reader) override;
    std::uint32_t magic() const override { return 0x54504f43; }

private:
    // A product of moves, its inverse, and of how many.
    struct Step {
        Cube word, back;
        int length;
    };
    struct Filler {
        int corner_class = -1;
        std::size_t word = 0;
    };
    struct Lister {
        std::vector<std::uint64_t> seen;
        std::vector<Bytes> fresh;
    };
    void find_words(int longest);
    bool list_shells();
    void list_class(int corner_class, Lister &lister, std::vector<Bytes> &found) const;
    void close_shell();
    bool fill_classes();
    int complete_classes() const;
    void fill_some(Filler &filler);
    bool fill_class(Filler &filler);
    Source source(int corner_class, const Step &step, const Shell &shell) const;

    std::vector<Letter> letters_;
    int flips_, base_, listed_, threads_;
    std::vector<Step> steps_;  // longest first
    std::vector<Shell> shells_;
    std::vector<std::vector<Bytes>> growing_;
    std::vector<Lister> listers_;
    std::atomic<int> next_listed_{0};
    HugePages pages_;  // none before the classes are filled
    std::vector<Filler> fillers_;
    std::atomic<int> next_filled_{0}, filled_{0};
};

}  // namespace puzzlery::optimal
