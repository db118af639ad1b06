"""Reduction: the form is found by structure, words reduce, and tables agree with a plain search."""

import random
from itertools import permutations

import numpy as np
import pytest

from puzzlery import _core, puzzle
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import drive
from puzzlery.solve.cube3 import twophase
from puzzlery.solve.cube3.numbering import pieces
from puzzlery.solve.general.priced_layers import priced_layers
from puzzlery.solve.reduction.core_finish import CoreFinish
from puzzlery.solve.reduction.reduced_form import reduced_forms
from puzzlery.solve.reduction.reduction_chain import best_chain
from puzzlery.solve.reduction.reduction_solver import ReductionSolver, chain_of
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State

# A small table, which is built in a tenth of a second; words are found more slowly with it.
REACH = 6


@pytest.fixture(scope="module")
def solver() -> ReductionSolver:
    chain = chain_of(puzzle("4x4x4"), "OBTM")
    assert chain is not None
    return ReductionSolver(chain, reach=REACH)


def mixed(moves: int, seed: int) -> Permutation:
    rng, state = random.Random(seed), puzzle("4x4x4").solved.permutation
    layers = priced_layers(puzzle("4x4x4"), "OBTM")
    for _ in range(moves):
        state *= rng.choice(layers).permutation ** rng.choice([1, 2, 3])
    return state


def words(solver: ReductionSolver, state: Permutation) -> list:
    search = solver.search(state)
    for _ in range(500):
        search.run(20)
        if found := search.answers(0):
            return found
    raise AssertionError("no word was found")


def test_the_phases_of_the_4x4x4_are_those_that_people_use():
    chain = chain_of(puzzle("4x4x4"), "OBTM")
    assert chain is not None
    # 735,471 ways to place eight of 24 centers, as every three-phase reduction has in phase 1.
    [(places, kinds)] = chain.splits(0)
    assert (len(places), sum(kinds[i] for i in places)) == (24, 8)
    half = {str(layer.written) for layer, powers in chain.last.turns if powers == (2,)}
    assert {"Uw", "Fw", "Rw"} < half
    assert len(half) == 5
    assert [len(orbit) for orbit in chain.last.pair_orbits] == [12, 12]


@pytest.mark.parametrize("name", ["2x2x2", "3x3x3", "5x5x5", "pyraminx", "megaminx", "3x3x4"])
def test_other_puzzles_have_no_chain(name):
    assert chain_of(puzzle(name), "OBTM") is None


def test_metrics_in_which_turns_cost_more_have_no_chain():
    assert chain_of(puzzle("4x4x4"), "SSQTM") is None


def test_names_and_numbers_do_not_matter():
    cube = puzzle("4x4x4")
    order = list(range(cube.degree))
    random.Random(3).shuffle(order)
    names = [str(layer.written) for layer in priced_layers(cube, "OBTM")]
    turns = {
        f"m{k}": [[order[i] for i in cycle] for cycle in cube.permutation(name).cycles()]
        for k, name in enumerate(names)
    }
    colors = [0] * cube.degree
    for i, to in enumerate(order):
        colors[to] = cube.solved_colors[i]
    renamed = Puzzle.from_cycles(turns, colors)
    [form] = reduced_forms(renamed, priced_layers(renamed, renamed.metric))
    assert form.core is not None
    assert best_chain(form) is not None
    assert {str(layer.written) for layer in form.core_layers} == {f"m{k}" for k in range(6)}


@pytest.mark.parametrize("seed", [0, 1, 4])
def test_words_reduce_and_their_core_is_a_3x3x3(solver, seed):
    cube, state = puzzle("4x4x4"), mixed(8, seed)
    for answer in words(solver, state)[:3]:
        found = solver.reduced(state, *answer)
        assert solver.chain.form.is_reduced(state * cube.permutation(found.alg))
        core = solver.chain.form.core
        assert core is not None
        assert core.puzzle.group.contains(found.core)
        assert found.alg.length("OBTM", cube) == len(answer[1])


def test_a_word_is_no_longer_than_a_scramble_by_wide_half_turns(solver):
    cube = puzzle("4x4x4")
    state = cube.permutation("R U Rw2 F Uw2 L")
    # Rw2 F Uw2 undoes what is not of the core, in the last phase alone.
    assert min(len(moves) for _, moves in words(solver, state)) <= 6


def test_solutions_solve(solver):
    cube, state = puzzle("4x4x4"), mixed(7, 5)
    twophase.table()
    found = solver.solve(state, 4.0)
    assert found is not None
    assert State(cube, state).apply(found.reduction + found.rest).is_solved
    lengths = [length for _, length in found.history]
    assert lengths == sorted(lengths, reverse=True)
    assert (found.reduction + found.rest).length("OBTM", cube) == lengths[-1]


