"""Verdicts: published numbers, the right kind of reason for each fault, ways to hold a puzzle."""

import json
from dataclasses import replace

import numpy as np
import pytest

from puzzlery.errors import DegreeMismatch, PuzzleryError, SyntaxFault, UnknownName
from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring
from puzzlery.twisty.validate import Verdict

SCRAMBLE = "R U2 F' L D B2 R' U F"
UFR, UF, UR = (8, 9, 20), (7, 19), (5, 10)


def moved(puzzle: Puzzle, cycle: tuple[int, ...], alg: str = SCRAMBLE) -> list[str]:
    """A scrambled coloring with the colors of some places carried along a cycle."""
    names = list(puzzle.apply(alg).coloring)
    before = names.copy()
    for place, then in zip(cycle, cycle[1:] + cycle[:1], strict=True):
        names[then] = before[place]
    return names


def kinds(verdict: Verdict) -> list[str]:
    return [reason.kind for reason in verdict.reasons]


def assert_repairs(puzzle: Puzzle, verdict: Verdict, kind: str, count: int = 1) -> None:
    assert verdict.repair is not None
    assert [change.kind for change in verdict.repair.changes] == [kind] * count
    assert puzzle.validate(verdict.repair.coloring).reachable


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("2x2x2", 3_674_160),
        ("3x3x3", 43_252_003_274_489_856_000),
        ("skewb", 3_149_280),
        ("gear cube", 165_888),
        ("megaminx", 100669616553523347122516032313645505168688116411019768627200000000000),
    ],
)
def test_group_orders_are_the_published_ones(name: str, order: int) -> None:
    assert named(name).group.order == order


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("3x3x3", 1),
        ("4x4x4", 95_551_488),
        ("5x5x5", 9_130_086_859_014_144),
        ("FTO", (6**4 // 2) ** 2),
        ("Square-2", 6**8),
    ],
)
def test_explanations_are_the_known_ones(name: str, count: int) -> None:
    puzzle = named(name)
    verdict = puzzle.validate(puzzle.apply(puzzle.scramble(seed=1)).coloring)
    assert verdict.explanations == count


def test_the_state_shows_the_coloring_and_lies_in_the_group() -> None:
    puzzle = named("5x5x5")
    coloring = puzzle.apply(puzzle.scramble(seed=3)).coloring
    state = puzzle.validate(coloring).state
    assert state is not None
    assert state.coloring == coloring
    assert puzzle.group.contains(state.permutation)


def test_a_twisted_corner_is_told_and_turned_back() -> None:
    cube = named("3x3x3")
    verdict = cube.validate(moved(cube, UFR, ""))
    assert kinds(verdict) == ["twisted"]
    assert "a third of a turn" in verdict.reasons[0].text
    assert len(verdict.reasons[0].stickers) == 24
    assert_repairs(cube, verdict, "twist")
    assert verdict.repair is not None
    assert verdict.repair.coloring == cube.solved.coloring
    assert set(verdict.repair.changes[0].stickers) == set(UFR)


@pytest.mark.parametrize(("name", "corner"), [("3x3x3", (8, 9, 20)), ("2x2x2", (3, 4, 9))])
def test_the_way_of_a_twist_is_told_as_seen_from_outside(
    name: str, corner: tuple[int, ...]
) -> None:
    """From above the corner between up, right and front, clockwise leads from up to right."""
    cube = named(name)
    assert cube.skin is not None
    assert [cube.skin.faces[sticker] for sticker in corner] == ["U", "R", "F"]
    for way, there, back in (
        (corner, "clockwise", "counterclockwise"),
        (corner[::-1], "counterclockwise", "clockwise"),
    ):
        names = list(cube.solved.coloring)
        for place, to in zip(way, way[1:] + way[:1], strict=True):
            names[to] = cube.solved.coloring[place]
        verdict = cube.validate(names)
        assert f"by a third of a turn {there} in total" in verdict.reasons[0].text
        assert verdict.repair is not None
        assert verdict.repair.text.endswith(f"a third of a turn {back}")


@pytest.mark.parametrize("name", ["megaminx", "kilominx", "supercube 3"])
def test_twists_of_other_pieces_are_told(name: str) -> None:
    puzzle = named(name)
    corner = tuple(sorted(next(piece for piece in puzzle.pieces() if len(piece) == 3)))
    verdict = puzzle.validate(moved(puzzle, corner, ""))
    assert kinds(verdict) == ["twisted"]
    assert "a third of a turn" in verdict.reasons[0].text
    assert verdict.repair is not None
    assert "a third of a turn" in verdict.repair.text


@pytest.mark.parametrize("bad", [None, 5, [3] * 53, [[3]] * 53, b"x" * 54, {"a": 1}])
def test_what_is_no_list_of_names_is_refused(bad: object) -> None:
    with pytest.raises(PuzzleryError, match=r"expected|54 stickers|unknown color"):
        named("3x3x3").validate(bad)  # type: ignore[arg-type]


