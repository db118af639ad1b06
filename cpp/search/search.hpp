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

using Transitions = nb::ndarray<const std::uint32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Distances = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Classes = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
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

    // A coordinate without goals bounds the search but does not say where it ends.
    void add_coordinate(const Transitions &table, const std::vector<std::uint32_t> &goals);
    // The value that a table is looked up at is ids[0] + size(ids[0]) · (ids[1] + …).
    void add_pruning(const Distances &table, const std::vector<std::uint32_t> &ids, int bits);
    // A table of a symcomposite: `base` is reduced to classes, `ids` is seen through the symmetry
    // that carries the base to the representative of its class.
    void add_reduced_pruning(const Distances &table, const std::vector<std::uint32_t> &ids,
                             const std::vector<std::uint32_t> &base, const Classes &class_of,
                             const Distances &to_representative, const Transitions &transforms,
                             int bits);

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
        for (const std::uint32_t id : with_goals_)
            if (!coordinates_[id].goal[position[id]]) return false;
        return true;
    }

private:
    struct Coordinate {
        Transitions owner;
        const std::uint32_t *next;
        std::uint32_t size;
        std::vector<std::uint8_t> goal;
    };
    // Several coordinates as one number.
    struct Mixed {
        std::vector<std::uint32_t> ids;
        std::vector<std::uint64_t> sizes;
        std::uint64_t total = 1;

        std::uint64_t at(const std::uint32_t *position) const {
            std::uint64_t index = position[ids.back()];
            for (std::size_t i = ids.size() - 1; i-- > 0;)
                index = index * sizes[i] + position[ids[i]];
            return index;
        }
    };
    struct Reduction {
        Mixed base;
        Classes class_of;
        Distances to_representative;
        Transitions transforms;

        std::uint64_t at(std::uint64_t other, std::uint64_t count,
                         const std::uint32_t *position) const {
            const std::uint64_t value = base.at(position);
            const std::uint64_t seen =
                transforms.data()[other * transforms.shape(1) + to_representative.data()[value]];
            return class_of.data()[value] * count + seen;
        }
    };
    struct Pruning {
        Distances owner;
        const std::uint8_t *data;
        bool nibbles;
        Mixed mixed;
        std::shared_ptr<Reduction> reduction;
        std::vector<std::uint32_t> fresh;  // coordinates that no pruning table before this has

        std::uint32_t at(const std::uint32_t *position) const {
            std::uint64_t index = mixed.at(position);
            if (reduction) index = reduction->at(index, mixed.total, position);
            return nibbles ? nibble(data, index) : data[index];
        }
    };

    Mixed mixed(const std::vector<std::uint32_t> &ids) const;
    void add(Pruning pruning, std::uint64_t entries);
    std::uint32_t moved(std::uint32_t id, std::uint32_t value, std::uint16_t move) const {
        return coordinates_[id].next[static_cast<std::size_t>(value) * weights_.size() + move];
    }
    void mix(std::uint64_t value);
    void list_choices(const Follow &follow);

    std::vector<std::uint8_t> weights_;
    std::vector<Coordinate> coordinates_;
    std::vector<Pruning> prunings_;
    std::vector<std::uint32_t> unbounded_;   // coordinates that no pruning table has
    std::vector<std::uint32_t> with_goals_;  // coordinates that say where the search ends
    std::vector<SearchChoice> choices_;
    std::vector<std::uint32_t> first_;
    std::uint64_t fingerprint_ = 0xcbf29ce484222325;
};

void bind_search_space(nb::module_ &m);

}  // namespace puzzlery
