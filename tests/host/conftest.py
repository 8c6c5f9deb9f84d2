"""Settings of the property tests: the same examples every time, and no deadline that a busy machine could miss."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("icetrax", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("icetrax")