def test_a_flipped_edge_is_told_and_flipped_back() -> None:
    cube = named("3x3x3")
    verdict = cube.validate(moved(cube, UF))
    assert kinds(verdict) == ["flipped"]
    assert_repairs(cube, verdict, "twist")


def test_two_swapped_edges_are_told() -> None:
    cube = named("3x3x3")
    names = list(cube.apply(SCRAMBLE).coloring)
    for a, b in zip(UF, UR, strict=True):
        names[a], names[b] = names[b], names[a]
    verdict = cube.validate(names)
    assert kinds(verdict) == ["parity"]
    assert "corners" in verdict.reasons[0].text
    assert "edges" in verdict.reasons[0].text
    assert_repairs(cube, verdict, "swap")


def test_all_reasons_are_told_at_once() -> None:
    cube = named("3x3x3")
    verdict = cube.validate(moved_both(cube))
    assert sorted(kinds(verdict)) == ["flipped", "parity", "twisted"]
    assert verdict.repair is not None
    assert len(verdict.repair.changes) == 3
    assert cube.validate(verdict.repair.coloring).reachable


def moved_both(cube: Puzzle) -> list[str]:
    """A cube with a twist, a flip and a swap."""
    names = moved(cube, UFR)
    names[UF[0]], names[UF[1]] = names[UF[1]], names[UF[0]]
    for a, b in zip((28, 25), (30, 43), strict=True):
        names[a], names[b] = names[b], names[a]
    return names


def test_a_mirrored_corner_is_told() -> None:
    cube = named("3x3x3")
    verdict = cube.validate(moved(cube, UFR[:2]))
    assert kinds(verdict) == ["mirrored"]
    assert set(verdict.reasons[0].stickers) == set(UFR)
    assert_repairs(cube, verdict, "reorder")


def test_a_recolored_sticker_is_told_with_what_is_missing() -> None:
    cube = named("3x3x3")
    names = list(cube.apply(SCRAMBLE).coloring)
    names[0] = next(name for name in cube.solved.coloring if name not in (names[0], names[36]))
    verdict = cube.validate(names)
    assert kinds(verdict)[:2] == ["count", "count"]
    assert kinds(verdict)[2] in ("no such piece", "twice", "mirrored")
    assert "missing" in verdict.reasons[2].text
    assert_repairs(cube, verdict, "recolor")


def test_a_piece_that_is_there_twice_is_told() -> None:
    cube = named("3x3x3")
    names = list(cube.solved.coloring)
    names[UR[0]], names[UR[1]] = names[UF[0]], names[UF[1]]
    verdict = cube.validate(names)
    twice = next(reason for reason in verdict.reasons if reason.kind == "twice")
    assert set(twice.stickers) == {*UF, *UR}
    assert "missing: white-red edge" in twice.text
    assert_repairs(cube, verdict, "recolor")


def test_swapped_centers_of_a_cube_are_told() -> None:
    cube = named("3x3x3")
    verdict = cube.validate(moved(cube, (4, 13)))
    assert kinds(verdict) == ["fixed", "fixed"]
    assert [reason.stickers for reason in verdict.reasons] == [(4,), (13,)]


def test_pieces_that_always_move_together_are_told_when_they_do_not_fit() -> None:
    pair = Puzzle.from_cycles(
        {"a": [[0, 1, 2], [3, 4, 5]]}, ["red", "blue", "green"] * 2, name="pair"
    )
    verdict = pair.validate(["red", "blue", "green", "green", "red", "blue"])
    assert not verdict.reachable
    assert verdict.repair is not None
    assert pair.validate(verdict.repair.coloring).reachable


def test_a_cube_held_differently_is_accepted_and_told() -> None:
    cube = named("3x3x3")
    verdict = cube.validate(cube.apply(f"{SCRAMBLE} x y2").coloring)
    assert verdict.reachable
    assert verdict.rotation is not None
    assert verdict.state is not None
    assert verdict.state.coloring == cube.apply(f"{SCRAMBLE} x y2").coloring
    turned_back = verdict.state.permutation * cube.permutation(verdict.rotation).inverse
    assert cube.group.contains(turned_back)


def test_reasons_name_the_places_as_the_puzzle_is_held() -> None:
    cube = named("3x3x3")
    names = list(cube.apply(f"{SCRAMBLE} x y").coloring)
    names[0] = next(name for name in cube.solved.coloring if name not in (names[0], names[36]))
    verdict = cube.validate(names)
    assert verdict.rotation is not None
    assert 0 in verdict.reasons[-1].stickers
    assert verdict.repair is not None
    assert verdict.repair.changes[0].stickers == (0,)
    assert cube.validate(verdict.repair.coloring).reachable


def test_facelets_and_names_and_colorings_are_read() -> None:
    cube = named("3x3x3")
    facelets = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
    for given in (facelets, list(cube.solved.coloring), cube.solved.coloring):
        assert cube.validate(given).reachable


