"""`puzzlery cover`: exact covers from the option files of Knuth's programs."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, answer

if TYPE_CHECKING:
    from puzzlery.cover.exact_cover import ExactCover


def cover(
    file: Annotated[Path, Argument(metavar="FILE", help="Items and options, as for DLX.")],
    first: Annotated[bool, Option("--first", help="Show a solution (the default).")] = False,
    count: Annotated[bool, Option("--count", help="Count the solutions.")] = False,
    most: Annotated[
        int | None, Option("--all", min=1, metavar="N", help="Show up to N solutions.")
    ] = None,
    engine: Annotated[
        str | None, Option(help="links, cells, masks, sweep or graph; else chosen by itself.")
    ] = None,
    timeout: Annotated[float | None, Option(help="Give up after so many seconds.")] = None,
    as_json: AsJson = False,
) -> None:
    """Solve an exact cover: each item covered once, as Knuth's option files say."""
    from puzzlery.formats.packings.dlx_text import loads
    from puzzlery.formats.text_files import read_text

    if first + count + (most is not None) > 1:
        raise typer.BadParameter("ask for one of --first, --count and --all")
    if most is not None and timeout is not None:
        raise typer.BadParameter("--timeout goes with --first or --count", param_hint="--timeout")
    problem = loads(read_text(file), str(file))
    if count:
        _answer_count(problem, engine, timeout, as_json)
    elif most is not None:
        _answer_solutions(problem, list(problem.all(engine=engine, limit=most)), as_json)
    else:
        found = problem.first(engine=engine, timeout=timeout)
        _answer_solutions(problem, [] if found is None else [found], as_json)


def _answer_count(
    problem: "ExactCover", engine: str | None, timeout: float | None, as_json: bool
) -> None:
    start = time.perf_counter()
    number = problem.count(engine=engine, timeout=timeout)
    seconds = time.perf_counter() - start
    data = {"solutions": number, "engine": problem.chosen_engine, "seconds": round(seconds, 4)}
    words = f"{number:,} solutions ({seconds:.2f} s, {problem.chosen_engine})"
    answer(as_json, data, lambda console: console.print(words))


def _answer_solutions(problem: "ExactCover", found: list[list[int]], as_json: bool) -> None:
    from puzzlery.formats.packings.dlx_text import option_lines

    lines = option_lines(problem)
    data: dict[str, Any] = {"solutions": [[lines[option] for option in each] for each in found]}
    words = "\n\n".join("\n".join(each) for each in data["solutions"]) or "no solution"
    answer(as_json, data, lambda console: console.print(words, soft_wrap=True, markup=False))
