"""Engine choice: which engines to attempt on a cover, judged by random probes of their trees."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import dropwhile

from puzzlery import _core
from puzzlery.cover.cover_symmetry import Roots
from puzzlery.errors import InvalidPuzzle

ENGINES = ("links", "cells", "masks", "sweep", "graph")

# A probe to this depth reaches the leaves: every level covers an item, and there are fewer items.
LEAF_DEPTH = 1 << 30

# Seconds per node on one core, rounded up from pentominoes on 6x10 and 8x8. Only the ratio
# decides between the engines.
NODE_SECONDS = {"masks": 7e-7, "sweep": 1.7e-7}
# Random descents that judge the size of a tree: some milliseconds in each engine.
TREE_PROBES = {"masks": 250, "sweep": 1000}
# A search shorter than this is not worth a solution graph, nor probes for a better start.
SHORT_SEARCH_SECONDS = 0.25

# A trial visits so many nodes, some milliseconds of search, before any tree is judged.
TRIAL_NODES = {"sweep": 5_000, "masks": 5_000, "cells": 1_000}

# Seconds to add a state to a solution graph, rounded from pentominoes on 6x10 and 8x8.
STATE_SECONDS = 3e-7
# A graph of fewer states takes at most 1.5 s, so it is always allowed; one of more takes
# gigabytes of memory.
MIN_STATE_LIMIT = 5_000_000
MAX_STATE_LIMIT = 40_000_000

# A graph pays when several arcs lead to the same state. The ratio is judged at the first look
# beyond so many states; by then it is 1.3 or more on boards where the graph wins (pentominoes
# 8x8) and about 1.03 where it loses (IQ pyramid).
EARLY_STATES = 150_000
MIN_ARCS_PER_STATE = 1.15


@dataclass(frozen=True, slots=True)
class Attempt:
    """An engine, and how many nodes or states it may visit before the next one is attempted.

    The limit is no time, so that the choice is the same on a busy machine. Where symmetry helps,
    the engine searches only below the `roots`. A trial is an attempt that precedes all judging.
    """

    engine: str
    limit: int | None = None
    is_trial: bool = False
    roots: Roots | None = None


def check_name(engine: str | None) -> None:
    """Raise an error if no engine has this name.

    >>> check_name("dancing")
    Traceback (most recent call last):
    puzzlery.errors.InvalidPuzzle: unknown engine 'dancing'; engines are links, cells,
    masks, sweep, graph
    """
    if engine is not None and engine not in ENGINES:
        raise InvalidPuzzle(f"unknown engine {engine!r}; engines are {', '.join(ENGINES)}")


def is_supported(problem: _core.CoverProblem, engine: str) -> bool:
    """Whether this engine supports the problem.

    Masks do not support two equal options.

    >>> from puzzlery.cover.cover_table import read
    >>> twins = read([("a",), ("a",), ("b",)], "ab", "", {}, None)
    >>> [engine for engine in ENGINES if is_supported(twins.problem, engine)]
    ['links', 'cells', 'sweep', 'graph']
    """
    return _core.cover_obstacle(problem, engine) is None


def engine_for_one(problem: _core.CoverProblem) -> str:
    """The engine for the first few solutions.

    >>> from puzzlery.cover.cover_table import read
    >>> engine_for_one(read([("a",), ("b",)], "ab", "", {}, None).problem)
    'masks'
    >>> engine_for_one(read([("a",), ("a",)], "a", "", {}, None).problem)
    'cells'
    """
    return "masks" if is_supported(problem, "masks") else "cells"


def tree_seconds(walk: _core.CoverJob, engine: str) -> float:
    """The seconds that a search of the whole tree takes, estimated by probes."""
    _, _, nodes, _ = walk.probe(LEAF_DEPTH, TREE_PROBES[engine], 1)
    return nodes * NODE_SECONDS[engine]


def trials(problem: _core.CoverProblem) -> tuple[Attempt, ...]:
    """The short attempts that come before any probing.

    >>> from puzzlery.cover.cover_table import read
    >>> rooks = read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None)
    >>> [(trial.engine, trial.limit) for trial in trials(rooks.problem)]
    [('sweep', 5000), ('masks', 5000)]
    """
    fast = [engine for engine in ("sweep", "masks") if is_supported(problem, engine)]
    return tuple(Attempt(each, TRIAL_NODES[each], is_trial=True) for each in fast or ["cells"])


def judged_attempts(
    problem: _core.CoverProblem, seconds: Callable[[str], float]
) -> tuple[Attempt, ...]:
    """The attempts for all solutions when no trial came to its end; the last has no limit.

    A sweep is fast but can get lost, and a graph can grow without end: both get a limit, by what
    a search by masks would need. `seconds` judges the tree of an engine.

    >>> from puzzlery.cover.cover_table import read
    >>> rooks = read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None).problem
    >>> [attempt.engine for attempt in judged_attempts(rooks, {"masks": 0.01, "sweep": 0.01}.get)]
    ['masks']
    >>> [attempt.engine for attempt in judged_attempts(rooks, {"masks": 10, "sweep": 1}.get)]
    ['graph', 'sweep', 'masks']
    """
    if not is_supported(problem, "masks"):
        return (Attempt("cells"),)
    if not is_supported(problem, "sweep"):
        return (Attempt("masks"),)
    masks, sweep = seconds("masks"), seconds("sweep")
    sweep_nodes = int((2 * masks + 0.1) / NODE_SECONDS["sweep"])
    searches = [Attempt("sweep", sweep_nodes)] * (sweep < 0.7 * masks) + [Attempt("masks")]
    shortest = min(masks, sweep)
    if shortest <= SHORT_SEARCH_SECONDS:
        return tuple(searches)
    return (Attempt("graph", state_limit(shortest)), *searches)


def attempts_from(attempts: Iterable[Attempt], engine: str) -> list[Attempt]:
    """The attempts from that engine on; if it is none of them, it alone, without a limit.

    >>> planned = [Attempt("graph", 1000), Attempt("sweep", 1000), Attempt("masks")]
    >>> [attempt.engine for attempt in attempts_from(planned, "sweep")]
    ['sweep', 'masks']
    >>> [attempt.engine for attempt in attempts_from(planned, "links")]
    ['links']
    """
    return list(dropwhile(lambda each: each.engine != engine, attempts)) or [Attempt(engine)]


def state_limit(seconds: float) -> int:
    """How many states a graph may have to be built in half the time that a search takes.

    >>> state_limit(0.1), state_limit(6), state_limit(3600)
    (5000000, 10000000, 40000000)
    """
    return min(MAX_STATE_LIMIT, max(MIN_STATE_LIMIT, int(seconds / 2 / STATE_SECONDS)))


def is_past_early_states(job: _core.GraphJob) -> bool:
    """Whether a graph has enough states to decide if it pays.

    >>> from types import SimpleNamespace
    >>> is_past_early_states(SimpleNamespace(states=1000, arcs=1500))
    False
    """
    return job.states > EARLY_STATES


def is_treelike(job: _core.GraphJob) -> bool:
    """Whether states recur so rarely that the graph is hardly smaller than the search tree.

    >>> from types import SimpleNamespace
    >>> is_treelike(SimpleNamespace(states=200_000, arcs=206_000))
    True
    >>> is_treelike(SimpleNamespace(states=200_000, arcs=260_000))
    False
    """
    return is_past_early_states(job) and job.arcs < MIN_ARCS_PER_STATE * job.states
