"""Compiled kernels: integers and flat arrays only."""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

class Job:
    """A long computation that runs in slices."""

    def run(self, milliseconds: float) -> bool:
        """Work for about so many milliseconds; True when finished."""

    def progress(self) -> tuple[float, float | None, str]:
        """How much is done, of how much (None if unknown), and a word about it."""

    def snapshot(self) -> bytes:
        """Everything needed to go on later, as bytes."""

    def restore(self, snapshot: bytes) -> None:
        """Go on from a snapshot."""

class Movement:
    """Bodies of cells, and the axes along which they move."""

    def __init__(
        self,
        bodies: Sequence[tuple[bytes, bytes]],
        axes: Sequence[tuple[bytes, Sequence[tuple[bytes, bytes]]]],
    ) -> None:
        """
        Bodies as their cells' coordinates and kinds; axes as a step and, for each kind of cell, the coordinates and kinds of the cells that a step sweeps.
        """

    def free_steps(self, first: int, other: int, apart: Sequence[int]) -> list[int]:
        """
        For each axis the steps that one body is free to go forward past the other, and the other past the first; 65535 if nothing stops it.
        """

class ApartJob(Job):
    """Takes assemblies apart."""

    def __init__(
        self,
        movement: Movement,
        option_bodies: bytes,
        option_places: bytes,
        option_kinds: bytes,
        option_weights: bytes,
        rows: bytes,
        width: int,
        groups: Sequence[Sequence[tuple[int, int]]],
        only_decide: bool = False,
        arrangements: int = 0,
        most_bytes: int = 0,
        threads: int = 1,
    ) -> None:
        """
        Options as numbers of bodies, their places, the kinds of their pieces (-1: of no group) and their weights; for each kind the groups and how many copies they take.
        """

    def verdicts(self) -> bytes:
        """
        For each row 0 (not known yet), 1 (comes apart), 2 (is stuck) or 3 (limit reached).
        """

    def tree(self, row: int) -> bytes:
        """
        The separations of a row in preorder, or the pieces that do not separate.
        """

    def arrangements(self, row: int) -> int:
        """How many arrangements of the pieces were looked at."""

    @property
    def all_arrangements(self) -> int: ...

class BlockedModel:
    """A puzzle with glued pieces as bodies and their poses."""

    def __init__(self, moves: int, kinds: Sequence[bytes], bodies: bytes) -> None: ...
    @property
    def words(self) -> int:
        """How many words of 8 bytes a state takes."""

class BlockedTableJob(Job):
    """Lists all states by distance."""

    def __init__(
        self, model: BlockedModel, starts: Sequence[bytes], depth: int, most: int
    ) -> None: ...
    @property
    def counts(self) -> list[int]:
        """How many states are at each distance."""

    @property
    def is_whole(self) -> bool:
        """Whether all states were listed."""

    @property
    def is_full(self) -> bool:
        """Whether there were too many."""

    @property
    def states(self) -> int:
        """How many states were found."""

    def data(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """The table: sizes of the layers, then the states of each, sorted."""

class BlockedTable:
    """A complete table of a puzzle with glued pieces."""

    def __init__(
        self,
        model: BlockedModel,
        words: Annotated[
            NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None: ...
    @property
    def counts(self) -> list[int]:
        """How many states are at each distance."""

    def distance(self, poses: bytes) -> int:
        """The distance of a state, or -1 if no moves lead there."""

    def ways(self, poses: bytes, most: int) -> list[list[int]]:
        """Shortest ways to solved, at most so many."""

    def state(self, layer: int, number: int) -> bytes:
        """The poses of a state by its distance and number."""

class BlockedMeeting(Job):
    """Solves a puzzle with glued pieces from both ends."""

    def __init__(
        self, model: BlockedModel, solved: Sequence[bytes], state: bytes, most: int
    ) -> None: ...
    @property
    def is_solved(self) -> bool:
        """Whether a solution was found."""

    @property
    def is_full(self) -> bool:
        """Whether there were too many states."""

    @property
    def depth(self) -> int:
        """
        The moves of the solution; without one, every solution has more, or as many if the last layer was not finished.
        """

    @property
    def nodes(self) -> int:
        """How many states were found."""

    def way(self) -> list[int]:
        """The moves from the state to solved."""

def orbit_labels(degree: int, generators: Sequence[bytes]) -> bytes:
    """For each point the number of its orbit, as uint16 bytes."""

def block_labels(degree: int, generators: Sequence[bytes], a: int, b: int) -> bytes:
    """The finest partition kept by all generators with a and b in one class."""

class ClassLayerJob(Job):
    """Counts states by distance up to symmetry."""

    def __init__(
        self,
        degree: int,
        moves: Sequence[bytes],
        symmetries: Sequence[bytes],
        depth: int,
        most: int,
    ) -> None: ...
    @property
    def counts(self) -> list[int]:
        """How many states there are at each distance."""

    @property
    def classes(self) -> list[int]:
        """How many of them up to symmetry."""

    @property
    def is_whole(self) -> bool:
        """Whether all states were counted."""

class ColoringSpace(Job):
    """All colorings that moves make of one."""

    def __init__(
        self, labels: bytes, moves: Sequence[bytes], fixed: Sequence[int], most: int
    ) -> None: ...
    @property
    def size(self) -> int:
        """How many colorings were found."""

    @property
    def gave_up(self) -> bool:
        """Whether there are more than allowed."""

    def transitions(
        self,
    ) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), writable=False)]:
        """One row a coloring, one number a move."""

    @property
    def goals(self) -> list[int]:
        """The colorings that look solved where it is asked for."""

    def indices(
        self,
        permutations: Annotated[
            NDArray[numpy.uint16], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
    ) -> bytes:
        """
        The numbers (int64) of what permutations look like; -1 for what was not found.
        """

class CosetSpace(Job):
    """The right cosets of a subgroup, numbered."""

    def __init__(
        self,
        points: bytes,
        labels: bytes,
        levels: Sequence[tuple[int, bytes]],
        moves: Sequence[bytes],
        most: int,
    ) -> None: ...
    @property
    def size(self) -> int:
        """How many cosets were found."""

    @property
    def gave_up(self) -> bool:
        """Whether there are more than allowed."""

    def transitions(
        self,
    ) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), writable=False)]:
        """One row a coset, one number a move."""

    def index(self, permutation: bytes) -> int:
        """The number of a permutation's coset; -1 if it is none."""

    def word(self, coset: int) -> list[int]:
        """The moves that lead from the subgroup to a coset."""

