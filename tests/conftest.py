"""What every test shares: the Hypothesis profile, and one browser."""

from hypothesis import HealthCheck, settings
from tests.chromium import browser

__all__ = ["browser"]

settings.register_profile(
    "puzzlery", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("puzzlery")
