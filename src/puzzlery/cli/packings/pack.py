"""`puzzlery pack`: fill a board with pieces; count, find or list the solutions."""

import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, answer
from puzzlery.cli.packings.fullest_answer import answer_fullest
from puzzlery.cli.packings.pack_options import check_options
from puzzlery.cli.packings.packing_argument import (
    complete_board,
    complete_set,
    list_problems,
    load_packing,
)
from puzzlery.cli.packings.solution_output import Targets, draw_solution, show_solution
from puzzlery.cli.packings.teaching import answer_matrix, answer_steps

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from puzzlery.packings.model.packing import Packing


def _list(wanted: bool) -> None:
    """Tell which sets and boards there are, and end."""
    if wanted:
        from puzzlery.packings.catalog import BOARD_NAMES, sets

        for name, words in sets().items():
            typer.echo(f"{name:<12} {words}")
        typer.echo(f"boards: {', '.join(BOARD_NAMES)}, AxB, AxBxC, pyramidN, tetrahedronN …")
        raise typer.Exit


def pack(
    pieces: Annotated[
        str,
        Argument(
            metavar="SET",
            help="A set of pieces (iq, pentominoes, soma …) or a file (.pack .json .xmpuzzle).",
            autocompletion=complete_set,
        ),
    ],
    board: Annotated[
        str,
        Argument(
            metavar="BOARD",
            help="A board: 5x11, 3x3x3, 8x8-hole, pyramid5, calendar:10-6 …",
            autocompletion=complete_board,
        ),
    ] = "",
    fixed: Annotated[
        Path | None, Option(metavar="FILE", help="A drawing of what lies there already.")
    ] = None,
    problem: Annotated[
        int | None,
        Option(min=1, help="Which problem of an .xmpuzzle file, from 1; else they are listed."),
    ] = None,
    first: Annotated[bool, Option("--first", help="Show a solution (the default).")] = False,
    count: Annotated[bool, Option("--count", help="Count the solutions.")] = False,
    up_to: Annotated[
        str | None,
        Option(
            metavar="WHAT",
            help="With --count: all, rotations, or reflections (rotations and reflections).",
        ),
    ] = None,
    unique: Annotated[bool, Option("--unique", help="Is there exactly one?")] = False,
    estimate: Annotated[bool, Option("--estimate", help="Count by random probes.")] = False,
    every: Annotated[
        Path | None,
        Option(
            "--all",
            metavar="FILE",
            help="Write all solutions: .jsonl, .txt (letters), or .solutions (to browse).",
        ),
    ] = None,
    distinct: Annotated[
        bool, Option("--distinct", help="With --all: one of each symmetry class.")
    ] = False,
    engine: Annotated[
        str | None, Option(help="links, cells, masks, sweep or graph; else chosen by itself.")
    ] = None,
    threads: Annotated[int, Option(min=1, max=256, help="With --count.")] = 1,
    timeout: Annotated[float | None, Option(help="Give up after so many seconds.")] = None,
    resume: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="With --count: save there every few seconds; the same command resumes it.",
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        Option(metavar="ADDRESS", help="With --count: use the Dask cluster at tcp://HOST:PORT."),
    ] = None,
    mirrors: Annotated[
        bool | None, Option("--mirrors/--no-mirrors", help="May pieces be turned over?")
    ] = None,
    svg: Annotated[Path | None, Option(metavar="FILE", help="Draw the solution.")] = None,
    png: Annotated[Path | None, Option(metavar="FILE", help="Draw the solution.")] = None,
    stl: Annotated[
        Path | None, Option(metavar="FOLDER", help="Write pieces and solution as STL files.")
    ] = None,
    scene: Annotated[
        Path | None, Option(metavar="FILE", help="Write the solution in space as JSON.")
    ] = None,
    view: Annotated[str, Option(help="layers or solid.")] = "layers",
    letters: Annotated[bool, Option("--letters", help="Write letters on pieces.")] = False,
    palette: Annotated[str, Option(help="standard, colorblind or gray.")] = "standard",
    heat: Annotated[
        Path | None, Option(metavar="FILE", help="Draw how often pieces lie where (SVG).")
    ] = None,
    matrix: Annotated[
        bool, Option("--matrix", help="Print the puzzle as a table of X, for exact cover.")
    ] = False,
    steps: Annotated[
        int | None,
        Option(min=1, metavar="N", help="Print the first N steps of Algorithm X in words."),
    ] = None,
    save: Annotated[
        Path | None, Option(metavar="FILE", help="Write the puzzle: .pack .json .xmpuzzle .dlx")
    ] = None,
    fullest: Annotated[
        bool,
        Option("--fullest", help="Cover as many cells as can be; pieces may be left out."),
    ] = False,
    apart: Annotated[
        bool,
        Option("--apart", help="Only solutions that come apart, the highest level first."),
    ] = False,
    listed: Annotated[
        bool,
        Option("--list", callback=_list, is_eager=True, help="Tell the sets and boards."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Fill a board with pieces: show a solution, count them, or write them all."""
    asked = {
        "--first": first, "--count": count, "--unique": unique, "--estimate": estimate,
        "--all": every is not None, "--heat": heat is not None, "--matrix": matrix,
        "--steps": steps is not None, "--fullest": fullest,
    }  # fmt: skip
    given = {
        "--up-to": up_to is not None, "--engine": engine is not None, "--threads": threads > 1,
        "--timeout": timeout is not None, "--resume": resume is not None,
        "--cluster": cluster is not None, "--distinct": distinct, "--svg": svg is not None,
        "--png": png is not None, "--stl": stl is not None, "--scene": scene is not None,
        "--view": view != "layers", "--letters": letters, "--palette": palette != "standard",
    }  # fmt: skip
    check_options(asked, given, apart=apart)
    if resume is not None and cluster is not None:
        raise typer.BadParameter("a count on a cluster is not saved", param_hint="--resume")
    if problem is None and list_problems(pieces, board, mirrors, as_json):
        return
    puzzle = load_packing(pieces, board, fixed, mirrors, problem)
    if save is not None:
        from puzzlery.formats.packings.packing_files import write_packing

        write_packing(puzzle, save)
    if apart:
        from puzzlery.cli.packings.apart import answer_apart, apart_rules
        from puzzlery.packings.apart.taking_apart import ApartOptions

        limits = ApartOptions(threads=threads, **apart_rules(pieces, problem))
        drawing = {"view": view, "letters": letters, "palette": palette}
        show_best = not (count or unique)
        targets = (svg, png, stl, scene)
        answer_apart(puzzle, show_best, limits, timeout, targets, drawing, as_json)
    elif heat is not None:
        _answer_heat(puzzle, heat, as_json)
    elif matrix:
        answer_matrix(puzzle, as_json)
    elif steps is not None:
        answer_steps(puzzle, steps, as_json)
    elif count:
        options = {"engine": engine, "threads": threads, "timeout": timeout, "resume": resume}
        _answer_count(puzzle, up_to, options, cluster, as_json)
    elif unique:
        _answer_unique(puzzle, timeout, as_json)
    elif estimate:
        _answer_estimate(puzzle, as_json)
    elif every is not None:
        _answer_all(puzzle, every, distinct, engine, as_json)
    elif fullest:
        drawing = {"view": view, "letters": letters, "palette": palette}
        answer_fullest(puzzle, timeout, (svg, png, stl, scene), drawing, as_json)
    elif first or save is None or svg or png or stl or scene:
        drawing = {"view": view, "letters": letters, "palette": palette}
        _answer_first(puzzle, engine, timeout, (svg, png, stl, scene), drawing, as_json)


_UP_TO_WORDS = {
    "all": "solutions in all",
    "rotations": "solutions up to rotations",
    "reflections": "solutions up to rotations and reflections",
}


def _answer_count(
    puzzle: "Packing",
    up_to: str | None,
    count_options: dict[str, Any],
    cluster: str | None,
    as_json: bool,
) -> None:
    from puzzlery.core.progress import bar

    start = time.perf_counter()
    kinds = (up_to,) if up_to else ("all", "reflections")
    with (
        bar(f"Counting {puzzle.name}", visible=not as_json) as progress,
        _executor(cluster) as executor,
    ):
        counted = {
            kind: puzzle.count(up_to=kind, progress=progress, executor=executor, **count_options)  # type: ignore[arg-type]
            for kind in kinds
        }
    seconds = time.perf_counter() - start
    used = puzzle.engine
    names = {"all": "all", "rotations": "rotations", "reflections": "distinct"}
    data: dict[str, Any] = {names[kind]: number for kind, number in counted.items()}
    data |= {"seconds": round(seconds, 4), "engine": used}
    if up_to:
        told = f"{counted[up_to]:,} {_UP_TO_WORDS[up_to]}"
    else:
        told = (
            f"{counted['all']:,} solutions, {counted['reflections']:,} up to symmetry "
            "(rotations and reflections)"
        )
    words = [f"{told} ({seconds:.2f} s, {used})", *map(str, puzzle.why_not())]
    answer(as_json, data, lambda console: console.print("\n".join(words)))


def _executor(cluster: str | None) -> "AbstractContextManager[Executor | None]":
    """Where the tasks of a count go; None stands for this process."""
    if cluster is None:
        return nullcontext()
    from puzzlery.core.cluster import cluster as connected

    return connected(cluster)


def _answer_unique(puzzle: "Packing", timeout: float | None, as_json: bool) -> None:
    unique = puzzle.unique(timeout=timeout)
    solvable = unique or puzzle.is_solvable(timeout=timeout)
    words = "exactly one solution" if unique else "more than one" if solvable else "no solution"
    data = {"unique": unique, "solvable": solvable}
    answer(as_json, data, lambda console: console.print(words))


def _answer_estimate(puzzle: "Packing", as_json: bool) -> None:
    found = puzzle.estimate()
    data = {"estimate": found.mean, "error": found.stderr}
    words = f"about {found.mean:,.0f} ± {found.stderr:,.0f} solutions"
    answer(as_json, data, lambda console: console.print(words))


def _answer_all(
    puzzle: "Packing", path: Path, distinct: bool, engine: str | None, as_json: bool
) -> None:
    start = time.perf_counter()
    count = write_all(puzzle, path, distinct=distinct, engine=engine)
    seconds = time.perf_counter() - start
    data = {"solutions": count, "file": str(path), "seconds": round(seconds, 4)}
    words = f"wrote {count:,} solutions to {path} ({seconds:.1f} s)"
    answer(as_json, data, lambda console: console.print(words))


def write_all(
    puzzle: "Packing", path: Path, *, distinct: bool = False, engine: str | None = None
) -> int:
    """Write all solutions to a file; its ending chooses between JSON lines, letters and records."""
    from puzzlery.core.files import replacing
    from puzzlery.formats.packings.packing_json import solution_line
    from puzzlery.formats.packings.solution_file import write_solutions

    if path.suffix not in (".jsonl", ".txt"):
        found = puzzle.blocks(distinct=distinct, engine=engine)
        return write_solutions(path, puzzle, found)
    count = 0
    with replacing(path) as file:
        for solution in puzzle.all(distinct=distinct, engine=engine):
            line = solution_line(solution) if path.suffix == ".jsonl" else f"{solution}\n"
            file.write(f"{line}\n".encode())
            count += 1
    return count


def _answer_heat(puzzle: "Packing", path: Path, as_json: bool) -> None:
    from puzzlery.core.files import write_atomically
    from puzzlery.render.packings.packing_sheet import heat_svg

    counts = puzzle.placement_counts()
    write_atomically(path, heat_svg(counts, puzzle).encode())
    dead = sum(count == 0 for count in counts.values())
    data = {"placements": len(counts), "dead": dead, "file": str(path)}
    words = f"wrote {path}; {dead:,} of {len(counts):,} placements are in no solution"
    answer(as_json, data, lambda console: console.print(words))


def _answer_first(
    puzzle: "Packing",
    engine: str | None,
    timeout: float | None,
    targets: Targets,
    drawing: dict[str, Any],
    as_json: bool,
) -> None:
    start = time.perf_counter()
    solution = puzzle.first(engine=engine, timeout=timeout)
    seconds = time.perf_counter() - start
    if solution is None:
        from puzzlery.packings.solve.explanation import why_none

        reasons = [str(reason) for reason in why_none(puzzle)]
        data: dict[str, Any] = {"solution": None, "reasons": reasons, "seconds": round(seconds, 4)}
        words = "\n".join(["no solution", *reasons])
        answer(as_json, data, lambda console: console.print(words))
        return
    files = draw_solution(solution, targets, drawing)
    data = {"solution": solution.to_json(), "files": files, "seconds": round(seconds, 4)}
    answer(as_json, data, lambda console: show_solution(console, solution, files))
