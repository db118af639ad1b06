"""The campaign of verdicts: it finds faults, and the long run finds none."""

from dataclasses import replace

import pytest
from benchmarks.validate.verdict_campaign import LeastRepairs, Tally, rows

from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring
from puzzlery.twisty.validate.verdict import Change, Repair

MANY, PUZZLES = 100_000, 60


def test_a_repair_that_is_not_least_is_noticed() -> None:
    ring = Puzzle.from_cycles({"a": [[0, 1, 2]]}, ["red", "red", "blue"])
    picks = (1, 1, 0)
    verdict = ring.validate(Coloring(ring, picks))
    assert verdict.repair is not None
    assert len(verdict.repair.changes) == 1
    twice = (*verdict.repair.changes, Change("recolor", "again", (0,)))
    dear = replace(verdict, repair=Repair(twice, verdict.repair.coloring, proven=True))
    tally = Tally("by hand", 0)
    repairs = LeastRepairs(tally, ring, {(0, 0, 1), (0, 1, 0), (1, 0, 0)})
    repairs.compare(verdict, picks)
    assert not tally.wrong
    repairs.compare(dear, picks)
    assert len(tally.wrong) == 1


@pytest.mark.slow
def test_a_hundred_thousand_verdicts_are_those_of_lists_and_of_gap() -> None:
    verdicts = 0
    for puzzles, tally in enumerate(rows(set()), start=1):
        assert tally.wrong == []
        verdicts += sum(tally.compared[kind] for kind in ("verdict", "bandaged verdict", "by GAP"))
        if verdicts >= MANY and puzzles >= PUZZLES:
            return
