"""Tables of every key of the files that people write, from what the schemas tell editors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carcassonne.report.schemas.making import table

GROUPS = {
    "file": "The file",
    "tile": "A tile",
    "gap": "A stated gap",
    "expect": "What is expected",
    "heads": "The module",
    "option": "An option",
    "phases": "A phase, under turn and final",
}


def keys(name: str) -> str:
    """The keys of a kind of file, group by group."""
    said = table(name)
    parts = [_group(title, said[group]) for group, title in GROUPS.items() if group in said]
    for section, about in (said.get("sections", {}) | {"tile changes": said.get("tile changes")}).items():
        if about and isinstance(about.get("keys"), Mapping) and "like phases" not in about["keys"]:
            parts.append(_group(f"Under {section}", about["keys"], about["about"]))
        elif about:
            parts.append(f"### Under {section}\n\n{about['about']}")
    return "\n\n".join(parts)


def _group(title: str, said: Mapping[str, Any], about: str = "") -> str:
    rows = "\n".join(f"| `{key}` | {_told(each)} |" for key, each in said.items())
    return "\n\n".join(filter(None, (f"### {title}", about, f"| key | meaning |\n| --- | --- |\n{rows}")))


def _told(said: Mapping[str, Any]) -> str:
    words = f" One of {', '.join(f'`{word}`' for word in said['one of'])}." if "one of" in said else ""
    return said["about"] + words
