"""The faults that are planted to prove the test kit, as tables: what each is, what finds it, and within what."""

from __future__ import annotations

import sys

from rule_ids import ROOT


def planted() -> str:
    """A table for each part of the engine."""
    if str(ROOT / "tests") not in sys.path:
        sys.path.append(str(ROOT / "tests"))
    from planted.catalogue import FAULTS, PARTS

    parts = []
    for title, module in PARTS.items():
        rows = [f"### {title}", "| fault | in play | found by | games | size |\n| --- | --- | --- | --- | --- |"]
        for fault in FAULTS:
            if fault.plants_in == module.__name__.rpartition(".")[2]:
                laws = ", ".join(f"*{law}*" for law in fault.laws)
                rules = ", ".join(f"`{name}`" for name in fault.rules)
                rows[-1] += f"\n| {fault.what} | {rules} | {laws} | {fault.games} | {fault.size} |"
        parts.append("\n\n".join(rows))
    return "\n\n".join(parts)
