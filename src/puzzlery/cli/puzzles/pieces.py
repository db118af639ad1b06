"""`puzzlery pieces`: which stickers are one piece, and why others are not."""

from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Option

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.twisty.model.puzzle import Puzzle

# Orbits with more pieces are cut short with an ellipsis.
MAX_LISTED_PIECES = 12


class _Centers(StrEnum):
    """How stickers that turn in place are grouped."""

    STICKERS = "stickers"
    AXES = "axes"
    CORE = "core"


class _ColoredBy(StrEnum):
    """What gives the pieces in a picture their colors."""

    PIECES = "pieces"
    ORBITS = "orbits"
    STICKERS = "stickers"


class _BodyShape(StrEnum):
    """What the pieces in a picture look like."""

    AUTO = "auto"
    CUT = "cut"
    VORONOI = "voronoi"


def pieces(
    puzzle: PuzzleName,
    rules: Annotated[
        str, Option(metavar="1,2,3", help="Only these rules; else the definition.")
    ] = "",
    centers: Annotated[_Centers, Option(help="How to count centers.")] = _Centers.STICKERS,
    bodies: Annotated[
        bool, Option("--bodies", help="Part what changes its distance, too.")
    ] = False,
    why: Annotated[
        tuple[int, int] | None, Option(metavar="P Q", help="Why two stickers are apart.")
    ] = None,
    svg: Annotated[Path | None, Option(metavar="FILE", help="Draw the pieces.")] = None,
    by: Annotated[_ColoredBy, Option(help="What gives a color.")] = _ColoredBy.PIECES,
    explode: Annotated[float, Option(min=0, max=100, help="Draw the pieces apart.")] = 0.0,
    shape: Annotated[
        _BodyShape, Option(help="Cut parts, or cells around stickers.")
    ] = _BodyShape.AUTO,
    as_json: AsJson = False,
) -> None:
    """List the pieces, explain why two stickers are apart, or draw the pieces.

    The rules part two stickers if (1) a move moves just one of them, (2) a cycle of a move holds
    two or more stickers of the piece but not all, (3) a sequence ends with a move that moves just
    one. The definition is exact: every sequence that leaves one in place leaves the other.
    """
    chosen = load_puzzle(puzzle)
    found = chosen.pieces(_rules(rules), centers.value, bodies=bodies)
    data: dict[str, Any] = {
        "puzzle": chosen.name,
        "stickers": chosen.degree,
        "rules": sorted(_rules(rules) or ()),
        "centers": centers.value,
        "count": len(found),
        "pieces": [sorted(piece) for piece in found],
    }
    if not rules and not bodies:
        data["bodies"] = len(chosen.pieces(None, centers.value, bodies=True))
    if why is not None:
        data["why"] = _reason(chosen, *why)
    if svg is not None:
        data["files"] = [_draw(chosen, found, svg, by=by, explode=explode, shape=shape)]
    answer(as_json, data, lambda console: _print(console, data))


def _rules(text: str) -> frozenset[int] | None:
    if not text:
        return None
    words = text.replace(",", " ").split()
    if not words or any(word not in ("1", "2", "3") for word in words):
        raise typer.BadParameter(f'"{text}"; expected some of 1,2,3', param_hint="--rules")
    return frozenset(map(int, words))


def _reason(puzzle: "Puzzle", p: int, q: int) -> dict[str, Any]:
    found = puzzle.why_apart(p, q)
    if found is None:
        return {"together": True, "text": f"{p} and {q} are on one piece"}
    return {
        "together": False,
        "rule": found.rule,
        "witness": str(found.witness),
        "text": found.text,
    }


def _draw(puzzle: "Puzzle", found: list[frozenset[int]], path: Path, **options: Any) -> str:
    from puzzlery.core.files import write_atomically
    from puzzlery.render import pieces_svg

    write_atomically(path, pieces_svg(puzzle, found, **options).encode())
    return str(path)


def _print(console: "Console", data: dict[str, Any]) -> None:
    if "why" in data:
        reason = data["why"]
        rule = "" if reason["together"] or not reason["rule"] else f"rule {reason['rule']}: "
        console.print(f"{rule}{reason['text']}")
    if "files" in data:
        console.print(f"wrote {data['files'][0]}")
    if "why" not in data and "files" not in data:
        _list(console, data)


def _list(console: "Console", data: dict[str, Any]) -> None:
    console.print(data["puzzle"], style="bold cyan")
    console.print(f"{data['stickers']:,} stickers on {data['count']:,} pieces")
    if data.get("bodies", data["count"]) != data["count"]:
        console.print(f"by their distances, {data['bodies']:,} rigid bodies")
    for size, count in sorted(Counter(map(len, data["pieces"])).items()):
        own = [piece for piece in data["pieces"] if len(piece) == size]
        listed = " · ".join(" ".join(map(str, piece)) for piece in own[:MAX_LISTED_PIECES])
        more = " …" if count > MAX_LISTED_PIECES else ""
        console.print(f"{count:,} of {size:,} sticker{'s' * (size > 1)}: {listed}{more}")
