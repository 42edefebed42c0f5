"""The table as text: every tile a small block, and below it what a player needs to know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.play.view import hand_in_sight
from carcassonne.report.marks import marks_for
from carcassonne.report.picture import HEIGHT, WIDTH, Cell, Picture, picture
from carcassonne.words.actions import CHANCE, Action, Choose, Place, Stand
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.compile.tiles import Turned
    from carcassonne.play.game import Game

OPEN: Final = "+"
NOBODY: Final = "*"
BLANK: Final[Cell] = (" ", "")

Row = tuple[Cell, ...]


@attrs.frozen
class Board:
    """Rows of characters, each with the name of what it shows, so that a terminal can colour them.

    Names: a feature kind, "symbol", "crossing", "player 0", "open", "choice", "label" or "".
    """

    rows: tuple[Row, ...]

    @property
    def text(self) -> str:
        """The board without colours."""
        return "\n".join("".join(character for character, _ in row).rstrip() for row in self.rows)


def board_text(game: Game, choices: Sequence[Action] = ()) -> str:
    """The table with scores, supplies, the tile to place and who decides.

    Every tile is a block of seven by three characters in which each kind of feature is its letter, "." is
    what lies between, and a figure is the mark of its owner and its own. "+" is an open place. The legend
    below explains the letters. With `choices` their numbers, from 1, stand where they would be carried out.
    """
    return "\n".join([board_of(game, choices).text, "", *facts_of(game)])


def board_of(game: Game, choices: Sequence[Action] = (), *, width: int | None = None) -> Board:
    """The table alone, ready to be coloured; what is wider than `width` is cut into strips."""
    return _Table(game, choices).board(width)


# Blocks ----------------------------------------------------------------------------------------


class _Table:
    def __init__(self, game: Game, choices: Sequence[Action]) -> None:
        self.game = game
        self.symbols = symbol_marks(game)
        self.figure_marks = figure_marks(game)
        self.owners = marks_for(game.players)
        self.places, self.spots = _numbered(choices)
        self.figures: dict[tuple[int, int], list[tuple[Segment, str, int | None]]] = {}
        for standing in game.figures:
            self.figures.setdefault(standing[0].cell, []).append(standing)

    def board(self, width: int | None) -> Board:
        game = self.game
        blocks = {cell: self.tile(cell, name, turned) for cell, (name, turned) in game.table.items()}
        if not game.is_over:
            blocks |= {cell: self.open_place(cell) for cell in game.open_places}
        columns = sorted({x for x, _ in blocks})
        labels = max((len(str(y)) for _, y in blocks), default=0)
        a_strip = max(1, len(columns)) if width is None else max(1, (width - labels) // (WIDTH + 1))
        rows: list[Row] = []
        for first in range(0, len(columns), a_strip):
            rows += [()] if rows else []
            rows += self.strip(blocks, columns[first : first + a_strip], labels)
        return Board(tuple(rows))

    def strip(
        self, blocks: Mapping[tuple[int, int], Sequence[Row]], columns: Sequence[int], labels: int
    ) -> Iterable[Row]:
        yield self.header(columns, labels)
        before: int | None = None
        for y in sorted({y for x, y in blocks if x in columns}):
            if before is not None and y > before + 1:
                yield ()
            before = y
            for line in range(HEIGHT):
                label = str(y) if line == HEIGHT // 2 else ""
                row = [*_styled(f"{label:>{labels}}", "label")]
                for x, wide in _spaced(columns):
                    block = blocks.get((x, y))
                    row += [BLANK] * wide
                    row += block[line] if block is not None else [BLANK] * WIDTH
                yield tuple(row)

    def header(self, columns: Sequence[int], labels: int) -> Row:
        text = " " * labels
        for x, wide in _spaced(columns):
            text += " " * wide + f"{x:^{WIDTH}}"
        return _styled(text, "label")

    def open_place(self, cell: tuple[int, int]) -> Sequence[Row]:
        numbers = self.places.get(cell)
        shown = _styled(f"{_span(numbers) if numbers else OPEN:^{WIDTH}}", "choice" if numbers else "open")
        blank = (BLANK,) * WIDTH
        return [shown if line == HEIGHT // 2 else blank for line in range(HEIGHT)]

    def tile(self, cell: tuple[int, int], name: str, turned: int) -> Sequence[Row]:
        rules = self.game.rules
        laid = rules.tiles.turned[rules.tiles.numbers[name]][turned]
        drawn = picture(rules, laid, self.symbols)
        cells = [list(row) for row in drawn.cells]
        shown: dict[Segment, None] = {}
        for segment, figure, owner in self.figures.get(cell, ()):
            if segment not in shown:
                shown[segment] = None
                mark = NOBODY if owner is None else self.owners[owner]
                style = "nobody" if owner is None else f"player {owner}"
                self.put(cells, drawn, laid, segment, mark + self.figure_marks.get(figure, figure[:1]), style)
        for segment, numbers in self.spots.items():
            if segment.cell == cell:
                self.put(cells, drawn, laid, segment, str(numbers[0]), "choice")
        return [tuple(row) for row in cells]

    def put(
        self, cells: list[list[Cell]], drawn: Picture, laid: Turned, segment: Segment, text: str, style: str
    ) -> None:
        kind = self.game.rules.kinds.names.index(segment.kind)
        named = list(zip(laid.kinds, laid.numbers, strict=True))
        anchor = drawn.anchors[named.index((kind, segment.number))]
        if anchor is not None:
            row, column = anchor
            for offset, character in enumerate(text[: WIDTH - column]):
                cells[row][column + offset] = (character, style)


def _numbered(choices: Sequence[Action]) -> tuple[dict[tuple[int, int], list[int]], dict[Segment, list[int]]]:
    """The numbers of choices by the cell or the segment that they speak of."""
    places: dict[tuple[int, int], list[int]] = {}
    spots: dict[Segment, list[int]] = {}
    for number, action in enumerate(choices, 1):
        if isinstance(action, Place):
            places.setdefault((action.x, action.y), []).append(number)
        elif (segment := _segment_of(action)) is not None:
            spots.setdefault(segment, []).append(number)
    return places, spots


def _segment_of(action: Action) -> Segment | None:
    if isinstance(action, Stand):
        return action.segment
    return Segment.parse(action.value.rpartition(" on ")[2]) if isinstance(action, Choose) else None


def _span(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def _styled(text: str, style: str) -> Row:
    return tuple((character, style if character != " " else "") for character in text)


def _spaced(columns: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Every column with the blanks before it: more where columns without tiles are left out."""
    for number, x in enumerate(columns):
        is_next = number == 0 or columns[number - 1] == x - 1
        yield x, 1 if is_next else 3


