"""Random rulesets with all their options, and how much work a run of the tests is meant to be."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

import carcassonne

OPTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "base": {
        "base.edition": ("1", "2"),
        "base.tiny_city_points": ("4", "2"),
        "base.farm_scoring": ("third", "second", "first"),
        "base.farmers": ("on", "off"),
        "core.feature_order": ("active_player", "automatic"),  # makes no difference with these modules
    },
    "river": {
        "river.edition": ("1", "2", "3"),
        "river.uturn": ("alternate", "immediate", "clearance", "none"),
        "river.lake_turn": ("own_turn", "extra_turn"),
        "river.spring_lake_field": ("joined", "split"),
        "river.separates_fields": ("true", "false"),
    },
    "abbot": {
        "abbot.recall": ("on", "off"),
        "abbot.recall_exclusive": ("all_figures", "followers_only"),
        "abbot.recall_when_complete": ("false", "true"),
        "abbot.gardens_count_as_monasteries": ("false", "true"),
        "abbot.gardens": ("printed", "none"),
    },
}
MODULES = (("base",), ("base", "river"), ("base", "abbot"), ("base", "river", "abbot"))


@cache
def rules_with(modules: tuple[str, ...], options: tuple[tuple[str, str], ...] = ()) -> Any:
    """A ruleset, made once in a run."""
    return carcassonne.load_rules(*modules, options=dict(options))


Setting = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""Modules and chosen options: what `rules_with` makes a ruleset of."""


@st.composite
def rule_settings(draw: st.DrawFn, most_changed: int = 3) -> Setting:
    """Any modules with at most so many options chosen."""
    modules = draw(st.sampled_from(MODULES))
    choices = {name: values for module in modules for name, values in OPTIONS[module].items()}
    changed = draw(st.lists(st.sampled_from(sorted(choices)), max_size=most_changed, unique=True))
    return modules, tuple(sorted((name, draw(st.sampled_from(choices[name]))) for name in changed))


def times(few: int) -> int:
    """How often to try something: `few` times in a short run, more as the profile of the run asks for."""
    usual = settings.get_profile("default").max_examples
    return max(few, few * settings.default.max_examples // usual)
