"""A table that takes its time, for tests that end the process that builds it.

Run as a program: slow_table.py FOLDER STEPS LOG. Each step appends a line to the log.
"""

import os
import struct
import sys
import time
from pathlib import Path

import numpy as np

from puzzlery.tables.store import Store
from puzzlery.tables.table_key import TableKey

KEY = TableKey("slow squares", parameters={"of": "numbers"})


class SlowSquares:
    """The squares of 0 … steps − 1, one every 10 ms."""

    def __init__(self, steps: int, log: Path | None = None) -> None:
        self.steps, self.log, self.done = steps, log, 0

    def run(self, milliseconds: float) -> bool:
        until = time.monotonic() + milliseconds / 1000
        while self.done < self.steps and time.monotonic() < until:
            time.sleep(0.01)
            if self.log:
                with self.log.open("a") as file:
                    file.write(f"{os.getpid()} {self.done}\n")
            self.done += 1
        return self.done == self.steps

    def progress(self) -> tuple[float, float | None, str]:
        return (self.done, self.steps, "squaring")

    def snapshot(self) -> bytes:
        return struct.pack("<QQ", self.steps, self.done)

    def restore(self, snapshot: bytes) -> None:
        if len(snapshot) != 16:
            raise ValueError("snapshot is cut short")
        self.steps, self.done = struct.unpack("<QQ", snapshot)

    def data(self) -> np.ndarray:
        return (np.arange(self.steps, dtype=np.int64) ** 2).view(np.uint8)


if __name__ == "__main__":
    folder, steps, log = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    store = Store(folder, snapshot_seconds=0.05)
    table = store.open(KEY, lambda: SlowSquares(steps, log))
    print(int(table.array(np.int64).sum()))
