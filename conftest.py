"""What holds for the whole run: pytest takes its list of plugins, and hypothesis its profile, from here."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

pytest_plugins = ["pytester"]

# A machine that does other work besides is slow, which says nothing about the code. CI tries the same examples each
# time, so that what fails there fails here; a developer's runs go on looking for others.
settings.register_profile(
    "houndsman", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("houndsman")
