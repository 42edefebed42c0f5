"""Checking: files of any kind into findings, faults as well as what only looks suspicious."""
