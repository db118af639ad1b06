"""Numbers of solutions and shortest lengths beside those of other programs, on the same cubes."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzlery.solve.api.methods import solve
from puzzlery.solve.cube3.optimal_tables import forget
from puzzlery.solve.cube3.steps import tally
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.notation.alg import Alg

CUBE = puzzle("3x3x3")
DATA = Path(__file__).parents[2] / "data"
# A table for cubes that are near.
SMALL = 90 << 20
NEAR = 13


def facts(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


@pytest.mark.parametrize("step", ["eo", "dr", "htr", "finish"])
def test_numbers_of_step_solutions_agree_with_nissy(step: str) -> None:
    rows = [row for row in facts("nissy_steps.csv") if row["step"] == step]
    assert len(rows) == 50
    for row in rows:
        most, axis = int(row["most"]), row["axis"] or None
        scramble = Alg.parse(row["scramble"])
        # By default nissy also hides most half-turn reductions with a turn of D: docs/steps.md.
        every = step == "htr"
        found = [
            sum(tally(CUBE, alg, step, most, axis=axis, every=every))
            for alg in (scramble, scramble.inverse)
        ]
        assert found == [int(row["normal"]), int(row["inverse"])]
        if most_niss := int(row["most_niss"]):
            both = tally(CUBE, scramble, step, most_niss, axis=axis, every=every, niss=True)
            assert sum(both) == int(row["niss"])


def test_lengths_of_near_cubes_agree_with_nissy() -> None:
    near = [row for row in facts("shortest_lengths.csv") if int(row["length"]) <= NEAR]
    assert len(near) > 70
    for row in near:
        found = solve(CUBE, row["scramble"], "optimal", memory=SMALL)
        assert (found.length, found.optimal) == (int(row["length"]), True)


@pytest.fixture
def no_tables_stay() -> Iterator[None]:
    yield
    forget()


@pytest.mark.slow
@pytest.mark.usefixtures("no_tables_stay")
def test_lengths_of_all_cubes_agree_with_other_programs() -> None:
    rows = facts("shortest_lengths.csv")
    assert len(rows) == 150
    for row in rows:
        found = solve(CUBE, row["scramble"], "optimal", threads=2)
        assert (found.length, found.optimal) == (int(row["length"]), True)
        assert CUBE.apply(row["scramble"]).apply(found.alg).is_solved
