"""Sheets of scrambles: every scramble is on them whole, and readers can open the PDF."""

import re
import zlib
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from puzzlery import puzzle
from puzzlery.cli import main
from puzzlery.render.sheets.scramble_sheet import COLUMNS, HEIGHT, WIDTH, scramble_pages
from puzzlery.render.sheets.sheet_files import page_svg, pages_pdf


def objects(data: bytes) -> dict[int, bytes]:
    """The objects of a PDF, found by its table, as a reader does."""
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[start:].startswith(b"xref\n")
    rows = data[start:].split(b"trailer")[0].splitlines()[3:]
    found = {}
    for number, row in enumerate(rows, 1):
        place = int(row.split()[0])
        head = f"{number} 0 obj\n".encode()
        assert data[place:].startswith(head)
        found[number] = data[place + len(head) :].split(b"\nendobj", 1)[0]
    return found


def test_a_pdf_has_all_scrambles_and_pictures(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    main(["scramble", "3x3x3", "--count", "9", "--seed", "1", "--pdf", str(path), "--json"])
    found = objects(path.read_bytes())
    streams = []
    for body in found.values():
        if b"stream\n" in body:
            length = int(re.search(rb"/Length (\d+)", body)[1])  # type: ignore[index]
            packed = body.split(b"stream\n", 1)[1][:length]
            streams.append(zlib.decompress(packed).decode("cp1252"))
    assert len(streams) == len([b for b in found.values() if b"/Type /Page " in b]) == 2
    texts = re.findall(r"\((.*?)\) Tj", "\n".join(streams))
    scrambles = [text for text in texts if re.fullmatch(r"([UDLRFB]['2]? ?)+", text)]
    assert len(scrambles) == 9
    # Each picture has 54 stickers; other filled outlines are the plastic.
    assert "\n".join(streams).count("\nf\n") >= 9 * 54


def test_long_scrambles_are_broken_between_moves_and_stay_on_the_page() -> None:
    six = puzzle("6x6x6")
    alg = str(six.scramble(seed=1))
    pages = scramble_pages([(alg, six.apply(alg))] * 8, "6x6x6")
    lines = [t for page in pages for t in page.texts if t.text != "6x6x6" and "." not in t.text]
    assert " ".join(t.text for t in lines) == " ".join([alg] * 8)
    assert max(len(t.text) for t in lines) <= COLUMNS
    for page in pages:
        assert all(0 < t.y < HEIGHT for t in page.texts)
        for patch in page.patches:
            assert patch.path.points.min() > 0
            assert (patch.path.points < [WIDTH, HEIGHT]).all()


def test_a_page_of_svg_is_xml_with_a_text_for_each_line() -> None:
    cube = puzzle("2x2x2")
    [page] = scramble_pages([("R U", cube.apply("R U"))], "a < b & c")
    drawn = fromstring(page_svg(page))
    texts = [t.text for t in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["a < b & c", "1.", "R U"]
    assert pages_pdf([page]).startswith(b"%PDF-1.4")


def test_sheets_of_several_pages_are_several_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["scramble", "skewb", "--count", "12", "--svg", str(tmp_path / "s.svg")])
    assert sorted(file.name for file in tmp_path.iterdir()) == ["s-1.svg", "s-2.svg"]
    assert "wrote" in capsys.readouterr().err
    assert main(["scramble", "skewb", "--count", "1001", "--svg", str(tmp_path / "t.svg")]) == 2
