// Building the trees that read the inverse, with every size checked on the way in.
#include "search/inverse_side.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace puzzlery {

InverseSide::InverseSide(const Bytes &images, std::size_t count)
    : count_(count), places_(images.shape(1)), images_(images.shape(0) * PLACES) {
    if (!places_ || places_ > PLACES || !count_ || count_ > places_)
        throw std::invalid_argument("the inverse is read off 1 … 256 places");
    for (std::size_t move = 0; move < images.shape(0); ++move)
        for (std::size_t place = 0; place < places_; ++place) {
            const std::uint8_t to = images.data()[move * places_ + place];
            if (to >= places_) throw std::invalid_argument("a move leads out of the places");
            images_[move * PLACES + place] = to;
        }
}

void InverseSide::check(const std::uint32_t *carried) const {
    const auto *place_of = reinterpret_cast<const std::uint8_t *>(carried);
    if (std::any_of(place_of, place_of + count_, [&](std::uint8_t p) { return p >= places_; }))
        throw std::invalid_argument("a start has a sticker at a place that is not there");
}

void InverseSide::add_tree(std::uint32_t id, std::uint32_t size,
                           const std::vector<std::uint32_t> &stickers, const Addends &addends,
                           const std::vector<std::uint32_t> &counts,
                           const std::vector<std::uint32_t> &widths, const Nodes &nodes) {
    if (counts.empty() || widths.size() != counts.size() ||
        std::accumulate(counts.begin(), counts.end(), std::size_t{0}) != stickers.size() ||
        addends.shape(0) != stickers.size() || addends.shape(1) != places_)
        throw std::invalid_argument("a tree needs a sticker and a row of addends a question");
    Tree tree{{}, {}, std::vector<std::uint16_t>(stickers.size() * PLACES), nodes, nodes.data()};
    for (const std::uint32_t sticker : stickers) {
        if (sticker >= count_) throw std::invalid_argument("a tree asks for an unknown sticker");
        const std::uint16_t *row = addends.data() + tree.stickers.size() * places_;
        std::copy(row, row + places_, tree.addends.begin() + tree.stickers.size() * PLACES);
        tree.stickers.push_back(static_cast<std::uint8_t>(sticker));
    }
    std::uint64_t first = 0, nodes_here = 1;
    const std::uint16_t *row = addends.data();
    for (std::size_t k = 0; k < counts.size(); ++k) {
        std::uint64_t most = 0;
        for (std::uint32_t question = 0; question < counts[k]; ++question, row += places_)
            most += *std::max_element(row, row + places_);
        const std::uint64_t end = first + nodes_here * widths[k];
        if (most >= widths[k] || end > nodes.size())
            throw std::invalid_argument("a tree has fewer nodes than it needs");
        tree.levels.push_back({counts[k], widths[k], first});
        nodes_here = 1 + *std::max_element(nodes.data() + first, nodes.data() + end);
        first = end;
    }
    if (first != nodes.size() || nodes_here > size)
        throw std::invalid_argument("a tree leads out of its coordinate");
    trees_.resize(std::max<std::size_t>(trees_.size(), id + 1));
    trees_[id] = std::move(tree);
}

}  // namespace puzzlery
