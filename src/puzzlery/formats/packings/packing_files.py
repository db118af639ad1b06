"""Packing files: read and written in the format that their name tells."""

from pathlib import Path

from puzzlery.core.files import write_atomically
from puzzlery.errors import FileFault
from puzzlery.formats.packings import packing_json, packing_text, xmpuzzle
from puzzlery.formats.text_files import MAX_BYTES, Pathlike, decoded
from puzzlery.packings.model.packing import Packing

TEXT, JSON, BURR = (".pack", ".txt"), (".json",), (".xmpuzzle",)
SUFFIXES = (*TEXT, *JSON, *BURR)


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
    if name.endswith(BURR):
        return xmpuzzle.loads(data, source, problem=problem)
    text = decoded(data, source)
    if name.endswith(JSON):
        return packing_json.loads(text, source)
    if name.endswith(TEXT):
        return packing_text.loads(text, source)
    raise _unknown(source)


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
    else:
        raise _unknown(str(path))
    write_atomically(Path(path), data)


def read_bytes(path: Pathlike) -> bytes:
    """The bytes of a file; an error if it has more than 64 MB.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "board.txt"
    >>> _ = path.write_text("board: 2x2")
    >>> read_bytes(path)
    b'board: 2x2'
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as fault:
        reason = f"cannot be read: {fault.strerror or fault}"
        raise FileFault(reason, source=str(path)) from fault
    if len(data) > MAX_BYTES:
        raise FileFault(f"is larger than the {MAX_BYTES:,} bytes that are read", source=str(path))
    return data


def _unknown(source: str) -> FileFault:
    return FileFault(f"no format has this ending; expected {', '.join(SUFFIXES)}", source=source)
