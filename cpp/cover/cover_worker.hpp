// A worker of a walk: it goes through one part of the tree after the other.
#pragma once

#include <deque>

#include "cover/cover_job.hpp"

namespace puzzlery {

// A part of the tree: below a root option and the first `base` branches of a path. Where the path
// is longer, the branches before it are done.
struct Task {
    std::int32_t root = -1;
    std::uint64_t weight = 1;
    std::vector<std::int32_t> path;
    std::int32_t base = 0;

    template <class Self> static auto fields(Self &self) {
        return std::tie(self.root, self.weight, self.base, self.path);
    }
    // The part below one branch of the path's node at that level.
    Task below(std::size_t level, std::int32_t branch) const {
        const auto end = path.begin() + static_cast<std::ptrdiff_t>(level);
        Task part{root, weight, {path.begin(), end}, static_cast<std::int32_t>(level) + 1};
        part.path.push_back(branch);
        return part;
    }
};

template <class Engine> struct Worker {
    static constexpr int kNodesBetweenLooks = 256;

    struct Frame {
        std::int32_t at, count;
    };

    std::unique_ptr<Engine> engine;
    std::vector<Frame> stack;
    Task task;
    bool busy = false;
    bool pause = false;
    int before_look = kNodesBetweenLooks;  // nodes, before the next look at the clock
    WalkTotals totals;

    // Go to where the task stands; false if that is a dead end.
    bool begin(const Task &to) {
        task = to;
        stack.clear();
        while (engine->depth()) engine->leave();
        if (to.base < 0 || to.base > static_cast<std::int32_t>(to.path.size()))
            throw std::invalid_argument("snapshot has a path that is too short");
        if (to.root >= 0 && !engine->choose(to.root)) return false;
        for (std::size_t level = 0; level < to.path.size(); ++level) {
            const std::int32_t branch = to.path[level], branches = engine->expand();
            if (branch < 0 || branch >= branches)
                throw std::invalid_argument("snapshot has a path that leads nowhere");
            const bool given = static_cast<std::int32_t>(level) < to.base;
            stack.push_back({branch + 1, given ? branch + 1 : branches});
            if (!engine->enter(branch)) return false;
        }
        return true;
    }

    Task standing() const {
        Task now = task;
        now.path.clear();
        for (const Frame &frame : stack) now.path.push_back(frame.at - 1);
        return now;
    }

    // Go on to the next open branch; false if there is none.
    bool next() {
        for (;;) {
            if (stack.empty()) return false;
            Frame &frame = stack.back();
            while (frame.at < frame.count)
                if (engine->enter(frame.at++)) return true;
            stack.pop_back();
            if (stack.empty()) return false;
            engine->leave();
        }
    }

    // Add what is left of a task to the parts: below each open branch beside its path, and below
    // each branch at the path's end.
    void cut(const Task &whole, std::deque<Task> &parts) {
        const bool alive = begin(whole);
        for (std::size_t level = 0; level < stack.size(); ++level)
            for (auto branch = stack[level].at; branch < stack[level].count; ++branch)
                parts.push_back(whole.below(level, branch));
        if (!alive) return;
        const std::int32_t branches = engine->expand(),
                           end = static_cast<std::int32_t>(stack.size());
        if (branches < 0) parts.push_back({whole.root, whole.weight, whole.path, end});
        for (std::int32_t branch = 0; branch < branches; ++branch)
            parts.push_back(whole.below(stack.size(), branch));
    }

    double fraction() const {
        double done = 0, part = 1;
        for (std::size_t level = task.base; level < stack.size() && part > 1e-9; ++level) {
            part /= stack[level].count;
            done += part * (stack[level].at - 1);
        }
        return done;
    }
};

}  // namespace puzzlery
