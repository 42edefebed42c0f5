"""What all tests share: how long the randomised ones try, the browser, and the collection of scenarios."""

import os
from importlib.metadata import entry_points

from browser import chromium, tab  # noqa: F401
from hypothesis import HealthCheck, settings

settings.register_profile("default", max_examples=30, stateful_step_count=30, deadline=None)
settings.register_profile(
    "ci",
    parent=settings.get_profile("default"),
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "soak",
    parent=settings.get_profile("default"),
    max_examples=3_000,
    stateful_step_count=200,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("ci" if os.environ.get("CI") else "default")

if not entry_points(group="pytest11", name="carcassonne"):  # a checkout that is not installed
    pytest_plugins = ["carcassonne.testing.plugin"]
