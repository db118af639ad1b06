"""What every test shares: the Hypothesis profile."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "puzzlery", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("puzzlery")
