"""Sheets as files: a page as SVG, all pages as one PDF."""

import zlib
from collections.abc import Iterator, Sequence

from puzzlery.render.picture import Patch, number, path_data
from puzzlery.render.sheets.scramble_sheet import HEIGHT, WIDTH, SheetPage, SheetText

_FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"
_MARK = {"(": r"\(", ")": r"\)", "\\": r"\\"}


def page_svg(page: SheetPage) -> str:
    """A page as the text of an SVG file, as large as a sheet of A4.

    >>> page_svg(SheetPage([SheetText(9, 20, 10, "R U")])).splitlines()[2]
    '<text x="9" y="20" font-size="10">R U</text>'
    """
    wide, high = number(WIDTH), number(HEIGHT)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
            'width="210mm" height="297mm">',
            '<g font-family="Courier, monospace" xml:space="preserve">',
            *(
                f'<text x="{number(t.x)}" y="{number(t.y)}" font-size="{number(t.size)}">'
                f"{_plain(t.text)}</text>"
                for t in page.texts
            ),
            "</g>",
            *(
                f'<path fill="{p.shade}" stroke="{p.shade}" '
                f'stroke-width="{number(p.border * HEIGHT)}" d="{path_data(p.path)}"/>'
                for p in page.patches
            ),
            "</svg>",
            "",
        ]
    )


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def pages_pdf(pages: Sequence[SheetPage]) -> bytes:
    """All pages as a PDF file, written by hand: outlines in plain colors and text in Courier.

    >>> data = pages_pdf([SheetPage([SheetText(9, 20, 10, "R U")])])
    >>> data[:8], data[-6:], data.count(b"/Type /Page ")
    (b'%PDF-1.4', b'%%EOF\\n', 1)
    """
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        _FONT.encode(),
    ]
    for n, page in enumerate(pages):
        bodies.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {number(WIDTH)} {number(HEIGHT)}] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * n} 0 R >>".encode()
        )
        packed = zlib.compress("\n".join(_operators(page)).encode("cp1252", "replace"))
        head = f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
        bodies.append(head + packed + b"\nendstream")
    return _numbered(bodies)


def _numbered(bodies: Sequence[bytes]) -> bytes:
    """The objects one after the other, with the table of where each begins."""
    data = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    places = []
    for n, body in enumerate(bodies, 1):
        places.append(len(data))
        data += f"{n} 0 obj\n".encode() + body + b"\nendobj\n"
    rows = "".join(f"{place:010d} 00000 n \n" for place in places)
    table = f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{rows}"
    trailer = f"trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R >>\nstartxref\n{len(data)}\n%%EOF\n"
    return data + table.encode() + trailer.encode()


def _operators(page: SheetPage) -> Iterator[str]:
    """The content of a page; y grows upward in PDF."""
    yield f"1 0 0 -1 0 {number(HEIGHT)} cm 1 j"
    for patch in page.patches:
        color = " ".join(number(int(patch.shade[k : k + 2], 16) / 255) for k in (1, 3, 5))
        yield f"{color} rg {color} RG {number(patch.border * HEIGHT)} w"
        yield from _outline(patch)
        yield "b" if patch.border else "f"
    yield "0 g"
    yield from map(_text, page.texts)


def _text(line: SheetText) -> str:
    marked = "".join(_MARK.get(letter, letter) for letter in line.text)
    place = f"{number(line.x)} {number(line.y)}"
    return f"BT /F1 {number(line.size)} Tf 1 0 0 -1 {place} Tm ({marked}) Tj ET"


def _outline(patch: Patch) -> Iterator[str]:
    """The outline with cubic curves, which PDF knows, in place of quadratic ones."""
    rows = iter(patch.path.points.tolist())
    for at, curved in enumerate(patch.path.rounded):
        x, y = next(rows)
        yield f"{number(x)} {number(y)} {'l' if at else 'm'}"
        if curved:
            (bx, by), (ex, ey) = next(rows), next(rows)
            first = f"{number(x + 2 / 3 * (bx - x))} {number(y + 2 / 3 * (by - y))}"
            second = f"{number(ex + 2 / 3 * (bx - ex))} {number(ey + 2 / 3 * (by - ey))}"
            yield f"{first} {second} {number(ex)} {number(ey)} c"
    yield "h"