def test_the_finish_keeps_the_shortest_total():
    cube, finish = puzzle("3x3x3"), CoreFinish()
    for number, (length, alg) in enumerate([(10, "R U F2 L"), (12, "R"), (11, "R U F2")]):
        state = pieces(cube.apply(alg))
        job = _core.TwoPhase(twophase.table(), twophase.REACH, state, 1, -1, 1)
        finish.add(number, length, job)
    while finish.candidates:
        finish.look(1000.0)
    assert finish.best is not None
    total, number, rest = finish.best
    assert (total, number, str(rest)) == (13, 1, "R'")


def test_snapshots_are_of_this_search_alone(solver):
    state = mixed(9, 1)
    search = solver.search(state)
    while not search.answers(0):
        search.run(20)
    snapshot = search.snapshot()
    again = solver.search(state)
    again.restore(snapshot)
    assert again.answers(0) == search.answers(0)
    for bad in (snapshot[:-1], snapshot + b"x", b"abcd" + snapshot[4:], b""):
        with pytest.raises(ValueError, match="snapshot"):
            again.restore(bad)


def plain_distances(pairs, turns):
    """The distance of each pairing from the solved one, breadth first over tuples."""
    solved = tuple(range(pairs))
    known, layer = {solved: 0}, [solved]
    while layer:
        after = []
        for pairing in layer:
            for first, second in turns:
                images = [0] * pairs
                for i, image in enumerate(pairing):
                    images[first[i]] = second[image]
                if tuple(images) not in known:
                    known[tuple(images)] = known[pairing] + 1
                    after.append(tuple(images))
        layer = after
    return known


def test_tables_of_pairings_agree_with_a_plain_search():
    turns = [([1, 2, 0, 3, 4, 5], [0, 1, 2, 4, 5, 3]), ([0, 1, 3, 2, 5, 4], [1, 0, 2, 3, 5, 4])]
    turns += [([2, 0, 1, 3, 4, 5], [0, 1, 2, 5, 3, 4])]
    reach = 4
    job = _core.PairTableJob([list(range(6))], turns, reach)
    drive(job)
    packed = np.asarray(job.data())
    bounds = np.stack([packed & 15, packed >> 4], axis=1).reshape(-1)
    known = plain_distances(6, turns)
    # In lexicographic order even pairings are every second one, but for the last two images.
    for number, pairing in enumerate(permutations(range(6))):
        inversions = sum(a > b for k, a in enumerate(pairing) for b in pairing[k:])
        if inversions % 2 == 0:
            assert bounds[number // 2] == min(known.get(pairing, reach + 1), reach + 1)


def test_symmetries_do_not_change_bounds():
    # Both sets of slots turned alike: a conjugated pairing is as far away.
    turns = [([1, 2, 3, 0, 4, 5], [0, 3, 1, 2, 5, 4]), ([0, 1, 2, 3, 5, 4], [1, 0, 2, 3, 4, 5])]
    shift = [1, 2, 3, 0, 4, 5]

    def conjugated(side):
        images = [0] * 6
        for i, image in enumerate(side):
            images[shift[i]] = shift[image]
        return images

    closed = list(turns)
    for _ in range(3):
        turns = [(conjugated(a), conjugated(b)) for a, b in turns]
        closed += turns
    group, last = [list(range(6))], shift
    for _ in range(3):
        group.append(last)
        last = [shift[i] for i in last]
    jobs = [_core.PairTableJob(chosen, closed, 3) for chosen in ([group[0]], group)]
    for job in jobs:
        drive(job)
    plain, reduced = (np.asarray(job.data()) for job in jobs)
    assert len(reduced) < len(plain) / 2
    counted = [{int(n) for n in np.concatenate([t & 15, t >> 4])} for t in (plain, reduced)]
    assert counted[0] == counted[1]


@pytest.mark.parametrize(
    ("symmetries", "turns", "message"),
    [
        ([[1, 0, 2, 3, 4, 5]], [([0] * 6, [0] * 6)], "permutation|identity"),
        ([list(range(6))], [([1, 0, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5])], "sign"),
        ([list(range(6)), [4, 1, 2, 3, 0, 5]], [(list(range(6)), list(range(6)))], "first four"),
    ],
)
def test_bad_tables_are_refused(symmetries, turns, message):
    with pytest.raises(ValueError, match=message):
        _core.PairTableJob(symmetries, turns, 3)


@pytest.mark.slow
def test_random_states_take_46_moves_in_ten_seconds():
    # The bar of a specialised program: 44.6 on average (the readme of TPR-4x4x4-Solver).
    cube = puzzle("4x4x4")
    cube.solve("R Uw F2 L D Rw B U F Rw2 Uw L", "general", timeout=90)
    lengths = [
        cube.solve(State(cube, mixed(80, seed)), "general", timeout=10, threads=2).length
        for seed in range(6)
    ]
    assert sum(lengths) / len(lengths) <= 46
