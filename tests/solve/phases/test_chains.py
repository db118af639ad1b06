"""Chains of phases: those that people found, exactly; and some chain for every puzzle."""

from math import prod
from pathlib import Path
from typing import Any

import pytest

import puzzlery
from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError, TimedOut
from puzzlery.groups import PermGroup
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.phases import chain_finder, chain_store
from puzzlery.solve.phases.alike import color_group, exchanges
from puzzlery.solve.phases.chain_finder import CosetBudget, phases
from puzzlery.solve.phases.chain_store import kept_phases
from puzzlery.solve.phases.growth import growth
from puzzlery.solve.phases.move_subgroups import MoveLattice, MoveSubgroup, phase_moves
from puzzlery.tables.store import Store
from puzzlery.twisty.model.puzzle import Puzzle

CUBE = puzzlery.puzzle("3x3x3")


def letters(text: str) -> list[str]:
    """Full turns and half turns, whatever the axis: four faces and two half turns, for example."""
    return sorted("half" if "2" in word else "full" for word in text.split())


def test_the_machine_finds_the_four_phases_of_thistlethwaite() -> None:
    found = phases(CUBE, cosets=100_000_000)
    assert found.indices == (2048, 1_082_565, 29_400, 663_552)
    moves = [letters(str(phase.moves)) for phase in found.phases]
    assert moves == [["full"] * k + ["half"] * (6 - k) for k in (6, 4, 2, 0)]


def test_the_machine_finds_the_domino_reduction_of_kociemba() -> None:
    found = phases(CUBE, cosets=3_000_000_000)
    assert found.indices[0] == 2_217_093_120
    assert letters(found.phases[0].aim) == ["full"] * 2 + ["half"] * 4
    two = phases(CUBE)
    assert two.indices == (2_217_093_120, 19_508_428_800)


@pytest.mark.parametrize("name", ["2x2x2", "3x3x3", "skewb", "3x3x2", "FTO"])
def test_the_phases_lead_through_smaller_and_smaller_groups_to_the_solved_puzzle(name: str) -> None:
    puzzle = puzzlery.puzzle(name)
    found = phases(puzzle)
    colors = color_group(puzzle, found.phases[-1].moves.group)
    assert prod(found.indices) * colors.order == puzzle.group.order
    for phase, after in zip(found.phases, found.phases[1:], strict=False):
        assert phase.goal.order == after.moves.order
        assert all(phase.moves.group.contains(p) for p in phase.goal.generators)
    assert not found.has_rest
    assert found.phases[-1].aim == "solved"


@pytest.mark.parametrize("name", ["2x2x2", "3x3x3", "FTO", "skewb"])
def test_growth_is_that_of_the_canonical_sequences(name: str) -> None:
    puzzle = puzzlery.puzzle(name)
    lattice = MoveLattice(puzzle)
    follow = MoveSet.of(puzzle).follow
    words = {0: 1}
    counts = []
    for _ in range(30):
        after: dict[int, int] = {}
        for state, count in words.items():
            for to in follow[state].tolist():
                if to != 0xFFFF:
                    after[to] = after.get(to, 0) + count
        words = after
        counts.append(sum(words.values()))
    assert lattice.whole.growth == pytest.approx(counts[-1] / counts[-2], rel=0.01)


def test_layers_that_all_commute_do_not_grow() -> None:
    turns = [(Permutation.from_cycles([[3 * k, 3 * k + 1, 3 * k + 2]], 60), 2) for k in range(20)]
    assert growth(turns) < 1.5


def test_every_class_of_subgroups_is_found_once() -> None:
    """All 729 restrictions of the six faces, closed one by one, up to 48 symmetries."""
    lattice = MoveLattice(CUBE)
    everything = [()]
    for _ in range(6):
        everything = [(*steps, step) for steps in everything for step in (1, 2, 4)]
    closed = {lattice.closed(steps).steps for steps in everything}
    classes = {min(lattice.images(steps)) for steps in closed}
    assert len(closed) == 382
    assert len(lattice.classes()) == len(classes)


def test_exchanges_change_no_color() -> None:
    fto = puzzlery.puzzle("FTO")
    found = exchanges(fto, fto.group)
    assert found
    for swap in found:
        assert fto.group.contains(swap)
        assert all(fto.solved_colors[k] == fto.solved_colors[swap[k]] for k in range(fto.degree))


def test_where_no_chain_fits_pieces_are_kept_and_a_rest_is_left() -> None:
    puzzle = puzzlery.puzzle("4x4x4")
    found = puzzle.phases(memory=1 << 20)
    assert found.has_rest
    last = found.phases[-1]
    assert last.kept
    assert all(p[sticker] == sticker for p in last.goal.generators for sticker in last.kept)
    assert last.moves.order == last.goal.order * last.index


