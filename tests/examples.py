"""hypothesis with our profile: tests import it from here, so that those which do without it need not load it."""

import os

from hypothesis import HealthCheck, assume, given, settings, strategies as st

__all__ = ["HealthCheck", "assume", "given", "settings", "st"]

settings.register_profile("default", deadline=None, max_examples=50)
settings.register_profile(
    "ci",
    deadline=None,  # a busy machine is no fault of the code
    max_examples=60,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "default"))
