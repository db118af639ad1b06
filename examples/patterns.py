"""Draw well-known patterns of the cube as nets."""

import sys
from pathlib import Path

import puzzlery

PATTERNS = {
    "checkerboard": "M2 E2 S2",
    "cube in a cube": "F L F U' R U F2 L2 U' L' B D' B' L2 U",
    "superflip": "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
}
folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
cube = puzzlery.puzzle("3x3x3")
for name, alg in PATTERNS.items():
    path = folder / f"{name.replace(' ', '-')}.svg"
    path.write_text(puzzlery.svg(cube.apply(alg), view="net", title=name))
    print(f"{path.name}: {cube.alg(alg).length('HTM')} moves, order {cube.permutation(alg).order}")
