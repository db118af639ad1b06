// The inner loops of the optimal solver for any processor.
#include "cube3/optimal/optimal_fill.hpp"
#include "cube3/optimal/optimal_simple.hpp"

namespace puzzlery::optimal {

const Engine &plain_engine() {
    static const Engine engine{fill, list, forget, walk, walk_simply, look_up};
    return engine;
}

}  // namespace puzzlery::optimal
