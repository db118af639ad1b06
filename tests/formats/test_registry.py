"""Files are found by name or by text, read within bounds, and written wholly or not at all."""

from pathlib import Path

import pytest

from puzzlery import formats
from puzzlery.errors import FileFault, NotExpressible, UnknownName
from puzzlery.formats import text_files
from puzzlery.formats.puzzles.registry import format_of_path, format_of_text
from puzzlery.twisty.catalog import puzzle as from_catalog
from puzzlery.twisty.model.puzzle import Puzzle

SPACE = [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
THREE = Puzzle.from_cycles({"a": [[0, 1]], "b": [[1, 2]]}, ["red", "red", "blue"], SPACE, "three")
NAMES = [each.name for each in formats.FORMATS]


@pytest.mark.parametrize("name", NAMES)
def test_a_text_tells_its_format(name):
    text = formats.dumps(THREE, name)
    assert format_of_text(text).name == name
    assert formats.loads(text).moves == THREE.moves


@pytest.mark.parametrize("each", formats.FORMATS, ids=NAMES)
def test_a_file_is_read_by_its_ending_or_its_text(each, tmp_path):
    for ending in (*each.suffixes, each.suffixes[0].upper()):
        path = tmp_path / f"three{ending}"
        formats.write_puzzle(THREE, path)
        assert format_of_path(path) is each
        assert formats.read_puzzle(path).moves == THREE.moves
        path.replace(tmp_path / "three.txt")
        assert formats.read_puzzle(tmp_path / "three.txt").moves == THREE.moves


def test_json_of_either_kind_is_read(tmp_path):
    (tmp_path / "a.json").write_text(formats.dumps(THREE, "kpuzzle"))
    assert formats.read_puzzle(tmp_path / "a.json").moves == THREE.moves


def test_a_note_about_orbits_does_not_make_a_kpuzzle():
    puzzle = Puzzle.from_cycles({"a": [[0, 1]]}, ["red"] * 2, note='"orbits": none')
    assert formats.loads(formats.dumps(puzzle, "json")) == puzzle


@pytest.mark.parametrize("name", NAMES)
def test_byte_order_marks_and_foreign_line_ends_are_read(name, tmp_path):
    text = formats.dumps(THREE, name)
    for encoded in ("\ufeff" + text, text.replace("\n", "\r\n"), text.replace("\n", "\r")):
        (tmp_path / "a").write_bytes(encoded.encode())
        assert formats.read_puzzle(tmp_path / "a", name).moves == THREE.moves


def test_what_is_not_utf8_is_told_with_its_line(tmp_path):
    (tmp_path / "a.toml").write_bytes(b'name = "a"\nnote = "\xff"')
    with pytest.raises(FileFault, match=r"a\.toml, line 2: byte 0xff is not UTF-8"):
        formats.read_puzzle(tmp_path / "a.toml")
    with pytest.raises(FileFault, match="half of a character"):
        formats.loads("\ud800")


def test_large_files_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(text_files, "MAX_BYTES", 100)
    (tmp_path / "a.toml").write_bytes(b"#" * 101)
    with pytest.raises(FileFault, match="larger than the 100 bytes"):
        formats.read_puzzle(tmp_path / "a.toml")


@pytest.mark.parametrize("path", ["none.toml", ".", "nul\0.toml", "none/none.tws"])
def test_unreadable_files_are_told(path, tmp_path):
    with pytest.raises(FileFault, match="cannot be read"):
        formats.read_puzzle(f"{tmp_path}/{path}")


def test_unknown_endings_and_formats_are_told(tmp_path):
    with pytest.raises(FileFault, match=r"expected one of \.toml"):
        formats.write_puzzle(THREE, tmp_path / "a.docx")
    with pytest.raises(UnknownName, match="did you mean toml"):
        formats.dumps(THREE, "tolm")
    with pytest.raises(FileFault, match="cannot be written"):
        formats.write_puzzle(THREE, tmp_path / "none" / "a.toml")


def test_a_failed_conversion_leaves_the_old_file(tmp_path):
    bandaged = Puzzle.from_cycles({"a": [[0, 1]]}, ["red"] * 2, glued=[[0, 1]])
    source, target = tmp_path / "a.toml", tmp_path / "b.tws"
    formats.write_puzzle(bandaged, source)
    target.write_text("precious")
    with pytest.raises(NotExpressible):
        formats.convert(source, target)
    assert target.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.toml", "b.tws"]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.toml").write_text("old")
    (tmp_path / "link.toml").symlink_to(tmp_path / "real.toml")
    formats.write_puzzle(THREE, tmp_path / "link.toml")
    assert (tmp_path / "link.toml").is_symlink()
    assert formats.read_puzzle(tmp_path / "real.toml") == THREE


def test_conversions_go_from_every_format_to_every_other(tmp_path):
    paths = {each.name: tmp_path / f"three{each.suffixes[0]}" for each in formats.FORMATS}
    formats.write_puzzle(THREE, paths["xml"])
    for name in ("toml", "gap", "json", "ksolve", "kpuzzle", "toml"):
        formats.convert(paths["xml"], paths[name])
        assert formats.read_puzzle(paths[name]).moves == THREE.moves
        again = tmp_path / "again.toml"
        formats.convert(paths[name], again)
        assert formats.read_puzzle(again).moves == THREE.moves


def test_what_is_left_out_is_told(tmp_path):
    cube = from_catalog("3x3x3")
    assert formats.write_puzzle(cube, tmp_path / "a.toml") == []
    lost = formats.write_puzzle(cube, tmp_path / "a.tws")
    assert {"shades", "positions", "outlines", "notation", "turning in place"} <= set(lost)
    assert "note" not in lost
    assert formats.left_out(cube, "xml") == ["color names", "outlines", "notation", "basis"]


def test_paths_are_told_from_names(tmp_path):
    (tmp_path / "plain").write_text("")
    assert formats.is_puzzle_file(str(tmp_path / "plain"))
    assert formats.is_puzzle_file("nowhere.TWS")
    assert not formats.is_puzzle_file("3x3x3")
    assert not formats.is_puzzle_file(str(tmp_path))


def test_every_public_name_is_there():
    assert [name for name in formats.__all__ if not hasattr(formats, name)] == []
    assert Path(formats.__file__).name == "__init__.py"
