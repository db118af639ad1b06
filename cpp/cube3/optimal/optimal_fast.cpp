// The inner loops of the optimal solver with SSSE3 and BMI2, where the processor has them.
#if defined(__x86_64__)
#define PUZZLERY_FAST
#include "cube3/optimal/optimal_fill.hpp"
#include "cube3/optimal/optimal_simple.hpp"

namespace puzzlery::optimal {

const Engine *fast_engine() {
    static const Engine engine{fill, list, forget, walk, walk_simply, look_up};
    const bool able = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    return able ? &engine : nullptr;
}

}  // namespace puzzlery::optimal

#else
#include "cube3/optimal/optimal_engine.hpp"

namespace puzzlery::optimal {
const Engine *fast_engine() { return nullptr; }
}  // namespace puzzlery::optimal
#endif
