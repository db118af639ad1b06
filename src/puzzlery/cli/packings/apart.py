"""`puzzlery apart`: which assemblies come apart, in how many moves, and how."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, answer
from puzzlery.cli.packings.packing_argument import (
    complete_board,
    complete_set,
    list_problems,
    load_packing,
)
from puzzlery.cli.packings.solution_output import Targets, colored, draw_solution, show_solution

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.packings.apart.disassembly import Disassembly
    from puzzlery.packings.apart.survey import ApartSurvey
    from puzzlery.packings.apart.taking_apart import ApartOptions
    from puzzlery.packings.model.packing import Packing


def apart(
    pieces: Annotated[
        str,
        Argument(metavar="SET", help="A set or a file.", autocompletion=complete_set),
    ],
    board: Annotated[
        str, Argument(metavar="BOARD", help="A board.", autocompletion=complete_board)
    ] = "",
    problem: Annotated[
        int | None,
        Option(min=1, help="Which problem of an .xmpuzzle file, from 1; else they are listed."),
    ] = None,
    sort: Annotated[str, Option(help="level or moves: what comes first.")] = "level",
    number: Annotated[int, Option(min=1, help="Which of them to show, from 1.")] = 1,
    states: Annotated[
        int | None,
        Option(min=1, help="Arrangements to look at for one assembly before giving it up."),
    ] = None,
    threads: Annotated[int, Option(min=1, max=256)] = 1,
    timeout: Annotated[float | None, Option(help="Give up after so many seconds.")] = None,
    resume: Annotated[
        Path | None,
        Option(metavar="FILE", help="Save there every second; the same command resumes it."),
    ] = None,
    svg: Annotated[
        Path | None, Option(metavar="FILE", help="Draw the moves, a picture each.")
    ] = None,
    png: Annotated[
        Path | None, Option(metavar="FILE", help="Draw the moves, a picture each.")
    ] = None,
    animation: Annotated[
        Path | None, Option(metavar="FILE", help="Write the moves as an animated SVG.")
    ] = None,
    palette: Annotated[str, Option(help="standard, colorblind or gray.")] = "standard",
    save: Annotated[
        Path | None,
        Option(metavar="FILE", help="Write the .xmpuzzle file with what comes apart, and how."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take the assemblies of a puzzle apart: levels, moves in words, pictures."""
    from puzzlery.core.progress import bar
    from puzzlery.packings.apart.survey import survey
    from puzzlery.packings.apart.taking_apart import ApartOptions

    if sort not in ("level", "moves"):
        raise typer.BadParameter(f'"{sort}"; expected level or moves', param_hint="--sort")
    if save is not None and not pieces.lower().endswith(".xmpuzzle"):
        raise typer.BadParameter("goes with an .xmpuzzle file", param_hint="--save")
    if problem is None and list_problems(pieces, board, None, as_json):
        return
    puzzle = load_packing(pieces, board, problem=problem)
    with bar(f"Taking apart {puzzle.name}", visible=not as_json) as progress:
        found = survey(
            puzzle,
            sort=sort,
            options=ApartOptions(states=states, threads=threads, **apart_rules(pieces, problem)),
            timeout=timeout,
            progress=progress,
            resume=resume,
        )
    if found.found and number > len(found.found):
        wrong = f"only {len(found.found)} assemblies come apart"
        raise typer.BadParameter(wrong, param_hint="--number")
    chosen = found.found[number - 1] if found.found else None
    files = _draw(chosen, (svg, png, animation), palette)
    if save is not None:
        _save(pieces, (problem or 1) - 1, found, save)
        files.append(str(save))
    data = {**_data(found, chosen), "files": files}
    rules = apart_rules(pieces, problem)
    answer(as_json, data, lambda console: _show(console, puzzle, found, chosen, rules, files))


def _save(source: str, problem: int, found: "ApartSurvey", path: Path) -> None:
    """Write the file again, with all assemblies that come apart."""
    from puzzlery.core.files import write_atomically
    from puzzlery.formats.packings.burr_writing import burr_bytes, with_disassemblies
    from puzzlery.formats.packings.xmpuzzle import read_burr
    from puzzlery.formats.text_files import read_bytes

    file = read_burr(read_bytes(source), source)
    solved = with_disassemblies(file, problem, found.found, found.assemblies)
    write_atomically(path, burr_bytes(solved))


