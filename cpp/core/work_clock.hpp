// The clock of all time limits: usually the time of day goes by, on request the processor's.
//
// On a machine that others use as well, a second of the day may be a tenth of a second of work. A
// measurement then counts seconds of the processor, of all threads of the process together.
#pragma once

#include <atomic>
#include <chrono>
#include <ctime>

namespace puzzlery {

struct WorkClock {
    using duration = std::chrono::steady_clock::duration;
    using time_point = std::chrono::steady_clock::time_point;

    static void count_processor_time(bool wanted) { by_processor_ = wanted; }
    static time_point now() {
        if (!by_processor_.load(std::memory_order_relaxed)) return std::chrono::steady_clock::now();
        timespec spent{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
        return time_point(std::chrono::duration_cast<duration>(
            std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec)));
    }

private:
    static inline std::atomic<bool> by_processor_{false};
};

}  // namespace puzzlery
