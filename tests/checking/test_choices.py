"""What is suspicious depends on options: each value by itself, of the module and of those that it needs."""

from pathlib import Path

import pytest

from carcassonne import check
from carcassonne.checking.choices import MOST_FOREIGN

DYKES = """
expansion: dykes
needs: [base]
features: {dyke: {borders: whole side, completes: never}}
tiles: {dykes: dykes-tiles.yaml}
options:
  dykes.tiles:
    about: Whether the dykes are in play.
    default: yes
    yes: {}
    no: {tiles: {dykes: off}}
"""
DYKE_TILES = "tiles: dykes\nuses: [base, dykes]\nset:\n  dyke: {count: 4, dyke: N}\n"
LOCKS = "expansion: locks\nneeds: [dykes]\n"
LOCK_TILES = "tiles: locks\nuses: [base, dykes]\nset:\n  lock: {count: 2, dyke: N-E-S-W}\n"

# Each is right: nothing may be said of it.
RIGHT = {
    "wells-of-an-option": """
expansion: wells-of-an-option
needs: [base]
symbols: {well: {on: tile}}
rules: {wells: {on: tile placed, if: well > 0, do: [{award: {to: active player, points: well}}]}}
score changes: {springs: {of: city, if: around feature(well) > 0, add: 1}}
options:
  wells-of-an-option.tiles:
    about: Whether tiles with wells are in play.
    default: none
    none: {}
    some: {tiles: {wells: wells.yaml}}
""",
    "wells": """
tiles: wells
uses: [base, wells-of-an-option]
set:
  well: {road: N-S, well: 1}
""",
    "wanderers": """
expansion: wanderers
needs: [base]
figures:
  wolf: {shared: 1, stands on: [field]}
  dog: {each: 1, stands on: [field], if: own followers > 0}
  knight: {each: 0, follower: true, weight: 2, stands on: [city], if: unclaimed}
  guest: {each: 1, follower: true}
standing: {dog stays: {figure: dog, keep: own followers > 0}}
rules:
  howl:
    on: turn ended
    do:
      - each player:
          only: others
          do:
            - choose: {move: wolf, to: [field], or: pass}
            - move: it
  knighthood: {on: feature completed, if: is(city), do: [{change supply: {figure: knight, by: 1}}]}
  invitation:
    on: feature completed
    if: is(monasteries) or is(city)
    do:
      - choose: {supply: [meeple, guest], or: pass}
        as: somebody
      - choose: {segments: [road], if: not complete, for: somebody}
      - stand: {figure: somebody, on: it}
score changes: {fine field: {of: field, if: own(dog) > 0, add: 2}}
""",
    "editions": """
expansion: editions
needs: [base]
features: {grove: {borders: nothing, completes: when surrounded, letter: G}}
symbols: {apple: {on: grove}}
figures: {picker: {each: 1, follower: true, stands on: [grove], if: unclaimed}}
score: {grove: {complete: 1 + neighbours, unfinished: neighbours}}
final: {groves: {before: fields, do: [{score features: grove}]}}
rules:
  harvest: {on: feature completed, if: is(grove) and apple > 0, do: [{award: {to: active player, points: apple}}]}
options:
  editions.edition:
    about: Which printing the tiles come from.
    default: 1
    1: {tiles: {editions: editions-one.yaml}}
    2: {tiles: {editions: editions-two.yaml}}
""",
    "editions-one": "tiles: editions\nuses: [base, editions]\nset: {grove: {count: 2, grove: true}}\n",
    "editions-two": """
tiles: editions
edition: 2
uses: [base, editions]
set: {grove: {count: 2, grove: {apple: 1}}}
""",
    "no-farmers": """
variant: no-farmers
extends: [base]
figures: {meeple: {stands on: [city, road, cloister]}}
final: {fields: off}
""",
    "town": """
expansion: town
features:
  lane: {borders: middle, completes: when closed}
  yard: {borders: nothing, completes: when surrounded}
  green: {borders: gaps, completes: never}
piles: {main: {}}
tracks: {score: {spaces: 50}}
figures:
  clerk: {each: 5, follower: true, stands on: [lane, yard], if: unclaimed}
  marker: {each: 1, track: score}
turn:
  draw: {do: [draw tile]}
  place: {after: draw, do: [place tile]}
  figure: {after: place, do: [{take action: {offers: figure, stand: on the new tile}}]}
  score: {after: figure, do: [score completed]}
final: {all: {do: [{score features: [lane, yard]}]}}
score: {lane: {complete: tiles, unfinished: 1}, yard: {complete: 9, unfinished: neighbours}}
tiles: {town: town-tiles.yaml}
""",
    "town-tiles": """
tiles: town
uses: [town]
set:
  straight: {count: 8, lane: N-S}
  bend: {count: 8, lane: N-E}
  yard: {count: 2, yard: true}
  market: {count: 3, lane: [N, E, S], meets: [[lane 1, lane 2, lane 3]]}
""",
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(**files: str) -> None:
    for name, text in files.items():
        Path(f"{name}.yaml").write_text(text.lstrip(), encoding="utf-8")


def found(*files: str) -> list[str]:
    return [f"{problem.where} {problem.fault} [{problem.code}]" for problem in check(*files)]


def test_nothing_is_said_of_what_is_right() -> None:
    write(**RIGHT)
    assert [] == found(".")


def test_a_tile_that_cannot_be_laid_with_an_option_of_another_module() -> None:
    """The module is told so; the file of tiles by itself may come into play otherwise."""
    write(dykes=DYKES, **{"dykes-tiles": DYKE_TILES, "locks-tiles": LOCK_TILES})
    write(locks=f"{LOCKS}tiles: {{locks: locks-tiles.yaml}}\n")
    fault = "tile locks/lock: it can never be laid: no row of tiles leads from the start tile to an edge of dyke"
    assert [f"locks-tiles.yaml:4:3 with dykes.tiles = no: {fault} [CARC-W001]"] == found(".")
    write(locks=f"{LOCKS}tiles: {{locks: locks-tiles.yaml}}\nexpected warnings: {{CARC-W001: {{locks/lock: meant}}}}\n")
    assert [] == found(".")


def test_a_tile_that_an_option_of_another_module_brings_to_the_table() -> None:
    write(dykes=DYKES.replace("default: yes", "default: no"))
    write(**{"dykes-tiles": DYKE_TILES, "locks-tiles": LOCK_TILES})
    write(locks=f"{LOCKS}tiles: {{locks: locks-tiles.yaml}}\n")
    assert [] == found("locks-tiles.yaml")
    (problem,) = check("locks.yaml")
    assert ("CARC-W001", 4) == (problem.code, problem.where.line)
    assert problem.cure.endswith("With dykes.tiles = yes all is well: write defaults: {dykes.tiles: yes}.")
    write(locks=f"{LOCKS}defaults: {{dykes.tiles: yes}}\ntiles: {{locks: locks-tiles.yaml}}\n")
    assert ["with dykes.tiles = no"] == [problem.fault.partition(":")[0] for problem in check("locks.yaml")]


def test_an_explanation_may_be_of_one_choice_alone() -> None:
    """A file of tiles explains what comes with some option of the modules that it uses."""
    explained = LOCK_TILES.replace("set:", "expected warnings: {CARC-W001: {locks/lock: only with dykes}}\nset:")
    write(dykes=DYKES, **{"dykes-tiles": DYKE_TILES, "locks-tiles": explained})
    write(locks=f"{LOCKS}tiles: {{locks: locks-tiles.yaml}}\n")
    assert [] == found(".")


def test_every_choice_of_one_option_alone_is_looked_at() -> None:
    """A rule is suspicious only if no value gives it an occasion, even one of another module."""
    write(dykes=DYKES.replace("default: yes", "default: no"), **{"dykes-tiles": DYKE_TILES})
    rules = "rules: {flood: {on: tile placed, if: joined(dyke) > 0, do: [add part]}}\n"
    write(floods=f"expansion: floods\nneeds: [dykes]\n{rules}")
    assert [] == found("floods.yaml")
    write(dykes=DYKES.replace("default: yes", "default: no").replace("yes: {}", "yes: {tiles: {dykes: off}}"))
    fault = "rule 'flood': it is never asked: no tile in play shows dyke"
    assert [f"floods.yaml:3:9 {fault} [CARC-W005]"] == found("floods.yaml")


def test_no_more_values_of_others_are_read_than_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that needs one with very many values is checked all the same."""
    values = "".join(
        f"    v{number}: {{quantities: {{field bonus: {number}}}}}\n" for number in range(MOST_FOREIGN + 5)
    )
    write(many=f"variant: many\nextends: [base]\noptions:\n  many.bonus:\n    about: Many.\n    default: v0\n{values}")
    rule = "rules: {thirst: {on: tile placed, tiles with: well, do: [add part]}}\n"
    write(wall="expansion: wall\nneeds: [many]\nsymbols: {well: {on: tile}}\n" + rule)
    assert ["CARC-W005"] == [problem.code for problem in check("wall.yaml")]


def test_every_warning_says_what_to_do() -> None:
    folder = Path(__file__).resolve().parents[1] / "bad_data" / "warnings"
    assert [] == [str(problem) for problem in check(folder) if not problem.cure]