class Counter(Job):
    """Counts to a limit; shows the shape of every Job."""

    def __init__(self, limit: int) -> None: ...
    @property
    def count(self) -> int:
        """How far it has counted."""

    @property
    def checksum(self) -> int:
        """A number that depends on every step."""

def split(
    outline: Annotated[
        NDArray[numpy.float64], dict(shape=(None, 2), order="C", device="cpu", writable=False)
    ],
    normals: Annotated[
        NDArray[numpy.float64], dict(shape=(None, 2), order="C", device="cpu", writable=False)
    ],
    offsets: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    eps: float,
    most: int,
) -> tuple[bytes, bytes]:
    """
    The parts of a polygon between lines: corners (float64) and their counts (int64).
    """

def centroids(
    corners: Annotated[
        NDArray[numpy.float64], dict(shape=(None, 2), order="C", device="cpu", writable=False)
    ],
    counts: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> bytes:
    """The center of gravity of each part (float64)."""

def reading_order(
    points: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None, 3), order="C", device="cpu", writable=False)
    ],
    frames: Annotated[
        NDArray[numpy.float64], dict(shape=(None, 2, 3), order="C", device="cpu", writable=False)
    ],
    gap: float,
) -> bytes:
    """For each face the numbers of its points, row by row (int64)."""

class CoverProblem:
    """An exact-cover problem as arrays of int32."""

    def __init__(
        self,
        cells: int,
        pieces: int,
        secondary: int,
        start: bytes,
        item: bytes,
        color: bytes,
        amount: bytes,
        low: bytes,
        high: bytes,
    ) -> None: ...
    @property
    def options(self) -> int: ...
    @property
    def fingerprint(self) -> int: ...

