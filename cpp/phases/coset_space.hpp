// The right cosets of a subgroup, numbered in breadth-first order by the moves that reach them.
//
// A coset H g is kept in a form that all its elements share. There are two kinds of form:
// - a coloring, if H is the subgroup that keeps it: which label stands at which place;
// - the smallest element of H g, found level by level along a stabilizer chain of H.
// Number 0 is H itself.
#pragma once

#include "core/form_index.hpp"
#include "core/job.hpp"

namespace puzzlery {

class CosetSpace final : public Job {
public:
    using Byte = std::uint8_t;

    // `points` are those of the puzzle's stickers that are looked at. `labels` gives each of them
    // a byte; if it is empty, `levels` holds the stabilizer chain of H on these points: for each
    // level its base point and one element for each point of its orbit.
    CosetSpace(const nb::bytes &points, const nb::bytes &labels,
               const std::vector<std::pair<Point, nb::bytes>> &levels,
               const std::vector<nb::bytes> &moves, std::uint32_t most);

    std::uint32_t size() const { return forms_.size(); }
    bool gave_up() const { return gave_up_; }
    std::size_t degree() const { return degree_; }
    std::size_t moves() const { return moves_.size(); }
    const std::vector<std::uint32_t> &transitions() const { return transitions_; }
    // The number of the coset of a permutation of all stickers; -1 if it is none of these.
    std::int64_t index(const Point *permutation) const;
    // The moves that lead from H to a coset.
    std::vector<std::uint16_t> word(std::uint32_t coset) const;

    Progress progress() const override;

protected:
    bool advance() override;
    void save(Writer &writer) const override;
    void load(Reader &reader) override;
    std::uint32_t magic() const override { return 0x32545343; }

private:
    struct Level {
        Byte base;
        std::vector<Byte> points;                 // of the orbit of the base
        std::vector<std::vector<Byte>> elements;  // each carries the base to its point
    };
    bool is_coloring() const { return levels_.empty(); }
    void add_level(Point base, const nb::bytes &elements);
    void begin();
    void expand(std::uint32_t coset);
    void make_smallest(Byte *form) const;

    std::size_t degree_ = 0;
    std::vector<Point> points_;
    std::vector<std::int32_t> number_of_;  // of each sticker: its number among the points, or -1
    std::vector<Byte> labels_;
    std::vector<Level> levels_;
    std::vector<std::vector<Byte>> moves_;  // on the numbered points
    std::uint32_t most_;
    FormIndex forms_;
    std::vector<std::uint32_t> parents_;
    std::vector<std::uint16_t> reached_by_;
    std::vector<std::uint32_t> transitions_;
    std::uint32_t expanded_ = 0;
    bool gave_up_ = false;
};

}  // namespace puzzlery
