"""Measuring: medians of repeated runs, and the row that a table shows."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Row:
    """One task: how long ours takes, and how long each rival does, in seconds."""

    area: str
    task: str
    ours: float
    rivals: dict[str, float] = field(default_factory=dict)

    def ratios(self) -> dict[str, float]:
        """How many times longer each rival takes."""
        return {name: seconds / self.ours for name, seconds in self.rivals.items()}


def seconds_per_call(run: Callable[[], object], *, budget: float = 0.5) -> float:
    """The median time of one call, over batches that fill the budget; the first is a warm-up."""
    run()
    batch = max(1, round(0.02 / max(1e-7, _time(run, 1))))
    times = [_time(run, batch)]
    start = time.perf_counter()
    while time.perf_counter() - start < budget:
        times.append(_time(run, batch))
    return statistics.median(times) / batch


def _time(run: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        run()
    return time.perf_counter() - start
