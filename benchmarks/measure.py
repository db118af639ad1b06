"""Measuring: one statistic for us and for all rivals, and the row that a table shows.

A task is called in batches that take about `BATCH` seconds of the processor, until `BUDGET` seconds
are used; the median of the batches, divided by their size, is the time of one call. The first call
is a warm-up, and counts only if it alone takes longer than the budget.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

BATCH, BUDGET = 0.05, 0.5


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


def seconds_per_call(run: Callable[[], object], *, budget: float = BUDGET) -> float:
    """The processor's time for one call."""
    first = _time(run, 1)
    if first > budget:
        return first
    batch, took = 1, _time(run, 1)
    while took < BATCH:
        batch = max(2 * batch, min(100 * batch, round(batch * BATCH / max(took, 1e-6))))
        took = _time(run, batch)
    times = [took]
    while sum(times) < budget:
        times.append(_time(run, batch))
    return statistics.median(times) / batch


def _time(run: Callable[[], object], count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        run()
    return time.process_time() - start


# The same for GAP, whose clock of the processor counts milliseconds, and for Node.
GAP = f"""
TimeOf := function(run, count)
  local start, k;
  start := Runtime();
  for k in [1 .. count] do run(); od;
  return (Runtime() - start) / 1000.0;
end;;
SecondsPerCall := function(run)
  local first, batch, took, times;
  first := TimeOf(run, 1);
  if first > {BUDGET} then return first; fi;
  batch := 1; took := TimeOf(run, 1);
  while took < {BATCH} do
    batch := Maximum(2 * batch, Minimum(100 * batch, Int(batch * {BATCH} / Maximum(took, 0.001))));
    took := TimeOf(run, batch);
  od;
  times := [took];
  while Sum(times) < {BUDGET} do Add(times, TimeOf(run, batch)); od;
  Sort(times);
  return times[QuoInt(Length(times) + 1, 2)] / batch;
end;;
"""
NODE = f"""
const timeOf = (run, count) => {{
  const start = process.cpuUsage();
  for (let k = 0; k < count; k++) run();
  const {{ user, system }} = process.cpuUsage(start);
  return (user + system) / 1e6;
}};
const secondsPerCall = (run) => {{
  const first = timeOf(run, 1);
  if (first > {BUDGET}) return first;
  let batch = 1, took = timeOf(run, 1);
  while (took < {BATCH}) {{
    const enough = Math.round(batch * {BATCH} / Math.max(took, 1e-6));
    batch = Math.max(2 * batch, Math.min(100 * batch, enough));
    took = timeOf(run, batch);
  }}
  const times = [took];
  while (times.reduce((a, b) => a + b) < {BUDGET}) times.push(timeOf(run, batch));
  return times.sort((a, b) => a - b)[(times.length - 1) >> 1] / batch;
}};
"""