def apart_rules(pieces: str, problem: int | None) -> dict[str, Any]:
    """What a BurrTools file says of taking apart: groups that may stay together, and weights."""
    from puzzlery.formats.packings.packing_files import is_packing_file, problems_in

    found = problems_in(pieces) if is_packing_file(pieces) else ()
    if not found:
        return {}
    chosen = found[(problem or 1) - 1]
    return {"groups": chosen.groups, "weights": chosen.weights}


def _data(found: "ApartSurvey", chosen: "Disassembly | None") -> dict[str, Any]:
    return {
        "assemblies": found.assemblies,
        "apart": len(found.found),
        "stuck": found.stuck,
        "unknown": found.unknown,
        "levels": dict(found.levels),
        "unique": found.level_is_unique,
        "solution": None if chosen is None else chosen.solution.to_json(),
        "disassembly": None if chosen is None else chosen.to_json(),
    }


def _draw(
    chosen: "Disassembly | None",
    targets: tuple[Path | None, Path | None, Path | None],
    palette: str,
) -> list[str]:
    from puzzlery.core.files import write_atomically

    svg, png, animation = targets
    files: dict[Path, bytes] = {}
    if chosen is None or not any(targets):
        return []
    from puzzlery.render.packings.apart_sheet import apart_animation, apart_sheet

    if svg is not None:
        files[svg] = apart_sheet(chosen, palette=palette).encode()
    if png is not None:
        from puzzlery.render.png import rasterized

        files[png] = rasterized(apart_sheet(chosen, palette=palette))
    if animation is not None:
        files[animation] = apart_animation(chosen, palette=palette).encode()
    for path, data in files.items():
        write_atomically(path, data)
    return [str(path) for path in files]


def _show(
    console: "Console",
    puzzle: "Packing",
    found: "ApartSurvey",
    chosen: "Disassembly | None",
    rules: dict[str, Any],
    files: list[str],
) -> None:
    console.print(found.summary)
    for level, count in found.levels.items():
        console.print(f"  level {level}: {count:,}")
    if chosen is None:
        for reason in _why_none(puzzle, found, rules):
            console.print(reason)
    else:
        console.print(colored(chosen.solution))
        for number, words in enumerate(chosen.instructions(), 1):
            console.print(f"{number}. {words}")
        for words in chosen.ending():
            console.print(words)
    if files:
        console.print(f"wrote {', '.join(files)}")


def _why_none(puzzle: "Packing", found: "ApartSurvey", rules: dict[str, Any]) -> list[str]:
    """Which pieces lock one another, if there is a single assembly; else nothing."""
    solution = puzzle.first() if found.assemblies == found.stuck == 1 else None
    if solution is None:
        return []
    stuck = puzzle.disassemble(solution, **rules)
    names = [stuck.name(piece) for piece in stuck.locked]
    return [f"these pieces lock one another: {', '.join(names)}"]


def answer_apart(
    puzzle: "Packing",
    show_best: bool,
    options: "ApartOptions",
    timeout: float | None,
    targets: Targets,
    drawing: dict[str, Any],
    as_json: bool,
) -> None:
    """Answer `puzzlery pack --apart`: how many come apart, and the one of the highest level."""
    from puzzlery.core.progress import bar
    from puzzlery.packings.apart.survey import survey

    with bar(f"Taking apart {puzzle.name}", visible=not as_json) as progress:
        found = survey(puzzle, options=options, timeout=timeout, progress=progress)
    data: dict[str, Any] = {"assemblies": found.assemblies, "apart": len(found.found)}
    data |= {"levels": dict(found.levels), "unique": found.level_is_unique}
    best = found.found[0] if found.found and show_best else None
    files = [] if best is None else draw_solution(best.solution, targets, drawing)
    if best is not None:
        data |= {"solution": best.solution.to_json(), "level": best.level, "files": files}

    def show(console: "Console") -> None:
        console.print(found.summary)
        if best is not None:
            console.print(f"level {best.level}")
            show_solution(console, best.solution, files)

    answer(as_json, data, show)
