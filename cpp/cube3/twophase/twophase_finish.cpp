// Phase 2 by iterative deepening, with two distances as lower bounds.
#include "cube3/twophase/twophase_finish.hpp"

#include <algorithm>

namespace puzzlery::twophase {

void Finish::search(const Inner &start, int most, int last, const Found &found) {
    found_ = &found;
    most_ = std::min(most, farthest_inner);
    for (int length = at_least(start); length <= most_; ++length) walk(start, 0, length, last);
}

void Finish::walk(const Inner &at, int depth, int left, int last) {
    ++nodes_;
    if (left == 0) {
        most_ = std::min((*found_)(path_.data(), depth), farthest_inner);
        return;
    }
    for (int t = 0; t < inner_count; ++t) {
        const int turn = inner_turns[t];
        // Phase 1 may have ended on either of two opposite faces, so both may begin here.
        if (depth == 0 ? last != no_turn && face_of(turn) == face_of(last)
                       : !may_follow(turn, last))
            continue;
        const Inner next{tables_.turn_corners[at.corners * inner_count + t],
                         tables_.turn_rim[at.rim * inner_count + t],
                         tables_.turn_middle[at.middle * inner_count + t]};
        if (at_least(next) > left - 1) continue;
        path_[depth] = static_cast<std::uint8_t>(turn);
        walk(next, depth + 1, left - 1, turn);
        if (depth + left > most_) return;
    }
}

}  // namespace puzzlery::twophase
