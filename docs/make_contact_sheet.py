"""Draw every puzzle of the catalogue as the viewer shows it, on one sheet: docs/app/catalogue.jpg.

The viewer is the one of notebooks, which needs no server. Pictures are taken at twice their size,
so that the fine lines of large puzzles stay clean.
"""

import base64
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.browser.viewer_alone import viewer_alone

from puzzlery.twisty.catalog import entries

FOLDER = Path(__file__).parent / "app"
COLUMNS, SIZE, QUALITY = 12, 150, 74
# More than a hundred pictures are read and drawn at once, on a machine that may be busy.
PATIENCE = 300_000
# Those that show most of what changed in the pictures; docs/app/looks-before.jpg shows the same.
CHOSEN = (
    "3x3x3",
    "megaminx",
    "clock",
    "gear cube",
    "curvy copter",
    "Square-1",
    "Hungarian rings",
    "ivy cube",
)


def pictures(names: Iterable[str], size: int, **show: Any) -> Iterator[tuple[str, bytes]]:
    """A PNG of each puzzle."""
    with viewer_alone(size) as (page, show_puzzle):
        for name in names:
            show_puzzle(name, **show)
            yield name, page.screenshot()


def sheet(taken: Iterable[tuple[str, bytes]], columns: int, size: int) -> str:
    """A page of pictures in rows, each with its name."""
    cells = "".join(
        f'<figure><img src="data:image/png;base64,{base64.b64encode(picture).decode()}">'
        f"<figcaption>{name}</figcaption></figure>"
        for name, picture in taken
    )
    return f"""<!doctype html><style>
      body {{ margin: 0; background: #f4f6f9; font: 11px sans-serif; color: #333;
              display: grid; grid-template-columns: repeat({columns}, {size}px); }}
      figure {{ margin: 0 0 4px; text-align: center; }}
      img {{ width: {size}px; height: {size}px; display: block; }}
    </style>{cells}"""


def photographed(html: str, width: int, file: Path) -> None:
    """Save a page as a picture."""
    with viewer_alone(width, scale=1) as (page, _):
        page.set_default_timeout(PATIENCE)
        page.set_content(html)
        page.wait_for_timeout(1000)
        page.locator("body").screenshot(path=file, type="jpeg", quality=QUALITY)


def main() -> None:
    """Draw the sheet, or only the chosen puzzles with `--chosen`."""
    FOLDER.mkdir(exist_ok=True)
    chosen = sheet(pictures(CHOSEN, 300), 4, 300)
    photographed(chosen, 1200, FOLDER / "looks.jpg")
    if "--chosen" in sys.argv:
        return
    every = sheet(pictures((entry.name for entry in entries()), SIZE), COLUMNS, SIZE)
    photographed(every, COLUMNS * SIZE, FOLDER / "catalogue.jpg")


if __name__ == "__main__":
    main()
