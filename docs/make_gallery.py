"""Draw the gallery: `python docs/make_gallery.py` writes gallery.md and the pictures beside it."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puzzlery.render import svg
from puzzlery.twisty.catalog import puzzle

HERE = Path(__file__).parent
COLUMNS = 4
SIZE = 220
INTRODUCTION = """\
# Gallery

Every picture on this page is drawn by `puzzlery.svg`, without any other program; the page itself
is written by `python docs/make_gallery.py`. The same pictures appear when a notebook shows a
puzzle or a state, and `puzzlery show NAME --svg FILE` writes them from the command line.
"""


@dataclass(frozen=True)
class Exhibit:
    """One picture: a puzzle, what was done to it, and how it is drawn.

    `alg` may be a seed, for a scramble.
    """

    name: str
    alg: str | int = ""
    caption: str = ""
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def file(self) -> str:
        """The name of the picture's file."""
        words = f"{self.name} {self.caption}".replace("+", "plus")
        return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") + ".svg"

    @property
    def title(self) -> str:
        """The text under the picture."""
        return f"{self.name}, {self.caption}" if self.caption else self.name

    def draw(self) -> str:
        """The picture."""
        shown = puzzle(self.name)
        alg = shown.scramble(seed=self.alg) if isinstance(self.alg, int) else self.alg
        return svg(shown.apply(alg), title=self.title, **{"size": SIZE, **self.options})


HALLS: dict[str, list[Exhibit]] = {
    "Cubes and cuboids": [
        Exhibit("3x3x3"),
        Exhibit("3x3x3", 1, "scrambled"),
        Exhibit("3x3x3", "M2 E2 S2", "checkerboard"),
        Exhibit("2x2x2", 1),
        Exhibit("5x5x5", 1),
        Exhibit("7x7x7", 1),
        Exhibit("2x3x4", 1),
        Exhibit("3x3x5", 1),
    ],
    "Other cuts of the cube": [
        Exhibit("skewb", 1),
        Exhibit("master skewb", 1),
        Exhibit("helicopter", 1),
        Exhibit("curvy copter", 1),
        Exhibit("dino", 1),
        Exhibit("compy cube", 1),
        Exhibit("2x2x2 + dino + little chop", 1),
        Exhibit("ivy cube", 1),
    ],
    "Tetrahedra and octahedra": [
        Exhibit("pyraminx", 1),
        Exhibit("master pyraminx", 1),
        Exhibit("Jing pyraminx", 1),
        Exhibit("skewb diamond", 1),
        Exhibit("FTO", 1),
        Exhibit("octastar", 1),
        Exhibit("Trajber's octahedron", 1),
        Exhibit("octahedron 4", 1),
    ],
    "Dodecahedra and icosahedra": [
        Exhibit("megaminx"),
        Exhibit("megaminx", 1, "scrambled"),
        Exhibit("gigaminx", 1),
        Exhibit("pyraminx crystal", 1),
        Exhibit("starminx", 1),
        Exhibit("kilominx", 1),
        Exhibit("icosahedron 3", 1),
        Exhibit("radio chop", 1),
    ],
    "Gears, wedges, rings and joined pieces": [
        Exhibit("gear cube"),
        Exhibit("gear cube extreme", 1),
        Exhibit("Square-1", "(1,0) / (3,0) / (-1,2) /"),
        Exhibit("clock", "UR3+ DL2- ALL1+"),
        Exhibit("Hungarian rings"),
        Exhibit("three rings", 1),
        Exhibit("barrel", 1),
        Exhibit("bicube"),
        Exhibit("Redi cube", 1),
        Exhibit("supercube 3", "R U2 F'"),
    ],
    "Ways of drawing": [
        Exhibit("3x3x3", "R U R' U'", "net", {"view": "net"}),
        Exhibit("megaminx", 1, "net", {"view": "net"}),
        Exhibit("icosahedron 2", 1, "net", {"view": "net"}),
        Exhibit("clock", "UR3+ DL2-", "front and back", {"view": "net"}),
        Exhibit("3x3x3", 2, "hidden faces shown", {"hints": True}),
        Exhibit("3x3x3", 2, "in the midst of a turn", {"turn": "R", "fraction": 0.4}),
        Exhibit("5x5x5", "", "wide slice turning", {"turn": "2-3Rw", "fraction": 0.4}),
        Exhibit("megaminx", "", "U turning", {"turn": "U", "fraction": 0.4}),
        Exhibit("3x3x3", 2, "letters", {"letters": True}),
        Exhibit("3x3x3", 2, "safe for the color-blind", {"palette": "colorblind"}),
        Exhibit("megaminx", 1, "safe for the color-blind", {"palette": "colorblind"}),
        Exhibit("3x3x3", 2, "for print", {"palette": "gray"}),
    ],
}


def page() -> str:
    """The text of the gallery's page."""
    halls = (f"## {hall}\n\n{_table(exhibits)}\n" for hall, exhibits in HALLS.items())
    return "\n".join([INTRODUCTION, *halls])


def _table(exhibits: list[Exhibit]) -> str:
    rows = [exhibits[start : start + COLUMNS] for start in range(0, len(exhibits), COLUMNS)]
    lines = [f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows]
    return "\n".join(["<table>", *lines, "</table>"])


def _cell(exhibit: Exhibit) -> str:
    image = f'<img src="gallery/{exhibit.file}" alt="{exhibit.title}" width="{SIZE}">'
    return f'<td align="center">{image}<br>{exhibit.title}</td>'


def main() -> None:
    """Write the page and all its pictures."""
    folder = HERE / "gallery"
    folder.mkdir(exist_ok=True)
    exhibits = [exhibit for hall in HALLS.values() for exhibit in hall]
    for old in folder.glob("*.svg"):
        if old.name not in {exhibit.file for exhibit in exhibits}:
            old.unlink()
    for exhibit in exhibits:
        (folder / exhibit.file).write_text(exhibit.draw(), encoding="utf-8")
    (HERE / "gallery.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
