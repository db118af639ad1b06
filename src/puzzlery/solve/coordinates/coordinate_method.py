"""Method "coordinates": named coordinates solved by the fewest moves, for the list of methods."""

from puzzlery.errors import PuzzleryError
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.coordinates.coordinate import Coordinate
from puzzlery.solve.coordinates.coordinate_solver import CoordinateSolver, solver
from puzzlery.solve.coordinates.named_coordinates import named_coordinate
from puzzlery.twisty.model.puzzle import Puzzle

KEPT_SOLVERS = 8
_solvers: dict[tuple[object, ...], CoordinateSolver] = {}


def unfit(puzzle: Puzzle) -> str | None:
    """The reason why a puzzle has no coordinates; None if it has.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> unfit(puzzle("skewb")) is None
    True
    """
    return "joined pieces block some of its moves" if puzzle.glued else None


def solve(request: Request) -> list[Solution]:
    """Solutions that solve the coordinates in the option `coordinates`, and may change the rest.

    It is a text of names such as "eo-fb co-ud*slice-ud pieces:DF+DR", or a list of names and
    coordinates.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> request = Request(cube, cube.apply("R F"), "OBTM", options={"coordinates": "eo-fb"})
    >>> [str(found.alg) for found in solve(request)]
    ['F']
    """
    found = _solver(request)
    return found.solve(
        request.state,
        count=request.count,
        beyond=request.beyond,
        max_length=request.max_length,
        threads=request.threads,
        timeout=request.search_clock(),
        progress=request.progress,
    )


def _solver(request: Request) -> CoordinateSolver:
    """The solver for a request's coordinates and moves; those used last are kept."""
    given = request.options.get("coordinates") or ()
    names = given.split() if isinstance(given, str) else tuple(given)
    if not names:
        raise PuzzleryError('name coordinates to solve, such as "eo-fb" or "pieces:DF+DR"')
    weights = dict(request.options.get("weights") or {})
    key = (
        request.puzzle, tuple(names), request.moves, request.metric, tuple(sorted(weights.items()))
    )  # fmt: skip
    if key not in _solvers:
        while len(_solvers) >= KEPT_SOLVERS:
            del _solvers[next(iter(_solvers))]
        _solvers[key] = solver(
            request.puzzle,
            [_coordinate(request.puzzle, name) for name in names],
            moves=request.moves,
            metric=request.metric,
            weights=weights,
            threads=request.threads,
            timeout=request.clock,
            progress=request.progress,
        )
    return _solvers[key]


def _coordinate(puzzle: Puzzle, given: str | Coordinate) -> Coordinate:
    return given if isinstance(given, Coordinate) else named_coordinate(puzzle, given)
