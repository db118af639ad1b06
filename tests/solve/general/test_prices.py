"""The general solver searches for what the metric counts, with the moves that it is given."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.groups.group import PermGroup
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.general.general_solver import model_of
from puzzlery.solve.general.general_tables import key_of
from puzzlery.solve.general.priced_layers import priced_layers
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.notation.metrics import METRICS

CUBE, FOUR = puzzle("3x3x3"), puzzle("4x4x4")


def solve(name: str, seed: int, **options: object) -> Solution:
    chosen = puzzle(name)
    start = chosen.apply(chosen.scramble(seed=seed))
    found = chosen.solve(start, "general", search_seconds=0.4, **options)
    assert start.apply(found.alg).is_solved
    return found


@pytest.mark.parametrize("metric", ["OBTM", "OBQTM", "RBTM", "RBQTM", "SSTM", "SSQTM"])
@pytest.mark.parametrize("name", ["4x4x4", "2x3x4", "megaminx", "pyraminx"])
def test_what_is_searched_is_what_is_counted(name: str, metric: str) -> None:
    found = solve(name, 1, metric=metric)
    assert found.length == found.alg.length(metric, puzzle(name)) == found.history[-1][1]


def test_half_turns_give_way_where_they_count_two() -> None:
    half = {m: sum("2" in str(move)[-1] for move in solve("4x4x4", 2, metric=m).alg.moves())
            for m in ("SSTM", "SSQTM")}  # fmt: skip
    assert half["SSQTM"] < half["SSTM"] / 2


def test_blocks_are_turned_where_they_count_as_one() -> None:
    # Single layers alone took 83 to 96 outer block turns after half a minute.
    found = [
        FOUR.solve(FOUR.scramble(seed=seed), "general", metric="OBTM", proposals=1_000_000)
        for seed in range(3)
    ]
    assert sum(one.length for one in found) / 3 < 83
    assert all(move.family.endswith("w") or move.inner is None
               for one in found for move in one.alg.moves())  # fmt: skip


def test_wide_moves_can_be_named() -> None:
    names = ("U", "F", "R", "D", "B", "L", "Uw", "Fw", "Rw")
    found = solve("4x4x4", 3, moves=names)
    assert {str(move).rstrip("2'") for move in found.alg.moves()} <= set(names)


def test_a_half_turn_that_is_named_stays_one() -> None:
    scramble = "R2 U F2 D' R2 B2 U' L2 F2 U2 R2 D"
    found = CUBE.solve(
        scramble, "general", moves=("U", "D", "R2", "L2", "F2", "B2"), search_seconds=0.3
    )
    assert CUBE.apply(scramble).apply(found.alg).is_solved
    assert all(move.amount == 2 or move.family in "UD" for move in found.alg.moves())


def test_weights_are_heeded_and_bad_ones_refused() -> None:
    def count(weights: dict[str, int]) -> int:
        found = [solve("4x4x4", seed, metric="SSTM", weights=weights) for seed in range(2)]
        return sum(move.family == "R" for one in found for move in one.alg.moves())

    assert count({"R": 9, "2R": 9}) < count({}) / 2
    for weight in (0, -1, 128):
        with pytest.raises(PuzzleryError, match=f"weighs {weight}; expected a whole weight"):
            solve("4x4x4", 0, weights={"R": weight})
    with pytest.raises(UnknownName, match=r'a weight is given for "Q", .*: U .*2R'):
        solve("4x4x4", 0, weights={"Q": 3})
    with pytest.raises(UnknownName, match="none of the moves searched"):
        solve("4x4x4", 0, weights={"U": 3}, moves=("R", "F"))


@given(st.sampled_from(["4x4x4", "5x5x5", "3x3x4", "2x3x4", "pyraminx", "megaminx", "helicopter"]),
       st.sampled_from([m for m in METRICS if m not in ("WCA", "slash", "ETM")]))  # fmt: skip
@settings(deadline=None, max_examples=30)
def test_layers_generate_the_puzzle_and_no_two_do_the_same(name: str, metric: str) -> None:
    chosen = puzzle(name)
    layers = priced_layers(chosen, metric)
    moves = [layer.permutation for layer in layers]
    assert len({*moves, *(move.inverse for move in moves)}) == sum(
        1 if move.order == 2 else 2 for move in moves
    )
    group = PermGroup(moves)
    assert all(chosen.moves[name] in group for name in chosen.basis)


def test_tables_of_other_prices_are_other_tables() -> None:
    keys = {
        key_of(
            FOUR, model_of(FOUR, metric, ("R", "U", "F", "Rw"), weights, "colors", None)
        ).file_name
        for metric, weights in (("OBTM", ()), ("OBQTM", ()), ("OBTM", (("R", 2),)))
    }
    assert len(keys) == 3
