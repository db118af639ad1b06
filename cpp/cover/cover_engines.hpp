// The engines by name: each makes a walk through its own kind of tree.
#pragma once

#include "cover/cover_walk.hpp"

namespace puzzlery {

std::unique_ptr<CoverJob> walk_links(const CoverProblem &problem, WalkOptions options);
std::unique_ptr<CoverJob> walk_cells(const CoverProblem &problem, WalkOptions options);
std::unique_ptr<CoverJob> walk_masks(const CoverProblem &problem, WalkOptions options,
                                     bool portable);
std::unique_ptr<CoverJob> walk_sweep(const CoverProblem &problem, WalkOptions options);

// Why an engine cannot hold a problem; nullptr if it can.
const char *not_for_links(const CoverProblem &problem);
const char *not_for_masks(const CoverProblem &problem);

inline void refuse(const char *engine, const char *reason) {
    if (reason) throw std::invalid_argument(std::string(engine) + " cannot hold " + reason);
}

}  // namespace puzzlery
