"""Processor time of commands, and a clock without waiting: machines differ in speed and load."""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path


def processor_seconds(*command: str) -> float:
    """The least that a command takes of the processor in three runs, with compiled modules."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def python_start() -> float:
    """The processor time of a start of Python: some 14 ms on a quick machine."""
    return processor_seconds(sys.executable, "-c", "")


def seconds_not_waited() -> float:
    """A clock that stands still while this thread waits for a processor, so that load is no delay.

    Where the system does not tell, it is a plain clock.
    """
    try:
        with Path("/proc/thread-self/schedstat").open(encoding="ascii") as told:
            waited = int(told.read().split()[1]) / 1e9
    except OSError:
        waited = 0.0
    return time.monotonic() - waited
