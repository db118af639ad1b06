"""The catalogue: puzzles by their names and aliases."""

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlery.errors import UnknownName

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

LIST = Path(__file__).with_name("puzzles.toml")
# Sizes that the list shows; every other size can be asked for by name.
LISTED_CUBES = (*range(2, 14), 20, 30, 40)
NICKNAMES = {
    2: ("222", "pocket cube", "mini cube", "2"),
    3: (
        "333",
        "rubik's cube",
        "rubix cube",
        "magic cube",
        "cube",
        "3",
        "333bf",
        "333fm",
        "333oh",
        "333mbf",
    ),
    4: ("444", "rubik's revenge", "revenge", "master cube", "444bf"),
    5: ("555", "professor's cube", "professor", "555bf"),
    6: ("666", "v-cube 6"),
    7: ("777", "v-cube 7"),
    8: ("888",),
    9: ("999",),
}
SOLIDS = {
    "tetrahedron": (
        range(3, 6),
        "A tetrahedron of {} layers, all of which turn about the corners.",
    ),
    "octahedron": (range(2, 5), "An octahedron of {} layers, all of which turn with the faces."),
    "dodecahedron": (range(2, 7, 2), "A dodecahedron of {} layers along an edge, turned by faces."),
    "icosahedron": (range(2, 5), "An icosahedron of {} layers along an edge, turned by corners."),
}


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A named puzzle: its name, what it is, and how to build it.

    `cuts` is the description string where plane cuts make the puzzle; `event` is the word that
    competitions use.

    >>> entry = search("megaminx")[0]
    >>> entry.name, entry.cuts, entry.event
    ('megaminx', 'd f 0.7', 'minx')
    """

    name: str
    family: str
    description: str
    build: Callable[[], "Puzzle"]
    aliases: tuple[str, ...] = ()
    cuts: str = ""
    event: str = ""


@cache
def entries() -> tuple[CatalogEntry, ...]:
    """The whole catalogue; listing it builds no puzzle.

    >>> [entry.name for entry in entries() if entry.family == "gears"]
    ['gear cube', 'gear cube extreme', 'gear cube ultimate']
    """
    return (*_cubes(), *_cuboids(), *_supercubes(), *_solids(), *_listed())


def names() -> list[str]:
    """The names of the catalogue, without the aliases.

    >>> names()[:3], "skewb" in names(), "pocket cube" in names()
    (['2x2x2', '3x3x3', '4x4x4'], True, False)
    """
    return [entry.name for entry in entries()]


def search(text: str) -> list[CatalogEntry]:
    """The entries in which every word of the text occurs; matches in names come first.

    >>> [entry.name for entry in search("gear extreme")]
    ['gear cube extreme', 'gear cube ultimate']
    """
    words = text.casefold().split()
    found = [entry for entry in entries() if all(word in _prose(entry) for word in words)]
    return sorted(found, key=lambda entry: not all(word in _called(entry) for word in words))


def puzzle(text: str) -> "Puzzle":
    """The puzzle of that name, alias or description.

    Capitals, spaces, hyphens and apostrophes do not matter. A description is a solid with its
    cuts, such as `c f 0.3`; sizes may be given to families, such as `7x7x7`, `2x2x3`,
    `dodecahedron:4` or `supercube 5`.

    >>> puzzle("Rubik's Cube") is puzzle("3x3x3")
    True
    >>> puzzle("megamnix")
    Traceback (most recent call last):
    puzzlery.errors.UnknownName: unknown puzzle "megamnix"; did you mean megaminx, ...?
    """
    key = plain(text)
    entry = _index().get(key)
    if entry is not None:
        return _built(entry)
    cuts = _as_cuts(text)
    if cuts:
        return _cut(cuts)
    build = _sized(key)
    if build is not None:
        return build()
    raise _unknown(text, key)


def plain(text: str) -> str:
    """A name without capitals, spaces, hyphens and apostrophes.

    >>> plain("Rubik’s Cube"), plain("rubiks-cube")
    ('rubikscube', 'rubikscube')
    """
    return re.sub(r"[\s\-_:'’`‘]+", "", text.casefold()).replace("×", "x")


@cache
def _index() -> dict[str, CatalogEntry]:
    """The entries by plain name, alias and event; names take precedence over aliases."""
    index: dict[str, CatalogEntry] = {}
    for entry in entries():
        index.setdefault(plain(entry.name), entry)
    for entry in entries():
        for alias in (*entry.aliases, entry.event):
            if alias:
                index.setdefault(plain(alias), entry)
    return index


@lru_cache(maxsize=64)
def _built(entry: CatalogEntry) -> "Puzzle":
    return entry.build()


def _prose(entry: CatalogEntry) -> str:
    return f"{_called(entry)} {entry.family} {entry.description}".casefold()


def _called(entry: CatalogEntry) -> str:
    return " ".join((entry.name, *entry.aliases, entry.event)).casefold()


def _unknown(text: str, key: str) -> UnknownName:
    near = get_close_matches(key, list(_index()), n=6, cutoff=0.6)
    suggestions = list(dict.fromkeys(_index()[found].name for found in near))[:3]
    shown = text.strip() if len(text) <= 60 else f"{text.strip()[:60]}…"
    return UnknownName(f'unknown puzzle "{shown}"', suggestions)


def _as_cuts(text: str) -> str:
    """The text as a description string with single spaces, or "" if it is none."""
    words = text.casefold().split()
    is_solid = len(words) > 1 and words[0] in ("t", "c", "o", "d", "i")
    return " ".join(words) if is_solid and words[1] in ("f", "v", "e") else ""


@lru_cache(maxsize=64)
def _cut(cuts: str) -> "Puzzle":
    from puzzlery.twisty.geometry import cut_puzzle

    return cut_puzzle(cuts)


def _sized(key: str) -> "Callable[[], Puzzle] | None":
    """How to build a puzzle of a family whose size is given; None if the text is no such name."""
    box = re.fullmatch(r"(\d{1,9})x(\d{1,9})(?:x(\d{1,9}))?", key)
    if box:
        a, b, c = int(box[1]), int(box[2]), int(box[3] or box[2])
        if box[3] is None and a != b:
            return None
        return partial(_box, a, b, c)
    sized = re.fullmatch(r"([a-z]*?)(\d{1,9})", key)
    if not sized:
        return None
    family, size = sized[1], int(sized[2])
    if family in ("", "cube"):
        return partial(_box, size, size, size)
    if family == "supercube":
        return partial(_supercube, size)
    return partial(_platonic, family, size) if family in SOLIDS else None


@lru_cache(maxsize=32)
def _box(a: int, b: int, c: int) -> "Puzzle":
    from puzzlery.twisty.geometry import cube, cuboid

    return cube(a) if a == b == c else cuboid(a, b, c)


@lru_cache(maxsize=16)
def _supercube(size: int) -> "Puzzle":
    from puzzlery.twisty.mechanisms.supercube import supercube

    return supercube(size)


@lru_cache(maxsize=32)
def _platonic(solid: str, size: int) -> "Puzzle":
    from puzzlery.twisty.geometry import platonic

    return platonic(solid, size)


def _cubes() -> Iterator[CatalogEntry]:
    for n in LISTED_CUBES:
        aliases = NICKNAMES.get(n, ())
        yield CatalogEntry(
            f"{n}x{n}x{n}",
            "cubes",
            f"A cube with {n} layers on each axis, whose faces and slices turn.",
            partial(_box, n, n, n),
            (f"{n}x{n}", *aliases),
            cuts=_cube_cuts(n),
            event=aliases[0] if aliases else "",
        )


def _cube_cuts(n: int) -> str:
    """The depths at which the layers of a cube part.

    >>> _cube_cuts(4)
    'c f 0.5 f 0'
    """
    depths = [(n - 2 * k) / n for k in range(1, n // 2 + 1)]
    return "c" + "".join(f" f {depth:.15g}" for depth in depths)


def _cuboids() -> Iterator[CatalogEntry]:
    for a, b, c, aliases in (
        (1, 2, 3, ()),
        (3, 3, 1, ("floppy cube",)),
        (2, 2, 3, ("slim tower",)),
        (3, 3, 2, ("domino", "rubik's domino")),
        (2, 2, 4, ("tower cube",)),
        (3, 3, 4, ()),
        (3, 3, 5, ()),
        (2, 3, 4, ()),
    ):
        yield CatalogEntry(
            f"{a}x{b}x{c}",
            "cuboids",
            "A box whose layers turn as far as its shape is kept.",
            partial(_box, a, b, c),
            aliases,
        )


def _supercubes() -> Iterator[CatalogEntry]:
    for n in range(3, 8):
        yield CatalogEntry(
            f"supercube {n}",
            "supercubes",
            f"A {n}x{n}x{n} with pictures, so that every center has a place and a way to sit.",
            partial(_supercube, n),
            (f"super {n}x{n}x{n}", *(("supercube",) if n == 3 else ())),
        )


def _solids() -> Iterator[CatalogEntry]:
    for solid, (sizes, about) in SOLIDS.items():
        for size in sizes:
            build = partial(_platonic, solid, size)
            yield CatalogEntry(f"{solid} {size}", "platonic solids", about.format(size), build)


def _listed() -> Iterator[CatalogEntry]:
    """The puzzles that puzzles.toml lists one by one."""
    for row in tomllib.loads(LIST.read_text("utf-8"))["puzzle"]:
        name, cuts, bend = row["name"], row.get("cuts", ""), tuple(row.get("bend", ()))
        build = partial(_named_cut, cuts, name, bend) if cuts else partial(_mechanism, row["build"])
        aliases, event = tuple(row.get("aliases", ())), row.get("event", "")
        yield CatalogEntry(name, row["family"], row["about"], build, aliases, cuts, event)


def _named_cut(cuts: str, name: str, bend: tuple[float, ...]) -> "Puzzle":
    from puzzlery.twisty.geometry import cut_puzzle

    built = cut_puzzle(cuts, name=name)
    return replace(built, hints={**built.hints, "bend": bend}) if bend else built


def _mechanism(function: str) -> "Puzzle":
    """The puzzle that a function of a module builds; the module is imported only now."""
    module, _, name = function.partition(".")
    found = import_module(f"puzzlery.twisty.mechanisms.{module}")
    build: Callable[[], Puzzle] = getattr(found, name)
    return build()
