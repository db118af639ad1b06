"""A student's own coordinates: three things make one, and what is wrong is said in a sentence."""

import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError, Unsolvable
from puzzlery.solve import coordinates
from puzzlery.solve.coordinates import Coordinate, named_coordinate, pruning_table, transformed
from puzzlery.solve.coordinates.pruning_table import table_key
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.tables.store import Store
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.geometry import cube
from puzzlery.twisty.model.state import State

CUBE = cube(3)
EDGES = [
    sorted(piece, key=lambda sticker: "UDFBRL".index(CUBE.stickers[sticker].face))
    for piece in CUBE.pieces()
    if len(piece) == 2
]
FIRST = {edge[0] for edge in EDGES}
FLIPS = [1, 2, 25, 202, 620, 900, 285, 13]


class Flips(Coordinate):
    """Which edges are flipped, from the stickers alone."""

    size = 2048

    def index(self, state):
        stands_at = state.permutation.inverse
        return sum((stands_at[edge[0]] not in FIRST) << k for k, edge in enumerate(EDGES[:11]))

    def state(self, i):
        images = list(range(54))
        flips = [i >> k & 1 for k in range(11)]
        for (a, b), flipped in zip(EDGES, [*flips, sum(flips) % 2], strict=True):
            if flipped:
                images[a], images[b] = b, a
        return State(self.puzzle, Permutation(images))


FLIPPED = Flips(CUBE)
CO = named_coordinate(CUBE, "co-ud")


def own(label: str, size: int, index=CO.index, state=CO.state) -> Coordinate:
    return coordinates.coordinate(CUBE, label, size, index, state)


def test_own_coordinate_has_the_known_distances(tmp_path):
    assert FLIPPED.check() is None
    assert pruning_table(FLIPPED, store=Store(tmp_path)).counts == FLIPS
    assert FLIPPED.label == "Flips"


def test_moves_of_own_coordinates_are_those_of_states():
    dice = random.Random(5)
    for _ in range(50):
        state = State(CUBE, CUBE.group.random(dice))
        name = dice.choice(FLIPPED.moves.names)
        assert FLIPPED.move(FLIPPED.index(state), name) == FLIPPED.index(state.apply(name))


def test_each_face_is_turned_once_for_each_value():
    """Half turns and backward turns follow from the quarter turns: six calls a value, not 18."""
    calls = []

    def index(state: State) -> int:
        calls.append(state)
        return FLIPPED.index(state)

    table = own("counted", 2048, index, FLIPPED.state).transitions
    assert np.array_equal(table, FLIPPED.transitions)
    assert len(calls) == 6 * 2048


def test_many_states_at_once_replace_single_ones():
    def refuse(state: State) -> int:
        raise AssertionError("asked for a single state")

    eo = named_coordinate(CUBE, "eo-fb")
    bulk = coordinates.coordinate(CUBE, "bulk", 2048, refuse, eo.state, many=eo.indices)
    assert np.array_equal(bulk.transitions, eo.transitions)


