// The module puzzlery._core: one bind function for each family of kernels.
#include "core/job.hpp"

namespace puzzlery {
void bind_apart(nb::module_ &m);
void bind_blocked_meeting(nb::module_ &m);
void bind_blocked_table(nb::module_ &m);
void bind_blocks(nb::module_ &m);
void bind_class_layers(nb::module_ &m);
void bind_coloring_space(nb::module_ &m);
void bind_coset_space(nb::module_ &m);
void bind_counter(nb::module_ &m);
void bind_cut(nb::module_ &m);
void bind_cover(nb::module_ &m);
void bind_descent(nb::module_ &m);
void bind_general(nb::module_ &m);
void bind_layers(nb::module_ &m);
void bind_match(nb::module_ &m);
void bind_meet(nb::module_ &m);
void bind_neighbor_beam(nb::module_ &m);
void bind_optimal(nb::module_ &m);
void bind_option_images(nb::module_ &m);
void bind_pairs(nb::module_ &m);
void bind_pair_table(nb::module_ &m);
void bind_permute(nb::module_ &m);
void bind_phase_plan(nb::module_ &m);
void bind_phase_search(nb::module_ &m);
void bind_placements(nb::module_ &m);
void bind_places(nb::module_ &m);
void bind_priced_search(nb::module_ &m);
void bind_pruning(nb::module_ &m);
void bind_reduction_plan(nb::module_ &m);
void bind_reduction_search(nb::module_ &m);
void bind_refine(nb::module_ &m);
void bind_search(nb::module_ &m);
void bind_search_sides(nb::module_ &m);
void bind_shortwords(nb::module_ &m);
void bind_square_cubes(nb::module_ &m);
void bind_square_layers(nb::module_ &m);
void bind_square_patterns(nb::module_ &m);
void bind_square_search(nb::module_ &m);
void bind_stabchain(nb::module_ &m);
void bind_table_file(nb::module_ &m);
void bind_transitions(nb::module_ &m);
void bind_twophase(nb::module_ &m);
void bind_whole(nb::module_ &m);
}  // namespace puzzlery

NB_MODULE(_core, m) {
    // Puzzles keep what was prepared for them, and may be kept until the interpreter ends.
    puzzlery::nb::set_leak_warnings(false);
    m.doc() = "Compiled kernels: integers and flat arrays only.";
    puzzlery::bind_job(m);
    puzzlery::bind_apart(m);
    puzzlery::bind_blocked_table(m);
    puzzlery::bind_blocked_meeting(m);
    puzzlery::bind_blocks(m);
    puzzlery::bind_class_layers(m);
    puzzlery::bind_coloring_space(m);
    puzzlery::bind_coset_space(m);
    puzzlery::bind_counter(m);
    puzzlery::bind_cut(m);
    puzzlery::bind_cover(m);
    puzzlery::bind_descent(m);
    puzzlery::bind_general(m);
    puzzlery::bind_layers(m);
    puzzlery::bind_match(m);
    puzzlery::bind_meet(m);
    puzzlery::bind_neighbor_beam(m);
    puzzlery::bind_optimal(m);
    puzzlery::bind_option_images(m);
    puzzlery::bind_pairs(m);
    puzzlery::bind_pair_table(m);
    puzzlery::bind_permute(m);
    puzzlery::bind_phase_plan(m);
    puzzlery::bind_phase_search(m);
    puzzlery::bind_placements(m);
    puzzlery::bind_places(m);
    puzzlery::bind_priced_search(m);
    puzzlery::bind_pruning(m);
    puzzlery::bind_reduction_plan(m);
    puzzlery::bind_reduction_search(m);
    puzzlery::bind_refine(m);
    puzzlery::bind_search(m);
    puzzlery::bind_search_sides(m);
    puzzlery::bind_square_patterns(m);  // with the base of the next
    puzzlery::bind_square_cubes(m);
    puzzlery::bind_square_layers(m);
    puzzlery::bind_square_search(m);
    puzzlery::bind_stabchain(m);
    puzzlery::bind_shortwords(m);
    puzzlery::bind_table_file(m);
    puzzlery::bind_transitions(m);
    puzzlery::bind_twophase(m);
    puzzlery::bind_whole(m);
}
