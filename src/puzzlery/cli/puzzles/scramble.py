"""`puzzlery scramble`: random states, or random moves, as competitions ask for them."""

import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from puzzlery.cli.common import AsJson, PuzzleName, load_puzzle

if TYPE_CHECKING:
    from puzzlery.solve.scrambles.scramble_makers import Kind, ScrambleMaker

# A scramble of more letters is separated from the next by an empty line.
LONG = 80
MOST_ON_SHEETS = 1_000


class _Event(StrEnum):
    USUAL = "usual"
    ONE_HANDED = "one-handed"
    BLIND = "blind"
    FEWEST_MOVES = "fewest-moves"


def scramble(
    puzzle: PuzzleName,
    count: Annotated[int, Option(min=1, max=100_000, help="How many scrambles.")] = 1,
    event: Annotated[_Event, Option(help="What they are for.")] = _Event.USUAL,
    seed: Annotated[int | None, Option(help="The same seed gives the same scrambles.")] = None,
    length: Annotated[
        int | None, Option(min=0, help="How many random moves; the usual number if not given.")
    ] = None,
    moves: Annotated[
        bool, Option("--moves", help="Random moves, even where random states are had.")
    ] = False,
    state: Annotated[
        bool, Option("--state", help="Random states, even where their words are long.")
    ] = False,
    svg: Annotated[
        Path | None, Option(metavar="FILE", help="Write a sheet with pictures; one file a page.")
    ] = None,
    pdf: Annotated[
        Path | None, Option(metavar="FILE", help="Write a sheet with pictures to print.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print random scrambles as competitions ask for them.

    Where a solver finds short words, a scramble leads to a random state, every one as likely as
    any other except those too close to solved. Larger puzzles get random moves.
    """
    from puzzlery.core.progress import bar
    from puzzlery.solve.scrambles.scramble_makers import maker_of

    if moves and state:
        raise typer.BadParameter("give either --moves or --state")
    if (svg or pdf) and count > MOST_ON_SHEETS:
        raise typer.BadParameter(f"a sheet has at most {MOST_ON_SHEETS} scrambles, not {count}")
    kind: Kind | None = "random moves" if moves else "random state" if state else None
    chosen = load_puzzle(puzzle)
    with bar(f"Tables of {chosen.name}", visible=not as_json) as progress:
        maker = maker_of(chosen, event.value, kind=kind, length=length, progress=progress)
    texts: Iterable[str] = map(str, maker.scrambles(count, seed))
    drawn: list[str] = []
    if svg or pdf:
        texts = list(texts)
        drawn = _sheets(maker, texts, svg, pdf)
    if as_json:
        _tell_json(maker, seed, texts, drawn)
    else:
        _tell(maker, texts, drawn)


def _tell(maker: "ScrambleMaker", texts: Iterable[str], drawn: list[str]) -> None:
    """The scrambles one by one as they are made; what kind they are goes beside them."""
    typer.echo(f"{maker.puzzle.name}: {_kind_in_words(maker)}", err=True)
    before = ""
    for text in texts:
        if max(len(before), len(text)) > LONG and before:
            typer.echo("")
        typer.echo(text)
        before = text
    if drawn:
        typer.echo(f"wrote {', '.join(drawn)}", err=True)


def _kind_in_words(maker: "ScrambleMaker") -> str:
    if maker.kind == "random moves":
        return "random moves"
    return f"random states, at least {maker.least} moves from solved"


def _tell_json(
    maker: "ScrambleMaker", seed: int | None, texts: Iterable[str], drawn: list[str]
) -> None:
    data = {
        "puzzle": maker.puzzle.name,
        "event": maker.event,
        "kind": maker.kind,
        "least": maker.least,
        "seed": seed,
        "scrambles": list(texts),
        "files": drawn,
    }
    typer.echo(json.dumps(data, ensure_ascii=False))


def _sheets(
    maker: "ScrambleMaker", texts: list[str], svg: Path | None, pdf: Path | None
) -> list[str]:
    """Write the sheets that are asked for; the names of the files."""
    from puzzlery.core.files import write_atomically
    from puzzlery.render.sheets.scramble_sheet import scramble_pages
    from puzzlery.render.sheets.sheet_files import page_svg, pages_pdf

    puzzle = maker.puzzle
    title = puzzle.name if maker.event == "usual" else f"{puzzle.name}, {maker.event}"
    pages = scramble_pages(((text, puzzle.apply(text)) for text in texts), title)
    written = []
    if pdf is not None:
        write_atomically(pdf, pages_pdf(pages))
        written.append(str(pdf))
    for page, path in zip(pages, _page_names(svg, len(pages)), strict=False):
        write_atomically(path, page_svg(page).encode())
        written.append(str(path))
    return written


def _page_names(svg: Path | None, count: int) -> Iterator[Path]:
    """The file itself for a single page, `sheet-1.svg`, `sheet-2.svg` … for more."""
    if svg is not None:
        for number in range(1, count + 1):
            name = svg.name if count == 1 else f"{svg.stem}-{number}{svg.suffix}"
            yield svg.with_name(name)
