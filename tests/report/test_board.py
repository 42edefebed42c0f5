"""The text board: exact pictures of small tables."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

import carcassonne
from carcassonne import CHANCE, Game, Ruleset, Setup
from carcassonne.report.board import board_of, board_text
from carcassonne.report.marks import marks_for


@pytest.fixture(scope="module")
def base() -> Ruleset:
    return carcassonne.load_rules("base")


def shown(text: str) -> str:
    return dedent(text).strip("\n")


def begun(rules: Ruleset) -> Game:
    tiles = ["base/city-corner-road-curve-pennant", "base/cloister-road-end"]
    game = rules.new_game(["blue", "black"], tiles=tiles)
    game.push(rules.parse_action("place base/city-corner-road-curve-pennant at 1,0 turned 1"))
    return game


def test_choices_of_a_figure_stand_on_its_segments(base: Ruleset) -> None:
    game = begun(base)
    wanted = """
             -1       0       1       2

        -1            +       +

                   ..CCC.. ..2CpCC
         0    +    RRRRRRR RRR5.CC    +
                   ....... 4..R.3.

         1            +       +


        C city  M cloister  R road  . field  p pennant  | m meeple

        > b blue     0 points, has 7 meeple
          l black    0 points, has 7 meeple

        blue decides: action (5 choices, 1 tile left)
    """
    assert shown(wanted) == board_text(game, game.legal_actions)
    page = Path(__file__).resolve().parents[2] / "docs" / "command-line.md"
    assert shown(wanted) in page.read_text(encoding="utf-8"), "the documentation shows this board"


def test_choices_of_a_placement_stand_on_open_places(base: Ruleset) -> None:
    game = begun(base)
    game.push(base.parse_action("meeple on city at 1,0"))
    wanted = """
             -1       0       1       2

        -1            +       +

                   ..CCC.. ..bmpCC
         0    1    RRRRRRR RRRR.CC    +
                   ....... ...R...

         1           2-4      5


        C city  M cloister  R road  . field  p pennant  | m meeple

          b blue     0 points, has 6 meeple
            meeple on city at 1,0
        > l black    0 points, has 7 meeple

        tile to place: base/cloister-road-end
          turned 0   turned 1   turned 2   turned 3
          .......    .......    ...R...    .......
          ...M...    RR.M...    ...M...    ...M.RR
          ...R...    .......    .......    .......

        black decides: place (5 choices, 0 tiles left)
    """
    assert shown(wanted) == board_text(game, game.legal_actions)


def test_a_finished_game_shows_itself(base: Ruleset) -> None:
    game = begun(base)
    for text in (
        "meeple on city at 1,0",
        "place base/cloister-road-end at -1,0 turned 3",
        "meeple on road at -1,0",
    ):
        game.push(base.parse_action(text))
    wanted = """
            -1       0       1
          ....... ..CCC.. ..bmpCC
        0 ...M.lm RRRRRRR RRRR.CC
          ....... ....... ...R...

        C city  M cloister  R road  . field  p pennant  | m meeple

          b blue     2 points, has 6 meeple
            meeple on city at 1,0
          l black    3 points, has 6 meeple
            meeple on road at -1,0

        The game is over: black won.
    """
    assert shown(wanted) == str(game)


def test_chance_decides(base: Ruleset) -> None:
    game = base.new_game(2, chance="explicit")
    assert CHANCE == game.player
    assert "chance decides: draw (24 choices, 71 tiles left)" == str(game).splitlines()[-1]


def test_places_without_tiles_between_are_left_out(base: Ruleset) -> None:
    table = Setup(
        tiles=[
            ("base/cloister", -9000, 3, 0),
            ("base/road-cross", 4, 4000, 0),
            ("base/city-full-pennant", 5, 4001, 0),
        ]
    )
    wanted = """
      -9001   -9000   -8999       3       4       5       6

   2            +

             .......
   3    +    ...M...    +
             .......

   4            +



3999                                      +

                                       ...R...
4000                              +    RR...RR    +
                                       ...R...
                                               CCCCCCC
