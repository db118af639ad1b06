"""The catalogue: everything has its names, typos are answered, and listing builds nothing."""

import json
import subprocess
import sys
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlery.errors import InvalidPuzzle, PuzzleryError, SyntaxFault, UnknownName
from puzzlery.twisty.catalog import CatalogEntry, entries, names, plain, puzzle, search

COUNTED = json.loads((Path(__file__).parents[2] / "data" / "cut_puzzles.json").read_text("utf-8"))


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_every_entry_builds_a_puzzle_of_its_name(entry: CatalogEntry):
    built = puzzle(entry.name)
    assert built.name == entry.name
    assert built.turns
    assert built.skin is not None


def test_no_two_entries_share_a_name():
    owners = defaultdict(set)
    for entry in entries():
        for name in (entry.name, *entry.aliases, entry.event):
            if name:
                owners[plain(name)].add(entry.name)
    assert {name: found for name, found in owners.items() if len(found) > 1} == {}


def test_descriptions_are_sentences():
    for entry in entries():
        assert entry.description[0].isupper()
        assert entry.description.endswith(".")
        assert entry.family


def test_every_published_plane_cut_puzzle_is_here_with_its_cuts():
    cuts = {entry.name: entry.cuts for entry in entries()}
    assert len(COUNTED) == 72
    assert {name: cuts[name] for name in COUNTED} == {
        name: counted["cuts"] for name, counted in COUNTED.items()
    }


@pytest.mark.parametrize(
    "event",
    [
        "222",
        "333",
        "444",
        "555",
        "666",
        "777",
        "333bf",
        "333fm",
        "333oh",
        "333mbf",
        "444bf",
        "555bf",
        "clock",
        "minx",
        "pyram",
        "skewb",
        "sq1",
        "fto",
        "master_tetraminx",
        "kilominx",
        "redi",
    ],
)
def test_competitions_find_their_events(event):
    assert puzzle(event).turns


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Rubik's Cube", "3x3x3"),
        ("rubiks-cube", "3x3x3"),
        ("RUBIK’S_CUBE", "3x3x3"),
        ("  3X3X3 ", "3x3x3"),
        ("3x3", "3x3x3"),
        ("3", "3x3x3"),
        ("4×4×4", "4x4x4"),
        ("Professor's cube", "5x5x5"),
        ("revenge", "4x4x4"),
        ("cube:5", "5x5x5"),
        ("cube 14", "14x14x14"),
        ("7x7x7", "7x7x7"),
        ("2 x 2 x 3", "2x2x3"),
        ("dodecahedron:4", "dodecahedron 4"),
        ("Icosahedron 5", "icosahedron 5"),
        ("supercube 2", "supercube 2"),
        ("supercube", "supercube 3"),
        ("Square-One", "Square-1"),
        ("christophers jewel", "Christopher's jewel"),
        ("meffert's bandaged cube", "bicube"),
        ("starminx 2", "starminx 2"),
        ("Megaminx", "megaminx"),
    ],
)
def test_people_find_what_they_mean(said, name):
    assert puzzle(said).name == name


def test_a_description_is_cut():
    assert puzzle("c f 0.3").degree == 54
    assert puzzle("C  F 0.3") is puzzle("c f 0.3")
    assert puzzle("t v 0.333333333333333").degree == 24


def test_puzzles_are_built_once():
    assert puzzle("gear cube") is puzzle("Gear-Cube")
    assert puzzle("8x8x8") is puzzle("888")


@pytest.mark.parametrize(
    ("typo", "meant"),
    [
        ("megamnix", "megaminx"),
        ("rubic cube", "3x3x3"),
        ("gear qube", "gear cube"),
        ("hungarien rings", "Hungarian rings"),
        ("squar1", "Square-1"),
        ("dodecahedrn 4", "dodecahedron 4"),
    ],
)
def test_a_typo_is_answered_with_what_may_be_meant(typo, meant):
    with pytest.raises(UnknownName, match=f'unknown puzzle "{typo}"; did you mean') as caught:
        puzzle(typo)
    assert meant in caught.value.suggestions


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("1000x1000x1000", InvalidPuzzle, "6000000 stickers"),
        ("0x0x0", InvalidPuzzle, "from 1 on"),
        ("cube:0", InvalidPuzzle, "from 1 on"),
        ("supercube 999999", InvalidPuzzle, "stickers"),
        ("dodecahedron 3", InvalidPuzzle, "even numbers"),
        ("icosahedron 123456789", InvalidPuzzle, "sizes"),
        ("3x4", UnknownName, "did you mean"),
        ("9" * 5000, UnknownName, "unknown puzzle"),
        ("", UnknownName, "unknown puzzle"),
        ("c f", SyntaxFault, "expected a cut"),
        ("c f x", SyntaxFault, "finite number"),
    ],
)
def test_nonsense_is_refused_with_a_reason(text, error, message):
    with pytest.raises(error, match=message):
        puzzle(text)


@given(st.text(alphabet="0123456789abcdefiotvx: .-'²½", max_size=8))
def test_no_text_brings_the_catalogue_down(text):
    if any(len(digits) > 1 for digits in "".join(c if c.isdigit() else " " for c in text).split()):
        return
    with suppress(PuzzleryError):
        assert puzzle(text).degree > 0


def test_search_finds_words_in_names_and_descriptions():
    assert [entry.name for entry in search("square")][:2] == ["Square-1", "Square-2"]
    assert {entry.family for entry in search("pyraminx")} >= {"tetrahedra"}
    assert [entry.name for entry in search("COGS twelve")] == ["gear cube"]
    assert search("no such puzzle") == []


def test_names_are_those_of_the_entries():
    assert names() == [entry.name for entry in entries()]
    assert {"3x3x3", "megaminx", "Square-1", "clock", "bicube"} <= set(names())


def test_listing_builds_nothing_and_loads_nothing_heavy():
    program = (
        "import sys; from puzzlery.twisty.catalog import entries, search; entries(); search('a');"
        "print([m for m in ('numpy', 'scipy', 'puzzlery.twisty.model.puzzle') if m in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"
