"""`puzzlery pack`: fill a board with pieces; count, find or list the solutions."""

import json
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, answer

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rich.console import Console
    from rich.text import Text

    from puzzlery.packings.model.packing import Packing
    from puzzlery.packings.model.packing_solution import PackingSolution


def complete_set(incomplete: str) -> list[str]:
    """The sets of pieces whose names begin with the given text.

    >>> complete_set("pento")
    ['pentominoes']
    """
    from puzzlery.packings.catalog import sets

    return [name for name in sets() if name.startswith(incomplete.lower())]


def complete_board(incomplete: str) -> list[str]:
    """The boards whose names begin with the given text.

    >>> complete_board("pyr")
    ['pyramid5']
    """
    from puzzlery.packings.catalog import BOARD_NAMES

    return [name for name in BOARD_NAMES if name.startswith(incomplete.lower())]


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
    first: Annotated[bool, Option("--first", help="Show a solution (the default).")] = False,
    count: Annotated[bool, Option("--count", help="Count the solutions.")] = False,
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
    save: Annotated[
        Path | None, Option(metavar="FILE", help="Write the puzzle: .pack .json .xmpuzzle")
    ] = None,
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
    _check_count_options(count, resume, cluster)
    if apart:
        refused = {"--estimate": estimate, "--all": every, "--distinct": distinct, "--heat": heat,
                   "--engine": engine, "--resume": resume, "--cluster": cluster}  # fmt: skip
        _refuse_with_apart(refused)
    puzzle = load_packing(pieces, board, fixed, mirrors)
    if save is not None:
        from puzzlery.formats.packings.packing_files import write_packing

        write_packing(puzzle, save)
    if apart:
        drawing = {"view": view, "letters": letters, "palette": palette}
        _answer_apart(
            puzzle, count, unique, threads, timeout, (svg, png, stl, scene), drawing, as_json
        )
    elif heat is not None:
        _answer_heat(puzzle, heat, as_json)
    elif count:
        options = {"engine": engine, "threads": threads, "timeout": timeout, "resume": resume}
        _answer_count(puzzle, options, cluster, as_json)
    elif unique:
        _answer_unique(puzzle, as_json)
    elif estimate:
        _answer_estimate(puzzle, as_json)
    elif every is not None:
        _answer_all(puzzle, every, distinct, engine, as_json)
    elif first or save is None or svg or png or stl or scene:
        drawing = {"view": view, "letters": letters, "palette": palette}
        _answer_first(puzzle, engine, timeout, (svg, png, stl, scene), drawing, as_json)


def _check_count_options(count: bool, resume: Path | None, cluster: str | None) -> None:
    """Refuse options that would have no effect."""
    for name, value in (("--resume", resume), ("--cluster", cluster)):
        if value is not None and not count:
            raise typer.BadParameter(f"{name} goes with --count", param_hint=name)
    if resume is not None and cluster is not None:
        raise typer.BadParameter("a count on a cluster is not saved", param_hint="--resume")


def _refuse_with_apart(options: dict[str, Any]) -> None:
    for name, value in options.items():
        if value:
            raise typer.BadParameter(f"--apart does not go with {name}", param_hint=name)


def _answer_apart(
    puzzle: "Packing",
    count: bool,
    unique: bool,
    threads: int,
    timeout: float | None,
    targets: "Targets",
    drawing: dict[str, Any],
    as_json: bool,
) -> None:
    """The solutions that come apart: how many, or the one with the highest level."""
    from puzzlery.core.progress import bar
    from puzzlery.packings.apart.survey import survey
    from puzzlery.packings.apart.taking_apart import ApartOptions

    with bar(f"Taking apart {puzzle.name}", visible=not as_json) as progress:
        options = ApartOptions(threads=threads)
        found = survey(puzzle, options=options, timeout=timeout, progress=progress)
    data: dict[str, Any] = {"assemblies": found.assemblies, "apart": len(found.found)}
    data |= {"levels": dict(found.levels), "unique": found.level_is_unique}
    best = found.found[0] if found.found and not (count or unique) else None
    files = [] if best is None else _draw(best.solution, targets, drawing)
    if best is not None:
        data |= {"solution": best.solution.to_json(), "level": best.level, "files": files}

    def show(console: "Console") -> None:
        console.print(found.summary)
        if best is not None:
            console.print(f"level {best.level}")
            _show(console, best.solution, files)

    answer(as_json, data, show)


