"""Steps of fewest-moves solving: found on both sides, and really reached."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.both_sides import edges_oriented
from tests.oracles.both_sides import solutions as all_pairs

from puzzlery import puzzle
from puzzlery.core.permutation import Permutation
from puzzlery.errors import NotFound, PuzzleryError, UnknownName
from puzzlery.solve.api.methods import solutions
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.coordinates import named_coordinate, pieces
from puzzlery.solve.cube3.step_catalog import ALL, HALF, STEPS, Step, StepStage, group_of, turns
from puzzlery.solve.cube3.steps import step, tally
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.notation.alg import Alg, Group

CUBE = puzzle("3x3x3")
MOVES = MoveSet.for_search(CUBE)
SCRAMBLE = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F"
scrambles = st.integers(0, 10**6).map(lambda seed: CUBE.scramble(seed=seed))


def sides(solution: Solution) -> tuple[Alg, Alg]:
    """The moves on the normal and on the inverse side, read off the written alg."""
    nodes = solution.alg.nodes
    groups = [node for node in nodes if isinstance(node, Group)]
    inverse = groups[0].inside if groups else Alg()
    return Alg(tuple(node for node in nodes if not isinstance(node, Group))), inverse


def after(scramble: Alg | str, solution: Solution) -> Permutation:
    """B⁻¹ g A, made move by move."""
    normal, inverse = sides(solution)
    start = CUBE.permutation(scramble)
    return CUBE.permutation(inverse).inverse * start * CUBE.permutation(normal)


@pytest.mark.parametrize("axis", ["ud", "fb", "rl"])
@pytest.mark.parametrize("niss", [False, True])
def test_edges_are_oriented_as_people_see_it(axis: str, niss: bool):
    for found in step(CUBE, SCRAMBLE, "eo", axis=axis, niss=niss, count=25):
        assert edges_oriented(CUBE, axis)(after(SCRAMBLE, found))
        assert found.note.startswith(f"eo on {axis}")


def test_all_pairs_of_words_on_both_sides_are_found():
    """Against brute force: every proper solution of up to 3 moves, on both sides together."""
    scramble = "R F2 U L' F D B"
    state = CUBE.permutation(scramble)
    effects, follow = [one.permutation for one in MOVES.moves], MOVES.follow.tolist()
    names = [one.name for one in MOVES.moves]
    judge = edges_oriented(CUBE, "fb")
    expected = {
        (" ".join(names[m] for m in normal), " ".join(names[m] for m in inverse))
        for weight in range(4)
        for normal, inverse in all_pairs(state, effects, follow, weight, judge)
    }
    found = step(CUBE, scramble, "eo", axis="fb", niss=True, count=10**6, max_length=3, every=True)
    assert {tuple(map(str, sides(one))) for one in found} == expected
    assert expected


def test_long_parts_are_made_in_portions(monkeypatch: pytest.MonkeyPatch):
    ways = {"axis": "ud", "niss": True, "count": 10**6, "max_length": 5}
    whole = step(CUBE, SCRAMBLE, "eo", **ways)
    monkeypatch.setattr("puzzlery.solve.search.niss.WEIGHT_BELOW_PREFIX", 1)
    portions = step(CUBE, SCRAMBLE, "eo", **ways)
    assert sorted(str(one.alg) for one in whole) == sorted(str(one.alg) for one in portions)


@settings(max_examples=6)
@given(scrambles)
def test_both_sides_are_never_worse_than_one(scramble: Alg):
    for name in ("eo", "2x2x2"):
        one, either, both = (
            step(CUBE, scramble, name, **way)[0].length
            for way in ({}, {"linear": True}, {"niss": True})
        )
        assert both <= either <= one


@settings(max_examples=6)
@given(scrambles)
def test_linear_solutions_stay_on_one_side(scramble: Alg):
    for found in step(CUBE, scramble, "eo", linear=True, count=10):
        normal, inverse = sides(found)
        assert not (list(normal.moves()) and list(inverse.moves()))


@pytest.mark.parametrize("name", ["2x2x2", "2x2x3", "cross", "xcross"])
@pytest.mark.parametrize("niss", [False, True])
def test_blocks_are_solved_where_they_are_said_to_be(name: str, niss: bool):
    places = {"2x2x2": 8, "2x2x3": 12, "cross": 6, "xcross": 24}
    seen = set()
    for found in step(CUBE, SCRAMBLE, name, niss=niss, count=8):
        place = found.note.split()[2]
        seen.add(place)
        state = after(SCRAMBLE, found)
        home = {s.index for s in CUBE.stickers if state[s.index] == s.index}
        assert all(piece <= home for piece in CUBE.pieces() if _is_in(name, place, piece))
    assert 1 < len(seen) <= places[name]


def _is_in(name: str, place: str, piece: frozenset[int]) -> bool:
    """Whether a piece belongs to a block, said once more from the names of its faces."""
    faces = {CUBE.stickers[s].face.lower() for s in piece}
    if name == "2x2x2":
        return faces <= set(place)
    if name == "2x2x3":
        return bool(faces & set(place)) and len(faces - set(place)) <= 1 and not any(
            {"u": "d", "d": "u", "f": "b", "b": "f", "r": "l", "l": "r"}[f] in faces for f in place
        )  # fmt: skip
    face, _, pair = place.partition("-")
    cross = len(faces) == 2 and face in faces
    return cross or bool(pair and set(pair) <= faces <= {*pair, face})


def test_a_step_keeps_what_was_reached():
    [eo] = step(CUBE, SCRAMBLE, "eo", axis="fb")
    state = CUBE.apply(SCRAMBLE).apply(eo.alg)
    [dr] = step(CUBE, state, "dr")
    assert "from eo" in dr.note
    assert {str(move) for move in dr.alg.moves()} <= turns("udrl")
    state = state.apply(dr.alg)
    [htr] = step(CUBE, state, "htr")
    axis = htr.note.split()[2].rstrip(",")
    assert {str(move) for move in htr.alg.moves()} <= turns(axis)
    state = state.apply(htr.alg)
    assert state.permutation in group_of(CUBE, HALF)
    [left] = step(CUBE, state, "leave-slice")
    [rest] = step(CUBE, state, "finish")
    assert {str(move) for move in rest.alg.moves()} <= HALF
    assert left.length <= rest.length
    assert state.apply(rest.alg).permutation.is_identity


def test_what_was_reached_may_be_given_up():
    state = CUBE.apply("R2 U2 R2 U2 F2")
    kept = step(CUBE, state, "finish")[0].length
    free = step(CUBE, state, "finish", keep=False)[0].length
    assert free <= kept


@settings(max_examples=5)
@given(scrambles)
def test_domino_reduction_at_once_is_no_longer_than_by_way_of_edges(scramble: Alg):
    [direct] = step(CUBE, scramble, "dr", axis="ud")
    best = min(
        eo.length + step(CUBE, CUBE.apply(scramble).apply(eo.alg), "dr", axis="ud")[0].length
        for eo in (step(CUBE, scramble, "eo", axis=axis)[0] for axis in ("fb", "rl"))
    )
    assert direct.length <= best
    assert after(scramble, direct) in group_of(CUBE, turns("ud"))


@pytest.mark.parametrize("seed", range(3))
def test_finish_agrees_with_the_search_of_any_puzzle(seed: int):
    scramble = CUBE.scramble(seed=seed, length=7)
    [one] = step(CUBE, scramble, "finish")
    [other] = solutions(CUBE, scramble, "search")
    assert one.length == other.length


def test_nothing_is_gained_by_the_inverse_at_the_end():
    [found] = step(CUBE, "R U F", "finish", niss=True)
    assert str(found.alg) == "F' U' R'"
    assert "no side was switched" in found.note


def test_lengths_come_in_order_and_within_limits():
    found = step(CUBE, SCRAMBLE, "eo", niss=True, count=200, min_length=4, max_length=5)
    lengths = [one.length for one in found]
    assert lengths == sorted(lengths)
    assert set(lengths) <= {4, 5}
    near = step(CUBE, SCRAMBLE, "eo", count=10**6, beyond=1)
    assert {one.length for one in near} == {near[0].length, near[0].length + 1}
    with pytest.raises(NotFound, match="no eo of 0 to 1"):
        step(CUBE, SCRAMBLE, "eo", max_length=1)


def test_turns_that_the_goal_allows_are_told_once_unless_asked():
    few = step(CUBE, SCRAMBLE, "eo", axis="ud", count=10**6, max_length=4)
    every = step(CUBE, SCRAMBLE, "eo", axis="ud", count=10**6, max_length=4, every=True)
    assert {str(one.alg) for one in few} < {str(one.alg) for one in every}


def test_quarter_turns_may_be_counted():
    [found] = step(CUBE, SCRAMBLE, "eo", metric="QTM")
    assert found.length == found.alg.length("QTM", CUBE)


def test_solved_cube_has_every_step():
    for name in STEPS:
        [found] = step(CUBE, "", name)
        assert (str(found.alg), found.length) == ("", 0)


def test_bad_questions_are_answered_with_what_is_possible():
    with pytest.raises(UnknownName, match="expected one of eo, dr"):
        step(CUBE, "R", "zbll")
    with pytest.raises(PuzzleryError, match='no place "xy"; its places are'):
        step(CUBE, "R", "eo", axis="xy")
    with pytest.raises(PuzzleryError, match="htr begins from dr"):
        step(CUBE, "R U F", "htr")
    with pytest.raises(PuzzleryError, match="those of the 3x3x3"):
        step(puzzle("2x2x2"), "R", "eo")
    with pytest.raises(PuzzleryError, match="does not take nis;"):
        solutions(CUBE, "R U F", "steps", step="eo", nis=True)
    with pytest.raises(PuzzleryError, match="does not take moves"):
        solutions(CUBE, "R U F", "steps", step="eo", moves=("R",))


def test_method_takes_the_step_as_an_option():
    found = solutions(CUBE, SCRAMBLE, "steps", step="eo", axis="ud", niss=True, count=20)
    assert len(found) == 20
    assert found[0].method == "steps"
    assert [str(one.alg) for one in found] == [
        str(one.alg) for one in step(CUBE, SCRAMBLE, "eo", axis="ud", niss=True, count=20)
    ]


def test_a_cube_that_is_held_otherwise_keeps_the_moves_on_its_inverse():
    """With the scramble g x, the inverse is x' g': what is made on it is not turned."""
    scramble = f"{SCRAMBLE} x y2"
    for found in solutions(CUBE, scramble, "steps", step="eo", axis="fb", niss=True, count=12):
        normal, inverse = sides(found)
        made = CUBE.permutation(scramble) * CUBE.permutation(normal)
        back = CUBE.permutation("x y2").inverse
        assert edges_oriented(CUBE, "fb")(CUBE.permutation(inverse).inverse * made * back)


def test_counts_are_those_of_the_lists():
    found = step(CUBE, SCRAMBLE, "eo", niss=True, count=10**6, max_length=4)
    counts = tally(CUBE, SCRAMBLE, "eo", 4, niss=True)
    assert counts == [sum(one.length == n for one in found) for n in range(5)]


LINE = Step(
    "eo-line",
    "all edges oriented, and the edges DF and DB home",
    lambda cube, moves: [named_coordinate(cube, "eo-fb", moves), pieces(cube, ["DF", "DB"], moves)],
    (StepStage("", ("fb", "d"), ALL),),
)


@pytest.mark.parametrize("niss", [False, True])
def test_own_step_is_reached_as_people_see_it(niss: bool):
    """Judged by the stickers: edges oriented for the axis, and two edges at home."""
    home = {s for p in CUBE.pieces() for s in p if len(p) == 2 and _faces(p) in ("DF", "BD")}
    found = step(CUBE, SCRAMBLE, LINE, axis="fb-d", niss=niss, count=10)
    for one in found:
        state = after(SCRAMBLE, one)
        assert edges_oriented(CUBE, "fb")(state)
        assert all(state[sticker] == sticker for sticker in home)
    assert len(home) == 4


def test_own_step_has_twelve_places_and_all_its_solutions():
    """Against brute force at one place, up to 3 moves on both sides."""
    scramble = "R F2 U L'"
    state = CUBE.permutation(scramble)
    effects, follow = [one.permutation for one in MOVES.moves], MOVES.follow.tolist()
    judge = edges_oriented(CUBE, "fb")
    home = [s for p in CUBE.pieces() for s in p if len(p) == 2 and _faces(p) in ("DF", "BD")]

    def reached(now: Permutation) -> bool:
        return judge(now) and all(now[sticker] == sticker for sticker in home)

    expected = [
        sum(1 for _ in all_pairs(state, effects, follow, weight, reached)) for weight in range(4)
    ]
    assert tally(CUBE, scramble, LINE, 3, axis="fb-d", niss=True, every=True) == expected
    with pytest.raises(PuzzleryError, match="has no place"):
        step(CUBE, scramble, LINE, axis="ud-d")


def _faces(piece: frozenset[int]) -> str:
    return "".join(sorted(CUBE.stickers[sticker].face for sticker in piece))
