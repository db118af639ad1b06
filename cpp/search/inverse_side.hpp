// The inverse of a state, as far as coordinates need it, read off a few stickers.
//
// A solution of a state x, made backwards, solves its inverse. So both are equally far from solved,
// if no other state is a goal and every move can be undone at its own cost, and a pruning table may
// be asked about either. The coordinates of the inverse do not follow from those of x after a move,
// but they can be seen: sticker i of x stands at place x[i], so place i of the inverse shows the
// sticker x[i]. A search carries x[i] of some stickers i along, one byte each. For each
// coordinate there is a tree. Each of its levels asks which labels some places show, and its leaves
// are the values of the coordinate.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <vector>

namespace puzzlery {

namespace nb = nanobind;

class InverseSide {
public:
    using Addends = nb::ndarray<const std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    using Nodes = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

    InverseSide() = default;
    // `images[move, place]` is the place that a move carries a place to; `count` stickers are
    // carried along.
    InverseSide(const Bytes &images, std::size_t count);

    // How many numbers of 32 bits the carried bytes take in a position.
    std::size_t words() const { return (count_ + 3) / 4; }
    std::size_t count() const { return count_; }
    std::size_t places() const { return places_; }
    void check(const std::uint32_t *carried) const;

    // A tree for a coordinate of this size. Level k asks `counts[k]` questions; each is about one
    // of the carried `stickers`, and its row of `addends` tells what to add for each place of it.
    // The sum, which is less than `widths[k]`, chooses the node of the next level. `nodes` has
    // `widths[k]` numbers for each node, level by level; those of the last level are values.
    void add_tree(std::uint32_t id, std::uint32_t size, const std::vector<std::uint32_t> &stickers,
                  const Addends &addends, const std::vector<std::uint32_t> &counts,
                  const std::vector<std::uint32_t> &widths, const Nodes &nodes);
    bool has_tree(std::uint32_t id) const { return id < trees_.size() && trees_[id].nodes; }

    void move(const std::uint32_t *from, std::uint16_t move, std::uint32_t *to) const {
        const std::uint8_t *image = images_.data() + move * PLACES;
        const auto *before = reinterpret_cast<const std::uint8_t *>(from);
        auto *after = reinterpret_cast<std::uint8_t *>(to);
        for (std::size_t i = 0; i < count_; ++i) after[i] = image[before[i]];
    }

    std::uint32_t value(std::uint32_t id, const std::uint32_t *carried) const {
        const Tree &tree = trees_[id];
        const auto *place_of = reinterpret_cast<const std::uint8_t *>(carried);
        const std::uint16_t *addend = tree.addends.data();
        const std::uint8_t *sticker = tree.stickers.data();
        std::uint32_t node = 0;
        for (const Level &level : tree.levels) {
            std::uint32_t sum = 0;
            for (std::uint32_t k = 0; k < level.count; ++k, addend += PLACES)
                sum += addend[place_of[*sticker++]];
            node = tree.nodes[level.first + node * level.width + sum];
        }
        return node;
    }

private:
    static constexpr std::size_t PLACES = 256;

    struct Level {
        std::uint32_t count;  // of questions
        std::uint32_t width;
        std::uint64_t first;  // where its nodes begin
    };
    struct Tree {
        std::vector<Level> levels;
        std::vector<std::uint8_t> stickers;
        std::vector<std::uint16_t> addends;  // a row of 256 for each question
        Nodes owner;
        const std::uint32_t *nodes = nullptr;
    };

    std::size_t count_ = 0, places_ = 0;
    std::vector<std::uint8_t> images_;
    std::vector<Tree> trees_;
};

}  // namespace puzzlery
