"""From a game of ours to the setup of a saved game: tile sets, elements, variants, start tiles and players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import attrs

from carcassonne.errors import CarcassonneError
from carcassonne.interop.jcloisterzone.files import OWN, Saved, from_json
from carcassonne.interop.jcloisterzone.planning import Plan, Unsupported, plan
from carcassonne.interop.jcloisterzone.stock import Stock
from carcassonne.interop.jcloisterzone.tables import Part, Tables
from carcassonne.play.game import Game
from carcassonne.play.setup import Setup

VERSION = "6.2.0"
CREATED = "2026-01-01T00:00:00.000Z"
FIRST_RANDOM = 0.5


@attrs.frozen
class Beginning:
    """How a game began: its setup, and all tiles in the order of their draws where that was fixed.

    in_play: whether it began in the middle of another game.
    """

    setup: Setup | None
    tiles: tuple[str, ...] | None
    in_play: bool

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Beginning:
        """How the game of a record began."""
        table, tiles = record["table"], record["tiles"]
        in_play = table is not None and "position" in table
        setup = None if table is None or in_play else Setup.from_dict(table)
        return cls(setup, None if tiles is None else tuple(tiles), in_play)


class Setting:
    """The head of a saved game, made for a game of ours; `lacking` is what cannot be said there."""

    def __init__(self, game: Game, beginning: Beginning, drawn: list[str], known: Tables) -> None:
        self.game, self.beginning, self.known = game, beginning, known
        self.options = game.rules.options
        self.lacking: list[str] = []
        self.passed: list[int] = []
        self.order = [self.tile(name) for name in (*drawn, *(beginning.tiles or ())[len(drawn) :])]
        self.head: dict[str, Any] = {
            "appVersion": VERSION,
            "gameId": game.fingerprint,
            "name": "",
            "initialRandom": FIRST_RANDOM,
            "created": CREATED,
            "clock": 0,
            "setup": {
                "sets": dict.fromkeys(self.sets(), 1),
                "elements": self.elements(),
                "rules": self.rules(),
                "timer": None,
                "start": self.start(),
                "options": {},
            },
            "players": [{"name": name, "slot": slot} for slot, name in enumerate(game.players)],
            "replay": [],
            "gameAnnotations": {
                "drawOrder": self.order,
                "endTurn": len(drawn) + game.tiles_left,
            },
            "test": {"description": "", "assertions": self.sentences()},
        }
        self.plan = self.planned()

    def planned(self) -> Plan | None:
        """How that setup is played here, which must be as the game was; what differs is lacking."""
        game, known = self.game, self.known
        modules = {part.module for part in (*known.sets.values(), *known.elements.values())}
        self.lacking += [f"module {name}" for name in game.rules.names if name not in modules]
        try:
            found = plan(self.saved())
        except (Unsupported, CarcassonneError) as error:
            if not self.lacking:
                self.lacking.append(str(error))
            return None
        if not self.lacking:
            self.lay_out_draws(found.stock)
        theirs, fixed = found.rules.options, known.fixed_options()
        self.lacking += [
            f"option {name}: {value}"
            for name, value in self.options.items()
            if name in theirs and name not in fixed and theirs[name] != value
        ]
        return found

    def lay_out_draws(self, stock: Stock) -> None:
        """See that every tile can be drawn there in its turn; the first that cannot is lacking.

        A tile of which that program has more copies than there are here is drawn there in between, and fits nowhere.
        """
        order: list[str] = []
        for tile in self.order:
            while tile not in stock.active():
                more = next((other for other in stock.active() if other in self.known.one_more), None)
                if more is None:
                    self.lacking.append(f"tile {tile}: it cannot be drawn there at that time")
                    return
                self.passed.append(len(order))
                order.append(more)
                stock = stock.without(more)
            order.append(tile)
            stock = stock.without(tile)
        left_over = 0
        if self.beginning.tiles is None:
            drawn = Counter(self.order)
            tiles = self.game.rules.tiles
            for more in self.known.one_more:
                name = self.known.tiles[more]
                here = tiles.counts[tiles.numbers[name]] if name in tiles.numbers else 0
                left_over += stock.counts.get(more, 0) - max(here - drawn[more], 0)
        annotations = self.head["gameAnnotations"]
        annotations["drawOrder"] = order
        annotations["endTurn"] += len(self.passed) + left_over

    def saved(self) -> Saved:
        """The head as it is read again."""
        return from_json(self.head, "game")

    def own(self, drawn: int, choices: list[str]) -> dict[str, Any]:
        """What is noted for this library: what that program does not know, or nothing at all."""
        assert self.plan is not None
        theirs = self.plan.rules.options
        options = {
            name: self.options[name]
            for name in sorted(self.known.fixed_options())
            if name in self.options and theirs[name] != self.options[name]
        }
        stock = self.beginning.tiles is None
        if not (options or stock or choices or self.passed or not self.game.is_over):
            return {}
        passed = {"passed": self.passed} if self.passed else {}
        return {OWN: {"options": options, "stock": stock, "drawn": drawn, "choices": choices, **passed}}

    # Parts -----------------------------------------------------------------------------------

    def sets(self) -> list[str]:
        """The tile sets of the modules in play, of the printing that is chosen."""
        names = self.game.rules.names
        there = {name: part for name, part in self.known.sets.items() if part.module in names}
        left_out = {
            module for part in there.values() for module, options in part.apart.items() if self.chooses(options)
        }
        there = {name: part for name, part in there.items() if part.module not in left_out}
        exact = [name for name, part in there.items() if self.chooses(part.when_there)]
        joined = [
            name
            for name, part in there.items()
            if not any(there[other].module == part.module for other in exact)
            and all(self.known.several.get(option) == self.options[option] for option in part.when_there)
        ]
        return exact + joined

    def chooses(self, options: Mapping[str, str]) -> bool:
        """Whether all these options are as the game has them."""
        return all(self.options.get(name) == value for name, value in options.items())

    def elements(self) -> dict[str, int | bool]:
        """The elements that are on; pieces with their number."""
        found: dict[str, int | bool] = {}
        for name, part in self.known.elements.items():
            if part.is_enforced or (part.beside and part.beside not in found):
                continue
            if not part.beside and not self.is_on(part):
                continue
            count = self.pieces(part.figure) if part.figure else 1
            if count:
                found[name] = count if part.is_number else True
        return found

    def is_on(self, part: Part) -> bool:
        """Whether an element is on: its module is in play, and the options are not those without it."""
        if part.of not in self.game.rules.names:
            return any(self.options.get(name) == value for name, value in part.alone.items())
        return self.chooses(part.when_there) and not (part.when_not and self.chooses(part.when_not))

    def pieces(self, figure: str) -> int:
        """How many of a figure every player has when the game begins; not the same for all is lacking."""
        number = self.game.rules.figure_numbers.get(figure)
        if number is None:
            return 0
        each = self.game.rules.figures[number].each
        setup = self.beginning.setup
        if setup is None or not setup.supply:
            return each
        counts = [setup.supply.get(name, {}).get(figure, each) for name in self.game.players]
        if len(set(counts)) > 1:
            self.lacking.append(f"start position: not the same number of {figure} for all")
        return counts[0]

    def rules(self) -> dict[str, str]:
        """The variants that are not as usual."""
        return {
            name: value
            for name, variant in self.known.rules.items()
            if variant.of in self.game.rules.names
            for value, options in variant.values.items()
            if options and value != variant.default and self.chooses(options)
        }

    def start(self) -> list[dict[str, Any]]:
        """The tiles on the table when the game begins; of a position that was set up there can be no more."""
        rules, setup = self.game.rules, self.beginning.setup
        if self.beginning.in_play:
            self.lacking.append("start position: in the middle of a game")
        tiles = [(rules.tiles.names[number], 0, 0, 0) for number in rules.start]
        if setup is not None:
            tiles = list(setup.tiles) or tiles
            held = ("figures", "scores", "to_move", "track", "tokens", "connections")
            self.lacking += [f"start position: {name.replace('_', ' ')}" for name in held if getattr(setup, name)]
        return [{"tile": self.tile(name), "x": x, "y": y, "rotation": 90 * turned} for name, x, y, turned in tiles]

    def tile(self, name: str) -> str:
        """What a tile is called there."""
        found = self.known.tile_of(name)
        if found is None and f"tile {name}" not in self.lacking:
            self.lacking.append(f"tile {name}")
        return found or name

    def sentences(self) -> list[str]:
        """What must hold at the end, of players whose names sentences can name."""
        names, game = self.game.players, self.game
        plain = [n for n, name in enumerate(names) if name.isascii() and name.replace("_", "").isalnum()]
        points = [f"{names[n]} has {game.scores[n]} points" for n in plain]
        return [*points, "Phase is GameOverPhase"] if game.is_over else points
