"""A time limit holds in every phase of every method, while tables are built too."""

import time
from contextlib import suppress

import pytest
from tests.processor_time import seconds_not_waited

from puzzlery.errors import NotFound, TimedOut
from puzzlery.solve.api.methods import METHODS, solve
from puzzlery.solve.blocked import blocked_table, square_tables
from puzzlery.solve.cube3 import optimal_tables, step_plan, twophase
from puzzlery.solve.exhaustive import full_table
from puzzlery.solve.search import shortest
from puzzlery.tables import table_file
from puzzlery.tables.store import Store
from puzzlery.twisty.catalog import puzzle

# Far longer than a slice, far shorter than any of these tables takes to build.
SECONDS = 0.1
# Not a measure of speed: unfinished tables are written to the disk, on machines that are busy.
AT_ONCE = 15


@pytest.fixture
def no_tables(tmp_path, monkeypatch):
    """An empty store, and no table in memory."""
    monkeypatch.setenv("PUZZLERY_HOME", str(tmp_path))
    monkeypatch.setattr(twophase, "_loaded", [])
    monkeypatch.setattr(optimal_tables, "_loaded", {})
    monkeypatch.setattr(step_plan, "_plans", {})
    monkeypatch.setattr(full_table, "_opened", {})
    monkeypatch.setattr(square_tables, "_opened", {})
    monkeypatch.setattr(blocked_table, "_opened", {})
    monkeypatch.setattr(shortest, "_engines", type(shortest._engines)())


@pytest.mark.parametrize(
    ("name", "method", "kept"),
    [
        ("3x3x3", "twophase", "begun"),
        ("3x3x3", "optimal", "begun"),
        ("3x3x3", "search", None),
        ("pyraminx", "table", None),
        ("3x3x3", "steps", None),
        ("square-1", "square1", "begun"),
        ("square-1", "square1-optimal", "begun"),
    ],
)
def test_building_tables_ends_in_time(no_tables, name, method, kept):
    chosen = puzzle(name)
    state = chosen.scramble(seed=1)
    start = time.monotonic()
    with pytest.raises(TimedOut, match=r"not finished within 0\.1 s"):
        solve(chosen, state, method, timeout=SECONDS)
    assert time.monotonic() - start < AT_ONCE
    if kept is not None:
        assert [entry.condition for entry in Store.usual().list()] == [kept]


def test_bandaged_puzzles_have_an_answer_before_their_table_is_finished(no_tables):
    chosen = puzzle("bicube")
    state = chosen.apply(chosen.scramble(seed=1))
    start = time.monotonic()
    found = solve(chosen, state, "blocked", timeout=SECONDS)
    assert time.monotonic() - start < AT_ONCE
    assert state.apply(found.alg).is_solved


# Puzzles that keep a method busy, from empty tables, for longer than the limit; and options.
BUSY = {
    "twophase": ("3x3x3", {}),
    "square1": ("square-1", {}),
    "square1-optimal": ("square-1", {}),
    "table": ("pyraminx", {}),
    "blocked": ("bicube", {}),
    "general": ("megaminx", {}),
    "phases": ("megaminx", {}),
    "commutators": ("megaminx", {}),
    "words": ("megaminx", {}),
    "search": ("3x3x3", {}),
    "steps": ("3x3x3", {"step": "eo+dr+htr+finish", "niss": True, "beam": 500}),
    "coordinates": ("3x3x3", {"coordinates": "phase1-ud"}),
    "optimal": ("3x3x3", {}),
}


def test_every_method_has_a_puzzle_to_be_busy_with():
    assert set(BUSY) == set(METHODS)


@pytest.mark.slow
@pytest.mark.parametrize("method", BUSY)
def test_every_method_ends_soon_after_its_limit_with_a_slow_store(no_tables, method, monkeypatch):
    """Two seconds, an empty store, and a disk that takes 0.3 s for each file."""
    write = table_file.write

    def slowly(*given):
        time.sleep(0.3)
        return write(*given)

    monkeypatch.setattr(table_file, "write", slowly)
    name, options = BUSY[method]
    chosen = puzzle(name)
    state = chosen.apply(chosen.scramble(seed=1))
    start = seconds_not_waited()
    with suppress(TimedOut, NotFound):
        solve(chosen, state, method, timeout=2, **options)
    assert seconds_not_waited() - start < 3.5


def test_steps_of_a_chain_share_the_time():
    cube = puzzle("3x3x3")
    start = time.monotonic()
    with pytest.raises(TimedOut, match=r"within 0\.5 s"):
        solve(cube, cube.scramble(seed=3), "steps", niss=True, beam=5000, timeout=0.5)
    assert time.monotonic() - start < 0.5 + AT_ONCE
