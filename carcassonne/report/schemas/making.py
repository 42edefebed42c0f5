"""Makes the JSON Schemas: every key of a file with its title, what it means, and an example."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from carcassonne.read.merge import SECTIONS
from carcassonne.read.modules import EXPANSION_KEYS, VARIANT_KEYS
from carcassonne.report.schemas.forms import MODULE, NAME, SCENARIO, TILES, Schema, one_of, or_off, refer, whole
from carcassonne.report.schemas.steps import step_forms

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
SHIPPED: Final = Path(__file__).resolve().parents[2] / "read" / "schemas"


def table(name: str) -> dict[str, Any]:
    """What the keys of a kind of file mean, as it is written beside this module."""
    found: dict[str, Any] = as_editors_read(Path(__file__).with_name(f"{name}.yaml").read_text(encoding="utf-8"))
    return found


def as_editors_read(text: str) -> Any:
    """A YAML text with the types that YAML 1.2 gives its values: `on` is a word, `true` is not.

    >>> as_editors_read("{on: 2, off: true}")
    {'on': 2, 'off': True}
    """
    import yaml

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        pass

    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in known if not (tag.endswith(":bool") and first not in "tTfF")]
        for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    return yaml.load(text, Loader)  # noqa: S506 (a safe loader that knows fewer words)


def make(name: str) -> Schema:
    """Make a schema: "module", "tiles" or "scenario".

    >>> make("tiles")["properties"]["pile"]["description"]
    'Where the tiles lie before they are drawn; `main` if left out.'
    """
    return MAKERS[name]()


def written(name: str) -> str:
    """A schema as its file holds it."""
    return json.dumps(make(name), indent=1, ensure_ascii=False) + "\n"


def write() -> None:
    """Write the shipped schemas anew."""
    for name in MAKERS:
        (SHIPPED / f"{name}.json").write_text(written(name), encoding="utf-8")


def _key(name: str, said: Mapping[str, Any]) -> Schema:
    """One key: its form, and for people a title, a meaning and an example."""
    form = one_of(said["one of"]) if "one of" in said else refer(said["form"])
    found = {"title": name, "description": said["about"], **form}
    if "one of" in said:
        found["examples"] = said["one of"][:1]
    if "example" in said:
        found["examples"] = [said["example"]]
    return found


def _keys(said: Mapping[str, Any]) -> Schema:
    return {name: _key(name, each) for name, each in said.items()}


# Modules ---------------------------------------------------------------------------------------


def _module() -> Schema:
    said = table("module")
    forms = {
        **MODULE,
        **step_forms(),
        "changes": {"type": "object", "properties": _sections(said, "changed"), "additionalProperties": False},
        "options": _options(said["option"]),
        **{f"entry of {name}": _entry(said, section, changed=False) for name, section in _entries(said)},
        **{f"changed entry of {name}": _entry(said, section, changed=True) for name, section in _entries(said)},
    }
    for head, keys, about in (
        ("expansion", EXPANSION_KEYS, "Declarations, scoring, rules and options that are played with others."),
        ("variant", VARIANT_KEYS, "A house rule: sections laid over those of the modules that it extends."),
    ):
        properties = _keys(said["heads"]) | _sections(said, "changed" if head == "variant" else "")
        forms[head] = {
            "title": f"An {head}" if head[0] in "aeiou" else f"A {head}",
            "description": about,
            "type": "object",
            "required": [head, "extends"] if head == "variant" else [head],
            "properties": {key: properties[key] for key in keys},
            "additionalProperties": False,
        }
    return {
        "$schema": DRAFT,
        "title": "An expansion or a variant",
        "type": "object",
        "if": {"required": ["variant"]},
        "then": refer("variant"),
        "else": refer("expansion"),
        "$defs": forms,
    }


def _entries(said: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    return [(name, section) for name, section in said["sections"].items() if "keys" in section]


def _sections(said: Mapping[str, Any], kind: str) -> Schema:
    """Every section as a key; `kind` is "changed" where sections are laid over others."""
    found: Schema = {}
    for name in SECTIONS:
        if name == "tile changes":
            found[name] = _tile_changes(said[name])
            continue
        section = said["sections"][name]
        entry = refer(f"{kind} entry of {name}".strip()) if "keys" in section else _key(name, section["values"])
        found[name] = {
            "title": name,
            "description": section["about"],
            "examples": [section["example"]],
            "type": "object",
            "propertyNames": {"pattern": whole(NAME), "maxLength": 80},
            "additionalProperties": entry,
        }
    return found


def _entry(said: Mapping[str, Any], section: Mapping[str, Any], *, changed: bool) -> Schema:
    """One entry of a section. Where it is laid over another, it may be `off`, and nothing is needed."""
    keys = said["phases"] if "like phases" in section["keys"] else section["keys"]
    properties = {key: _key(key, each) for key, each in {**keys, "like": said["like"]}.items()}
    found: Schema = {"description": section["about"], "type": "object", "additionalProperties": False}
    if changed:
        loose = {key: _loose(each) for key, each in properties.items()}
        return {**found, "type": ["object", "string"], "pattern": "^off$", "properties": loose}
    found["properties"] = properties
    if "needed" in section:
        found |= {"if": {"required": ["like"]}, "else": {"required": section["needed"]}}
    return found


def _loose(key: Schema) -> Schema:
    """A key of an entry that is laid over another: `off` takes it away, and formulas need not be whole."""
    if key.get("$ref") == "#/$defs/formula":
        return {**key, **refer("changed formula")}
    return or_off(key)


def _tile_changes(said: Mapping[str, Any]) -> Schema:
    change = {
        "type": "object",
        "required": said["needed"],
        "properties": _keys(said["keys"]),
        "additionalProperties": False,
    }
    found = {"title": "tile changes", "description": said["about"], "examples": [said["example"]]}
    return {**found, "type": "array", "items": change}


def _options(said: Mapping[str, Any]) -> Schema:
    option = {
        "type": "object",
        "required": ["default"],
        "properties": _keys(said),
        "propertyNames": {"pattern": "^[A-Za-z0-9]([A-Za-z0-9 _-]*[A-Za-z0-9])?$"},
        "additionalProperties": {"description": "What this value changes.", **refer("changes")},
    }
    return {
        "type": "object",
        "propertyNames": {"pattern": r"^[a-z][a-z0-9_-]*\.[a-z][a-z0-9_-]*$"},
        "additionalProperties": option,
    }


# Tiles and scenarios ---------------------------------------------------------------------------


def _tiles() -> Schema:
    said = table("tiles")
    at = {
        "title": "at",
        "description": said["at"],
        "type": "string",
        "pattern": "^([NESW](-[NESW]){0,3}|inner|Nw|Ne|En|Es|Se|Sw|Ws|Wn)$",
        "examples": ["W-N-E"],
    }
    gap = {"type": "object", "required": ["at"], "properties": _keys(said["gap"]), "additionalProperties": False}
    forms = {
        **TILES,
        "at": at,
        "gaps": {"type": ["string", "array"], "pattern": "^none$", "items": gap},
        "tile": {"type": "object", "properties": _keys(said["tile"]), "additionalProperties": refer("shown")},
        "shown": {
            "description": said["shown"],
            "type": ["boolean", "integer", "string", "array", "object"],
            "minLength": 1,
            "minItems": 1,
            "maxItems": 20,
            "items": {"type": ["boolean", "string", "object"], "minLength": 1, "properties": {"at": refer("at")}},
            "properties": {"at": refer("at")},
        },
    }
    return _file(said["file"], "A set of tiles", "Tiles as a person sees them.", ["tiles", "set"], forms)


def _scenario() -> Schema:
    said = table("scenario")
    expectation = {
        "description": "What must hold at one moment.",
        "type": "object",
        "minProperties": 1,
        "properties": _keys(said["expect"]),
        "additionalProperties": False,
    }
    about = "Rules in play, what is on the table, what is played, and what must come of it."
    return _file(said["file"], "A scenario", about, ["scenario", "rules"], {**SCENARIO, "expectation": expectation})


def _file(keys: Mapping[str, Any], title: str, about: str, required: list[str], forms: Schema) -> Schema:
    return {
        "$schema": DRAFT,
        "title": title,
        "description": about,
        "type": "object",
        "required": required,
        "properties": _keys(keys),
        "additionalProperties": False,
        "$defs": forms,
    }


MAKERS: Final[Mapping[str, Callable[[], Schema]]] = {"module": _module, "tiles": _tiles, "scenario": _scenario}
"""The files of which there is a schema."""
