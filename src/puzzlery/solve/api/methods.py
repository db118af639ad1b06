"""Methods: the solvers by name, the choice among them, and the function that calls them."""

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
from puzzlery.solve.api.solution import Solution, SolutionPart
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.metrics import metric as find_metric

if TYPE_CHECKING:
    from puzzlery.twisty.notation.alg import Alg

Solver = Callable[[Request], list[Solution]]
Unfit = Callable[[Puzzle], str | None]
# Seconds of a search that is tried before a slower but certain method; its tables are extra.
FIRST_METHOD_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Method:
    """A solver: its name, what it does, its functions, and the options that it supports.

    `home` names a module and two functions of it: the first solves a request, the second gives
    the reason why the method does not fit a puzzle, or None. `takes` lists the options that it
    supports, see `Request.special_options`. If `partial`, its solutions need not solve the whole
    puzzle; such a method checks them itself.

    >>> METHODS["optimal"].meaning
    'The shortest solution of a 3x3x3, proven.'
    """

    name: str
    meaning: str
    home: tuple[str, str, str]
    takes: frozenset[str] = frozenset()
    partial: bool = False

    def solver(self) -> Solver:
        """The function that solves; this imports its module.

        >>> METHODS["words"].solver().__module__
        'puzzlery.solve.general.stabilizer_words'
        """
        found: Solver = getattr(import_module(self.home[0]), self.home[1])
        return found

    def unsupported(self, request: Request) -> list[str]:
        """The options of the request that the method does not support.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> request = Request(cube, cube.solved, cube.metric, moves=("R", "U"), options={"beam": 5})
        >>> METHODS["search"].unsupported(request)
        ['beam']
        """
        return [option for option in request.special_options if option not in self.takes]

    def unfit(self, puzzle: Puzzle) -> str | None:
        """The reason why the method does not fit the puzzle; None if it does.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> METHODS["words"].unfit(puzzle("2x2x2")) is None
        True
        """
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
            "Nearly shortest solutions of a 3x3x3 at once; shorter ones the longer it runs.",
            _in("cube3.twophase"),
        ),
        Method(
            "square1",
            "Short solutions of Square-1 at once; shorter ones the longer it runs.",
            _in("blocked.square_solver"),
            frozenset({"metric"}),
        ),
        Method(
            "table",
            "The shortest solution of a small puzzle, from a table of all its states.",
            _in("exhaustive.full_table"),
            frozenset({"moves", "metric"}),
        ),
        Method(
            "blocked",
            "Puzzles with glued pieces: the shortest solution if all states can be listed.",
            _in("blocked.blocked_solver"),
            frozenset({"moves", "metric"}),
        ),
        Method(
            "general",
            "Any puzzle: shortens a first solution step by step; better the longer it runs.",
            _in("general.general_solver"),
            frozenset(
                {
                    "moves",
                    "metric",
                    "mask",
                    "weights",
                    "commutators",
                    "seed",
                    "proposals",
                    "wildcards",
                }
            ),
        ),
        Method(
            "phases",
            "Any puzzle: stages that the program finds by itself; better the longer it runs.",
            _in("phases.phase_method"),
        ),
        Method(
            "commutators",
            "One kind of piece after the other, by short sequences that move few pieces.",
            _in("general.commutators"),
            frozenset({"metric"}),
        ),
        Method(
            "words",
            "A very long solution of any puzzle, without a search.",
            _in("general.stabilizer_words"),
            frozenset({"metric"}),
        ),
        Method(
            "search",
            "The shortest solution, proven: for small puzzles and short scrambles.",
            _in("search.shortest"),
            frozenset({"moves", "metric", "mask", "weights", "min_length"}),
        ),
        Method(
            "steps",
            "A 3x3x3 in the steps that people use to solve it in few moves.",
            _in("cube3.step_method"),
            frozenset(
                {"metric", "step", "axis", "niss", "linear", "min_length", "every", "keep", "beam"}
            ),
            partial=True,
        ),
        Method(
            "coordinates",
            "Only the parts that one names, in the fewest moves, proven; the rest may change.",
            _in("coordinates.coordinate_method"),
            frozenset({"coordinates", "moves", "metric", "weights"}),
            partial=True,
        ),
        Method(
            "optimal",
            "The shortest solution of a 3x3x3, proven.",
            _in("cube3.optimal"),
            frozenset({"moves", "metric", "weights"}),
        ),
        Method(
            "square1-optimal",
            "As few slashes of Square-1 as possible, proven.",
            ("puzzlery.solve.blocked.square_solver", "solve_optimally", "unfit"),
            frozenset({"metric"}),
        ),
    )
}


