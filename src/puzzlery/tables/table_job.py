"""Table jobs: computations whose result is a table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.progress import Job
from puzzlery.tables.table_file import Bytes


class TableJob(Job, Protocol):
    """A computation whose result is a table."""

    def data(self) -> Bytes: ...


@dataclass(frozen=True)
class ReadyTable:
    """A job that is finished from the start, because its table exists already.

    >>> job = ReadyTable(np.array([1, 256], "<u2"))
    >>> job.run(50), job.data().tolist()
    (True, [1, 0, 0, 1])
    """

    table: NDArray[Any]

    def run(self, milliseconds: float) -> bool:
        return True

    def progress(self) -> tuple[float, float | None, str]:
        return (1.0, 1.0, "ready")

    def snapshot(self) -> bytes:
        return b""

    def restore(self, snapshot: bytes) -> None:
        """There is nothing to go on with."""

    def data(self) -> Bytes:
        return np.ascontiguousarray(self.table).reshape(-1).view(np.uint8)


@dataclass(frozen=True)
class ConvertedTable:
    """A job whose result is stored in the form that `convert` returns.

    >>> counts = np.array([3, 1, 2], np.uint8)
    >>> ConvertedTable(ReadyTable(counts), lambda: np.sort(counts)).data().tolist()
    [1, 2, 3]
    """

    job: Job
    convert: Callable[[], Bytes]

    def run(self, milliseconds: float) -> bool:
        return self.job.run(milliseconds)

    def progress(self) -> tuple[float, float | None, str]:
        return self.job.progress()

    def snapshot(self) -> bytes:
        return self.job.snapshot()

    def restore(self, snapshot: bytes) -> None:
        self.job.restore(snapshot)

    def data(self) -> Bytes:
        return self.convert()
