"""Text files: read up to a maximal size, and written completely or not at all."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from puzzlery.core.files import write_atomically
from puzzlery.errors import FileFault, NotExpressible, PuzzleryError

# Far more than any puzzle file has; it keeps a wrong file from filling the memory.
MAX_BYTES = 64 * 2**20
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
Pathlike = str | os.PathLike[str]


def read_text(path: Pathlike) -> str:
    """The text of a UTF-8 file of at most 64 MB, with every line ended by a newline alone.

    >>> read_text("no such file.toml")
    Traceback (most recent call last):
    puzzlery.errors.FileFault: no such file.toml: cannot be read: No such file or directory
    """
    return decoded(read_bytes(path), str(path))


def read_bytes(path: Pathlike) -> bytes:
    """The bytes of a file; an error if it has more than 64 MB.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "board.txt"
    ...     _ = path.write_text("board: 2x2")
    ...     read_bytes(path)
    b'board: 2x2'
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as fault:
        raise FileFault(f"cannot be read: {_reason(fault)}", source=str(path)) from fault
    if len(data) > MAX_BYTES:
        raise FileFault(f"is larger than the {MAX_BYTES:,} bytes that are read", source=str(path))
    return data


@contextmanager
def faults_in(source: str, line: int | None = None) -> Iterator[None]:
    """Turn every error of a block into an error of the file, or of the line, that it reads.

    >>> with faults_in("cube.gap"):
    ...     raise PuzzleryError("point 3 stands twice")
    Traceback (most recent call last):
    puzzlery.errors.FileFault: cube.gap: point 3 stands twice
    """
    try:
        yield
    except FileFault:
        raise
    except PuzzleryError as fault:
        raise FileFault(str(fault), source=source, line=line) from fault


def decoded(data: bytes, source: str = "") -> str:
    """Bytes as text: UTF-8 with or without a byte order mark, any kind of line end.

    >>> decoded(b"one\\r\\ntwo")
    'one\\ntwo'
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise FileFault(
            f"byte 0x{data[fault.start]:02x} is not UTF-8 text", source=source, line=line
        ) from fault
    return cleaned(text, source)


def cleaned(text: str, source: str = "") -> str:
    r"""Text without a byte order mark and with newlines alone at its line ends.

    >>> cleaned("\ufeffone\r\ntwo\rthree")
    'one\ntwo\nthree'
    """
    half = _HALF_CHARACTER.search(text)
    if half is not None:
        line = text.count("\n", 0, half.start()) + 1
        raise FileFault("holds half of a character, which is not text", source=source, line=line)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def write_text(path: Pathlike, text: str) -> None:
    """Write a file completely or not at all; a link stays, and its target is written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "alg.txt"
    ...     write_text(path, "R U R’")
    ...     read_text(path)
    'R U R’'
    """
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as fault:
        raise NotExpressible(f"character {fault.object[fault.start]!r} is not text") from fault
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            target.write_bytes(data)  # a device or a pipe has no old content to keep
        else:
            write_atomically(target, data)
    except (OSError, ValueError) as fault:
        raise FileFault(f"cannot be written: {_reason(fault)}", source=str(path)) from fault


def _reason(fault: Exception) -> str:
    return (isinstance(fault, OSError) and fault.strerror) or str(fault)
