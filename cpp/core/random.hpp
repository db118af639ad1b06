// Hashing and random numbers by splitmix64 (Steele, Lea, Flood 2014).
#pragma once

#include <cstddef>
#include <cstdint>

namespace puzzlery {

inline constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;

// The finisher: every bit of the number depends on every bit of the other.
inline std::uint64_t stirred(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

// A well-mixed number from another, none of which stays what it is.
inline std::uint64_t mix(std::uint64_t x) { return stirred(x + golden); }

// A small generator of random numbers whose whole state is one number.
class RandomGenerator {
    __extension__ using Wide = unsigned __int128;

public:
    using result_type = std::uint64_t;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }
    explicit RandomGenerator(std::uint64_t seed) : state(seed) {}
    std::uint64_t operator()() { return stirred(state += golden); }
    // Above 0, and at most 1.
    double unit() { return static_cast<double>(((*this)() >> 11) + 1) * 0x1.0p-53; }
    // One of 0, 1, …, as likely as any other as far as 64 bits can tell; no division is made.
    std::size_t below(std::size_t bound) {
        return static_cast<std::size_t>((static_cast<Wide>((*this)()) * bound) >> 64);
    }
    std::uint64_t state;
};

}  // namespace puzzlery
