// All colorings that moves make of one, numbered in breadth-first order: the simplest coordinate
// of all, for any puzzle, any moves and any way of looking at the stickers.
#pragma once

#include "core/form_index.hpp"
#include "core/job.hpp"

namespace puzzlery {

class ColoringSpace final : public Job {
public:
    // `labels` has one byte a sticker; goals are the colorings that show these labels at the
    // places of `fixed`; `most` is how many colorings are worth the memory.
    ColoringSpace(const nb::bytes &labels, const std::vector<nb::bytes> &moves,
                  const std::vector<Point> &fixed, std::uint32_t most);

    std::size_t degree() const { return labels_.size(); }
    std::size_t moves() const { return carried_.size(); }
    std::uint32_t size() const { return colorings_.size(); }
    bool gave_up() const { return gave_up_; }
    const std::vector<std::uint32_t> &transitions() const { return transitions_; }
    const std::vector<std::uint32_t> &goals() const { return goals_; }

    // The number of the coloring of a permutation; -1 if it is none of those that were found.
    std::int64_t index(const Point *permutation) const;

    Progress progress() const override;

protected:
    bool advance() override;
    void save(Writer &writer) const override;
    void load(Reader &reader) override;
    std::uint32_t magic() const override { return 0x32505343; }

private:
    void fix(const std::vector<Point> &fixed);
    void choose_places(const std::vector<std::vector<Point>> &moves);
    void begin();
    void expand(std::uint32_t state);
    std::uint32_t number(const std::uint8_t *seen, std::uint64_t key);

    std::vector<std::uint8_t> labels_;
    std::uint32_t most_;
    std::vector<std::int32_t> number_of_place_;  // -1 for a place where all look alike
    std::vector<Point> places_;
    std::vector<Point> fixed_;                 // the places of a goal, as numbers of places_
    std::vector<std::vector<Point>> carried_;  // for each move, where the chosen places go
    FormIndex colorings_;
    std::vector<std::uint32_t> transitions_;
    std::vector<std::uint32_t> goals_;
    std::uint32_t expanded_ = 0;
    bool gave_up_ = false;
};

}  // namespace puzzlery
