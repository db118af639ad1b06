"""Processor time of commands, so that limits can be ratios: machines differ in speed."""

import os
import resource
import subprocess
import sys


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
