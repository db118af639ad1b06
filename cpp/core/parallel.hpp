// Work on chunks of a range by several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace puzzlery {

// Calls work(first, last) for pieces of at most `grain` of the range, by so many threads.
template <class Work>
void in_parallel(std::uint64_t first, std::uint64_t last, std::uint64_t grain, unsigned threads,
                 const Work &work) {
    std::atomic<std::uint64_t> next{first};
    const auto take = [&] {
        for (;;) {
            const std::uint64_t from = next.fetch_add(grain);
            if (from >= last) return;
            work(from, std::min(last, from + grain));
        }
    };
    std::vector<std::jthread> crew;
    for (unsigned extra = 1; extra < threads && first + extra * grain < last; ++extra)
        crew.emplace_back(take);
    take();
}

}  // namespace puzzlery
