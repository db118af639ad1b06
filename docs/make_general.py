"""Draw the pictures of docs/general-solver.md: what commutators do, seen on a cube."""

from pathlib import Path

from puzzlery.render import svg
from puzzlery.twisty.catalog import puzzle

FOLDER = Path(__file__).parent / "general"
PICTURES = {
    "commutator": "[R, U]",
    "corner-cycle": "[R U R', D]",
    "set-up": "[F: [R U R', D]]",
}


def main() -> None:
    """Write one picture for each alg."""
    FOLDER.mkdir(exist_ok=True)
    cube = puzzle("3x3x3")
    for name, alg in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(svg(cube.apply(alg)))


if __name__ == "__main__":
    main()
