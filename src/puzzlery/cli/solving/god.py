"""`puzzlery god`: how many states are how far from solved."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle
from puzzlery.cli.solving.solve import size

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.solve.exhaustive.gods_number import Census


def god(
    puzzle: PuzzleName,
    metric: Annotated[str | None, Option(help="What counts as one move.")] = None,
    moves: Annotated[str, Option(metavar="MOVES", help='Only these moves, such as "R U F2".')] = "",
    depth: Annotated[
        int | None, Option(min=0, help="Only so far; for puzzles of any size.")
    ] = None,
    symmetry: Annotated[bool, Option("--symmetry", help="Count up to symmetry, too.")] = False,
    antipodes: Annotated[
        int, Option(min=0, max=100_000, help="How many of the farthest states to show.")
    ] = 1,
    memory: Annotated[
        str | None, Option(metavar="SIZE", help="For all states with bandages: 500M, 16G.")
    ] = None,
    plot: Annotated[Path | None, Option(metavar="FILE", help="Draw an SVG.")] = None,
    threads: Annotated[int, Option(min=1, max=256)] = 2,
    as_json: AsJson = False,
) -> None:
    """Count the states of a puzzle by their distance from solved.

    The largest distance is called God's number. The next call resumes what was interrupted;
    `puzzlery table` shows and removes what is stored.
    """
    from puzzlery.core.progress import bar
    from puzzlery.solve.exhaustive.gods_number import census

    chosen = load_puzzle(puzzle)
    with bar(f"States of {chosen.name}") as progress:
        found = census(
            chosen, metric, moves=moves.split() or None, depth=depth, symmetry=symmetry,
            antipodes=0 if depth is not None else antipodes,
            threads=threads, memory=size(memory) if memory else None, progress=progress,
        )  # fmt: skip
    data = _as_data(found)
    if plot is not None:
        data["files"] = [_draw(found, plot)]
    answer(as_json, data, lambda console: _print(console, found, data))


def _as_data(found: "Census") -> dict[str, Any]:
    return {
        "puzzle": found.puzzle,
        "metric": found.metric,
        "states": found.states,
        "gods_number": found.gods_number,
        "counts": list(found.counts),
        "symmetries": found.symmetries,
        "classes": list(found.classes),
        "antipodes": [str(alg) for alg in found.antipodes],
    }


def _title(found: "Census") -> str:
    whole = f"at most {found.gods_number} moves" if found.whole else "the first ones"
    return f"{found.puzzle}: {found.states:,} states, {whole} ({found.metric})"


def _draw(found: "Census", path: Path) -> str:
    from puzzlery.core.files import write_atomically
    from puzzlery.render.plot import bars_svg

    drawn = bars_svg(found.counts, title=_title(found), axis=f"distance in {found.metric}")
    write_atomically(path, drawn.encode())
    return str(path)


def _print(console: "Console", found: "Census", data: dict[str, Any]) -> None:
    from puzzlery.render.plot import bars_text

    console.print(_title(found), style="bold cyan")
    for line in bars_text(found.counts):
        console.print(line)
    if found.classes:
        classes = " ".join(f"{count:,}" for count in found.classes)
        console.print(f"up to {found.symmetries} symmetries {sum(found.classes):,}: {classes}")
    for alg in found.antipodes:
        console.print(f"farthest: {alg}", markup=False)
    for path in data.get("files", []):
        console.print(f"wrote {path}")
