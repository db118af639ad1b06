// What a search walks through: a vector of coordinates, moved by transition tables and bounded
// from below by pruning tables.
//
// A position is one value for each coordinate. A move changes every value by a look into that
// coordinate's table; a pruning table is looked up at chosen coordinates together. Coordinates
// are computed only as far as the pruning tables ask for them: most positions are cut off after
// the first look.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tables/nibbles.hpp"

namespace puzzlery {

namespace nb = nanobind;

using Transitions = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Distances = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Follow = nb::ndarray<const std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// A move that may be made after some others, and the state of the automaton after it.
struct SearchChoice {
    std::uint16_t move;
    std::uint16_t after;
};

class SearchSpace {
public:
    static constexpr std::uint16_t FORBIDDEN = 0xFFFF;

    // `weights` has one byte a move; `follow[state, move]` is the automaton of the sequences that
    // are written in one way only, FORBIDDEN where another way of writing is preferred.
    SearchSpace(const nb::bytes &weights, const Follow &follow);

    void add_coordinate(const Transitions &table, std::uint32_t size,
                        const std::vector<std::uint32_t> &goals);
    void add_pruning(const Distances &table, const std::vector<std::uint32_t> &ids, int bits);

    std::size_t width() const { return coordinates_.size(); }
    std::size_t moves() const { return weights_.size(); }
    std::uint8_t weight(std::uint16_t move) const { return weights_[move]; }
    std::uint64_t fingerprint() const { return fingerprint_; }
    const SearchChoice *choices(std::uint16_t state) const {
        return choices_.data() + first_[state];
    }
    std::uint16_t choice_count(std::uint16_t state) const {
        return static_cast<std::uint16_t>(first_[state + 1] - first_[state]);
    }

    void check_position(const std::uint32_t *position) const {
        for (std::size_t i = 0; i < width(); ++i)
            if (position[i] >= coordinates_[i].size)
                throw std::invalid_argument("start value " + std::to_string(position[i]) +
                                            " is outside of coordinate " + std::to_string(i));
    }

    // Make a move; false as soon as a pruning table says that `left` does not suffice.
    bool descend(const std::uint32_t *from, std::uint16_t move, std::uint32_t left,
                 std::uint32_t *to, std::uint64_t &reads) const {
        for (const Pruning &pruning : prunings_) {
            for (const std::uint32_t id : pruning.fresh) to[id] = moved(id, from[id], move);
            ++reads;
            if (pruning.at(to) > left) return false;
        }
        for (const std::uint32_t id : unbounded_) to[id] = moved(id, from[id], move);
        return true;
    }

    bool within(const std::uint32_t *position, std::uint32_t left) const {
        for (const Pruning &pruning : prunings_)
            if (pruning.at(position) > left) return false;
        return true;
    }

    bool is_goal(const std::uint32_t *position) const {
        for (std::size_t i = 0; i < coordinates_.size(); ++i)
            if (!coordinates_[i].goal[position[i]]) return false;
        return true;
    }

private:
    struct Coordinate {
        Transitions owner;
        const std::uint32_t *next;
        std::uint32_t size;
        std::vector<std::uint8_t> goal;
    };
    struct Pruning {
        Distances owner;
        const std::uint8_t *data;
        bool nibbles;
        std::vector<std::uint32_t> ids;
        std::vector<std::uint64_t> sizes;
        std::vector<std::uint32_t> fresh;  // coordinates that no pruning table before this has

        std::uint32_t at(const std::uint32_t *position) const {
            std::uint64_t index = position[ids[0]];
            for (std::size_t i = 1; i < ids.size(); ++i)
                index = index * sizes[i] + position[ids[i]];
            return nibbles ? nibble(data, index) : data[index];
        }
    };

    std::uint32_t moved(std::uint32_t id, std::uint32_t value, std::uint16_t move) const {
        return coordinates_[id].next[static_cast<std::size_t>(value) * weights_.size() + move];
    }
    void mix(std::uint64_t value);
    void list_choices(const Follow &follow);

    std::vector<std::uint8_t> weights_;
    std::vector<Coordinate> coordinates_;
    std::vector<Pruning> prunings_;
    std::vector<std::uint32_t> unbounded_;  // coordinates that no pruning table has
    std::vector<SearchChoice> choices_;
    std::vector<std::uint32_t> first_;
    std::uint64_t fingerprint_ = 0xcbf29ce484222325;
};

void bind_search_space(nb::module_ &m);

}  // namespace puzzlery
