// What a search walks through: a vector of coordinates, moved by transition tables and bounded
// from below by pruning tables.
//
// A position is one value for each coordinate. A move changes every value by a look into that
// coordinate's table; a pruning table is looked up at chosen coordinates together. Coordinates
// are computed only as far as the pruning tables ask for them: most positions are cut off after
// the first look. Where the inverse of a state is read as well, its stickers follow the values.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "search/inverse_side.hpp"
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
    // Coordinates whose inverse is read; their values stand on the stack.
    static constexpr std::size_t MOST_INVERTED = 64;

    // `weights` has one byte a move; `follow[state, move]` is the automaton of the sequences that
    // are written in one way only, FORBIDDEN where another way of writing is preferred.
    SearchSpace(const nb::bytes &weights, const Follow &follow);

    // A coordinate without goals bounds the search but does not say where it ends.
    void add_coordinate(const Transitions &table, const std::vector<std::uint32_t> &goals);
    // The value that a table is looked up at is ids[0] + size(ids[0]) · (ids[1] + …). With
    // `both_sides` it is looked up for the inverse as well; all its coordinates need trees then.
    void add_pruning(const Distances &table, const std::vector<std::uint32_t> &ids, int bits,
                     bool both_sides);
    // A table of a symcomposite: `base` is reduced to classes, `ids` is seen through the symmetry
    // that carries the base to the representative of its class.
    void add_reduced_pruning(const Distances &table, const std::vector<std::uint32_t> &ids,
                             const std::vector<std::uint32_t> &base, const Classes &class_of,
                             const Distances &to_representative, const Transitions &transforms,
                             int bits, bool both_sides);

    // From now on positions carry stickers along, off which trees read the inverse.
    void carry(const InverseSide::Bytes &images, std::size_t count);
    void add_tree(std::uint32_t id, const std::vector<std::uint32_t> &stickers,
                  const InverseSide::Addends &addends, const std::vector<std::uint32_t> &counts,
                  const std::vector<std::uint32_t> &widths, const InverseSide::Nodes &nodes);

    std::size_t coordinates() const { return coordinates_.size(); }
    std::size_t width() const { return coordinates_.size() + inverse_.words(); }
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
        for (std::size_t i = 0; i < coordinates(); ++i)
            if (position[i] >= coordinates_[i].size)
                throw std::invalid_argument("start value " + std::to_string(position[i]) +
                                            " is outside of coordinate " + std::to_string(i));
        inverse_.check(position + coordinates());
    }

    // Where the first pruning table is looked up after each of these moves. The table is fetched
    // ahead: looks into memory take longest if each waits for the one before.
    void look_ahead(const std::uint32_t *from, const SearchChoice *choices, std::uint16_t count,
                    std::uint64_t *entries) const {
        if (prunings_.empty()) return;
        const Pruning &first = prunings_.front();
        index_after(first.mixed, from, choices, count, entries);
        if (first.reduction)
            for (std::uint16_t c = 0; c < count; ++c) {
                std::uint64_t base = 0;
                index_after(first.reduction->base, from, choices + c, 1, &base);
                entries[c] = first.reduction->entry(entries[c], first.mixed.total, base);
            }
        for (std::uint16_t c = 0; c < count; ++c) first.fetch(entries[c]);
    }

    // Whether the first pruning table lets a move through, looked up where `look_ahead` said.
    bool passes_first(std::uint64_t entry, std::uint32_t left, std::uint64_t &reads) const {
        if (prunings_.empty()) return true;
        ++reads;
        return prunings_.front().distance(entry) <= left;
    }

    // Make a move that the first pruning table lets through; false as soon as another table, or
    // one of them for the inverse, says that `left` does not suffice.
    bool descend_after_first(const std::uint32_t *from, std::uint16_t move, std::uint32_t left,
                             std::uint32_t *to, std::uint64_t &reads) const {
        for (std::size_t k = 0; k < prunings_.size(); ++k) {
            const Pruning &pruning = prunings_[k];
            for (const std::uint32_t id : pruning.fresh) to[id] = moved(id, from[id], move);
            if (k == 0) continue;
            ++reads;
            if (pruning.at(to) > left) return false;
        }
        for (const std::uint32_t id : unbounded_) to[id] = moved(id, from[id], move);
        if (!inverse_.count()) return true;
        inverse_.move(from + coordinates(), move, to + coordinates());
        return left == 0 || inverse_within(to, left, reads);
    }

    // Make a move; false as soon as a pruning table says that `left` does not suffice.
    bool descend(const std::uint32_t *from, std::uint16_t move, std::uint32_t left,
                 std::uint32_t *to, std::uint64_t &reads) const {
        const SearchChoice choice{move, 0};
        std::uint64_t entry = 0;
        look_ahead(from, &choice, 1, &entry);
        return passes_first(entry, left, reads) && descend_after_first(from, move, left, to, reads);
    }

    bool within(const std::uint32_t *position, std::uint32_t left) const {
        std::uint64_t reads = 0;
        for (const Pruning &pruning : prunings_)
            if (pruning.at(position) > left) return false;
        return !inverse_.count() || inverse_within(position, left, reads);
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
    // A coordinate's part in the entry of a pruning table.
    struct Factor {
        std::uint32_t id;
        std::uint64_t scale;
    };
    // Several coordinates as one number.
    struct Mixed {
        std::vector<Factor> factors;
        std::uint64_t total = 1;

        std::uint64_t at(const std::uint32_t *position) const {
            std::uint64_t index = 0;
            for (const Factor &factor : factors) index += position[factor.id] * factor.scale;
            return index;
        }
    };
    struct Reduction {
        Mixed base;
        Classes class_of;
        Distances to_representative;
        Transitions transforms;

        std::uint64_t entry(std::uint64_t other, std::uint64_t count, std::uint64_t value) const {
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
        std::uint8_t deepest = 0;          // no entry is larger

        std::uint64_t entry(const std::uint32_t *position) const {
            const std::uint64_t index = mixed.at(position);
            if (!reduction) return index;
            return reduction->entry(index, mixed.total, reduction->base.at(position));
        }
        std::uint32_t distance(std::uint64_t entry) const {
            return nibbles ? nibble(data, entry) : data[entry];
        }
        void fetch(std::uint64_t entry) const {
            __builtin_prefetch(data + (nibbles ? entry / 2 : entry));
        }
        std::uint32_t at(const std::uint32_t *position) const { return distance(entry(position)); }
    };
    // A pruning table that is looked up for the inverse.
    struct Inverted {
        std::size_t pruning;
        std::vector<std::uint32_t> fresh;
    };

    // What several coordinates are together after each of these moves.
    void index_after(const Mixed &mixed, const std::uint32_t *from, const SearchChoice *choices,
                     std::uint16_t count, std::uint64_t *index) const {
        for (std::uint16_t c = 0; c < count; ++c) index[c] = 0;
        for (const Factor &factor : mixed.factors) {
            const std::uint32_t *row = row_of(factor.id, from[factor.id]);
            for (std::uint16_t c = 0; c < count; ++c)
                index[c] += row[choices[c].move] * factor.scale;
        }
    }

    bool inverse_within(const std::uint32_t *position, std::uint32_t left,
                        std::uint64_t &reads) const {
        std::uint32_t values[MOST_INVERTED];
        for (const Inverted &one : inverted_) {
            const Pruning &pruning = prunings_[one.pruning];
            for (const std::uint32_t id : one.fresh)
                values[id] = inverse_.value(id, position + coordinates());
            if (left >= pruning.deepest) continue;
            ++reads;
            if (pruning.at(values) > left) return false;
        }
        return true;
    }

    Mixed mixed(const std::vector<std::uint32_t> &ids) const;
    void add(Pruning pruning, std::uint64_t entries, bool both_sides);
    const std::uint32_t *row_of(std::uint32_t id, std::uint32_t value) const {
        return coordinates_[id].next + static_cast<std::size_t>(value) * weights_.size();
    }
    std::uint32_t moved(std::uint32_t id, std::uint32_t value, std::uint16_t move) const {
        return row_of(id, value)[move];
    }
    void invert(const std::vector<std::uint32_t> &ids);
    void mix(std::uint64_t value);
    void list_choices(const Follow &follow);

    std::vector<std::uint8_t> weights_;
    std::vector<Coordinate> coordinates_;
    std::vector<Pruning> prunings_;
    InverseSide inverse_;
    std::vector<Inverted> inverted_;
    std::vector<std::uint32_t> read_;        // coordinates that are read for the inverse
    std::vector<std::uint32_t> unbounded_;   // coordinates that no pruning table has
    std::vector<std::uint32_t> with_goals_;  // coordinates that say where the search ends
    std::vector<SearchChoice> choices_;
    std::vector<std::uint32_t> first_;
    std::uint64_t fingerprint_ = 0xcbf29ce484222325;
};

void bind_search_space(nb::module_ &m);

}  // namespace puzzlery
