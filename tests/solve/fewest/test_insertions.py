"""Insertions solve, are where they are said to be, and are as short as exhaustive answers."""

import csv
import json
from itertools import product
from pathlib import Path
from random import Random

import pytest

from puzzlery import Alg, PuzzleryError, puzzle
from puzzlery.cli import main
from puzzlery.core.permutation import Permutation
from puzzlery.solve.cube3.numbering import alg_of
from puzzlery.solve.cube3.recognition import cube3
from puzzlery.solve.fewest.insertion_algs import (
    algs_of,
    effect_of,
    insertion_algs,
    inverse,
    numbered,
    numbers_of,
    table_of,
)
from puzzlery.solve.fewest.insertions import groups_of, insert, least_length, merged
from puzzlery.solve.fewest.slice_pairs import slice_pairs, with_slices

DATA = Path(__file__).parents[2] / "data"
# Skeletons that leave one corner 3-cycle. The shortest totals by 8-move commutators with all their
# shifts are 20 and 21, each reached once; longer algs may beat them.
KNOWN = [
    (
        "D F D R U R' D' R U' R' F' D' F2 R U2 B L' D2 F' U R2 B' D' L2 F U' R'",
        "R U F' L2 D B R2 U' F D2 L B' U2 R' F2",
        20,
    ),
    (
        "L2 U D F D' B' D F' D' B U' L2 R' F D' U' L2 B2 R U2 F' D L' R2 U B' F2",
        "F2 B U' R2 L D' F U2 R' B2 L2 U D F' R",
        21,
    ),
]


def check(scramble: str, skeleton: str, found: list) -> None:
    """The solution solves, and follows from the skeleton by what is said to be put in."""
    cube = puzzle("3x3x3")
    for one in found:
        assert cube.apply(scramble).apply(one.alg).is_solved
        assert one.length == one.alg.length()
        word = cube.permutation(skeleton)
        for step in one.insertions:
            text = str(step)
            before, rest = text.split("[")
            inside, after = rest.split("]")
            assert cube.permutation(before + after) == word
            word = cube.permutation(before + inside + after)
        assert word == cube.permutation(one.alg)


@pytest.mark.parametrize(("scramble", "skeleton", "known"), KNOWN)
def test_one_cycle_is_inserted_as_short_as_known(scramble: str, skeleton: str, known: int) -> None:
    found = insert(scramble, skeleton, insertions=1)
    assert found[0].length <= known
    assert [one.length for one in found] == sorted(one.length for one in found)
    assert len({str(one.alg) for one in found}) == len(found) == 10
    check(scramble, skeleton, found)


def test_two_cycles_need_two_insertions() -> None:
    cube, dice = puzzle("3x3x3"), Random(3)
    skeleton = str(cube.scramble(seed=dice.randrange(100), length=12))
    cycles = "R U R' D R U' R' D' U' L' U R' U' L U R"
    scramble = f"{cube.alg(skeleton).inverse} {cycles}"
    with pytest.raises(PuzzleryError, match="no 1 insertions"):
        insert(scramble, skeleton, insertions=1)
    found = insert(scramble, skeleton, insertions=2, count=3)
    assert found[0].length <= 12 + 16
    assert len(found[0].insertions) == 2
    check(scramble, skeleton, found)


def test_the_algs_hold_every_eight_move_commutator_of_corners() -> None:
    cube = puzzle("3x3x3")
    algs = insertion_algs()
    outer = ["R", "R'", "R2"]
    count = 0
    for x, y, z in product(outer, ["U", "U'", "U2"], ["L", "L'", "L2"]):
        xi, zi = cube.alg(x).inverse, cube.alg(z).inverse
        yi = cube.alg(y).inverse
        alg = Alg.parse(f"{z} {y} {x} {yi} {zi} {y} {xi} {yi}")
        effect = cube.permutation(alg)
        if len(effect.support) == 9 and effect.order == 3:
            count += 1
            words = algs.words(numbered(effect))
            assert words
            assert len(words[0]) <= 8
            assert numbers_of(alg.simplify(cube)) in words or numbers_of(alg) in words
    assert count > 0


def test_every_alg_does_what_its_case_says() -> None:
    algs, dice = insertion_algs(), Random(1)
    for k in dice.sample(range(len(algs.algs)), 100):
        for word in algs.algs[k][:5]:
            assert (effect_of(word) == algs.cases[k]).all()
            assert (effect_of(word + inverse(word)) == range(48)).all()


def test_merging_keeps_the_effect() -> None:
    dice = Random(2)
    for _ in range(200):
        word = tuple(dice.randrange(18) for _ in range(8))
        assert (effect_of(word) == effect_of(merged(word))).all()
        assert len(merged(word)) <= 8
    assert merged((0, 9, 2)) == (9,)


@pytest.mark.parametrize(
    ("scramble", "skeleton", "words"),
    [
        ("R U", "R y", "turns of faces"),
        ("R U", "M2", "turns of faces"),
    ],
)
def test_what_cannot_be_inserted_is_refused(scramble: str, skeleton: str, words: str) -> None:
    with pytest.raises(PuzzleryError, match=words):
        insert(scramble, skeleton)