class CoverJob(Job):
    """A walk through the solutions of a problem."""

    @property
    def count(self) -> int: ...
    @property
    def found(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def hash(self) -> int: ...
    def take(self) -> bytes:
        """
        The solutions kept so far, each as its length and its options; they are kept no more.
        """

    def probe(self, depth: int, probes: int, seed: int) -> tuple[float, float, float, float]:
        """
        By random ways down: mean and squared deviations of the solutions, mean of the nodes, and mean of the nodes that were really visited.
        """

    def parts(self, enough: int) -> list[bytes]:
        """
        A fresh walk as snapshots of its parts, to be walked apart and added up.
        """

def cover_walk(
    problem: CoverProblem,
    engine: str,
    roots: bytes = b"",
    weights: bytes = b"",
    threads: int = 1,
    limit: int = 0,
    buffer: int = 0,
    hashed: bool = False,
) -> CoverJob: ...
def cover_obstacle(problem: CoverProblem, engine: str) -> str | None:
    """Why an engine cannot hold a problem; None if it can."""

class SolutionGraph:
    """Every way from root to end is one solution."""

    @property
    def states(self) -> int: ...
    @property
    def arcs(self) -> int: ...
    @property
    def limbs(self) -> int:
        """How many 64-bit limbs a number takes."""

    def count(self) -> bytes: ...
    def placement_counts(self) -> bytes: ...
    def kth(self, k: bytes) -> bytes: ...
    def restricted(self, allowed: bytes) -> SolutionGraph: ...
    def walk(self, limit: int = 0, buffer: int = 0, hashed: bool = False) -> CoverJob: ...

class GraphJob(Job):
    """Builds a solution graph."""

    @property
    def gave_up(self) -> bool:
        """Were there more states than allowed?"""

    @property
    def states(self) -> int: ...
    @property
    def arcs(self) -> int: ...
    def graph(self) -> SolutionGraph: ...

def empty_graph(options: int) -> SolutionGraph:
    """The graph of a problem without solutions."""

def cover_graph(problem: CoverProblem, most_states: int) -> GraphJob: ...

class Descent:
    """Shortest paths in a table of distances modulo three."""

    def __init__(
        self,
        outer: Annotated[
            NDArray[numpy.uint32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        by: Annotated[
            NDArray[numpy.uint32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        actions: Annotated[
            NDArray[numpy.uint32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        costs: Sequence[int],
        table: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None: ...
    @property
    def rows(self) -> int:
        """How many rows of states there are."""

    def way(self, state: int) -> list[int]:
        """The moves of one shortest way to the goal."""

    def heights(self, states: Sequence[int]) -> list[int]:
        """The distance of each state."""

    def tops(self, height: int, first: int, last: int, threads: int) -> list[int]:
        """The states of these rows at a distance that no neighbor exceeds."""

def count_processor_time(wanted: bool) -> None:
    """Whether time limits count seconds of the processor instead of the day."""

class GeneralTables(Job):
    """The 3-cycles and other tables of a puzzle, built once."""

    def __init__(
        self,
        slots: Sequence[int],
        orientations: Sequence[int],
        layers: Sequence[Sequence[int]],
        orders: Sequence[int],
        powers: Sequence[Sequence[int]],
        prices: Sequence[Sequence[int]],
        fits: Sequence[bytes],
        coordinates: Sequence[tuple[int, int, Sequence[int]]],
    ) -> None: ...
    def use_symmetries(self, symmetries: Sequence[Sequence[int]]) -> None:
        """
        Keep one word of each class under symmetry; a symmetry maps move numbers.
        """

    def suits(self) -> bool:
        """Whether the tables solve every state."""

    def free(self) -> list[bool]:
        """For each orbit whether 3-cycles solve it."""

    def stages(self) -> list[list[int]]:
        """The orbits of each stage, difficult orbits first."""

    def costs(self) -> list[tuple[int, float]]:
        """For each orbit the cost of its cheapest 3-cycle, and the average cost."""

    def stage_costs(self) -> list[list[tuple[int, float]]]:
        """The same for the orbits of each stage, with the tables of the stage."""

class GeneralSearch(Job):
    """A search for cheaper and cheaper words that solve a state."""

    def __init__(
        self,
        tables: GeneralTables,
        start: Sequence[int],
        totals: Sequence[int],
        seconds: float = 1.0,
        seed: int = 0,
        proposals: int = 0,
        wildcards: int = 0,
        stickers: Sequence[int] = [],
    ) -> None:
        """
        Plan for so many seconds; or end after about so many proposals, whatever the time. So many stickers may stay wrong, of which a piece of each orbit has some.
        """

    def share_with(self, other: GeneralSearch) -> None:
        """
        Share words with another search for the same state, before either runs.
        """

    def use_skeleton(self, steps: Sequence[tuple[int, int]]) -> bool:
        """
        Take a word that solves most of the puzzle, before the search runs; 3-cycles solve the rest. False if they do not.
        """

    def found(self) -> bool:
        """Whether there is a solution."""

    def best(self) -> list[tuple[int, int]]:
        """The cheapest solution so far, as steps (layer, power)."""

    def history(self) -> list[tuple[float, int]]:
        """Seconds and cost of each better solution."""

    def proposals(self) -> int:
        """How many annealing proposals were made."""

    def commutator_steps(self) -> list[tuple[int, list[tuple[int, int]]]]:
        """
        A skeleton (orbit −1), then 3-cycles, each with its orbit; empty if there is none.
        """

class StateLayerJob(Job):
    """Counts states by distance, keeping them all."""

    def __init__(
        self,
        degree: int,
        moves: Sequence[bytes],
        moving: Sequence[bytes],
        glued: Sequence[bytes],
        starts: Sequence[bytes],
        depth: int,
        most: int,
    ) -> None: ...
    @property
    def counts(self) -> list[int]:
        """How many states there are at each distance."""

    @property
    def is_whole(self) -> bool:
        """Whether all states were counted."""

class Matcher:
    """A chain with a given base, to match colorings."""

    def __init__(
        self, degree: int, generators: Sequence[bytes], base: Sequence[int], seed: int
    ) -> None: ...
    def grow(self, count: int) -> None:
        """Put so many random elements into the chain."""

    def orbit_sizes(self) -> list[int]:
        """The orbit sizes, level by level."""

    def search(self, before: bytes, after: bytes, limit: int) -> tuple[int, bytes, int]:
        """
        1 and an element, 0 if there is none, -1 at the limit; and the nodes searched.
        """

    def symmetries(self, colors: bytes, limit: int) -> list[int] | None:
        """
        For each level the number of images under elements that keep the coloring.
        """

class MeetInTheMiddle(Job):
    """
    All colorings near solved, for shortest words by meeting in the middle.
    """

    def __init__(
        self,
        turns: Sequence[Sequence[int]],
        families: Sequence[int],
        solved: Sequence[int],
        most: int,
    ) -> None: ...
    def word(self, coloring: Sequence[int], longest: int, most: int) -> list[int] | None:
        """
        A shortest word to solved: turn t, or −1 − t for its inverse; None if none is found.
        """

    def proven(self) -> bool:
        """Whether the last search was complete."""

    def complete(self) -> bool:
        """Whether all colorings are stored."""

    def depth(self) -> int:
        """All colorings up to this many turns from solved are stored."""

    def size(self) -> int:
        """How many colorings are stored."""

class NeighborBeam(Job):
    """A beam search by broken neighbors, for moves with long cycles."""

    def __init__(
        self,
        moves: Sequence[Sequence[int]],
        layers: Sequence[int],
        prices: Sequence[int],
        solved: Sequence[int],
        start: Sequence[int],
        wildcards: int = 0,
        seed: int = 0,
    ) -> None: ...
    def pairs(self) -> int:
        """How many pairs of neighbors there are."""

    def shifts(self) -> list[int]:
        """The moves that carry neighbors to neighbors."""

    def most_broken(self) -> int:
        """The most pairs that one move breaks up."""

    def broken(self, coloring: Sequence[int]) -> int:
        """
        How many pairs of neighbors show colors that they never show when solved.
        """

    def found(self) -> bool:
        """Whether there is a solution."""

    def best(self) -> list[int]:
        """The cheapest solution so far, as numbers of moves."""

    def best_price(self) -> int:
        """What the cheapest solution costs."""

    def skeletons(self) -> list[list[int]]:
        """Words after which few places are wrong."""

    def width(self) -> int:
        """How many states of each cost are expanded now."""

class CosetJob(Job):
    """Builds a table of bounds for the 3x3x3."""

    def __init__(
        self,
        letters: Sequence[tuple[int, int, int, int]],
        flips: int,
        base: int,
        listed: int,
        threads: int = 1,
    ) -> None: ...
    def data(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """The finished table."""

class CosetTable:
    """A finished table of bounds."""

    def __init__(
        self,
        data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", writable=False)],
        flips: int,
        base: int,
    ) -> None: ...
    def bound(self, pieces: bytes) -> int:
        """A lower bound for a state, from this side; 0 where it is near."""

class OptimalSearch(Job):
    """Searches shortest solutions of a 3x3x3."""

    def __init__(
        self,
        pieces: bytes,
        letters: Sequence[tuple[int, int, int, int]],
        tables: Sequence[CosetTable],
        unit: int = 1,
        shortest: int = 0,
        longest: int = 250,
        step: int = 1,
        beyond: int = 0,
        wanted: int = 1,
        threads: int = 1,
        lanes: int = 12,
        portable: bool = False,
        corner_bound: bool | None = None,
    ) -> None: ...
    def words(self) -> list[list[int]]:
        """The solutions found, as indices of letters."""

    def proven(self) -> int:
        """All solutions up to this length are known."""

    @property
    def depth(self) -> int:
        """The length that is being searched."""

    @property
    def nodes(self) -> int: ...
    @property
    def reads(self) -> int: ...

def corner_distance(pieces: bytes, letters: Sequence[tuple[int, int, int, int]]) -> int:
    """
    How many of these turns the corners alone need; the turns are closed under symmetries.
    """

def separate(labels: bytes, moves: Sequence[bytes], p: int, q: int) -> list[int] | None:
    """A shortest word that carries two points to different labels, or None."""

def bring_home_one(size: int, moves: Sequence[bytes], p: int, q: int) -> list[int] | None:
    """A shortest word that brings exactly one of two points home, or None."""

class PairTableJob(Job):
    """Distances of pairings of two sets of slots, by symmetry."""

    def __init__(
        self,
        symmetries: Sequence[Sequence[int]],
        turns: Sequence[tuple[Sequence[int], Sequence[int]]],
        reach: int,
    ) -> None: ...
    def data(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """The finished table, four bits an entry."""

def is_permutation(p: bytes) -> bool:
    """Whether the uint16 bytes hold each of 0..n-1 once."""

def compose(first: bytes, then: bytes) -> bytes:
    """First the one, then the other."""

def inverse(p: bytes) -> bytes:
    """The permutation that undoes p."""

def power(p: bytes, exponent: int) -> bytes:
    """p repeated; any exponent."""

def cycle_lengths(p: bytes) -> bytes:
    """For each point the length of its cycle, as uint16 bytes."""

def product(size: int, factors: Sequence[bytes]) -> bytes:
    """The product of a sequence, from left to right."""

class PhasePlan:
    """A chain of phases: coordinates, moves and tables."""

    def __init__(self) -> None: ...
    def add_phase(
        self,
        spaces: Sequence[CosetSpace],
        moves: Sequence[bytes],
        names: Sequence[int],
        costs: Sequence[int],
        stays: Sequence[bool],
        follow: Annotated[
            NDArray[numpy.uint16], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        swaps: Sequence[bytes],
    ) -> None:
        """Add the next phase."""

    def add_table(
        self,
        outer: Sequence[int],
        inner: Sequence[int],
        entries: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None:
        """Add a table of bounds to the last phase."""

    def add_symmetric_table(
        self,
        outer: Sequence[int],
        inner: Sequence[int],
        entries: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        row_of: Annotated[
            NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        symmetry_of: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        carried_inner: Annotated[
            NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None:
        """Add a table whose rows are classes of symmetric ones."""

    def bound(self, phase: int, permutation: bytes) -> int:
        """How many moves of the phase a state needs at least."""

class PhaseSearch(Job):
    """The search through a chain of phases."""

    def __init__(
        self,
        plan: PhasePlan,
        starts: Sequence[bytes],
        wanted: int,
        longest: int,
        enough: int,
        threads: int,
    ) -> None: ...
    @property
    def answers(self) -> list[tuple[int, list[int], list[int]]]:
        """
        Start, moves and lengths of the phases of each answer, the cheapest first.
        """

    @property
    def history(self) -> list[tuple[float, int]]:
        """When shorter and shorter answers were found: seconds and length."""

    @property
    def proven(self) -> bool:
        """Whether no shorter answer exists."""

    @property
    def nodes(self) -> int:
        """How many positions were visited."""

    @property
    def seconds(self) -> float:
        """How long the search has run."""

def shape_placements(
    board: bytes,
    kinds: bytes,
    dimension: int,
    oriented: bytes,
    oriented_kinds: bytes,
    shades: bytes,
    tints: bytes,
    fits: bytes,
    tint_count: int,
) -> bytes:
    """
    The numbers of the cells that a shape covers, for each orientation and place, in order.
    """

def nearest(
    points: Annotated[
        NDArray[numpy.float64], dict(shape=(None, 3), order="C", device="cpu", writable=False)
    ],
    places: Annotated[
        NDArray[numpy.float64], dict(shape=(None, 3), order="C", device="cpu", writable=False)
    ],
    eps: float,
) -> bytes:
    """
    For each place the number of the point within eps of it, or -1 (int64).
    """

def matching(
    points: Annotated[
        NDArray[numpy.float64], dict(shape=(None, 3), order="C", device="cpu", writable=False)
    ],
    places: Annotated[
        NDArray[numpy.float64], dict(shape=(None, 3), order="C", device="cpu", writable=False)
    ],
    eps: float,
) -> bytes | None:
    """
    The permutation to the points at these places (uint16), if there is one.
    """

def apart(
    points: Annotated[
        NDArray[numpy.float64], dict(shape=(None, 3), order="C", device="cpu", writable=False)
    ],
    eps: float,
) -> bool:
    """Whether no two points are within eps of each other."""

def layers(
    points: Annotated[
        NDArray[numpy.float64], dict(shape=(None, 3), order="C", device="cpu", writable=False)
    ],
    axis: Sequence[float],
    cuts: Sequence[float],
    turned: bytes,
) -> bytes | None:
    """
    The layer of each point, 0 beyond the first cut (int64), if the turn keeps them.
    """

def layer_turn(
    turned: bytes,
    layer: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    start: int,
    stop: int,
    steps: int,
) -> tuple[bytes, list[int]]:
    """The permutation (uint16) and the moving points when some layers turn."""

def cells(
    layers: Sequence[
        Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ]
    ],
    face: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    faces: int,
) -> bytes:
    """The number of each sticker's piece (int64)."""

class PricedSearch(Job):
    """Two-phase of the 3x3x3 for any prices of its blocks."""

    def __init__(
        self, pieces: bytes, before: Sequence[int], costs: Sequence[int], frame: int
    ) -> None:
        """
        A block is numbered 16 axis + 4 i + j: both faces turned by i and j quarters.
        """

    def found(self) -> bool:
        """Whether there is a word."""

    def best(self) -> list[int]:
        """The cheapest word so far as blocks."""

    def price(self) -> int:
        """What it costs."""

    def nodes(self) -> int:
        """How many nodes were visited."""

class PruningJob(Job):
    """Fills a table of distances."""

    def data(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """The distances, then how many states have each."""

    @property
    def counts(self) -> list[int]:
        """How many states there are at each distance."""

def pruning_job(
    outer: Annotated[
        NDArray[numpy.uint32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    by: Annotated[
        NDArray[numpy.uint32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    actions: Annotated[
        NDArray[numpy.uint32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    self_start: Annotated[
        NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    self: Annotated[
        NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    self_actions: Annotated[
        NDArray[numpy.uint32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    weight: Annotated[
        NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    costs: Sequence[int],
    start: Sequence[int],
    reversible: bool,
    bits: int,
    threads: int,
    expected: float,
) -> PruningJob:
    """
    The computation of all distances from the starts in a graph; see graph.hpp.
    """

class ReductionPlan:
    """Phases that lead to a smaller puzzle."""

    def __init__(self, goals: Sequence[Sequence[int]]) -> None: ...
    def add_phase(
        self,
        moves: Sequence[Sequence[int]],
        follow: Annotated[
            NDArray[numpy.uint16], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        splits: Sequence[tuple[Sequence[int], Sequence[int]]],
        signs: Sequence[tuple[Sequence[int], Sequence[int]]],
        later: Sequence[Sequence[int]],
    ) -> None:
        """Add a phase, and measure its distances."""

    def pair(
        self,
        first: Sequence[int],
        second: Sequence[int],
        partners: Sequence[int],
        symmetries: Sequence[Sequence[int]],
        table: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None:
        """Let the last phase bring the partners of two sets of slots together."""

class ReductionSearch(Job):
    """Words that reduce a puzzle."""

    def __init__(self, plan: ReductionPlan, starts: Sequence[Sequence[int]]) -> None: ...
    def answers(self, first: int) -> list[tuple[int, list[tuple[int, int]]]]:
        """Answers from this number on: the start, and phase and move of each."""

    @property
    def nodes(self) -> int:
        """How many moves were tried."""

def signatures(size: int, moves: Sequence[bytes], turning: Sequence[bytes], lengths: bool) -> bytes:
    """
    Labels that tell apart points which some move treats differently: moved or not, on cycles of different lengths, or turning in place or not.
    """

def refine(labels: bytes, moves: Sequence[bytes]) -> bytes:
    """
    The coarsest labels, no coarser than these, that tell moved points from resting ones and that every move respects.
    """

def equal_stabilizers(labels: bytes, moves: Sequence[bytes]) -> bytes:
    """
    The coarsest labels, no coarser than these, whose classes have equal stabilizers.
    """

class SearchSpace:
    """Coordinates, their tables, and the moves."""

    def __init__(
        self,
        weights: bytes,
        follow: Annotated[
            NDArray[numpy.uint16], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
    ) -> None: ...
    def add_coordinate(
        self,
        table: Annotated[
            NDArray[numpy.uint32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        goals: Sequence[int],
    ) -> None:
        """Add a coordinate by its transition table and its goals, if it has any."""

    def add_pruning(
        self,
        table: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        ids: Sequence[int],
        bits: int = 8,
        both_sides: bool = False,
    ) -> None:
        """Add a pruning table of some coordinates."""

    def add_reduced_pruning(
        self,
        table: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        ids: Sequence[int],
        base: Sequence[int],
        class_of: Annotated[
            NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        to_representative: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        transforms: Annotated[
            NDArray[numpy.uint32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        bits: int = 8,
        both_sides: bool = False,
    ) -> None:
        """Add a pruning table of a symcomposite."""

    def carry(
        self,
        images: Annotated[
            NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        count: int,
    ) -> None:
        """
        Carry so many stickers along, whose places the moves change, to read the inverse.
        """

    def add_tree(
        self,
        number: int,
        stickers: Sequence[int],
        addends: Annotated[
            NDArray[numpy.uint16], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        counts: Sequence[int],
        widths: Sequence[int],
        nodes: Annotated[
            NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None:
        """
        Add the tree that reads a coordinate of the inverse off the carried stickers.
        """

    @property
    def width(self) -> int:
        """How many numbers a position has."""

def pack_nibbles(
    entries: Annotated[
        NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
    """Two entries a byte, the first in the low bits; those above 15 as 15."""

class SearchJob(Job):
    """All words that lead from the starts to the goal."""

    def __init__(
        self,
        space: SearchSpace,
        roots: Annotated[
            NDArray[numpy.uint32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        low: int,
        high: int,
        beyond: int = 0,
        limit: int = 0,
        keep: int = 0,
        threads: int = 1,
        passing: bool = True,
    ) -> None: ...
    @property
    def depth(self) -> int:
        """The weight that is being searched."""

    @property
    def best(self) -> int:
        """The weight of the lightest word; -1 if there is none."""

    @property
    def found(self) -> int:
        """How many words were found."""

    @property
    def nodes(self) -> int:
        """How many nodes were visited."""

    @property
    def reads(self) -> int:
        """How often a pruning table was read."""

    @property
    def counts(self) -> list[int]:
        """How many words there are of each weight."""

    def words(self) -> list[tuple[int, bytes]]:
        """For each word its start and its moves (uint16)."""

class OtherSide:
    """Words that are made on the inverse of a state."""

    def __init__(
        self,
        degree: int,
        moves: Sequence[bytes],
        weights: bytes,
        follow: Annotated[
            NDArray[numpy.uint16], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        last: Sequence[bool],
    ) -> None: ...
    def reached(
        self, permutation: bytes, weight: int, prefix: Sequence[int]
    ) -> tuple[bytes, bytes]:
        """
        Permutations (uint16 rows) and the words of this weight (uint16 rows: length, moves, zeros) that lead there.
        """

class SquareTableJob(Job):
    """Builds a table of Square-1 in slashes."""

    @property
    def counts(self) -> list[int]:
        """How many entries there are at each distance."""

    def data(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """The finished table."""

class SquarePatternJob(SquareTableJob):
    """Builds a pruning table, four bits an entry."""

    def __init__(self, by_corners: bool, level: int, threads: int = 1) -> None: ...

class SquareCubeJob(SquareTableJob):
    """Builds the distances of all cube shapes, a byte an entry."""

    def __init__(self, threads: int = 1) -> None: ...

class SquareLayerJob(Job):
    """Counts states of Square-1 by slashes from solved."""

    def __init__(self, depth: int) -> None: ...
    @property
    def counts(self) -> list[int]:
        """How many states are at each distance."""

def square_shapes() -> list[list[int]]:
    """
    The shapes of Square-1: borders of both layers, and slashes to the cube.
    """

class SquareSearch(Job):
    """Solves a state of Square-1."""

    def __init__(
        self,
        state: bytes,
        metric: int,
        level: int,
        corners: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        edges: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        cubes: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        count: int = 1,
        threads: int = 1,
    ) -> None: ...
    @property
    def words(self) -> list[list[list[int]]]:
        """Solutions, the best first: turns of both layers, with slashes between."""

    @property
    def bound(self) -> int:
        """No solution has fewer slashes."""

    @property
    def is_proven(self) -> bool:
        """Whether the best solution is proven to be shortest in its metric."""

    @property
    def nodes(self) -> int:
        """How many states were visited."""

class StabChain(Job):
    """A stabilizer chain, grown, checked or proven."""

    def __init__(self, degree: int, generators: Sequence[bytes], seed: int) -> None: ...
    def check(self, count: int) -> None:
        """Ask for so many random elements in a row that the chain holds."""

    def prove(self) -> None:
        """Ask for a proof by Schreier's lemma."""

    def orbit_sizes(self) -> list[int]:
        """The orbit sizes, level by level."""

    def base(self) -> list[int]:
        """The base points, level by level."""

    def levels_of_orbits(self) -> list[int]:
        """For each orbit that the chain goes through the number of its levels."""

    def strong_generators(self) -> list[bytes]:
        """Elements that span all levels."""

    def settle(self, filled: bool) -> None:
        """
        Say that the order is proven, and whether it is all that slots and invariants allow.
        """

    def holds(self, p: object) -> bool | None:
        """
        Whether the chain holds a Permutation; None if that is not known or not its degree.
        """

    def holds_many(
        self,
        rows: Annotated[
            NDArray[numpy.uint16], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
    ) -> bytes:
        """For each row 1 if the chain holds it."""

    def digits(self, p: bytes) -> list[int] | None:
        """
        For each level the number of the orbit point that p leads to; None if not held.
        """

    def element(self, digits: Sequence[int]) -> bytes:
        """The element with these digits."""

    def orbit_members(self) -> list[list[int]]:
        """The points of each orbit that the chain goes through."""

    def shapes(self) -> list[tuple[int, int, int]]:
        """
        For each such orbit its slots, the order of H, and that of the part of H/H' tracked.
        """

    def moduli(self) -> list[int]:
        """The moduli of the invariants: turns and parity of each orbit."""

    def invariants(self) -> list[list[int]]:
        """For each generator its invariants."""

    def image_factors(self) -> list[int]:
        """Factors of the number of values that the invariants take on the group."""

class ShortWords(Job):
    """Short words for the levels of a chain."""

    def __init__(
        self, chain: StabChain, generators: Sequence[bytes], seed: int, quick: bool = False
    ) -> None: ...
    def word(self, p: bytes) -> list[int]:
        """Letters k + 1 for the k-th generator, -(k + 1) for its inverse."""

def checksums(
    data: Annotated[
        NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    chunk: int,
) -> bytes:
    """For each chunk of the data a checksum of 64 bits, as bytes."""

def load_huge(
    path: str, offset: int, length: int, chunk: int, threads: int
) -> tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)], bytes]:
    """
    A part of a file in memory of 2 MiB pages, and the checksums of its chunks.
    """

class Basic:
    """A basic coordinate of one orbit."""

    def __init__(self, kind: str, classes: bytes, turns: int, law: bool) -> None: ...
    @property
    def size(self) -> int:
        """How many values it has."""

    def indices(
        self,
        images: Annotated[
            NDArray[numpy.uint16], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        references: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        slot_of: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        turn_of: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> bytes:
        """The values of many states (int64), one row of images each."""

    def unrank(self, number: int) -> tuple[bytes, bytes]:
        """A state with this value: kinds and turns."""

class TransitionJob(Job):
    """Fills a transition table."""

    def __init__(self, basic: Basic, actions: Sequence[bytes], threads: int) -> None: ...
    def data(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """The table: for each value and action the next value."""

class TwoPhaseTable(Job):
    """Builds the tables of the two-phase search."""

    def __init__(self, reach: int) -> None: ...
    def data(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

class TwoPhase(Job):
    """Ever better solutions of a 3x3x3."""

    def __init__(
        self,
        table: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        reach: int,
        pieces: bytes,
        count: int = 1,
        enough: int = -1,
        threads: int = 1,
    ) -> None: ...
    @property
    def answers(self) -> list[bytes]:
        """Turns as numbers, the shortest first."""

    @property
    def history(self) -> list[tuple[float, int]]:
        """Seconds and length of each better answer."""

    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float:
        """How long it has run."""

    @property
    def proven(self) -> bool:
        """Is no answer shorter than the first?"""

def two_phase_turn(number: int) -> bytes:
    """A face turn (U U2 U' R … B') as pieces and orientations."""

def two_phase_coordinates(pieces: bytes) -> tuple[int, int, int, int, int]:
    """Twist, edges of phase 1; corners, rim, middle layer, if in H."""

def two_phase_distances(
    table: Annotated[
        NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    reach: int,
    pieces: bytes,
) -> list[int]:
    """
    For each axis how far the cube is from H; one more than the reach stands for more.
    """

def two_phase_bound(
    table: Annotated[
        NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    pieces: bytes,
) -> int:
    """How many turns a cube in H needs at least."""

class GroupRows(Job):
    """A group as rows of cosets of a small subgroup."""

    def __init__(
        self,
        degree: int,
        moves: Sequence[bytes],
        fixed: bytes,
        rest: bytes,
        subgroup: Sequence[bytes],
        expected: int,
    ) -> None: ...
    def outer(
        self, moves: int
    ) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), writable=False)]:
        """For each row and move the next row."""

    def by(
        self, moves: int
    ) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), writable=False)]:
        """For each row and move the action on the subgroup."""

    def actions(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), writable=False)]:
        """For each action what it makes of each element of the subgroup."""

    def index(self, element: bytes) -> int:
        """The number of an element; -1 if the group does not have it."""

    def element(self, index: int) -> bytes:
        """The element of a number, as points (uint16)."""

    def matching(self, colors: bytes, places: bytes) -> list[int]:
        """The elements that carry every color to a place where it is wanted."""

    def self_images(self, by: bytes, then: Sequence[bytes], threads: int) -> list[int]:
        """
        The elements that a symmetry, followed by one of the rotations, carries to themselves.
        """
