"""The tables of the general solver: made in slices, kept in the store, refused when damaged."""

import time
from pathlib import Path

import numpy as np
import pytest

from puzzlery._core import GeneralTables
from puzzlery.core.progress import Report, drive
from puzzlery.errors import Stopped, TimedOut
from puzzlery.solve.general import general_tables
from puzzlery.solve.general.general_model import GeneralModel
from puzzlery.solve.general.general_tables import key_of, letter_maps, tables_of
from puzzlery.solve.general.shortening import shorten
from puzzlery.tables.store import Store
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.puzzle import Puzzle

CHOP = "little chop"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store of its own, into which everything goes however quickly it is made."""
    monkeypatch.setenv("PUZZLERY_HOME", str(tmp_path))
    monkeypatch.setattr(general_tables, "LEAST_STORED_SECONDS", 0.0)
    monkeypatch.setattr(general_tables, "_TABLES", {})
    return Store.usual()


def _given(name: str) -> tuple[Puzzle, GeneralModel]:
    chosen = puzzle(name)
    return chosen, GeneralModel.of(chosen.moves, np.array(chosen.solved_colors))


def _solid(tables: GeneralTables | str) -> GeneralTables:
    assert not isinstance(tables, str)
    return tables


@pytest.mark.parametrize("name", ["3x3x3", "megaminx", CHOP])
def test_tables_made_in_slices_are_the_same(name: str) -> None:
    _, model = _given(name)
    at_once, slowly = model.tables(), model.tables()
    while not at_once.run(60_000):
        pass
    slices = 1
    while not slowly.run(0.2):
        slices += 1
    assert slices > 3
    assert slowly.costs() == at_once.costs()
    assert slowly.free() == at_once.free()


@pytest.mark.parametrize("name", ["3x3x3", "megaminx", CHOP, "tetrahedron 5"])
def test_what_is_stored_gives_tables_as_good(name: str, store: Store) -> None:
    chosen, model = _given(name)
    made = _solid(tables_of(chosen, model, None, None))
    assert [entry.condition for entry in store.list()] == ["finished"]
    general_tables._TABLES.clear()
    found = _solid(tables_of(chosen, model, None, None))
    assert found is not made
    assert found.free() == made.free()
    # Images by symmetry of what was found may be shorter than what was found for them.
    for (least, average), (least_made, average_made) in zip(
        found.costs(), made.costs(), strict=True
    ):
        assert least == least_made
        assert average <= average_made


def test_a_damaged_file_is_made_anew(store: Store) -> None:
    chosen, model = _given(CHOP)
    assert _solid(tables_of(chosen, model, None, None)).suits()
    path = store.path(key_of(chosen, model))
    path.write_bytes(path.read_bytes()[:-100])
    general_tables._TABLES.clear()
    assert _solid(tables_of(chosen, model, None, None)).suits()
    assert store.check(path) is None


def test_symmetry_keeps_a_word_once() -> None:
    chosen, model = _given("3x3x3")
    tables = drive(model.tables())
    whole = len(tables.snapshot())
    tables.use_symmetries(letter_maps(chosen, model))
    assert len(tables.snapshot()) < whole / 10


def test_making_can_be_stopped_and_taken_up_again(store: Store) -> None:
    chosen, model = _given("megaminx")

    def stop(report: Report) -> None:
        if report.done > 1:
            raise Stopped("enough")

    with pytest.raises(Stopped):
        tables_of(chosen, model, stop, None)
    assert all(entry.condition == "begun" for entry in store.list())
    assert _solid(tables_of(chosen, model, None, None)).suits()
    with pytest.raises(TimedOut):
        tables_of(*_given("gigaminx"), None, 0.05)


def test_the_time_limit_of_a_solution_includes_its_tables(store: Store) -> None:
    gigaminx = puzzle("gigaminx")
    start = time.monotonic()
    with pytest.raises(TimedOut, match=r"within 0\.2 s"):
        gigaminx.solve(gigaminx.scramble(seed=1), "general", timeout=0.2)
    assert time.monotonic() - start < 5
    assert [entry.condition for entry in store.list()] == ["begun"]


def test_shortening_keeps_the_alg_when_tables_take_too_long(store: Store) -> None:
    gigaminx = puzzle("gigaminx")
    assert shorten(gigaminx, "U R U' R'", seconds=0.3).after == 4


def test_a_snapshot_of_another_puzzle_is_refused() -> None:
    cube, pocket = (drive(_given(name)[1].tables()) for name in ("3x3x3", "2x2x2"))
    with pytest.raises(ValueError, match="another puzzle"):
        pocket.restore(cube.snapshot())


def test_a_word_that_is_no_3_cycle_is_refused() -> None:
    _, model = _given("3x3x3")
    tables = drive(model.tables())
    snapshot = bytearray(tables.snapshot())
    snapshot[-2:] = b"\0\0" if snapshot[-2:] != b"\0\0" else b"\1\0"
    with pytest.raises(ValueError, match="no 3-cycle"):
        model.tables().restore(bytes(snapshot))


def test_a_symmetry_must_name_all_turns() -> None:
    _, model = _given("2x2x2")
    with pytest.raises(ValueError, match="map each move"):
        model.tables().use_symmetries([[0, 1]])