def solve(
    puzzle: Puzzle,
    given: StateLike,
    method: str | None = None,
    **limits: Any,
) -> Solution:
    """The best solution that the method finds; see `solutions` for the parameters.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> print(solve(puzzle("2x2x2"), "R U", "search").alg)
    U' R'
    """
    return solutions(puzzle, given, method, **limits)[0]


def solutions(
    puzzle: Puzzle,
    given: StateLike,
    method: str | None = None,
    **limits: Any,
) -> list[Solution]:
    """Solutions of a state, the best first; each is applied to the puzzle and verified.

    See `puzzlery.formats.states.state_reader` for the ways to give a state.
    `limits` are the fields of `Request`; any other name goes to the method as its own option.
    Without a method, `choose` selects one that fits the puzzle and supports all options.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> found = solutions(puzzle("2x2x2"), "R U", "search", count=2)
    >>> [str(solution.alg) for solution in found]
    ["U' R'"]
    """
    request, held = _request(puzzle, given, limits)
    if method:
        chosen = find_method(method, puzzle)
        _check_options(chosen, request)
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
    """The same request with a short time limit, because another method comes next."""
    granted = None if request.timeout is None else request.timeout / 2
    return replace(request, timeout=granted, search_seconds=FIRST_METHOD_SECONDS)


def _check_options(method: Method, request: Request) -> None:
    unsupported = method.unsupported(request)
    if not unsupported:
        return
    option = unsupported[0]
    known = ", ".join(sorted(method.takes)) or "no options"
    message = f'method "{method.name}" does not take {option}; it takes {known}'
    others = [m.name for m in METHODS.values() if option in m.takes]
    if others:
        raise PuzzleryError(f"{message}; {', '.join(others)} can")
    raise UnknownName.near(message, option, method.takes)


def _check_names(request: Request) -> None:
    """Refuse options that no method supports."""
    supported = frozenset[str]().union(*(method.takes for method in METHODS.values()))
    known = sorted({"method", *_LIMITS, *supported})
    for option in request.special_options:
        if option not in supported:
            raise UnknownName.near(f'unknown option "{option}"', option, known)


def find_method(name: str, puzzle: Puzzle) -> Method:
    """The method of a name; an error if it does not fit the puzzle.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> find_method("words", puzzle("2x2x2")).partial
    False
    """
    method = METHODS.get(name)
    if method is None:
        known = ", ".join(METHODS)
        raise UnknownName.near(f'unknown method "{name}"; expected one of {known}', name, METHODS)
    reason = method.unfit(puzzle)
    if reason is not None:
        raise PuzzleryError(f'method "{name}" does not fit {puzzle.name}: {reason}')
    return method


def choose(request: Request) -> list[Method]:
    """The methods to try one after the other; all but the last get little time.

    Usually that is the first method that solves the whole puzzle, fits it and supports all
    options. With special options a search comes first: few moves or few stickers may have a short
    solution.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> [method.name for method in choose(Request(cube, cube.apply("R"), cube.metric))]
    ['twophase']
    """
    puzzle, search = request.puzzle, METHODS["search"]
    _check_names(request)
    able = [m for m in METHODS.values() if not m.partial and not m.unsupported(request)]
    if not able:
        options = " and ".join(request.special_options)
        raise PuzzleryError(f"no method supports {options} together; leave one out")
    method = next((m for m in able if m.unfit(puzzle) is None), None)
    if method is None:
        raise PuzzleryError(f"no method solves {puzzle.name}: {able[-1].unfit(puzzle)}")
    is_special = bool(request.special_options) and method.name not in ("table", "search")
    is_first = is_special and search in able and search.unfit(puzzle) is None
    return [search, method] if is_first else [method]


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
    """The solution in the orientation in which the puzzle is held, after it was verified."""
    if not method.partial:
        _verify(request, found.alg, method.name)
    parts = tuple(
        SolutionPart(part.name, held.in_orientation(part.alg), part.note) for part in found.parts
    )
    alg = held.in_orientation(found.alg)
    return replace(found, alg=alg, parts=parts, seconds=found.seconds or took)


def _verify(request: Request, alg: "Alg", method: str) -> None:
    if not request.is_reached_by(request.state.apply(alg).permutation):
        raise AssertionError(
            f"{method} gave {alg} for {request.puzzle.name}, which does not solve it"
        )
