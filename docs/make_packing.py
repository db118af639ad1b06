"""Draw the pictures of packing.md and exact-cover.md: `python docs/make_packing.py`."""

from pathlib import Path

from puzzlery.packings.catalog import packing
from puzzlery.packings.solve.challenges import challenges
from puzzlery.render.packings.packing_sheet import heat_svg, sheet_svg
from puzzlery.render.packings.packing_svg import packing_svg

HERE = Path(__file__).parent / "packing"


def pictures() -> dict[str, str]:
    """The pictures by the names of their files."""
    iq, pyramid = packing("iq", "5x11"), packing("kanoodle", "pyramid5")
    stack, strip = pyramid.first(), packing("pentominoes", "6x10")
    assert stack is not None, "the pyramid has 2,448 solutions"
    found = {
        "iq": packing_svg(iq.random(3) or iq, letters=True),
        "layers": packing_svg(stack),
        "solid": packing_svg(stack, view="solid", size=320),
        "heat": heat_svg(strip.placement_counts(), strip),
        "sheet": sheet_svg(challenges(iq, 2, seed=1)),
    }
    small = packing({"ball": "X", "corner": "X.\nXX"}, "2x2")
    for number, solution in enumerate(small.all(), 1):
        found[f"small-{number}"] = packing_svg(solution, size=90)
    return found


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (HERE / f"{name}.svg").write_text(picture)