4001                                      +    CCCCpCC    +
                                               CCCCCCC

4002                                              +

"""
    assert wanted.strip("\n") == board_of(base.new_game(2, table=table)).text.rstrip("\n")


def test_a_wide_table_is_cut_into_strips(base: Ruleset) -> None:
    straight = [("base/road-straight", x, 0, 0) for x in range(4)]
    game = base.new_game(2, table=Setup(tiles=straight))
    wanted = """
             -1       0       1

        -1            +       +

                   ....... .......
         0    +    RRRRRRR RRRRRRR
                   ....... .......

         1            +       +


              2       3       4

        -1    +       +

           ....... .......
         0 RRRRRRR RRRRRRR    +
           ....... .......

         1    +       +
    """
    text = board_of(game, width=26).text
    assert shown(wanted) == text.rstrip("\n")
    assert all(len(line) <= 26 for line in text.splitlines())
    assert board_of(game, width=1000) == board_of(game)


def test_every_part_has_its_name(base: Ruleset) -> None:
    game = begun(base)
    game.push(base.parse_action("meeple on city at 1,0"))
    names = {name for row in board_of(game, game.legal_actions).rows for _, name in row}
    assert {"", "label", "open", "choice", "player 0", "symbol", "city", "road", "field"} == names


def test_marks_are_different() -> None:
    assert ("b", "r", "l", "a", "0") == marks_for(["blue", "red", "black", "Abba", "b r l a"])
    assert 20 == len(set(marks_for(["a"] * 11 + list("bcdefghij"))))


MADE_UP = """
expansion: made-up
title: Kinds that nobody knows
tiles: {made-up: made-up-tiles.yaml}
features:
  wall:  {borders: whole side, completes: when closed,     letter: W}
  pipe:  {borders: middle,     completes: when closed,     letter: P}
  statue:  {borders: nothing,    completes: when surrounded, letter: T}
  sand:  {borders: gaps,       completes: never,           letter: S}
symbols:
  well: {on: tile}
  knob: {on: pipe}
figures:
  ant: {each: 2, follower: true, weight: 1, stands on: [wall, pipe, statue, sand]}
piles: {main: {}}
setup: {start tile: {lay: made-up/start}}
turn:
  draw:  {do: [{draw tile: {}}]}
  place: {after: draw, do: [{place tile: {}}]}
  stand: {after: place, do: [{take action: {offers: figure, stand: on the new tile}}]}
"""

MADE_UP_TILES = """
tiles: made-up
uses: [made-up]
totals: {tiles: 4}
set:
  start: {wall: N, pipe: {at: S, knob: 1}, statue: true, well: true}
  cross: {count: 2, pipe: [N-S, E-W], crosses: [[pipe 1, pipe 2]]}
  bends: {pipe: [N-E, S-W], statue: true}
"""


def test_kinds_that_nobody_knows(tmp_path: Path) -> None:
    (tmp_path / "made-up.yaml").write_text(MADE_UP, encoding="utf-8")
    (tmp_path / "made-up-tiles.yaml").write_text(MADE_UP_TILES, encoding="utf-8")
    rules = carcassonne.load_rules(tmp_path / "made-up.yaml")
    game = rules.new_game(["x", "y"], tiles=["made-up/cross", "made-up/bends"])
    game.push(rules.parse_action("place made-up/cross at 0,1"))
    game.push(rules.parse_action("ant on pipe 2 at 0,1"))
    wanted = """
             -1       0       1

        -1            +

                   ..WWWw.
         0    +    ...T...    +
                   ...k...
                   ...P...
         1    +    PPP+Pxa    +
                   ...P...

         2            +


        P pipe  T statue  W wall  . sand  k knob  w well  | a ant

          x x    0 points, has 1 ant
            ant on pipe 2 at 0,1
        > y y    0 points, has 2 ant

        tile to place: made-up/bends
          turned 0   turned 1
          ...P.T.    ...P.T.
          PPP.PPP    PPP.PPP
          ...P...    ...P...

        y decides: place (6 choices, 0 tiles left)
    """
    assert shown(wanted) == str(game)
