"""The clock of all time limits: usually the time of day goes by, on request the processor's."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from puzzlery import _core

_clock = time.monotonic


def now() -> float:
    """Seconds since some moment in the past.

    >>> now() <= now()
    True
    """
    return _clock()


@contextmanager
def counting_processor_time() -> Iterator[None]:
    """Within this block, time limits count seconds of the processor, of all threads together.

    So a measurement on a busy machine does the same work as on a quiet one. It holds for the whole
    process. Who waits for another process waits for ever, since that takes no processor time.

    >>> with counting_processor_time():
    ...     start = now()
    ...     time.sleep(0.2)
    ...     now() - start < 0.1
    True
    """
    global _clock
    before = _clock
    _clock = time.process_time
    _core.count_processor_time(True)
    try:
        yield
    finally:
        _clock = before
        _core.count_processor_time(before is time.process_time)
