"""Files: written completely or not at all, whatever interrupts."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


def write_atomically(path: Path, data: bytes) -> None:
    """Write the data to the file; an interruption leaves the old file, or none, as it was.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "cube.json"
    ...     write_atomically(path, b"{}")
    ...     path.read_bytes(), [file.name for file in path.parent.iterdir()]
    (b'{}', ['cube.json'])
    """
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which replaces the one at `path` once all is written.

    It is written under another name in the same folder, flushed to the disk, then renamed.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "table"
    ...     with replacing(path) as file:
    ...         _, before = file.write(b"1 2 3"), path.exists()
    ...     before, path.exists()
    (False, True)
    """
    folder = path.parent
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_usual_mode(path))
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    _sync_folder(folder)


def data_folder() -> Path:
    """Where the user's tables and jobs are stored: `PUZZLERY_HOME`, else the system's data folder.

    >>> data_folder() == Path(os.environ["PUZZLERY_HOME"])
    True
    """
    home = os.environ.get("PUZZLERY_HOME")
    if home:
        return Path(home).expanduser()
    from platformdirs import user_data_path

    return user_data_path("puzzlery")


def _usual_mode(path: Path) -> int:
    """The mode of the file that is replaced, or what a new file gets."""
    with suppress(OSError):
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Flush the renaming to the disk, where the system can flush a folder."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
