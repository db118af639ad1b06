"""Draw the pictures of pieces.md: `python docs/make_pieces.py` writes them into docs/pieces."""

from pathlib import Path
from typing import Any

from puzzlery.render import pieces_svg
from puzzlery.twisty.catalog import puzzle

FOLDER = Path(__file__).parent / "pieces"
SIZE = 260
PICTURES: dict[str, tuple[str, dict[str, Any]]] = {
    "cube-orbits": ("3x3x3", {"by": "orbits", "explode": 0.6}),
    "cube-stickers": ("3x3x3", {"by": "stickers", "explode": 0.4, "shape": "voronoi"}),
    "skewb": ("skewb", {"by": "orbits", "explode": 0.6}),
    "gear-cube-apart": ("gear cube", {"by": "pieces", "explode": 0.6}),
    "bicube": ("bicube", {"by": "pieces", "explode": 0.6}),
}
RULES: dict[str, tuple[str, set[int] | None]] = {
    "rules-1": ("gear cube", {1}),
    "rules-13": ("gear cube", {1, 3}),
    "rules-123": ("gear cube", {1, 2, 3}),
    "rules-none": ("gear cube", None),
}


def draw(file: str) -> str:
    """One picture of the page, by the name of its file without the ending."""
    if file in PICTURES:
        name, options = PICTURES[file]
        return pieces_svg(puzzle(name), size=SIZE, **options)
    name, rules = RULES[file]
    subject = puzzle(name)
    found = subject.pieces(rules, "axes")
    return pieces_svg(subject, found, size=SIZE)


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for file in [*PICTURES, *RULES]:
        (FOLDER / f"{file}.svg").write_text(draw(file), encoding="utf-8")


if __name__ == "__main__":
    main()
