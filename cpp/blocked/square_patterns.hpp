// Pruning tables of Square-1 in slashes: all pieces of one kind, and the colors of the other kind.
//
// A pattern knows the shape, the middle, where each corner is, and which edges are of which color
// (or corners and edges exchanged). Layer turns are free, so the goal stays the goal if the solved
// layers are turned: 16 ways to rename the pieces. Of the 40320 orders of the main kind, 2520 are
// left up to renaming. The colors must be renamed along, so turns must carry colors to colors.
#pragma once

#include <memory>
#include <vector>

#include "blocked/square_model.hpp"
#include "blocked/square_table_job.hpp"

namespace puzzlery::square {

constexpr std::uint32_t renamed_orders = orders / label_turns;
// By level: no colors, layers told apart, and opposite pieces of the upper layer in pairs.
constexpr unsigned levels = 3;

class Pattern {
public:
    Pattern(bool by_corners, unsigned level);
    static const Pattern &get(bool by_corners, unsigned level);

    std::uint64_t rows() const {
        return std::uint64_t{2} * Model::get().shapes().size() * renamed_orders;
    }
    std::uint64_t size() const { return rows() * arrangements_; }
    std::uint32_t arrangements() const { return arrangements_; }
    bool by_corners() const { return by_corners_; }

    // The number of a node's pattern; the ranks are those of its corners and edges.
    std::uint64_t index(const Node &node, std::uint32_t corners, std::uint32_t edges) const {
        const std::uint32_t main = by_corners_ ? corners : edges;
        const std::uint32_t other = by_corners_ ? edges : corners;
        const std::uint16_t renamed = renamed_[main];
        return row(node.shape, node.middle, renamed / label_turns) * arrangements_ +
               of_order_[renamed % label_turns * orders + other];
    }
    std::uint64_t row(unsigned shape, unsigned middle, unsigned order) const {
        return (std::uint64_t{shape} * 2 + middle) * renamed_orders + order;
    }

    // Calls see(i) for each pattern that a choice of a pattern in this row leads to; an arrangement
    // is given by its number.
    template <class See>
    void each_after(std::uint64_t row, const std::vector<std::uint16_t> &from,
                    const See &see) const;
    // All numbers of a node's pattern: one for each turn of its layers that keeps their outlines.
    std::vector<std::uint64_t> all_of(const Node &node) const;

private:
    using Colors = std::uint16_t;  // eight colors of two bits
    Colors moved(Colors colors, const Reorder &by) const {
        unsigned made = 0;
        for (unsigned j = 0; j < kinds; ++j)
            made |= (colors >> (by.shift[j] / 3 * 2) & 3u) << (2 * j);
        return static_cast<Colors>(made);
    }
    Colors colors_of(Packed order, unsigned s) const;

    bool by_corners_;
    std::uint32_t arrangements_ = 0;
    std::array<std::uint8_t, kinds> color_{};
    std::vector<Packed> representatives_;
    std::vector<std::uint16_t> renamed_;    // by order: its representative, and how to rename
    std::vector<std::uint16_t> of_order_;   // by renaming and order: the arrangement of colors
    std::vector<std::uint16_t> of_colors_;  // by renaming and colors: the arrangement
    std::vector<Colors> colors_;            // by arrangement
};

// Builds a table; when it is finished it has four bits an entry.
class PatternJob final : public TableJob {
public:
    PatternJob(bool by_corners, unsigned level, unsigned threads);
    Progress progress() const override;

protected:
    void expand(std::uint64_t row, const std::vector<std::uint32_t> &offsets, ByteDistances &table,
                unsigned depth) const override;
    const HugePages &finished() override;
    std::uint32_t magic() const override { return 0x32505153; }

private:
    const Pattern &pattern_;
    HugePages packed_;
};

}  // namespace puzzlery::square
