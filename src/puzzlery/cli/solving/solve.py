"""`puzzlery solve`: moves that solve a state."""

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle
from puzzlery.cli.state_argument import state_argument, states_in

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.solve.api.solution import Solution
    from puzzlery.twisty.model.puzzle import Puzzle

EXIT_UNSOLVED = 1
# More solutions than anybody can look through.
EVERY = 1_000_000
UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}


def solve(
    puzzle: PuzzleName,
    state: Annotated[
        str,
        Argument(
            metavar="[STATE]",
            help="An alg that scrambles it, facelets of a cube, or a file with a state.",
        ),
    ] = "",
    method: Annotated[
        str | None, Option(help="The solver; else the best that is quick. See --list.")
    ] = None,
    metric: Annotated[str | None, Option(help="What counts as one move: HTM, QTM …")] = None,
    goal: Annotated[str, Option(help="colors (it looks solved) or stickers.")] = "colors",
    count: Annotated[int, Option(min=1, help="How many solutions.")] = 1,
    max_length: Annotated[int | None, Option(min=0, help="No longer than this.")] = None,
    beyond: Annotated[int, Option(min=0, help="Also this much longer than the best.")] = 0,
    moves: Annotated[str | None, Option(help='Only these moves, such as "R U F".')] = None,
    weights: Annotated[
        str, Option(metavar="MOVE=WEIGHT …", help='What moves weigh: "R=2 U2=3".')
    ] = "",
    only: Annotated[
        str, Option(metavar="PIECES", help='Solve these pieces alone: "DF DR DB DL".')
    ] = "",
    ignore: Annotated[str, Option(metavar="PIECES", help="Solve all but these pieces.")] = "",
    every: Annotated[bool, Option("--all", help="All solutions of the lengths asked for.")] = False,
    tally: Annotated[bool, Option("--tally", help="Only count the solutions by length.")] = False,
    step: Annotated[
        str | None,
        Option(help="A step of fewest-moves solving, or a chain: eo, eo+dr+htr+finish."),
    ] = None,
    coordinates: Annotated[
        str | None,
        Option(
            metavar="NAMES",
            help='Solve these alone: "eo-fb co-ud*slice-ud pieces:DF+DR". See `table coordinates`.',
        ),
    ] = None,
    axis: Annotated[str | None, Option(help="Where the step is: ud, fb, dbl …")] = None,
    niss: Annotated[bool, Option("--niss", help="Moves on both sides, for --step.")] = False,
    linear: Annotated[
        bool, Option("--linear", help="Moves on either side, not both, for --step.")
    ] = False,
    min_length: Annotated[int, Option(min=0, help="No shorter, for --step.")] = 0,
    threads: Annotated[int, Option(min=1, max=256)] = 1,
    memory: Annotated[
        str | None, Option(metavar="SIZE", help="How much tables may take: 512M, 4G.")
    ] = None,
    timeout: Annotated[
        float | None, Option("--timeout", "--time", min=0, help="Stop after so many seconds.")
    ] = None,
    batch: Annotated[
        Path | None, Option(metavar="FILE", help="Solve many states, one a line.")
    ] = None,
    list_methods: Annotated[bool, Option("--list", help="Tell the methods.")] = False,
    as_json: AsJson = False,
) -> None:
    """Solve a puzzle: give the moves that lead from a state to solved."""
    chosen = load_puzzle(puzzle)
    if list_methods:
        return _tell_methods(chosen, as_json)
    if batch is not None and state:
        raise typer.BadParameter("--batch takes the states from its file; leave out STATE")
    limits: dict[str, Any] = {
        "metric": metric, "goal": goal, "count": EVERY if every else count,
        "max_length": max_length, "beyond": beyond, "moves": tuple((moves or "").split()) or None,
        "threads": threads, "memory": size(memory) if memory else None, "timeout": timeout,
    }  # fmt: skip
    if step is not None:
        method = method or "steps"
        limits |= {"step": step, "axis": axis, "niss": niss, "linear": linear}
        limits |= {"min_length": min_length}
    elif axis or niss or linear or min_length:
        raise typer.BadParameter("--axis, --niss, --linear and --min-length go with --step")
    if coordinates is not None:
        method = method or "coordinates"
        limits["coordinates"] = coordinates
    if weights:
        limits["weights"] = _weights(weights)
    if only or ignore:
        limits["mask"] = _mask(chosen, only.split(), ignore.split())
    if batch is None:
        return _solve_one(chosen, state, method, limits, as_json, tally)
    codes = {
        _solve_line(chosen, n, line, method, limits, as_json)
        for n, line in states_in(chosen, batch)
    }
    raise typer.Exit(max(codes, default=0))


