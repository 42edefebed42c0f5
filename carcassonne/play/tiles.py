"""A kind of tile as callers hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules


@attrs.frozen
class Tile:
    """A kind of tile of some rules, as `Ruleset.tile` gives it.

    count: how many there are. pile: from which it is drawn. edges: what holds its four sides, from the north clockwise.
    segments: their names, as `road`, or `road 2` where there are several. symbols: what stands on the tile as a whole.

    >>> import carcassonne
    >>> tile = carcassonne.load_rules("base").tile("base/road-curve")
    >>> tile.count, tile.edges, tile.segments
    (9, ('field', 'field', 'road', 'road'), ('field 1', 'field 2', 'road'))
    """

    name: str
    count: int
    pile: str
    edges: tuple[str, ...]
    segments: tuple[str, ...]
    symbols: tuple[tuple[str, int | str], ...]
    _rules: Rules = attrs.field(eq=False, repr=False)

    @classmethod
    def of(cls, rules: Rules, name: str) -> Tile:
        """The tile of that name. Raises OptionError where there is none."""
        from carcassonne.errors import OptionError
        from carcassonne.read.source import cure_for

        number = rules.tiles.numbers.get(name)
        if number is None:
            raise OptionError(f"there is no tile {name!r}; {cure_for(str(name), rules.tiles.names, 'tiles here')}")
        tile, flat = rules.tiles.tiles[number], rules.tiles.turned[number][0]
        named = zip(tile.segments, flat.numbers, strict=True)
        segments = tuple(f"{segment.kind} {nth}" if nth else segment.kind for segment, nth in named)
        return cls(name, tile.count, tile.pile, tile.edges, segments, tile.symbols, rules)

    def __str__(self) -> str:
        from carcassonne.report.marks import marks_for
        from carcassonne.report.picture import picture

        names = sorted(symbol.name for symbol in self._rules.definitions.symbols)
        turned = self._rules.tiles.turned[self._rules.tiles.numbers[self.name]][0]
        return "\n".join(picture(self._rules, turned, dict(zip(names, marks_for(names), strict=True))).lines)

    def _repr_svg_(self) -> str | None:
        try:
            from carcassonne.draw import tile

            return tile(self._rules, self.name).svg
        except ImportError:
            return None
