"""A rule on changed connections is about no feature, whether one was laid or moved."""

from __future__ import annotations

from pathlib import Path

from compile.house import house_rules

from carcassonne import Award, Segment, Setup

ROAD, LAKE = "base/road-straight", "ferries/lake-three-roads"


def test_points_for_changed_connections_name_no_feature(tmp_path: Path) -> None:
    step = "award: {to: active player, points: 1, rule: H-1}"
    rules = house_rules(tmp_path, f"rules: {{toll: {{on: connections changed, do: [{step}]}}}}\n", "ferries")
    table = Setup(tiles=((ROAD, 1, 0, 0),), figures=(("blue", "meeple", Segment(1, 0, "road")),))
    game = rules.new_game(["blue", "red"], table=table, tiles=[LAKE, ROAD, ROAD])
    for text in (f"place {LAKE} at 0,0", "pass", "ferry: road 1 and road 2 at 0,0", f"place {ROAD} at 2,0", "pass"):
        game.push(rules.parse_action(text, game))
    game.push(next(action for action in game.legal_actions if str(action) != "pass"))
    assert [(event.player, event.segment) for event in game.events if isinstance(event, Award)] == [
        (0, None),
        (1, None),
    ]
