"""Time limits in seconds of the processor: what others do on the machine takes none of them."""

import time

from puzzlery._core import Counter
from puzzlery.core.progress import Clock, advance
from puzzlery.core.work_clock import counting_processor_time, now


def test_sleeping_takes_no_processor_time() -> None:
    with counting_processor_time():
        clock, start = Clock(60), now()
        time.sleep(0.3)
        assert now() - start < 0.2
        assert clock.left() > 59.8


def test_working_takes_processor_time_up_to_the_limit() -> None:
    start = time.process_time()
    with counting_processor_time():
        assert not advance(Counter(2**62), seconds=0.2)
    assert 0.2 <= time.process_time() - start < 2


def test_the_usual_clock_is_back_after_the_block() -> None:
    with counting_processor_time(), counting_processor_time():
        pass
    start = now()
    time.sleep(0.05)
    assert now() - start >= 0.05
