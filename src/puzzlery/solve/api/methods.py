"""Methods: the solvers by name, the choice among them, and the one door to all of them."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from puzzlery.errors import PuzzleryError, TimedOut, UnknownName
from puzzlery.formats.states.state_reader import StateLike
from puzzlery.solve.api.oriented_state import OrientedState, oriented_state, read_state
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Part, Solution
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.metrics import metric as find_metric

if TYPE_CHECKING:
    from puzzlery.twisty.notation.alg import Alg

Solver = Callable[[Request], list[Solution]]
Unfit = Callable[[Puzzle], str | None]
# Seconds for a search that may take too long while another method waits; tables are extra.
PATIENCE = 2.0


@dataclass(frozen=True, slots=True)
class Method:
    """A solver: its name, what it does, where its code is, and which puzzles it is for.

    `home` names two functions of a module: the first solves a request, the second says why a
    puzzle is none for this method, or gives None. `takes` are the wishes that it can fulfil, see
    `Request.wishes`. `partial` tells that its solutions need not solve the whole puzzle; such a
    method checks them itself.
    """

    name: str
    meaning: str
    home: tuple[str, str, str]
    takes: frozenset[str] = frozenset()
    partial: bool = False

    def solver(self) -> Solver:
        """The function that solves; its module is loaded now."""
        found: Solver = getattr(import_module(self.home[0]), self.home[1])
        return found

    def declined(self, request: Request) -> list[str]:
        """The wishes of the request that the method cannot fulfil."""
        return [wish for wish in request.wishes if wish not in self.takes]

    def unfit(self, puzzle: Puzzle) -> str | None:
        """Why the puzzle is none for this method; None if it is one."""
        ask: Unfit = getattr(import_module(self.home[0]), self.home[2])
        return ask(puzzle)


def _in(module: str) -> tuple[str, str, str]:
    return (f"puzzlery.solve.{module}", "solve", "unfit")


# In the order in which the default choice asks them.
METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "twophase",
            "nearly shortest solutions of the 3x3x3 at once, better ones in time",
            _in("cube3.twophase"),
        ),
        Method(
            "table",
            "shortest, from a table of all states: small puzzles",
            _in("exhaustive.full_table"),
            frozenset({"moves", "metric"}),
        ),
        Method(
            "general",
            "any puzzle: a skeleton, annealed, with 3-cycles put in; better the longer it runs",
            _in("general.general_solver"),
            frozenset({"moves", "metric", "mask", "commutators", "seed"}),
        ),
        Method(
            "commutators",
            "cluster by cluster with small cycles",
            _in("general.commutators"),
            frozenset({"metric"}),
        ),
        Method(
            "words",
            "words of generators from the stabilizer chain: long, sure",
            _in("general.stabilizer_words"),
            frozenset({"metric"}),
        ),
        Method(
            "search",
            "shortest, proven: small puzzles and short scrambles",
            _in("search.shortest"),
            frozenset({"moves", "metric", "mask", "weights", "min_length"}),
        ),
        Method(
            "steps",
            "steps of fewest-moves solving on the 3x3x3",
            _in("cube3.steps"),
            frozenset(
                {"metric", "step", "axis", "niss", "linear", "min_length", "every", "keep", "beam"}
            ),
            partial=True,
        ),
        Method(
            "optimal",
            "3x3x3: as short as possible, proven",
            _in("cube3.optimal"),
            frozenset({"moves", "metric", "weights"}),
        ),
    )
}


def solve(
    puzzle: Puzzle,
    given: StateLike,
    method: str | None = None,
    **limits: Any,
) -> Solution:
    """The best solution that the method finds; see `solutions` for what may be asked."""
    return solutions(puzzle, given, method, **limits)[0]


def solutions(
    puzzle: Puzzle,
    given: StateLike,
    method: str | None = None,
    **limits: Any,
) -> list[Solution]:
    """Solutions of a state, the best first; each was made on the puzzle and seen to solve it.

    See `puzzlery.formats.states.state_reader` for the ways to give a state.
    `limits` are the fields of `Request`; any other name goes to the method as its own option.
    Without a method, the best is taken that is quick for this puzzle and does what is asked.
    """
    request, held = _request(puzzle, given, limits)
    if method:
        chosen = find_method(method, puzzle)
        _refuse_wishes(chosen, request)
        return _solved(chosen, request, held)
    *quick, last = choose(request)
    clock = request.clock
    for chosen in quick:
        with suppress(TimedOut):
            return _solved(chosen, _hurried(request), held)
        request = replace(request, timeout=clock.left())
    return _solved(last, request, held)


def _solved(method: Method, request: Request, held: OrientedState) -> list[Solution]:
    start = time.perf_counter()
    found = method.solver()(request)
    took = time.perf_counter() - start
    return [_finished(method, request, held, one, took) for one in found]


def _hurried(request: Request) -> Request:
    """The same request for a method that may take too long: another one waits."""
    granted = None if request.timeout is None else request.timeout / 2
    return replace(request, timeout=granted, patience=PATIENCE)


def _refuse_wishes(method: Method, request: Request) -> None:
    declined = method.declined(request)
    if declined:
        others = [m.name for m in METHODS.values() if declined[0] in m.takes]
        advice = f"; {', '.join(others)} can" if others else ""
        known = ", ".join(sorted(method.takes)) or "no wishes"
        raise PuzzleryError(
            f'method "{method.name}" does not take {declined[0]}; it takes {known}{advice}'
        )


def find_method(name: str, puzzle: Puzzle) -> Method:
    """The method of a name; an error if the puzzle is none for it."""
    method = METHODS.get(name)
    if method is None:
        known = ", ".join(METHODS)
        raise UnknownName.near(f'unknown method "{name}"; expected one of {known}', name, METHODS)
    reason = method.unfit(puzzle)
    if reason is not None:
        raise PuzzleryError(f'method "{name}" does not fit {puzzle.name}: {reason}')
    return method


def choose(request: Request) -> list[Method]:
    """The methods to try, one after the other; all but the last are given little time.

    Mostly that is the first that solves the whole puzzle, fits it and can heed what is asked. For
    special wishes a search comes first: few moves or few stickers may have a short answer.
    """
    puzzle, search = request.puzzle, METHODS["search"]
    able = [m for m in METHODS.values() if not m.partial and not m.declined(request)]
    if not able:
        wishes = " and ".join(request.wishes)
        raise PuzzleryError(f"no method heeds {wishes} together; leave one out")
    method = next((m for m in able if m.unfit(puzzle) is None), None)
    if method is None:
        raise PuzzleryError(f"no method solves {puzzle.name}: {able[-1].unfit(puzzle)}")
    is_odd = bool(request.wishes) and method.name not in ("table", "search")
    return [search, method] if is_odd and search in able else [method]


def _request(
    puzzle: Puzzle,
    given: StateLike,
    limits: dict[str, Any],
) -> tuple[Request, OrientedState]:
    fields = {name: limits.pop(name) for name in list(limits) if name in _LIMITS}
    goal = fields.get("goal", "colors")
    if goal not in ("colors", "stickers"):
        raise PuzzleryError(f'unknown goal "{goal}"; expected colors or stickers')
    held = oriented_state(read_state(puzzle, given), goal)
    fields["metric"] = find_metric(fields.get("metric") or puzzle.metric).name
    if set(fields.get("moves") or ()) == set(puzzle.basis):
        del fields["moves"]
    return Request(puzzle, held.state, options=limits, **fields), held


_LIMITS = frozenset(Request.__dataclass_fields__) - {"puzzle", "state", "options"}


def _finished(
    method: Method, request: Request, held: OrientedState, found: Solution, took: float
) -> Solution:
    """The solution as the hands make it, after it was made on the puzzle and seen to solve it."""
    if not method.partial:
        _verify(request, found.alg, method.name)
    parts = tuple(Part(part.name, held.in_orientation(part.alg), part.note) for part in found.parts)
    alg = held.in_orientation(found.alg)
    return replace(found, alg=alg, parts=parts, seconds=found.seconds or took)


def _verify(request: Request, alg: "Alg", method: str) -> None:
    if not request.is_reached_by(request.state.apply(alg).permutation):
        raise AssertionError(
            f"{method} gave {alg} for {request.puzzle.name}, which does not solve it"
        )
