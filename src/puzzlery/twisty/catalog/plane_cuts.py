"""Plane-cut puzzles by name: what cuts which solid where, and what people call it.

The names and the depths of the cuts are those of PuzzleGeometry (cubing.js), where a face is at
distance 1 from the middle. Each row is: name; cuts; aliases; what it is.
"""

Row = tuple[str, str, tuple[str, ...], str]

# Cuts that are curved in the real puzzle: how much, and from which distance to the axis on. Both
# only change how it looks; see `puzzlery.render.live.bent_cuts`.
BENT_CUTS = {"curvy copter": (0.2, 0.58)}

CUT_CUBES: tuple[Row, ...] = (
    (
        "skewb",
        "c v 0",
        ("meffert's skewb",),
        "A cube cut in half at right angles to each of its four long diagonals.",
    ),
    (
        "master skewb",
        "c v 0.275",
        (),
        "A skewb with two cuts on each diagonal, which leaves a middle layer.",
    ),
    (
        "professor skewb",
        "c v 0 v 0.38",
        ("elite skewb",),
        "A skewb with three cuts on each diagonal.",
    ),
    (
        "compy cube",
        "c v 0.915641442663986",
        (),
        "A cube whose corners turn in shallow cuts that keep the edges between them.",
    ),
    (
        "helicopter",
        "c e 0.707106781186547",
        ("helicopter cube", "heli"),
        "A cube whose edges turn by half turns; its jumbling turns are left out.",
    ),
    (
        "curvy copter",
        "c e 0.83",
        ("curvy copter cube",),
        "A helicopter cube with shallower cuts, so that edges and centers remain.",
    ),
    (
        "dino",
        "c v 0.577350269189626",
        ("dino cube",),
        "A cube whose corners turn and carry three edges each; there are only edges.",
    ),
    (
        "little chop",
        "c e 0",
        ("24 cube",),
        "A cube cut in half at right angles to each line through two opposite edges.",
    ),
    (
        "2x2x2 + dino",
        "c f 0 v 0.577350269189626",
        (),
        "The cuts of the 2x2x2 and of the dino cube in one cube.",
    ),
    (
        "2x2x2 + little chop",
        "c f 0 e 0",
        (),
        "The cuts of the 2x2x2 and of the little chop in one cube.",
    ),
    (
        "dino + little chop",
        "c v 0.577350269189626 e 0",
        (),
        "The cuts of the dino cube and of the little chop in one cube.",
    ),
    (
        "2x2x2 + dino + little chop",
        "c f 0 v 0.577350269189626 e 0",
        (),
        "The cuts of the 2x2x2, the dino cube and the little chop in one cube.",
    ),
)

TETRAHEDRA: tuple[Row, ...] = (
    (
        "pyramorphix",
        "t e 0",
        (),
        "A 2x2x2 in the shape of a tetrahedron, which keeps its shape under half turns.",
    ),
    (
        "mastermorphix",
        "t e 0.346184634065199",
        ("master morphix",),
        "A 3x3x3 in the shape of a tetrahedron, which keeps its shape under half turns.",
    ),
    (
        "pyraminx",
        "t v 0.333333333333333 v 1.66666666666667",
        ("pyramid", "pyra"),
        "A tetrahedron whose corners turn in two layers; the tips turn alone.",
    ),
    (
        "tetraminx",
        "t v 0.333333333333333",
        (),
        "A pyraminx without its tips.",
    ),
    (
        "master pyraminx",
        "t v 0 v 1 v 2",
        (),
        "A pyraminx with four layers.",
    ),
    (
        "master tetraminx",
        "t v 0 v 1",
        ("mtetram",),
        "A master pyraminx without its tips.",
    ),
    (
        "professor pyraminx",
        "t v -0.2 v 0.6 v 1.4 v 2.2",
        (),
        "A pyraminx with five layers.",
    ),
    (
        "professor tetraminx",
        "t v -0.2 v 0.6 v 1.4",
        (),
        "A professor pyraminx without its tips.",
    ),
    (
        "royal pyraminx",
        "t v -0.333333333333333 v 0.333333333333333 v 1 v 1.66666666666667 v 2.33333333333333",
        (),
        "A pyraminx with six layers.",
    ),
    (
        "royal tetraminx",
        "t v -0.333333333333333 v 0.333333333333333 v 1 v 1.66666666666667",
        (),
        "A royal pyraminx without its tips.",
    ),
    (
        "emperor pyraminx",
        "t v -0.428571428571429 v 0.142857142857143 v 0.714285714285714 v 1.28571428571429 "
        "v 1.85714285714286 v 2.42857142857143",
        (),
        "A pyraminx with seven layers.",
    ),
    (
        "emperor tetraminx",
        "t v -0.428571428571429 v 0.142857142857143 v 0.714285714285714 v 1.28571428571429 "
        "v 1.85714285714286",
        (),
        "An emperor pyraminx without its tips.",
    ),
    (
        "Jing pyraminx",
        "t f 0",
        ("jing's pyraminx", "halpern-kolmelij pyramid"),
        "A tetrahedron cut halfway between each face and the opposite corner.",
    ),
    (
        "master pyramorphix",
        "t e 0.866025403784437",
        (),
        "A tetrahedron whose edges turn by half turns in two cuts on each axis.",
    ),
)