# Facts -----------------------------------------------------------------------------------------


def symbol_marks(game: Game) -> dict[str, str]:
    """The mark of every symbol in play."""
    names = sorted(symbol.name for symbol in game.rules.definitions.symbols)
    return dict(zip(names, marks_for(names), strict=True))


def figure_marks(game: Game) -> dict[str, str]:
    """The mark of every kind of figure that can stand on a tile."""
    names = [figure.name for figure in game.rules.figures if not figure.track]
    return dict(zip(names, marks_for(names), strict=True))


def facts_of(game: Game) -> list[str]:
    """What stands below the board: legend, players, the tile to place, and who decides."""
    lines = [_legend(game), "", *_players(game)]
    if game.drawn_tile is not None:
        lines += ["", f"tile to place: {game.drawn_tile}", *tile_lines(game, game.drawn_tile)]
    if game.is_over:
        won = " and ".join(game.players[player] for player in game.winners)
        lines += ["", f"The game is over: {won} won."]
    else:
        who = "chance" if game.player == CHANCE else game.players[game.player]
        lines += [
            "",
            f"{who} decides: {game.about} ({_counted(len(game.legal_actions), 'choice')}, "
            f"{_counted(game.tiles_left, 'tile')} left)",
        ]
    return lines


def tile_lines(game: Game, name: str) -> list[str]:
    """A tile in all turns that look different, side by side."""
    tiles = game.rules.tiles
    number = tiles.numbers[name]
    pictures = [picture(game.rules, tiles.turned[number][turn], symbol_marks(game)) for turn in tiles.turns[number]]
    heads = "   ".join(f"turned {turn}".ljust(WIDTH + 1) for turn in tiles.turns[number])
    bodies = ["   ".join(drawn.lines[line].ljust(WIDTH + 1) for drawn in pictures) for line in range(HEIGHT)]
    return [f"  {line}".rstrip() for line in (heads, *bodies)]


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _legend(game: Game) -> str:
    kinds = game.rules.kinds.kinds
    parts = [f"{kind.letter} {kind.name}" for kind in kinds if kind.borders != "gaps"]
    parts += [f". {kind.name}" for kind in kinds if kind.borders == "gaps"]
    parts += [f"{mark} {name}" for name, mark in symbol_marks(game).items()]
    figures = "  ".join(f"{mark} {name}" for name, mark in figure_marks(game).items())
    return "  ".join(parts) + (f"  | {figures}" if figures else "")


def _players(game: Game) -> list[str]:
    marks = marks_for(game.players)
    width = max(map(len, game.players))
    figures = game.figures
    lines = []
    for player, name in enumerate(game.players):
        turn = ">" if player == game.active_player and not game.is_over else " "
        supply = ", ".join(f"{count} {figure}" for figure, count in game.supply(player).items()) or "no figures"
        lines.append(f"{turn} {marks[player]} {name:<{width}} {game.scores[player]:>4} points, has {supply}")
        own = [f"{figure} on {segment}" for segment, figure, owner in figures if owner == player]
        lines += _wrapped(own, " " * 4)
        lines += _in_hand(game, player)
    nobody = [f"{figure} on {segment}" for segment, figure, owner in figures if owner is None]
    return [*lines, *_wrapped([f"{NOBODY} {text}" for text in nobody], " " * 4)]


def _in_hand(game: Game, player: int) -> list[str]:
    """The tiles in hand that may be seen by who decides, else how many there are."""
    count, seen = len(game.hand(player)), hand_in_sight(game, player)
    if not count:
        return []
    if seen is None:
        return [f"    has {_counted(count, 'tile')} in hand"]
    return _wrapped([f"in hand: {', '.join(seen)}"], " " * 4)


def _wrapped(parts: Sequence[str], indent: str) -> list[str]:
    import textwrap

    text = "; ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)
    lines = textwrap.wrap(text, 100, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
