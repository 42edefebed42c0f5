"""The command of `make mutate` has no tests in it, and needs what developers of tests do not have installed."""

collect_ignore = ["run.py"]