@pytest.mark.parametrize("built_in", ["eo-fb", "co-ud", "slice-rl", "htr-cp", "parity-0"])
def test_symmetries_are_found_from_the_moves(built_in):
    """By functions alone the same symmetries are carried as by the pieces, to the same values."""
    known = named_coordinate(CUBE, built_in)
    mine = own("mine", known.size, known.index, known.state)
    carried = known.symmetries()
    assert [t.stickers for t in mine.symmetries()] == [t.stickers for t in carried]
    some = carried[:: max(1, len(carried) // 5)]
    assert np.array_equal(mine.transforms(some), known.transforms(some))
    for seed, t in enumerate(some):
        state = State(CUBE, CUBE.group.random(seed))
        assert mine.transform(mine.index(state), t) == mine.index(transformed(state, t))


def test_symmetric_parts_of_own_coordinates_count_as_the_plain_ones():
    slices = named_coordinate(CUBE, "slice-ud")
    base, twists = own("s", 495, slices.index, slices.state), own("t", 2187)
    shared = [t for t in base.symmetries() if twists.carries(t)]
    classes = coordinates.Symmetric(base, shared)
    assert (len(shared), classes.size) == (16, 45)
    reduced = pruning_table(coordinates.SymComposite(classes, twists), keep=False)
    plain = pruning_table(coordinates.Composite(twists, base), keep=False)
    assert reduced.counts == plain.counts
    assert sum(plain.counts) == 495 * 2187
    assert pruning_table(classes, keep=False).counts == pruning_table(slices, keep=False).counts


def bulky(label: str, many) -> Coordinate:
    return coordinates.coordinate(CUBE, label, 2187, CO.index, CO.state, many=many)


def aiming(label: str, goals) -> Coordinate:
    return coordinates.coordinate(
        CUBE, label, 2187, CO.index, CO.state, many=CO.indices, goals=goals
    )


FAULTS = [
    (own("nine", 9, lambda s: CO.index(s) % 9), r"have the value \d, but after the move"),
    (own("small", 2000), "expected 0 … 1999"),
    (own("shifted", 2187, lambda s: (CO.index(s) + 1) % 2187), r"index\(state\(0\)\) is 1"),
    (own("constant", 5, lambda s: 0), r"index\(state\(1\)\) is 0; expected 1"),
    (own("text", 2187, lambda s: "7"), "is '7'; expected 0"),
    (own("no state", 2187, CO.index, lambda i: i), "expected a State of 3x3x3"),
    (own("empty", 0), "it has 0 values"),
    (own("negative", 2, lambda s: -CUBE.permutation("R").parity, CO.state), "is no coordinate"),
    (own("below", -3), "it has -3 values"),
    (own("broken size", 2187.0), r"its size is 2187\.0; expected a whole number"),
    (own("written size", "2187"), "its size is '2187'; expected a whole number"),
    (own("whole floats", 2187, lambda s: float(CO.index(s))), r"index\(state\(0\)\) is 0\.0"),
    (own("raising", 2187, lambda s: {}["x"]), r"index\(state\(0\)\) raises KeyError: 'x'"),
    (own("stateless", 2187, CO.index, lambda i: 1 // 0), r"state\(0\) raises ZeroDivisionError"),
    (bulky("one of two", lambda images: CO.indices(images)[:1]), "1 values for 2 states"),
    (bulky("outside", lambda images: CO.indices(images) + 2187), "expected 0 … 2186"),
    (aiming("aimless", []), "it has no goals"),
    (aiming("beside", [2187]), "a goal is 2187; expected 0 … 2186"),
    (aiming("between", [0.5]), r"a goal is 0\.5; expected 0 … 2186"),
]


@pytest.mark.parametrize(("wrong", "said"), FAULTS, ids=lambda x: getattr(x, "label", ""))
def test_what_is_wrong_is_said_before_a_table_is_built(wrong, said, tmp_path):
    assert wrong.check() is not None
    assert wrong.check().startswith(f"{wrong.label} of 3x3x3 is no coordinate: ")
    with pytest.raises(PuzzleryError, match=said):
        pruning_table(wrong, store=Store(tmp_path))
    with pytest.raises(PuzzleryError, match=said):
        coordinates.solver(CUBE, [wrong])
    with pytest.raises(PuzzleryError, match=said):
        coordinates.solver(CUBE, [coordinates.Composite(CO, wrong)])
    assert not list(tmp_path.iterdir())


def test_error_for_a_rare_value_is_said_by_check_as_well():
    """One value of 2,187, which random states hardly ever meet."""
    table = pruning_table(CO, keep=False)
    rare = next(i for i in range(2187) if table[i] == table.deepest)
    wrong = own("rare", 2187, lambda s: [CO.index(s)][CO.index(s) == rare])
    assert "raises IndexError" in wrong.check()


@pytest.mark.parametrize("name", ["bicube", "square-1"])
def test_coordinates_of_puzzles_whose_moves_may_be_blocked_are_refused(name):
    """Their transition tables would make moves that a bandage blocks."""
    stiff = puzzle(name)
    one = coordinates.coordinate(stiff, "one", 1, lambda s: 0, lambda i: stiff.solved)
    assert one.check().endswith(f"joined pieces block some moves of {stiff.name}")
    with pytest.raises(PuzzleryError, match="joined pieces block"):
        coordinates.solver(stiff, [one])


@pytest.mark.parametrize(
    "limits", [{"count": 0}, {"beyond": -1}, {"max_length": -1}, {"threads": 0}, {"count": 1.5}]
)
def test_limits_out_of_range_are_refused(limits):
    [(name, given)] = limits.items()
    with pytest.raises(PuzzleryError, match=f"{name} must be a whole number .* not {given}"):
        coordinates.solver(CUBE, [CO]).solve("R", **limits)


def test_sizes_and_goals_of_numpy_are_those_of_python(tmp_path):
    mine = coordinates.coordinate(
        CUBE, "numpy", np.int64(2187), CO.index, CO.state, many=CO.indices, goals=[np.int64(0)]
    )
    assert pruning_table(mine, store=Store(tmp_path)).counts == pruning_table(CO).counts


def test_named_pair_of_states_shows_the_fault():
    """The sentence names two states; whoever tries them finds what it says."""
    nine = FAULTS[0][0]
    said = nine.check()
    words = said.split(" and the state after ")[1].split(" have the value ")[0]
    value = int(said.split("state(")[1].split(")")[0])
    move = said.split("after the move ")[1].split(" ")[0]
    one, two = (nine.index(s.apply(move)) for s in (nine.state(value), CUBE.apply(words)))
    assert nine.index(CUBE.apply(words)) == nine.index(nine.state(value)) == value
    assert said.endswith(f"they have the values {one} and {two}")
    assert one != two


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 2186))
def test_remainders_are_coordinates_only_if_the_table_agrees(modulus):
    """`check` is a sample; what it accepts is held against the whole transition table."""
    rest = own("rest", modulus, lambda s: CO.index(s) % modulus)
    table = CO.transitions % modulus
    values = np.arange(CO.size) % modulus
    is_one = all(len(np.unique(table[values == v], axis=0)) == 1 for v in range(modulus))
    assert (rest.check() is None) == is_one


def test_one_label_does_not_make_one_table(tmp_path):
    store = Store(tmp_path)
    names = ("eo-fb", "eo-ud", "co-ud")
    for name in names:
        known = named_coordinate(CUBE, name)
        mine = coordinates.coordinate(
            CUBE, "mine", known.size, known.index, known.state, many=known.indices
        )
        assert pruning_table(mine, store=store).counts == pruning_table(known, keep=False).counts
    assert len(list(tmp_path.glob("*.table"))) == len(names)


RIVAL = """
import sys
from pathlib import Path
from puzzlery.solve import coordinates
from puzzlery.tables.store import Store
from puzzlery.twisty.geometry import cube

known = coordinates.named_coordinate(cube(3), sys.argv[2])
mine = coordinates.coordinate(
    cube(3), "mine", known.size, known.index, known.state, many=known.indices
)
mine.fingerprint
print("ready", flush=True)
input()
store = Store(Path(sys.argv[1]), snapshot_seconds=0.0, slice_ms=0.1)
print(bytes(coordinates.pruning_table(mine, store=store)[i] for i in range(mine.size)).hex())
"""


def test_two_processes_with_one_label_do_not_share_a_table(tmp_path):
    """Same puzzle, name, size, folder and moment; all that differs are the values."""
    names = ("eo-fb", "eo-ud")
    rivals = [
        subprocess.Popen(
            [sys.executable, "-c", RIVAL, str(tmp_path), name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for name in names
    ]  # fmt: skip
    assert [one.stdout.readline() for one in rivals] == ["ready\n"] * 2
    for one in rivals:
        one.stdin.write("\n")
        one.stdin.flush()
    built = [bytes.fromhex(one.communicate(timeout=120)[0]) for one in rivals]
    plain = [pruning_table(named_coordinate(CUBE, name), keep=False) for name in names]
    assert built == [bytes(table[i] for i in range(2048)) for table in plain]
    assert built[0] != built[1]
    assert len(list(tmp_path.glob("*.table"))) == 2


def test_changed_function_is_noticed(tmp_path):
    """Even a change that random states hardly ever meet: two rare values exchanged."""
    store = Store(tmp_path)
    before = own("mine", 2187)
    table = pruning_table(before, store=store)
    far = next(i for i in range(2187) if table[i] == table.deepest)
    swap = {far: CO.solved, CO.solved: far}
    changed = own(
        "mine",
        2187,
        lambda s: swap.get(CO.index(s), CO.index(s)),
        lambda i: CO.state(swap.get(i, i)),
    )
    assert changed.check() is None
    again = pruning_table(changed, store=store)
    assert again.counts == table.counts
    assert (again[changed.solved], again[CO.solved]) == (0, table.deepest)
    assert before.fingerprint != changed.fingerprint


def test_file_under_another_name_is_not_read(tmp_path):
    """A table is compared with what is asked for, not only found by the name of its file."""
    store = Store(tmp_path)
    co, eo = named_coordinate(CUBE, "co-ud"), named_coordinate(CUBE, "eo-fb")
    pruning_table(eo, store=store)
    keys = [table_key(one, 8) for one in (eo, co)]
    store.path(keys[0]).rename(store.path(keys[1]))
    assert store.find(keys[1]) is None
    assert pruning_table(co, store=store).deepest == 6


def test_other_moves_make_another_table(tmp_path):
    store = Store(tmp_path)
    few = FLIPPED.on(MoveSet.of(CUBE, only=["F", "R", "U"]))
    quarter = FLIPPED.on(MoveSet.of(CUBE, "OBQTM"))
    assert few.transitions.shape == (2048, 9)
    counts = [pruning_table(one, store=store).counts for one in (FLIPPED, few, quarter)]
    assert len({tuple(one) for one in counts}) == 3
    assert len(list(tmp_path.glob("*.table"))) == 3


def test_own_goals_are_where_distances_begin():
    """Any of the three twists of one corner that the others undo: more goals, fewer moves."""
    goals = [CO.solved, *CO.transitions[CO.solved]]
    loose = coordinates.coordinate(
        CUBE, "loose", 2187, CO.index, CO.state, many=CO.indices, goals=goals
    )
    table, strict = (pruning_table(one, keep=False) for one in (loose, CO))
    assert {i for i in range(2187) if table[i] == 0} == set(map(int, goals))
    assert all(table[i] >= strict[i] - 1 for i in range(2187))


def test_coordinate_of_another_puzzle_is_refused():
    with pytest.raises(PuzzleryError, match=r"co-ud|sets 0"):
        coordinates.solver(puzzle("2x2x2"), [CO])
    with pytest.raises(PuzzleryError, match="at least one coordinate"):
        coordinates.solver(CUBE, [])


def test_reached_values_obey_the_laws_and_have_the_same_distances():
    half = MoveSet.of(CUBE, only=["U2", "D2", "R2", "L2", "F2", "B2"])
    corners = coordinates.Reached(named_coordinate(CUBE, "cp", half))
    assert corners.size == 96
    assert corners.check() is None
    whole = pruning_table(corners.base, keep=False)
    few = pruning_table(corners, keep=False)
    assert few.counts == whole.counts
    for i in range(96):
        assert corners.index(corners.state(i)) == i
        assert few[i] == whole[corners.base.index(corners.state(i))]
    with pytest.raises(Unsolvable, match="never lead from here"):
        corners.index(CUBE.apply("R"))
    assert corners.indices(CUBE.permutation("R").array[None]).tolist() == [-1]
