"""What every test shares: the Hypothesis profile, and one browser."""

import signal

from hypothesis import HealthCheck, settings
from tests.chromium import browser

__all__ = ["browser"]

settings.register_profile(
    "puzzlery", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("puzzlery")

# Who starts the tests may have told them to ignore Ctrl-C, and programs that they start would, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
