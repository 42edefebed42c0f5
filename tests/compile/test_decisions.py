"""A decision that an option takes away is no slip of the rules that offer something for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from compile.house import house_rules, problems_of

STEPS = "do: [put token: {token: bell, on: active player}]"
OFFER = f"tokens: {{bell: {{}}}}\nrules: {{gift: {{offers: gifts, choose: {{words: [take]}}, {STEPS}}}}}\n"
ASKED = {
    "turn": "turn: {gifts: {after: place, do: [{take action: {offers: gifts}}]}}\n",
    "final": "final: {gifts: {before: unfinished, do: [{take action: {offers: gifts}}]}}\n",
}


@pytest.mark.parametrize("where", ["turn", "final"])
@pytest.mark.parametrize("value", ["true", "false"])
def test_an_option_may_take_a_decision_away(tmp_path: Path, where: str, value: str) -> None:
    option = (
        f"options: {{house.quiet: {{about: Quiet., default: false, false: {{}}, true: {{{where}: {{gifts: off}}}}}}}}"
    )
    rules = house_rules(tmp_path, f"{OFFER}{ASKED[where]}{option}\n", options={"house.quiet": value})
    assert rules.options["house.quiet"] == value


def test_a_decision_that_nobody_asks_for_is_a_slip(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, OFFER)
    assert problem.fault == "rule 'gift': unknown decision 'gifts'"
