// Membership by slots and invariants: whether a permutation carries pieces whole into slots, with
// a sum of turns and parities that the group takes.
//
// All that commutes with the group is looked up: where the first point of a slot goes tells where
// its other points and all that follows them must go. So a test reads each point once.
#pragma once

#include <optional>
#include <vector>

#include "groups/action.hpp"

namespace puzzlery {

class Members {
public:
    // Nothing if the tables would be too large.
    static std::optional<Members> of(const Action &action);

    // The images need not be a permutation; if they are none, the answer is no.
    bool holds(const Point *images) const;

private:
    // One orbit with all that follows it. The record of a point is its slot, its turn as a value in
    // H/H', and the points that go where it goes.
    struct Family {
        std::size_t slots = 0, mates = 0;
        std::uint32_t modulus = 1;
        std::uint32_t begin = 0, end = 0;                // of the records of its points
        std::size_t turn_stride = 0, parity_stride = 0;  // of their digits in the table of values
        std::vector<Point> leaders;                      // of each slot its first point
    };
    struct Value {
        std::uint32_t turn;
        bool odd;
    };

    explicit Members(const Action &action) : action_(&action) {}
    Family family(std::size_t number);
    void number_values();
    template <class Slots, class Mates>
    std::optional<Value> read(const Family &family, const Point *images, Mates mates) const;
    std::optional<Value> value(const Family &family, const Point *images) const;
    bool takes_number(const Point *images) const;
    bool takes_list(const Point *images) const;

    const Action *action_;
    std::vector<Point> fixed_;
    std::vector<std::uint32_t> at_;  // of each point: where its record begins; none if it stays
    std::vector<Point> records_;
    std::vector<Family> families_;
    std::vector<char> taken_;  // for each combination of values; empty if there are too many
};

}  // namespace puzzlery
