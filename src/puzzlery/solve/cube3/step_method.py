"""Method "steps": one step of a 3x3x3 solution, or a chain of steps, for the list of methods."""

from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.cube3.recognition import solves_cube3, unfit
from puzzlery.solve.cube3.step_catalog import find_step
from puzzlery.solve.cube3.step_chains import chain
from puzzlery.solve.cube3.steps import StepRequest, candidates, solution_of

__all__ = ["solve", "unfit"]


@solves_cube3
def solve(request: Request) -> list[Solution]:
    """Solutions of the step in the option `step`; `eo+dr+htr+finish` asks for a chain.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> request = Request(cube, cube.apply("R F"), "OBTM", options={"step": "eo", "axis": "fb"})
    >>> [found] = solve(request)
    >>> print(found.alg)
    F
    """
    asked = _step_request(request)
    name = str(request.options.get("step", "eo+dr+htr+finish"))
    if "+" in name:
        return chain(request.puzzle, request.state, name, asked, **_beam(request))
    result = candidates(request.puzzle, request.state.permutation, find_step(name), asked)
    return [solution_of(result, one, asked) for one in result.candidates]


def _beam(request: Request) -> dict[str, int]:
    given = request.options.get("beam")
    return {} if given is None else {"beam": int(given)}


def _step_request(request: Request) -> StepRequest:
    """What a request wants of a step."""
    options = request.options
    axis = options.get("axis")
    return StepRequest(
        axis=None if axis is None else str(axis),
        niss=bool(options.get("niss", False)),
        linear=bool(options.get("linear", False)),
        count=request.count,
        min_length=int(options.get("min_length", 0)),
        max_length=request.max_length,
        beyond=request.beyond or None,
        every=bool(options.get("every", False)),
        keep=bool(options.get("keep", True)),
        metric=request.metric,
        threads=request.threads,
        timeout=request.clock,
        progress=request.progress,
    )