def test_stages_follow_the_check() -> None:
    cube = named("4x4x4")
    passed = cube.validate(cube.solved.coloring).stages
    assert [stage.name for stage in passed] == [
        "counts", "color dictionaries", "order on a piece", "duplicates", "group",
    ]  # fmt: skip
    assert all(stage.passed for stage in passed)
    assert "24 pieces" in passed[3].text
    assert "in 1 of 3" in passed[2].text
    failed = cube.validate(["white"] * 96).stages
    assert [stage.passed for stage in failed] == [False, False, False, True, False]


def test_a_verdict_is_true_when_reachable_and_speaks_json() -> None:
    cube = named("2x2x2")
    verdict = cube.validate(cube.apply("R").coloring)
    assert verdict
    data = verdict.as_dict()
    assert data["reachable"] is True
    assert data["state"] == list(verdict.state.permutation) if verdict.state else False
    assert {"explanations", "reasons", "repair", "rotation", "stages"} <= data.keys()


@pytest.mark.parametrize("size", [0, 53, 1_000_000])
def test_a_wrong_number_of_stickers_is_refused(size: int) -> None:
    with pytest.raises(DegreeMismatch, match=rf"has 54 stickers, not {size}"):
        named("3x3x3").validate(["white"] * size)


def test_an_unknown_color_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown color"):
        named("3x3x3").validate(["mauve"] * 54)


def test_bad_facelets_are_refused() -> None:
    with pytest.raises(SyntaxFault, match="53 facelets"):
        named("3x3x3").validate("U" * 53)
    with pytest.raises(SyntaxFault, match='unknown move "mauve"'):
        named("megaminx").validate("mauve")


def test_square_one_has_the_known_number_of_states() -> None:
    puzzle = named("Square-1")
    shapes = puzzle.checker.shapes
    assert shapes is not None
    assert shapes.plan.group.order == 2 * 40320**2
    sliceable = np.ones(len(shapes.ways), dtype=bool)
    for group in puzzle.glued:
        inside = np.isin(shapes.ways[:, sorted(group)], sorted(puzzle.turn("/").moving))
        sliceable &= inside.all(axis=1) | ~inside.any(axis=1)
    # Jaap's Puzzle Page counts 3678 shapes that can be sliced.
    assert sliceable.sum() == 3678


def test_square_one_states_are_reachable_and_torn_ones_are_not() -> None:
    puzzle = named("Square-1")
    scrambled = puzzle.apply(puzzle.scramble(seed=2))
    verdict = puzzle.validate(scrambled.coloring)
    assert verdict.reachable
    assert verdict.state is not None
    assert verdict.state.coloring == scrambled.coloring


def test_square_one_cannot_do_what_tears_its_corners() -> None:
    puzzle, torn = named("Square-1"), named("Square-2").apply("(-1,0) / (2,3)")
    verdict = puzzle.validate(Coloring(puzzle, torn.coloring.picks))
    assert not verdict.reachable
    assert kinds(verdict) == ["arrangement"]


def test_bicube_has_the_known_number_of_shapes_and_states() -> None:
    shapes = named("bicube").checker.shapes
    assert shapes is not None
    assert len(shapes.ways) == 440
    assert shapes.states == 1_108_800


def test_a_turn_that_a_bandage_blocks_does_not_count() -> None:
    stiff, free = named("bicube"), named("3x3x3")
    blocked = next(move for move in stiff.basis if not stiff.solved.allows(move))
    coloring = Coloring(stiff, free.apply(blocked).coloring.picks)
    verdict = stiff.validate(coloring)
    assert not verdict.reachable
    assert kinds(verdict) == ["arrangement"]


def test_a_search_that_takes_too_long_is_told_and_not_guessed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("puzzlery.twisty.validate.coloring_search.NODES", 0)
    puzzle = named("skewb")
    verdict = puzzle.validate(puzzle.apply("R U L").coloring)
    assert not verdict.reachable
    assert not verdict.decided
    assert kinds(verdict) == ["undecided"]
    assert verdict.repair is None


def test_a_puzzle_with_too_many_shapes_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzlery.twisty.validate.bandage_shapes.MOST_SHAPES", 10)
    puzzle = replace(named("bicube"))
    verdict = puzzle.validate(puzzle.solved.coloring)
    assert not verdict.decided
    assert kinds(verdict) == ["undecided"]
    broken = list(puzzle.solved.coloring)
    broken[0] = broken[53]
    assert puzzle.validate(broken).decided


def test_numbers_too_large_to_print_are_told_shortly() -> None:
    huge = Puzzle.from_cycles(
        {"a": [list(range(2_000))], "b": [[0, 1]]}, ["red", "blue"] * 1_000, name="huge"
    )
    verdict = huge.validate(huge.solved.coloring)
    assert verdict.reachable
    assert "about" in verdict.stages[-1].text
    assert verdict.as_dict()["explanations"] is None
    json.dumps(verdict.as_dict())
