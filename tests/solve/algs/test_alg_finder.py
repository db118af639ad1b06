"""Algs that are found do what was asked, are as short as known ones, and have a cost for hands."""

import json

import pytest
from scipy.stats import spearmanr

from puzzlery import Alg, PuzzleryError, puzzle
from puzzlery.cli import main
from puzzlery.errors import NotFound
from puzzlery.solve.algs.alg_finder import find_algs
from puzzlery.solve.algs.case_sets import cases_of
from puzzlery.solve.algs.hand_cost import hand_cost
from puzzlery.solve.algs.layer_sets import layer_cases
from puzzlery.solve.algs.same_algs import form_of
from puzzlery.solve.algs.wishes import wish_for_alg, wish_for_cycle, wish_for_turned
from puzzlery.solve.general.shortening import shorten
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Move

# Costs that a published program for finger tricks gives at its default settings.
PUBLISHED_COSTS = {
    "R": 0.8, "R U R' U'": 4.4, "R U R' U R U2 R'": 7.6, "R U2 R' U' R U' R'": 8.3,
    "R U R' U' R' F R F'": 9.6, "F R U R' U' F'": 7.4, "F2 B2 L2": 10.2, "D R D'": 4.0,
    "R U R' U' R' F R2 U' R' U' R U R' F'": 14.4, "R U R' F' R U R' U' R' F R2 U' R'": 13.4,
    "R2 U R U R' U' R' U' R' U R'": 18.1, "M2 U M U2 M' U M2": 12.7, "M2 U M2 U2 M2 U M2": 14.6,
    "y R U R'": 6.1, "B L B'": 6.4,
}  # fmt: skip


def test_three_edges_are_cycled_in_nine_moves() -> None:
    # Published: the shortest edge 3-cycles of this kind have 9 face turns.
    cube = puzzle("3x3x3")
    wish = wish_for_cycle(cube, ["UF", "UR", "UB"])
    found = find_algs(wish, count=4, seconds=4)
    assert [found[0].length, len({str(one.alg) for one in found})] == [9, 4]
    assert found == sorted(found, key=lambda one: one.length)
    assert all(cube.permutation(one.alg) == wish.effects[0] for one in found)


def test_two_edges_are_flipped_in_fourteen_moves() -> None:
    wish = wish_for_turned(puzzle("3x3x3"), ["UF", "UB"])
    assert find_algs(wish, seconds=2)[0].length <= 14


def test_only_the_moves_given_are_used_and_what_is_open_may_change() -> None:
    cube = puzzle("3x3x3")
    sune = wish_for_alg(cube, "R U R' U R U2 R'")
    found = find_algs(sune.ignoring(["AUF"]), moves=["R", "U"], count=3, seconds=8)
    assert {move.family for one in found for move in one.alg.moves()} == {"R", "U"}
    assert found[0].length <= 7
    targets = sune.ignoring(["AUF"]).effects
    assert all(one.effect in targets for one in found)
    opened = wish_for_cycle(cube, ["UFR", "URB", "ULF"]).ignoring(["UF", "UR", "UB", "UL"])
    [shorter] = find_algs(opened, seconds=3)
    corner = {s for piece in cube.pieces() if len(piece) == 3 for s in piece}
    assert all(shorter.effect[s] == opened.effects[0][s] for s in corner)
    with pytest.raises(NotFound):
        find_algs(wish_for_turned(cube, ["UF", "UB"]), moves=["R", "U"], seconds=1)


def test_the_inverse_wish_is_fulfilled_by_inverse_algs() -> None:
    cube = puzzle("2x2x2")
    wish = wish_for_alg(cube, "R U F")
    [found] = find_algs(wish.inverted(), seconds=1)
    assert cube.permutation(found.alg + Alg.parse("R U F")).is_identity


def test_sets_have_as_many_cases_as_people_count() -> None:
    # 21 PLL with letters for each, 57 OLL of which 7 have all edges right, 472 ZBLL and 21 PLL.
    assert len({one.state for one in cases_of("PLL")}) == 21
    shapes = [one.name.split("-")[0] for one in cases_of("OLL")]
    counts = {shape: shapes.count(shape) for shape in set(shapes)}
    assert counts == {"dot": 8, "cross": 7, "line": 15, "L": 27}


@pytest.mark.slow
def test_zbll_has_493_cases() -> None:
    assert len(cases_of("ZBLL")) == 472 + 21


@pytest.mark.parametrize(
    ("of_set", "name", "known"),
    [("PLL", "T", "R U R' U' R' F R2 U' R' U' R U R' F'"), ("PLL", "H", "M2 U M2 U2 M2 U M2")],
)
def test_a_case_is_solved_as_its_known_alg_solves_it(of_set: str, name: str, known: str) -> None:
    cube = puzzle("3x3x3")
    case = next(one for one in cases_of(of_set) if one.name == name)
    assert cube.permutation(known) in case.wish().effects


