// One assembly, taken apart as far as it goes: a separation, then those of its two parts, and so
// on.
#pragma once

#include "apart/groups.hpp"
#include "apart/separation.hpp"

namespace puzzlery {

struct ApartLimits {
    bool only_decide = false;        // no moves are asked for, only whether it comes apart
    std::uint64_t arrangements = 0;  // of all separations of one assembly; 0 = no limit
    std::uint64_t bytes = 0;         // of one search; 0 = no limit
};

enum class Verdict : std::uint8_t { open, apart, stuck, unknown };

// What was found about one assembly. `tree` holds the separations in preorder, first that of the
// part that stays, then that of the part that leaves: the number of pieces and the pieces, the
// number of moves, and for each the axis, the steps (0 = for good), whether it goes back, the
// number of moving pieces and these. A part that stays together as a group has no moves. Of a stuck
// assembly the tree holds the pieces that do not separate.
struct ApartResult {
    Verdict verdict = Verdict::open;
    std::uint64_t arrangements = 0;
    std::vector<std::int32_t> tree;

    template <class Self> static auto fields(Self &self) {
        return std::tie(self.verdict, self.arrangements, self.tree);
    }
};

class AssemblyRun {
public:
    AssemblyRun(PairTables &tables, const ApartLimits &limits, const Groups &groups)
        : limits_(limits), groups_(&groups), search_(tables) {}

    // The kinds of the pieces are those of the groups.
    void start(const Part &assembly, Groups::Kinds kinds);
    // True when the verdict is known. Looks at no more than about a thousand arrangements.
    bool advance();
    const ApartResult &result() const { return result_; }
    void save(Writer &writer) const;
    void load(Reader &reader, const Part &assembly, Groups::Kinds kinds);

private:
    bool begin(bool quick);
    bool next_part();
    bool separate();
    void write(const std::vector<PartMove> &moves);
    bool end(Verdict verdict);
    void set_assembly(const Part &assembly, Groups::Kinds kinds);
    Groups::Kinds kinds_of(const Part &part) const;
    bool is_one_group() const;
    bool may_stay_whole();
    std::uint64_t spent() const { return result_.arrangements + search_.looked_at(); }

    ApartLimits limits_;
    const Groups *groups_;
    SeparationSearch search_;
    Part assembly_, part_;
    Groups::Kinds kinds_;
    std::map<std::int32_t, int> copies_;  // of each kind in the assembly
    // Parts to be separated, and those that cannot be and stay together.
    std::vector<Part> waiting_, whole_;
    bool quick_ = true;
    ApartResult result_;
};

}  // namespace puzzlery
