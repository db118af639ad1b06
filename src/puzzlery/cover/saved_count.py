"""Saved counts: a long count saves its snapshots in a file, and goes on from the last one.

A file begins with a line that names the format and a line of JSON: the engine, and a checksum of
what follows, the snapshot of the walk.
"""

import json
import zlib
from dataclasses import dataclass
from pathlib import Path

from puzzlery import _core
from puzzlery.core.files import write_atomically
from puzzlery.core.progress import SnapshotKeeper
from puzzlery.errors import FileFault

MAGIC = b"puzzlery count 1\n"
# A snapshot of a walk is a few kilobytes, so a second of work is the most that is lost.
SECONDS_BETWEEN_SAVES = 1.0


@dataclass(frozen=True, slots=True)
class SavedCount:
    """A file that holds the last snapshot of an unfinished count.

    >>> from tempfile import TemporaryDirectory
    >>> from puzzlery.cover.exact_cover import ExactCover, drive
    >>> cover = ExactCover([["a"], ["a"], ["b"]])
    >>> with TemporaryDirectory() as folder:
    ...     saved, fresh = SavedCount(Path(folder) / "saved"), cover.job()
    ...     saved.keeper("masks").keep(drive(cover.job()))
    ...     saved.restore(fresh)
    >>> fresh.count
    2
    """

    path: Path

    def begun(self, engine: str | None) -> str | None:
        """The engine of the saved count; None if there is no file.

        Asking for another engine than that one is an error.

        >>> from tempfile import TemporaryDirectory
        >>> from puzzlery.cover.exact_cover import ExactCover
        >>> with TemporaryDirectory() as folder:
        ...     saved = SavedCount(Path(folder) / "saved")
        ...     before = saved.begun(None)
        ...     saved.keeper("cells").keep(ExactCover([["a"]]).job())
        ...     before, saved.begun(None)
        (None, 'cells')
        """
        if not self.path.exists():
            return None
        there = self._read()[0]
        if engine not in (None, there):
            raise self._fault(f'holds a count by the engine "{there}", not by "{engine}"')
        return there

    def restore(self, job: _core.CoverJob) -> None:
        """Restore the job from the saved snapshot, if there is a file."""
        if not self.path.exists():
            return
        try:
            job.restore(self._read()[1])
        except ValueError as reason:
            raise self._fault(f"holds the count of another puzzle ({reason})") from None

    def _read(self) -> tuple[str, bytes]:
        magic, _, rest = self.path.read_bytes().partition(b"\n")
        head, _, snapshot = rest.partition(b"\n")
        if magic + b"\n" != MAGIC:
            raise self._fault("is no saved count; expected a file that --resume has written")
        try:
            data = json.loads(head)
            engine, checksum = str(data["engine"]), data["checksum"]
        except (ValueError, KeyError, TypeError):
            raise self._fault("is damaged: its second line is not readable", 2) from None
        if zlib.crc32(snapshot) != checksum:
            raise self._fault("is damaged: its checksum is wrong; remove it to begin anew")
        return engine, snapshot

    def _fault(self, reason: str, line: int | None = None) -> FileFault:
        return FileFault(reason, source=str(self.path), line=line)

    def keeper(self, engine: str) -> SnapshotKeeper:
        """A keeper that saves the count at intervals and when it is interrupted.

        >>> from tempfile import TemporaryDirectory
        >>> from puzzlery.cover.exact_cover import ExactCover
        >>> with TemporaryDirectory() as folder:
        ...     saved = SavedCount(Path(folder) / "saved")
        ...     saved.keeper("cells").keep(ExactCover([["a"]]).job())
        ...     saved.path.read_bytes().startswith(MAGIC)
        True
        """

        def write(snapshot: bytes) -> None:
            head = json.dumps({"engine": engine, "checksum": zlib.crc32(snapshot)})
            write_atomically(self.path, MAGIC + head.encode() + b"\n" + snapshot)

        return SnapshotKeeper(write, every=SECONDS_BETWEEN_SAVES)

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)
