"""Turns beside the basis: what bandages leave free where they block the layers beside."""

import pytest

from puzzlery import puzzle
from puzzlery.errors import PuzzleryError, Unsolvable
from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
from puzzlery.solve.exhaustive.gods_number import census
from puzzlery.twisty.mechanisms.bandage import bandage, bandaged_cube
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.bandage_turns import bandage_turns
from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations
from puzzlery.twisty.structure.written_moves import written_moves


def reached(stiff):
    """All states that any free turn leads to, in every orientation: brute force."""
    turns = [stiff.turn(move) for move in written_moves(stiff)]
    found, queue = {stiff.solved.permutation}, [stiff.solved.permutation]
    for state in queue:
        after = [state * turned.rotation for turned in puzzle_orientations(stiff)]
        after += [state * turn.permutation for turn in turns if State(stiff, state).allows(turn)]
        fresh = set(after) - found
        found |= fresh
        queue += fresh
    return found


def pairs(name):
    """A puzzle with two pieces glued, in all ways."""
    chosen = puzzle(name)
    firsts = sorted(min(piece) for piece in chosen.pieces())
    for k, a in enumerate(firsts):
        for b in firsts[k + 1 :]:
            yield bandage(chosen, [[a, b]], name=f"{name} with {a} and {b} glued")


def free_alone(name):
    return [stiff for stiff in pairs(name) if bandage_turns(stiff)]


def elements(stiff):
    """The group that moves generate if no bandage blocks them."""
    found, queue = {stiff.solved.permutation}, [stiff.solved.permutation]
    for state in queue:
        fresh = {state * stiff.moves[name] for name in stiff.basis} - found
        found |= fresh
        queue += fresh
    return sorted(found, key=lambda element: element.images)


FREE_ALONE = free_alone("3x3x1")


@pytest.mark.parametrize(
    "stiff",
    [
        pytest.param(one, marks=() if k % 6 == 0 else pytest.mark.slow, id=one.name)
        for k, one in enumerate([*FREE_ALONE, *list(pairs("3x3x1"))[:2]])
    ],
)
def test_verdicts_and_solutions_agree_with_all_turns_that_are_free(stiff):
    """Every state, reached or not; slices are free where the layers beside them are blocked."""
    states = reached(stiff)
    seen = {State(stiff, one).coloring.picks for one in states}
    for element in elements(stiff):
        state = State(stiff, element)
        assert stiff.validate(state.coloring).reachable == (state.coloring.picks in seen)
        if element in states:
            found = stiff.solve(state, timeout=60)
            assert state.apply(found.alg).is_solved
        else:
            with pytest.raises(Unsolvable):
                stiff.solve(state, "blocked", goal="stickers", timeout=60)


def test_pieces_side_by_side_need_no_turns_beside_the_basis():
    assert free_alone("2x2x2") == []
    assert bandage_turns(puzzle("bicube")) == bandage_turns(puzzle("square-1")) == ()
    assert bandage_turns(puzzle("3x3x3")) == ()


def test_solutions_make_slices_whose_neighbors_are_glued_to_each_other():
    """`U D` is glued, and not what lies between; E was once said to lead nowhere."""
    stiff = bandaged_cube(["U D"])
    for alg in ("E", "F E R", "R2 E2 F", "E x", "M E2 R y"):
        state = stiff.apply(alg)
        found = stiff.solve(state, timeout=60)
        assert found.length <= stiff.alg(alg).length("OBTM", stiff)
        assert not found.optimal, "E counts two, and only turns are counted"
        assert state.apply(found.alg).is_solved
        assert stiff.validate(state.coloring).reachable
    with pytest.raises(PuzzleryError, match="leave E E' E2 free"):
        census(stiff)


def test_wide_turns_of_a_4x4x4_are_made_where_single_layers_are_blocked():
    big = puzzle("4x4x4")
    [corner] = [p for p in big.pieces() if {big.stickers[i].face for i in p} == set("UFR")]
    second = big.turn("2U").moving
    [wing] = [
        p for p in big.pieces()
        if len(p) == 2 and {big.stickers[i].face for i in p} == set("FR") and p <= second
    ]  # fmt: skip
    stiff = bandage(big, [corner | wing])
    state = stiff.apply("Uw R")
    assert not stiff.solved.allows("U")
    found = stiff.solve(state, "blocked", timeout=4)
    assert len(list(found.alg.moves())) == 2
    assert state.apply(found.alg).is_solved
    names = {one.name for one in blocked_bodies(stiff).moves}
    assert {"U", "2U", "Uw", "Uw2"} <= names


def test_scrambles_make_the_turns_beside_the_basis_too():
    stiff = bandaged_cube(["U D"])
    families = {
        move.family for seed in range(5) for move in stiff.scramble(seed=seed, length=40).moves()
    }
    assert families == set("FBRLE")