def _weights(text: str) -> dict[str, int]:
    """What moves weigh, from `R=2 U2=3`."""
    found = {}
    for word in text.replace(",", " ").split():
        move, _, weight = word.partition("=")
        if not weight.isdecimal():
            raise typer.BadParameter(f'"{word}" is no weight; expected a move and a number: R=2')
        found[move] = int(weight)
    return found


def _mask(puzzle: "Puzzle", only: list[str], ignored: list[str]) -> frozenset[int]:
    """The places that matter."""
    from puzzlery.twisty.structure.piece_names import piece_named

    chosen = {place for name in only for place in piece_named(puzzle, name)}
    left_out = {place for name in ignored for place in piece_named(puzzle, name)}
    return frozenset((chosen or set(range(puzzle.degree))) - left_out)


def size(text: str) -> int:
    """A number of bytes from what people write.

    >>> size("1.5G") == 3 * 2**29
    True
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMG]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if match is None:
        raise typer.BadParameter(f'"{text}" is no size; expected a number and K, M or G: 512M, 4G')
    return int(float(match[1]) * UNITS[match[2].upper()])


def _solve_one(
    puzzle: "Puzzle", text: str, method: str | None, limits: dict[str, Any], as_json: bool,
    tally: bool,
) -> None:  # fmt: skip
    from puzzlery.core.progress import bar
    from puzzlery.solve.api.methods import solutions

    with bar(f"Solving {puzzle.name}", visible=not as_json) as progress:
        found = solutions(puzzle, state_argument(text), method, progress=progress, **limits)
    if tally:
        counts = sorted(Counter(solution.length for solution in found).items())
        lines = "\n".join(f"{length}: {count}" for length, count in counts)
        data = {"method": found[0].method, "counts": dict(counts)}
        answer(as_json, data, lambda _: typer.echo(lines))
    else:
        first, *others = [solution.as_dict() for solution in found]
        weights = limits.get("weights") or {}
        data = {**first, "weights": weights, "others": others}
        answer(as_json, data, lambda console: _show(console, found, weights))


def _solve_line(
    puzzle: "Puzzle", number: int, line: str, method: str | None, limits: dict[str, Any],
    as_json: bool,
) -> int:  # fmt: skip
    """Solve one line of many; an error is printed, and the next line follows."""
    from puzzlery.errors import PuzzleryError
    from puzzlery.solve.api.methods import solve as solved

    code = 0
    try:
        solution = solved(puzzle, state_argument(line), method, **limits)
        weights = limits.get("weights") or {}
        data = {**solution.as_dict(), "weights": weights}
        short = f"{solution.alg}  ({_length(solution, weights)})"
    except PuzzleryError as fault:
        code, short = EXIT_UNSOLVED, f"not solved: {fault}"
        data = {"error": {"kind": fault.kind, "message": str(fault)}}
    answer(as_json, {"line": number, **data}, lambda _: typer.echo(f"{number}: {short}"))
    return code


def _length(solution: "Solution", weights: dict[str, int]) -> str:
    """How long a solution is, or what it costs if moves have weights of their own.

    >>> from puzzlery.solve.api.solution import Solution
    >>> from puzzlery.twisty.notation.alg import Alg
    >>> found = Solution(Alg.parse("R U"), 4, "OBTM", optimal=False, method="search")
    >>> _length(found, {"R": 3}), _length(found, {})
    ('cost 4: R weighs 3, else OBTM', '4 OBTM')
    """
    if not weights:
        return f"{solution.length} {solution.metric}"
    told = ", ".join(f"{move} weighs {weight}" for move, weight in weights.items())
    return f"cost {solution.length}: {told}, else {solution.metric}"


def _show(screen: "Console", found: "list[Solution]", weights: dict[str, int]) -> None:
    for solution in found:
        screen.print(str(solution.alg) or "(already solved)", soft_wrap=True, markup=False)
        for part in solution.parts if len(solution.parts) > 1 else ():
            screen.print(f"  {part.name}: {part.alg}", soft_wrap=True, markup=False)
    best = found[0]
    if weights:
        proof = " (proven least)" if best.optimal else ""
        length = _length(best, weights) + proof
    else:
        proof = ", proven shortest" if best.optimal else ""
        length = f"{best.length} moves ({best.metric}{proof})"
    typer.echo(f"{length} by {best.method} in {best.seconds:.2g} s")
    if best.note:
        typer.echo(best.note)


def _tell_methods(puzzle: "Puzzle", as_json: bool) -> None:
    from puzzlery.solve.api.methods import METHODS

    rows = [
        {"method": m.name, "meaning": m.meaning, "unfit": m.unfit(puzzle)} for m in METHODS.values()
    ]
    lines = [
        f"{row['method']}: {row['meaning']}"
        + (f" — not for {puzzle.name}: {row['unfit']}" if row["unfit"] else "")
        for row in rows
    ]
    answer(as_json, rows, lambda _: typer.echo("\n".join(lines)))
