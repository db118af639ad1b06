"""Table files: a header, the bytes of a table, and a checksum for each chunk of them.

    offset 0      "PUZZTABL", format (u32), length n of the text (u32)
    offset 16     n bytes of JSON: key, kind, length, offset, chunk, sums
    16 + n        checksum of the JSON (u64)
    `offset`      the table, `length` bytes, from a whole page on
    then          a checksum (u64) for each chunk; `sums` is the checksum of these

Numbers are little-endian. All bytes of a table are compared with their checksums at every
opening: a table that is read is in memory afterwards anyway, and the checksum is faster than
the reading. The chunks let several threads do it, and tell where a file is damaged.
"""

import json
import mmap
import struct
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.files import replacing
from puzzlery.errors import FileFault

MAGIC = b"PUZZTABL"
FORMAT = 1
PAGE = 4096
CHUNK = 1 << 22
LARGEST_TEXT = 1 << 20

Bytes = NDArray[np.uint8]
Kind = Literal["table", "snapshot"]


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a file: the table's key, its length, and how its bytes are checked.

    >>> Header({"name": "bytes"}, "table", length=1000, offset=4096, chunk=CHUNK, sums=0).kind
    'table'
    """

    key: Mapping[str, Any]
    kind: Kind
    length: int
    offset: int
    chunk: int
    sums: int

    @property
    def file_size(self) -> int:
        """The size of the whole file in bytes: header, table, and 8 bytes for each chunk.

        >>> Header({}, "table", length=1000, offset=4096, chunk=100, sums=0).file_size
        5176
        """
        return self.offset + self.length + 8 * -(-self.length // self.chunk)


def write(path: Path, key: Mapping[str, Any], kind: Kind, data: Bytes) -> Header:
    """Write a file atomically; returns its header.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "bytes.table"
    >>> header = write(path, {"name": "bytes"}, "table", np.zeros(1000, np.uint8))
    >>> header.length, path.stat().st_size == header.file_size
    (1000, True)
    """
    sums = _core.checksums(data, CHUNK)
    header = Header(key, kind, len(data), _offset(key), CHUNK, _checksum(sums))
    with replacing(path) as file:
        file.write(_head(header))
        file.write(data.data)
        file.write(sums)
    return header


def read_header(path: Path) -> Header:
    """The header of a file; an error if the file is truncated, altered, or of another format.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "bytes.table"
    >>> _ = write(path, {"name": "bytes"}, "table", np.zeros(1000, np.uint8))
    >>> read_header(path).key
    {'name': 'bytes'}
    """
    with path.open("rb") as file:
        header = _parsed(path, file)
    if path.stat().st_size != header.file_size:
        raise FileFault(
            f"has {path.stat().st_size} bytes; expected {header.file_size}", source=str(path)
        )
    return header


def mapped(path: Path) -> tuple[Header, Bytes]:
    """The bytes of a table, memory-mapped, after comparing all of them with their checksums.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "bytes.table"
    >>> _ = write(path, {"name": "bytes"}, "table", np.arange(4, dtype=np.uint8))
    >>> header, data = mapped(path)
    >>> data.tolist(), data.flags.writeable
    ([0, 1, 2, 3], False)
    """
    header = read_header(path)
    with path.open("rb") as file:
        pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    data = np.frombuffer(pages, np.uint8, count=header.length, offset=header.offset)
    _compare(path, header, _core.checksums(data, header.chunk))
    return header, data


def loaded(path: Path, threads: int = 2) -> tuple[Header, Bytes]:
    """The bytes of a table, copied into huge pages and compared with their checksums.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "bytes.table"
    >>> _ = write(path, {"name": "bytes"}, "table", np.arange(4, dtype=np.uint8))
    >>> loaded(path)[1].tolist()
    [0, 1, 2, 3]
    """
    header = read_header(path)
    try:
        data, sums = _core.load_huge(str(path), header.offset, header.length, header.chunk, threads)
    except ValueError as fault:
        raise FileFault(str(fault), source=str(path)) from fault
    _compare(path, header, sums)
    return header, data


def _compare(path: Path, header: Header, found: bytes) -> None:
    """An error that says which part of the file is altered, if any is."""
    with path.open("rb") as file:
        file.seek(header.offset + header.length)
        kept = file.read()
    if _checksum(kept) != header.sums:
        raise FileFault("its list of checksums is altered", source=str(path))
    for chunk in range(0, len(found), 8):
        if found[chunk : chunk + 8] != kept[chunk : chunk + 8]:
            first = header.offset + chunk // 8 * header.chunk
            last = min(first + header.chunk, header.offset + header.length) - 1
            raise FileFault(f"is altered between bytes {first} and {last}", source=str(path))


def _offset(key: Mapping[str, Any]) -> int:
    """The first whole page after the header, which is a little longer than its key."""
    return PAGE * (1 + (len(_text(key)) + 512) // PAGE)


def _head(header: Header) -> bytes:
    text = _text(asdict(header))
    head = MAGIC + struct.pack("<II", FORMAT, len(text)) + text + struct.pack("<Q", _checksum(text))
    return head.ljust(header.offset, b"\0")


def _parsed(path: Path, file: BinaryIO) -> Header:
    start = file.read(16)
    if len(start) < 16 or start[:8] != MAGIC:
        raise FileFault("is not a table of Puzzlery", source=str(path))
    version, size = struct.unpack("<II", start[8:])
    if version != FORMAT:
        raise FileFault(f"has format {version}; expected {FORMAT}", source=str(path))
    text, kept = file.read(min(size, LARGEST_TEXT)), file.read(8)
    if len(kept) < 8 or struct.unpack("<Q", kept)[0] != _checksum(text):
        raise FileFault("its header is torn or altered", source=str(path))
    return Header(**json.loads(text))


def _text(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, sort_keys=True).encode()


def _checksum(data: bytes) -> int:
    """The checksum of few bytes."""
    whole = _core.checksums(np.frombuffer(data, np.uint8), max(1, len(data)))
    return int.from_bytes(whole, "little")