OCTAHEDRA: tuple[Row, ...] = (
    (
        "skewb diamond",
        "o f 0",
        ("skewb octahedron",),
        "An octahedron cut in half along each pair of faces; the dual of the skewb.",
    ),
    (
        "FTO",
        "o f 0.333333333333333",
        ("face turning octahedron",),
        "An octahedron whose faces turn.",
    ),
    (
        "master FTO",
        "o f 0.5 f 0",
        ("master face turning octahedron", "mfto"),
        "A face-turning octahedron with four layers.",
    ),
    (
        "Christopher's jewel",
        "o v 0.577350269189626",
        (),
        "An octahedron whose corners turn, with edges and corners but no centers.",
    ),
    (
        "octastar",
        "o e 0",
        (),
        "An octahedron cut in half at right angles to each line through two opposite edges.",
    ),
    (
        "Trajber's octahedron",
        "o v 0.433012701892219",
        ("magic octahedron", "corner turning octahedron", "cto"),
        "An octahedron whose corners turn: a 3x3x3 with faces for corners.",
    ),
)

DODECAHEDRA: tuple[Row, ...] = (
    (
        "megaminx",
        "d f 0.7",
        ("hungarian supernova", "mega"),
        "A dodecahedron whose faces turn.",
    ),
    (
        "gigaminx",
        "d f 0.64 f 0.82",
        ("giga",),
        "A megaminx with two layers to each face.",
    ),
    (
        "teraminx",
        "d f 0.64 f 0.76 f 0.88",
        (),
        "A megaminx with three layers to each face.",
    ),
    (
        "petaminx",
        "d f 0.64 f 0.73 f 0.82 f 0.91",
        (),
        "A megaminx with four layers to each face.",
    ),
    (
        "examinx",
        "d f 0.64 f 0.712 f 0.784 f 0.856 f 0.928",
        (),
        "A megaminx with five layers to each face.",
    ),
    (
        "zetaminx",
        "d f 0.64 f 0.7 f 0.76 f 0.82 f 0.88 f 0.94",
        (),
        "A megaminx with six layers to each face.",
    ),
    (
        "yottaminx",
        "d f 0.64 f 0.6914 f 0.7429 f 0.7943 f 0.8457 f 0.8971 f 0.9486",
        (),
        "A megaminx with seven layers to each face.",
    ),
    (
        "pentultimate",
        "d f 0",
        (),
        "A dodecahedron cut in half along each pair of faces.",
    ),
    (
        "master pentultimate",
        "d f 0.1",
        (),
        "A pentultimate with two cuts on each axis, which leaves a thin middle layer.",
    ),
    (
        "elite pentultimate",
        "d f 0 f 0.145905",
        (),
        "A pentultimate with three cuts on each axis.",
    ),
    (
        "starminx",
        "d v 0.937962370425399",
        (),
        "A dodecahedron whose corners turn.",
    ),
    (
        "starminx 2",
        "d f 0.23606797749979",
        (),
        "A dodecahedron whose faces turn in cuts so deep that five-pointed stars appear.",
    ),
    (
        "pyraminx crystal",
        "d f 0.447213595499989",
        ("crystal pyraminx",),
        "A dodecahedron whose faces turn in cuts that meet, so that no face has a center.",
    ),
    (
        "chopasaurus",
        "d v 0",
        (),
        "A dodecahedron cut in half at right angles to each line through two opposite corners.",
    ),
    (
        "big chop",
        "d e 0",
        (),
        "A dodecahedron cut in half at right angles to each line through two opposite edges.",
    ),
    (
        "megaminx + chopasaurus",
        "d f 0.61803398875 v 0",
        (),
        "The cuts of a deep megaminx and of the chopasaurus in one dodecahedron.",
    ),
    (
        "starminx combo",
        "d f 0.23606797749979 v 0.937962370425399",
        (),
        "The cuts of both starminxes in one dodecahedron.",
    ),
)

ICOSAHEDRA: tuple[Row, ...] = (
    (
        "radio chop",
        "i f 0",
        (),
        "An icosahedron cut in half along each pair of faces.",
    ),
    (
        "icosamate",
        "i v 0",
        (),
        "An icosahedron cut in half at right angles to each line through two opposite corners.",
    ),
    (
        "Regular Astrominx",
        "i v 0.18759247376021",
        ("astrominx",),
        "An icosahedron whose corners turn in deep cuts, with two of them on each axis.",
    ),
    (
        "Regular Astrominx + Big Chop",
        "i v 0.18759247376021 e 0",
        (),
        "The regular astrominx, also cut in half across each pair of edges.",
    ),
    (
        "Redicosahedron",
        "i v 0.794654472291766",
        (),
        "An icosahedron whose corners turn, with edges and corners but no centers.",
    ),
    (
        "Redicosahedron with centers",
        "i v 0.84",
        (),
        "A redicosahedron with shallower cuts, so that each face keeps a center.",
    ),
    (
        "Icosaminx",
        "i v 0.73",
        (),
        "An icosahedron whose corners turn in cuts that overlap a little.",
    ),
    (
        "Eitan's star",
        "i f 0.61803398874989",
        ("eitan's star icosahedron",),
        "An icosahedron whose faces turn.",
    ),
)
