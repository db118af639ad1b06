// Tables that a process computes once for each set of turns, in slices of time.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cube3/cube3.hpp"

namespace puzzlery::cube3 {

using Deadline = std::chrono::steady_clock::time_point;

inline bool is_over(Deadline until) { return std::chrono::steady_clock::now() >= until; }

// A `Maker` is made from the turns. Its advance(until) works until then and says whether the table
// is finished; made() gives it.
template <class Table, class Maker> class OncePerTurns {
public:
    // The table, or null if it is not finished by then. What is done so far is kept.
    std::shared_ptr<const Table> get(const std::vector<Cube> &turns, Deadline until) {
        const std::unique_lock guard(lock_, until);
        if (!guard) return nullptr;
        Entry &entry = known_[key(turns)];
        if (entry.made) return entry.made;
        if (!entry.maker) entry.maker = std::make_unique<Maker>(turns);
        if (!entry.maker->advance(until)) return nullptr;
        entry.made = entry.maker->made();
        entry.maker.reset();
        return entry.made;
    }

private:
    struct Entry {
        std::shared_ptr<const Table> made;
        std::unique_ptr<Maker> maker;
    };

    static std::string key(const std::vector<Cube> &turns) {
        std::string made;
        for (const Cube &turn : turns) {
            for (int slot = 0; slot < kCorners; ++slot)
                made.push_back(static_cast<char>(turn.corners[slot]));
            for (int slot = 0; slot < kEdges; ++slot)
                made.push_back(static_cast<char>(turn.edges[slot]));
        }
        return made;
    }

    std::timed_mutex lock_;
    std::map<std::string, Entry> known_;
};

}  // namespace puzzlery::cube3