def test_a_chain_from_the_store_is_the_one_that_was_found(tmp_path) -> None:  # type: ignore[no-untyped-def]
    skewb = puzzlery.puzzle("3x3x2")
    store = Store(tmp_path)
    found = phases(skewb, cosets=100_000)
    kept_phases(skewb, cosets=100_000, store=store)
    [entry] = store.list()
    assert entry.key is not None
    assert entry.key.name == "phases"
    from puzzlery.solve.phases import chain_store

    chain_store._chains.clear()
    read = kept_phases(skewb, cosets=100_000, store=store)
    assert read is not found
    assert read.key == found.key
    assert read.indices == found.indices
    for one, other in zip(read.phases, found.phases, strict=True):
        assert one.coordinate.sizes == other.coordinate.sizes
        assert one.symmetries == other.symmetries
        state = one.moves.group.random(1)
        assert one.coordinate.index(state) == other.coordinate.index(state)


def test_a_search_that_is_stopped_goes_on_in_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was numbered before the stop is read, and the chain is the same."""
    puzzle, store = puzzlery.puzzle("3x3x2"), Store(tmp_path)
    whole = phases(puzzle, cosets=100_000)
    number, made = chain_finder.coset_coordinate, list[tuple[int, int]]()

    def counted(group: PermGroup, subgroup: PermGroup, *rest: Any, **options: Any) -> Any:
        if len(made) == 1:
            raise TimedOut("stopped before the second phase")
        made.append((group.order, subgroup.order))
        return number(group, subgroup, *rest, **options)

    monkeypatch.setattr(chain_finder, "coset_coordinate", counted)
    monkeypatch.setattr(chain_store, "_chains", {})
    with pytest.raises(TimedOut):
        kept_phases(puzzle, cosets=100_000, store=store)
    assert [entry.condition for entry in store.list()] == ["begun"]
    chain_finder._unfinished.clear()  # as another process is
    again = list[tuple[int, int]]()

    def rest_of(group: PermGroup, subgroup: PermGroup, *rest: Any, **options: Any) -> Any:
        again.append((group.order, subgroup.order))
        return number(group, subgroup, *rest, **options)

    monkeypatch.setattr(chain_finder, "coset_coordinate", rest_of)
    found = kept_phases(puzzle, cosets=100_000, store=store)
    assert found.indices == whole.indices == (29_400, 55_296)
    assert len(made) == len(again) == 1
    assert made != again
    assert [entry.condition for entry in store.list()] == ["finished"]


def test_symmetries_of_a_phase_keep_its_moves() -> None:
    for phase in phases(CUBE).phases:
        moves = set(phase_moves(MoveLattice(CUBE), phase.moves))
        assert len(phase.symmetries) == 16
        for symmetry in phase.symmetries:
            assert {move.conjugate(symmetry) for move in moves} == moves


@pytest.mark.parametrize("given", [{"memory": 0}, {"memory": -5}, {"cosets": 1}])
def test_budgets_that_allow_nothing_are_refused(given: dict[str, int]) -> None:
    with pytest.raises(PuzzleryError, match=r"must be a positive|at least 2"):
        CUBE.phases(**given)


def test_finding_a_chain_stops_at_the_time_limit() -> None:
    with pytest.raises(TimedOut):
        phases(puzzlery.puzzle("megaminx"), memory=12_345_678, timeout=0.01)


def test_a_search_that_is_stopped_goes_on_and_finds_the_same_chain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No group is computed twice, however often time runs out."""
    computed, generated = list[tuple[int, ...]](), MoveLattice._generated

    def counted(lattice: MoveLattice, steps: tuple[int, ...]) -> MoveSubgroup:
        computed.append(steps)
        return generated(lattice, steps)

    monkeypatch.setattr(MoveLattice, "_generated", counted)
    puzzle, stops = puzzlery.puzzle("2x2x3"), 0
    while True:
        try:
            found = phases(puzzle, cosets=10_000, timeout=0.001 * 1.5**stops)
            break
        except TimedOut:
            stops += 1
    once = len(computed)
    assert stops
    assert len(set(computed)) == once
    assert phases(puzzle, cosets=10_000).indices == found.indices
    assert len(computed) == 2 * once  # a search that was not stopped computes as many


def test_a_budget_counts_what_symmetries_leave() -> None:
    budget = CosetBudget(memory=100, cosets=None, positions=1)
    assert budget.allows(200, 1)
    assert not budget.allows(3200, 1)
    assert budget.allows(3200, 16)


def test_a_puzzle_of_two_cycles_has_phases() -> None:
    rings = Puzzle.from_cycles({"a": [[0, 1, 2, 3]], "b": [[3, 4, 5]]}, colors=list("abcdef"))
    assert prod(rings.phases().indices) == rings.group.order