def load_packing(
    pieces: str, board: str, fixed: Path | None = None, mirrors: bool | None = None
) -> "Packing":
    """The puzzle that a person means: a set and a board by name, or a file.

    >>> load_packing("pentominoes", "3x20").count()  # two solutions in four orientations
    8
    """
    from puzzlery.errors import UnknownName
    from puzzlery.formats.packings.packing_files import is_packing_file, read_packing
    from puzzlery.formats.text_files import read_text
    from puzzlery.packings.catalog import packing

    if is_packing_file(pieces):
        puzzle = read_packing(pieces)
    elif board:
        puzzle = packing(pieces, board, mirrors=mirrors)
    else:
        raise UnknownName(f'the set "{pieces}" needs a board, such as 5x11 or pyramid5')
    return puzzle if fixed is None else puzzle.with_fixed(read_text(fixed))


def _answer_count(
    puzzle: "Packing", count_options: dict[str, Any], cluster: str | None, as_json: bool
) -> None:
    from puzzlery.core.progress import bar

    start = time.perf_counter()
    with (
        bar(f"Counting {puzzle.name}", visible=not as_json) as progress,
        _executor(cluster) as executor,
    ):
        every = puzzle.count(progress=progress, executor=executor, **count_options)
        distinct = puzzle.count(True, executor=executor, **count_options)
    seconds = time.perf_counter() - start
    used = puzzle.engine
    data = {"all": every, "distinct": distinct, "seconds": round(seconds, 4), "engine": used}
    words = [f"{every:,} solutions, {distinct:,} up to symmetry ({seconds:.2f} s, {used})"]
    words += [str(reason) for reason in puzzle.why_not()]
    answer(as_json, data, lambda console: console.print("\n".join(words)))


def _executor(cluster: str | None) -> "AbstractContextManager[Executor | None]":
    """Where the tasks of a count go; None stands for this process."""
    if cluster is None:
        return nullcontext()
    from puzzlery.core.cluster import cluster as connected

    return connected(cluster)


def _answer_unique(puzzle: "Packing", as_json: bool) -> None:
    unique = puzzle.unique()
    solvable = unique or puzzle.is_solvable()
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


Targets = tuple[Path | None, Path | None, Path | None, Path | None]
"""Where to put the SVG file, the PNG file, the folder of STL files and the scene."""


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
    files = _draw(solution, targets, drawing)
    data = {"solution": solution.to_json(), "files": files, "seconds": round(seconds, 4)}
    answer(as_json, data, lambda console: _show(console, solution, files))


def _draw(solution: "PackingSolution", targets: Targets, drawing: dict[str, Any]) -> list[str]:
    """Write the pictures and solids that are asked for, and return their names."""
    from puzzlery.core.files import write_atomically
    from puzzlery.render.packings.packing_svg import packing_svg

    svg, png, stl, scene = targets
    files: dict[Path, bytes] = {}
    if svg is not None:
        files[svg] = packing_svg(solution, **drawing).encode()
    if png is not None:
        from puzzlery.render.png import rasterized

        files[png] = rasterized(packing_svg(solution, **drawing))
    if stl is not None:
        stl.mkdir(parents=True, exist_ok=True)
        files |= _solids(solution, stl)
    if scene is not None:
        from puzzlery.render.packings.packing_scene import packing_scene

        scene_data = packing_scene(solution, drawing["palette"]).to_json()
        files[scene] = json.dumps(scene_data, ensure_ascii=False).encode()
    for path, data in files.items():
        write_atomically(path, data)
    return [str(path) for path in files]


def _solids(solution: "PackingSolution", folder: Path) -> dict[Path, bytes]:
    from puzzlery.render.packings.packing_mesh import assembly_stl, piece_stl

    pieces = solution.packing.pieces
    files = {folder / f"piece-{n:02}.stl": piece_stl(each) for n, each in enumerate(pieces, 1)}
    return files | {folder / "solution.stl": assembly_stl(solution)}


def _show(console: "Console", solution: "PackingSolution", files: list[str]) -> None:
    console.print(colored(solution))
    if files:
        console.print(f"wrote {', '.join(files)}")


def colored(solution: "PackingSolution") -> "Text":
    """A solution in letters, each on the shade of its piece."""
    from rich.text import Text

    from puzzlery.render.packings.packing_colors import shades
    from puzzlery.render.palette import contrasting

    shade = shades(solution.packing)
    style = {}
    for placement in solution:
        fill = shade[placement.piece]
        style[solution.packing.character(placement)] = f"{contrasting(fill)} on {fill}"
    text = Text()
    for character in str(solution):
        text.append(character, style.get(character, ""))
    return text
