"""Choosing an engine: random ways down tell how large each engine's tree is."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import dropwhile

from puzzlery import _core
from puzzlery.cover.cover_symmetry import Roots
from puzzlery.errors import InvalidPuzzle

ENGINES = ("links", "cells", "masks", "sweep", "graph")
TO_THE_END = 1 << 30

# Seconds for a node, and how many random ways down are cheap enough to take before starting.
NODE_SECONDS = {"masks": 7e-7, "sweep": 1.7e-7}
PROBES = {"masks": 250, "sweep": 1000}
SHORT = 0.25

# What a first try may visit before any judging is worth its time.
TRY_NODES = {"sweep": 5_000, "masks": 5_000, "cells": 1_000}

STATE_SECONDS = 3e-7
LEAST_STATES = 5_000_000
MOST_STATES = 40_000_000

# A graph pays when many ways lead to the same state; this shows early, or not at all.
EARLY_STATES = 150_000
LEAST_ARCS_PER_STATE = 1.15


@dataclass(frozen=True, slots=True)
class Step:
    """An engine, and how many nodes or states it may visit before the next one is tried.

    The limit is no time, so that the choice is the same on a busy machine. Where symmetry helps,
    the search goes only `through` some representatives.
    """

    engine: str
    limit: int | None = None
    is_try: bool = False
    through: Roots | None = None


def check_name(engine: str | None) -> None:
    """Refuse names that no engine has."""
    if engine is not None and engine not in ENGINES:
        raise InvalidPuzzle(f"unknown engine {engine!r}; engines are {', '.join(ENGINES)}")


def fits(problem: _core.CoverProblem, engine: str) -> bool:
    """Can this engine hold the problem?"""
    try:
        if engine in ("graph", "sweep"):
            return problem.not_for_sweep() is None
        _core.cover_walk(problem, engine)
    except ValueError:
        return False
    return True


def seconds_for(walk: _core.CoverJob, engine: str) -> float:
    """How long the whole tree of this engine may take, judged by probing."""
    _, _, nodes, _ = walk.probe(TO_THE_END, PROBES[engine], 1)
    return nodes * NODE_SECONDS[engine]


def for_one(problem: _core.CoverProblem) -> str:
    """The engine for the first few solutions."""
    return "masks" if fits(problem, "masks") else "cells"


def first_tries(problem: _core.CoverProblem) -> tuple[Step, ...]:
    """What is short enough to be tried before anything is judged."""
    engines = [engine for engine in ("sweep", "masks") if fits(problem, engine)] or ["cells"]
    return tuple(Step(engine, TRY_NODES[engine], is_try=True) for engine in engines)


def is_hopeless(job: _core.GraphJob) -> bool:
    """Do the ways through this graph hardly ever meet?"""
    return job.states > EARLY_STATES and job.arcs < LEAST_ARCS_PER_STATE * job.states


def for_all(problem: _core.CoverProblem, seconds: Callable[[str], float]) -> tuple[Step, ...]:
    """The engines to try, one after the other, for all solutions, where a first try was too short.

    A sweep is fast but can lose its way, and a graph can grow without end: both get a limit, by
    what a search by masks would need.
    """
    if not fits(problem, "masks"):
        return (Step("cells"),)
    masks = seconds("masks")
    if not fits(problem, "sweep"):
        return (Step("masks"),)
    sweep = seconds("sweep")
    wandering = int((2 * masks + 0.1) / NODE_SECONDS["sweep"])
    searches = [Step("sweep", wandering)] * (sweep < 0.7 * masks) + [Step("masks")]
    if min(masks, sweep) <= SHORT:
        return tuple(searches)
    return (Step("graph", most_states(min(masks, sweep))), *searches)


def going_on(steps: Iterable[Step], engine: str) -> list[Step]:
    """The steps from that engine on; if it is none of them, it alone, without a limit."""
    return list(dropwhile(lambda step: step.engine != engine, steps)) or [Step(engine)]


def most_states(seconds: float) -> int:
    """How many states a graph may have to be worth it, where a search takes so many seconds."""
    return min(MOST_STATES, max(LEAST_STATES, int(seconds / 2 / STATE_SECONDS)))
