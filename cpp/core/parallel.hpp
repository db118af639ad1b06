// Work by several threads at once.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace puzzlery {

// Calls work(0), work(1), …, each in a thread of its own, the first in this one. When all are done,
// what one of them has thrown is thrown here.
template <class Work> void in_threads(std::size_t threads, const Work &work) {
    std::vector<std::exception_ptr> faults(threads);
    const auto guarded = [&](std::size_t i) {
        try {
            work(i);
        } catch (...) {
            faults[i] = std::current_exception();
        }
    };
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(guarded, i);
    guarded(0);
    others.clear();  // waits for them
    for (const std::exception_ptr &fault : faults)
        if (fault) std::rethrow_exception(fault);
}

// Calls work(first, last) for pieces of at most `grain` of the range, by at most so many threads.
template <class Work>
void in_parallel(std::uint64_t first, std::uint64_t last, std::uint64_t grain, unsigned threads,
                 const Work &work) {
    std::atomic<std::uint64_t> next{first};
    const std::uint64_t pieces = last > first ? (last - first + grain - 1) / grain : 1;
    in_threads(std::clamp<std::uint64_t>(threads, 1, pieces), [&](std::size_t) {
        for (;;) {
            const std::uint64_t from = next.fetch_add(grain);
            if (from >= last) return;
            work(from, std::min(last, from + grain));
        }
    });
}

}  // namespace puzzlery