def test_an_oll_alg_orients_the_upper_face() -> None:
    cube = puzzle("3x3x3")
    case = next(one for one in cases_of("OLL") if one.name == "cross-0-1")
    [found] = find_algs(case.wish(), seconds=3)
    up = [s.index for s in cube.stickers if s.face == "U"]
    turned = [case.state * cube.moves["U"] ** n * found.effect for n in range(4)]
    assert found.length <= 9
    assert any(all(cube.stickers[p.inverse[s]].face == "U" for s in up) for p in turned)


def test_last_layers_of_other_puzzles_have_the_cases_that_people_count() -> None:
    # On the megaminx 151 PLL; OLL by Burnside: (3^4 2^4 + 4) / 5, one of them solved.
    minx = puzzle("megaminx")
    assert len(layer_cases(minx, "PLL")) == 151
    assert len(layer_cases(minx, "OLL")) == (3**4 * 2**4 + 4) // 5 - 1
    assert [len(layer_cases(puzzle("3x3x3"), name)) for name in ("PLL", "OLL")] == [21, 57]
    assert len(layer_cases(puzzle("fto"), "OLL")) == 1
    with pytest.raises(PuzzleryError, match="no face U"):
        layer_cases(puzzle("pyraminx"), "PLL")


def test_cases_of_a_last_layer_keep_all_else_and_differ() -> None:
    minx = puzzle("megaminx")
    turn = minx.moves["U"]
    for one in layer_cases(minx, "PLL")[:20]:
        assert all(one.state[s] == s for s in range(minx.degree) if turn[s] == s)
        assert minx.group.contains(one.state)
        assert one.state.inverse in one.wish().effects
    assert layer_cases(minx, "OLL")[0].state.support.size <= 15


def test_an_alg_for_a_case_of_the_fto_solves_it() -> None:
    fto = puzzle("fto")
    case = layer_cases(fto, "PLL")[3]
    [found] = find_algs(case.wish(), seconds=2)
    turns = [fto.moves["U"] ** n for n in range(3)]
    after = [p * case.state * q * found.effect * r for p in turns for q in turns for r in turns]
    assert any(State(fto, one).coloring == fto.solved.coloring for one in after)


def test_algs_that_are_turned_mirrored_or_undone_are_given_once() -> None:
    cube = puzzle("3x3x3")
    wish = wish_for_cycle(cube, ["UF", "UR", "UB"])
    all_algs = find_algs(wish, count=12, seconds=4)
    once = find_algs(wish, count=6, seconds=4, up_to=["mirror", "inverse"])
    forms = {form_of(cube, one.alg, ["mirror", "inverse"]) for one in all_algs}
    assert len({form_of(cube, one.alg, ["mirror", "inverse"]) for one in once}) == len(once)
    assert len(forms) < len(all_algs)
    assert all(cube.permutation(one.alg) == wish.effects[0] for one in once)


def test_wings_are_named_by_their_layers() -> None:
    four = puzzle("4x4x4")
    wish = wish_for_cycle(four, ["UFr", "UFl"]).reachable()
    # The usual alg for this parity, written in turns of single layers.
    usual = "2R2 B2 U2 2L U2 2R' U2 2R U2 F2 2R F2 2L' B2 2R2"
    state = four.apply(usual)
    seen = four.solved.apply(usual).coloring
    swapped = [four.solved_colors[wish.effects[0].inverse[s]] for s in range(four.degree)]
    assert [seen.picks[s] for s in range(four.degree)] == swapped
    assert not state.is_solved
    with pytest.raises(PuzzleryError, match='"UF" names several pieces'):
        wish_for_cycle(four, ["UF", "UB"])


def test_the_cost_for_hands_ranks_algs_as_a_published_one() -> None:
    ours = [hand_cost(Alg.parse(text)) for text in PUBLISHED_COSTS]
    assert None not in ours
    assert spearmanr(ours, list(PUBLISHED_COSTS.values())).statistic > 0.9
    assert hand_cost(Alg((Move("BL"),))) is None


def test_shortening_asks_the_strongest_solver_first() -> None:
    cube = puzzle("3x3x3")
    alg = cube.scramble(seed=1, length=50)
    found = shorten(cube, alg, seconds=1.5)
    assert found.after <= 20
    assert cube.permutation(found.alg) == cube.permutation(alg)


def test_the_verb_tells_cases_and_refuses_what_does_not_fit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["find", "3x3x3", "--set", "PLL", "--case", "Ua", "--time", "2", "--json"])
    [case] = json.loads(capsys.readouterr().out)
    assert case["case"] == "Ua"
    assert case["algs"][0]["length"] == 9
    assert main(["find", "pyraminx", "--set", "PLL"]) == 2
    assert "no face U" in capsys.readouterr().err
    assert main(["find", "3x3x3", "--set", "PLL", "--case", "Q"]) == 2
    assert "has no case" in capsys.readouterr().err
