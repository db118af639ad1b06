// All states of Square-1 that have the shape of a cube: how many slashes solve them if the shape
// stays a cube.
//
// Turning layers before and renaming pieces after (`label_turns` ways each) changes no distance, so
// the corners are kept up to both. An entry is: the middle, the class of the corners, and the order
// of the edges, turned and renamed along.
#pragma once

#include <vector>

#include "blocked/square_model.hpp"
#include "blocked/square_table_job.hpp"

namespace puzzlery::square {

class CubeStates {
public:
    static const CubeStates &get();
    std::uint64_t size() const { return std::uint64_t{2} * classes_.size() * orders; }
    std::uint64_t index(const Node &node) const;
    // Rows hold the orders of the edges for one class of the corners and one middle.
    std::uint64_t rows() const { return 2 * classes_.size(); }
    // Calls see(i) for each state that a choice of these states of a row leads to.
    template <class See>
    void each_after(std::uint64_t row, const std::vector<std::uint32_t> &edges,
                    const See &see) const;
    // The choices of the cube that lead to a cube.
    const std::vector<std::uint8_t> &choices() const { return choices_; }

private:
    CubeStates();
    struct Way {
        std::uint8_t turn = 0, rename = 0;
    };
    struct Class {
        Packed corners = 0;
        std::vector<Way> same;  // what leaves the corners as they are, the identity first
    };
    std::uint32_t edges_by(std::uint32_t edges, Way way) const {
        return renamed_[way.rename * orders + turned_[way.turn * orders + edges]];
    }
    // The smallest of the orders that the corners do not tell apart.
    std::uint32_t least(std::uint32_t edges, const Class &found) const;

    std::vector<Class> classes_;
    std::vector<std::uint16_t> number_;  // by order of the corners: the class
    std::vector<Way> way_;               // and the way there
    std::vector<std::uint8_t> choices_;
    std::vector<std::uint16_t> turned_, renamed_;  // orders of edges by turn, and by renaming
    std::vector<std::uint16_t> chosen_;            // by choice
};

// A cube that cannot be solved without leaving its shape: its entry stays open.
constexpr std::uint8_t odd = ByteDistances::open;

// Builds the table, a byte an entry.
class CubeStateJob final : public TableJob {
public:
    explicit CubeStateJob(unsigned threads);
    Progress progress() const override;

protected:
    void expand(std::uint64_t row, const std::vector<std::uint32_t> &edges, ByteDistances &table,
                unsigned depth) const override;
    std::uint32_t magic() const override { return 0x32435153; }
};

}  // namespace puzzlery::square
