"""These scenarios are at fault on purpose: `tests/testing/test_bad_scenarios.py` reads them."""

collect_ignore_glob = ["*.yaml"]
