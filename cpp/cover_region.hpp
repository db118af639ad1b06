// Regions: a connected part of the empty cells can be filled only if some pieces have its size.
//
// Which cells are neighbors is not told but found: cells that occur together in many options come
// first, until every option is connected. Any such relation is safe, because a piece then never
// reaches from one region into another.
#pragma once

#include <map>
#include <numeric>

#include "cover_problem.hpp"

namespace puzzlery {

class Regions {
public:
    // Works for boards of one word whose options all have pieces, one size a piece.
    explicit Regions(const CoverProblem &problem) {
        if (problem.items > problem.primary || problem.cells > 63) return;
        const auto sizes = piece_sizes(problem);
        if (sizes.empty()) return;
        sums_ = 1;
        for (const int size : sizes) sums_ |= size < 64 ? sums_ << size : 0;
        // If most sizes can be reached, looking costs more than it saves.
        if (3 * __builtin_popcountll(sums_) < problem.cells) find_steps(problem);
    }

    bool useful() const { return useful_; }

    // Can the region of the first empty cell have the size of some pieces together?
    bool fillable(Word empty) const {
        Word region = empty & (~empty + 1);
        for (int round = 0; round < kRounds; ++round) {
            Word grown = region;
            for (int i = 0; i < steps_count_; ++i) {
                const Step step = steps_[i];
                grown |= ((region & step.from) << step.by) | ((region >> step.by) & step.from);
            }
            grown &= empty;
            if (grown == region) return sums_ >> __builtin_popcountll(region) & 1;
            region = grown;
        }
        return true;
    }

private:
    static constexpr int kMostSteps = 6;
    // Large regions are rarely wrong, and long to measure: they pass unmeasured.
    static constexpr int kRounds = 0;

    // From each cell of the mask one comes to a neighbor so many cells further on.
    struct Step {
        int by;
        Word from;
    };
    using Pair = std::pair<std::int32_t, std::int32_t>;

    static std::vector<int> piece_sizes(const CoverProblem &problem) {
        std::vector<int> sizes(problem.pieces(), 0), all;
        for (std::int32_t o = 0; o < problem.options(); ++o) {
            const auto piece = problem.piece_of(o);
            const int size = problem.start[o + 1] - problem.start[o] - 1;
            if (piece < 0 || (sizes[piece] && sizes[piece] != size)) return {};
            sizes[piece] = size;
        }
        for (std::int32_t piece = 0; piece < problem.pieces(); ++piece)
            all.insert(all.end(), std::min(problem.high[problem.cells + piece], 64), sizes[piece]);
        return all;
    }

    void find_steps(const CoverProblem &problem) {
        std::map<int, Word> steps;
        for (const auto &[a, b] : neighbors(problem)) steps[b - a] |= Word{1} << a;
        useful_ = steps.size() <= kMostSteps;
        for (const auto &[by, from] : steps)
            if (useful_) steps_[steps_count_++] = {by, from};
    }

    static std::vector<Pair> neighbors(const CoverProblem &problem) {
        std::map<Pair, std::vector<std::int32_t>> together;
        std::vector<std::vector<std::int32_t>> cells(problem.options());
        for (std::int32_t o = 0; o < problem.options(); ++o) {
            for (auto e = problem.start[o]; e < problem.start[o + 1]; ++e)
                if (problem.item[e] < problem.cells) cells[o].push_back(problem.item[e]);
            std::sort(cells[o].begin(), cells[o].end());
            for (std::size_t i = 0; i < cells[o].size(); ++i)
                for (std::size_t j = i + 1; j < cells[o].size(); ++j)
                    together[{cells[o][i], cells[o][j]}].push_back(o);
        }
        std::vector<std::pair<Pair, std::vector<std::int32_t>>> pairs(together.begin(),
                                                                      together.end());
        std::stable_sort(pairs.begin(), pairs.end(), [](const auto &a, const auto &b) {
            return a.second.size() > b.second.size();
        });
        return connecting(pairs, cells);
    }

    // The pairs, in their order, that join two parts of some option.
    static std::vector<Pair>
    connecting(const std::vector<std::pair<Pair, std::vector<std::int32_t>>> &pairs,
               const std::vector<std::vector<std::int32_t>> &cells) {
        std::vector<std::map<std::int32_t, std::int32_t>> part(cells.size());
        for (std::size_t o = 0; o < cells.size(); ++o)
            for (const auto cell : cells[o]) part[o][cell] = cell;
        std::vector<Pair> chosen;
        for (const auto &[pair, options] : pairs) {
            bool joins = false;
            for (const auto o : options) joins |= part[o][pair.first] != part[o][pair.second];
            if (!joins) continue;
            chosen.push_back(pair);
            for (const auto o : options) join(part[o], part[o][pair.first], part[o][pair.second]);
        }
        return chosen;
    }

    static void join(std::map<std::int32_t, std::int32_t> &part, std::int32_t a, std::int32_t b) {
        for (auto &[cell, of] : part)
            if (of == b) of = a;
    }

    Step steps_[kMostSteps];
    int steps_count_ = 0;
    Word sums_ = 0;
    bool useful_ = false;
};

}  // namespace puzzlery
