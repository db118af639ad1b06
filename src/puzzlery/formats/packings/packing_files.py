"""Packing files: read and written in the format that their name tells."""

from collections.abc import Sequence
from pathlib import Path

from puzzlery.core.files import write_atomically
from puzzlery.errors import FileFault, NotExpressible
from puzzlery.formats.packings import dlx_text, packing_json, packing_text, xmpuzzle
from puzzlery.formats.packings.burr_file import BurrProblem
from puzzlery.formats.text_files import Pathlike, decoded, read_bytes
from puzzlery.packings.model.packing import Packing

TEXT, JSON, BURR = (".pack", ".txt"), (".json",), (".xmpuzzle",)
SUFFIXES = (*TEXT, *JSON, *BURR)
# Options for Knuth's programs: the placements are all there, but no board and no shapes.
OPTIONS = (".dlx",)


def is_packing_file(name: str) -> bool:
    """Whether a name has the ending of a packing file; otherwise it names a set of pieces.

    >>> is_packing_file("cube.xmpuzzle"), is_packing_file("pentominoes")
    (True, False)
    """
    return name.lower().endswith(SUFFIXES)


def read_packing(path: Pathlike, *, problem: int = 0) -> Packing:
    """The packing in a file: .pack or .txt (drawings), .json, or .xmpuzzle (BurrTools).

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "corner.pack"
    >>> _ = path.write_text("board: 2x2\\npiece A:\\nX\\npiece B:\\nXX\\nX.\\n")
    >>> read_packing(path).count()
    4
    """
    data, source = read_bytes(path), str(path)
    name = source.lower()
    if problem and not name.endswith(BURR):
        raise FileFault(f"has one problem; there is no number {problem + 1}", source=source)
    if name.endswith(BURR):
        return xmpuzzle.loads(data, source, problem=problem)
    text = decoded(data, source)
    if name.endswith(JSON):
        return packing_json.loads(text, source)
    if name.endswith(TEXT):
        return packing_text.loads(text, source)
    raise _unknown(source)


def problems_in(path: Pathlike) -> tuple[BurrProblem, ...]:
    """The problems of an .xmpuzzle file, which may have several; of other files, none.

    >>> problems_in("soma.pack")
    ()
    """
    if not str(path).lower().endswith(BURR):
        return ()
    return tuple(xmpuzzle.read_burr(read_bytes(path), str(path)))


def write_packing(packing: Packing, path: Pathlike) -> None:
    """Write a packing to a file atomically, in the format that its ending names.

    >>> import tempfile
    >>> from puzzlery.packings import packing
    >>> path = Path(tempfile.mkdtemp()) / "soma.xmpuzzle"
    >>> write_packing(packing("soma", "3x3x3"), path)
    >>> len(read_packing(path).pieces)
    7
    """
    name = str(path).lower()
    if name.endswith(BURR):
        data = xmpuzzle.packed(packing)
    elif name.endswith(JSON):
        data = packing_json.dumps(packing).encode()
    elif name.endswith(TEXT):
        data = packing_text.dumps(packing).encode()
    elif name.endswith(OPTIONS):
        data = _options(packing).encode()
    else:
        raise _unknown(str(path), (*SUFFIXES, *OPTIONS))
    write_atomically(Path(path), data)


def _options(packing: Packing) -> str:
    if packing.fixed:
        raise NotExpressible("option files cannot say that pieces are fixed")
    return dlx_text.dumps(packing.cover, [packing.name])


def _unknown(source: str, endings: Sequence[str] = SUFFIXES) -> FileFault:
    return FileFault(f"no format has this ending; expected {', '.join(endings)}", source=source)