def test_no_insertion_is_shorter_than_its_bound() -> None:
    """The bound by groups that cancel, against the merged words themselves."""
    dice = Random(5)
    exact = 0
    for _ in range(3_000):
        word = merged(tuple(dice.randrange(18) for _ in range(9)))
        place = dice.randrange(len(word) + 1)
        near = inverse(word[max(0, place - dice.randrange(4)) : place])
        middle = tuple(dice.randrange(18) for _ in range(3))
        alg = merged((*near, *middle, *inverse(word[place : place + dice.randrange(4)])))
        if not alg:
            continue
        joined = len(merged((*word[:place], *alg, *word[place:])))
        bound = least_length(len(word), groups_of(word[:place])[::-1], groups_of(word[place:]), alg)
        assert bound <= joined
        exact += bound == joined
    assert exact > 2_000


def test_an_odd_number_of_swaps_is_solved() -> None:
    """A skeleton that leaves the case T of PLL, whose shortest alg has 14 turns."""
    scramble = "R U R' U' R' F R2 U' R' U' R U R' F' U L2 D B' R F2"
    skeleton = "F2 R' B D' L2 U'"
    assert not cube3().permutation(f"{scramble} {skeleton}").is_identity
    [best] = insert(scramble, skeleton, count=1)
    assert cube3().apply(scramble).apply(best.alg).is_solved
    assert best.length <= 6 + 14
    assert len(best.insertions) > 1


def test_algs_that_change_the_parity_are_whole_up_to_symmetry() -> None:
    """Each is carried by every rotation and reflection to one that is there as well."""
    algs = insertion_algs()
    odd = [case for case in algs.cases if not Permutation((case[:24:3] // 3).tolist()).is_even]
    assert len(odd) > 300
    known = {case.tobytes() for case in algs.cases}
    for case in odd[::7]:
        [word, *_] = algs.words(case)
        alg = cube3().permutation(alg_of(bytes(word)))
        for symmetry in cube3().symmetries(reflections=True):
            assert numbered(alg.conjugate(symmetry.stickers)).tobytes() in known


@pytest.mark.parametrize("seed", range(4))
def test_a_slice_is_turned_at_one_place_and_back_at_another(seed: int) -> None:
    dice = Random(seed)
    skeleton = merged(tuple(dice.randrange(18) for _ in range(16)))
    pairs = list(slice_pairs((), skeleton))
    first, last, one, _ = dice.choice([pair for pair in pairs if pair[1] - pair[0] > 3])
    longer = with_slices(skeleton, first, last, one)
    scramble = alg_of(bytes(inverse(longer)))
    found = insert(scramble, alg_of(bytes(skeleton)), insertions=1, count=3)
    assert all(cube3().apply(scramble).apply(each.alg).is_solved for each in found)
    assert found[0].length <= len(merged(longer))


def test_the_verb_tells_where_algs_go_in(capsys: pytest.CaptureFixture[str]) -> None:
    scramble, skeleton, known = KNOWN[0]
    assert main(["insert", scramble, skeleton, "--insertions", "1", "--count", "1", "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert found["length"] <= known
    assert "[" in found["insertions"][0]


def test_algs_are_stored_as_they_were_found():
    algs = insertion_algs()
    again = algs_of(table_of(algs))
    assert again.algs == algs.algs
    assert (again.cases == algs.cases).all()
    for case, words in zip(again.cases, again.algs, strict=True):
        assert (effect_of(words[-1]) == case).all()


def skeletons(*kinds: str) -> list[tuple[str, str, int]]:
    """Random skeletons with the lengths that insertionfinder of May 2020 found for them.

    It was run in its greedy mode with its files of 2x2CP, 2x2EP, 3CP, 3CP-pure, 3CP3EP, 3EP,
    C-other, CO, E-other, EO, no-parity-other and parity.
    """
    with (DATA / "insertionfinder.csv").open() as file:
        rows = list(csv.DictReader(file))
    return [
        (row["scramble"], row["skeleton"], int(row["length"]))
        for row in rows
        if row["kind"] in kinds
    ]


@pytest.mark.parametrize(
    ("scramble", "skeleton", "theirs"), skeletons("one cycle of corners", "one cycle of edges")
)
def test_one_insertion_is_as_short_as_that_of_insertionfinder(
    scramble: str, skeleton: str, theirs: int
) -> None:
    [best] = insert(scramble, skeleton, insertions=1, count=1)
    assert cube3().apply(scramble).apply(best.alg).is_solved
    assert best.length <= theirs


@pytest.mark.slow
@pytest.mark.parametrize(("scramble", "skeleton", "theirs"), skeletons("two cycles", "parity"))
def test_several_insertions_are_as_short_as_those_of_insertionfinder(
    scramble: str, skeleton: str, theirs: int
) -> None:
    [best] = insert(scramble, skeleton, count=1)
    assert cube3().apply(scramble).apply(best.alg).is_solved
    assert best.length <= theirs
