"""How words look: colours, patterns and glyphs from `looks.yaml`, from the rules, or made from a name."""

from __future__ import annotations

import colorsys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

import attrs

if TYPE_CHECKING:
    from carcassonne.read.definitions import FeatureKind, FigureKind, Symbol
    from carcassonne.read.supplies import Token

HATCHES: Final = ("stripes", "dots", "grid", "bars")
_LINE_WIDTH: Final = 9.0


@attrs.frozen
class Look:
    """How one word is drawn.

    fill, edge: colours. pattern: what its area is filled with. width: of a line. layer: below others where it is
    less than 0. glyph: layers (role, path); without any a badge shows `letter`. place: what it stands with.
    size: as large as others, times this. badge: whether a disc lies behind the glyph. is_known: whether the look
    was given and not made from the name.
    """

    name: str
    fill: str
    edge: str
    pattern: str = ""
    width: float = _LINE_WIDTH
    layer: int = 0
    glyph: tuple[tuple[str, str], ...] = ()
    letter: str = "?"
    place: str = ""
    size: float = 1.0
    badge: bool = False
    is_known: bool = True


@attrs.frozen
class Colours:
    """The colours of a player: of figures, and of letters on them."""

    fill: str
    ink: str


class Looks:
    """The looks of all words of some rules, light or dark."""

    def __init__(
        self,
        kinds: Iterable[FeatureKind] = (),
        symbols: Iterable[Symbol] = (),
        figures: Iterable[FigureKind] = (),
        tokens: Iterable[Token] = (),
        *,
        dark: bool = False,
    ) -> None:
        self.dark = dark
        self._written = _file()
        self._declared: dict[str, dict[str, Any]] = {
            section: {thing.name: thing for thing in things}
            for section, things in (("kinds", kinds), ("symbols", symbols), ("figures", figures), ("tokens", tokens))
        }
        self._made: dict[tuple[str, str], Look] = {}

    def colour(self, name: str) -> str:
        """A colour of the palette."""
        return str(self._written["palette"][name][self.dark])

    def kind(self, name: str) -> Look:
        return self._look("kinds", name)

    def symbol(self, name: str) -> Look:
        return self._look("symbols", name)

    def figure(self, name: str) -> Look:
        return self._look("figures", name)

    def token(self, name: str) -> Look:
        """The look of a token: its own, else that of the symbol with the same name."""
        same = self._written["symbols"].get(name) or self._says("symbols", name)
        return self.symbol(name) if same and not self._says("tokens", name) else self._look("tokens", name)

    def thing(self, name: str) -> Look:
        """The look of what stands where lines meet; what is not known is drawn as a plain place."""
        written = self._written["things"].get(name)
        if written is None:
            return Look(name, self.colour("paper"), self.colour("ink"), size=5.5, letter="")
        return self._read(name, written, "")

    def players(self, names: Sequence[str]) -> tuple[Colours, ...]:
        """A colour for every player: that of the name where it is one, else the next one that is free."""
        all_colours: Mapping[str, Mapping[str, str]] = self._written["players"]
        free = [colour for colour in all_colours if colour not in names]
        found = []
        for name in names:
            colour = name if name in all_colours else free.pop(0)
            found.append(Colours(all_colours[colour]["fill"], all_colours[colour]["ink"]))
        return tuple(found)

    def _look(self, section: str, name: str) -> Look:
        key = section, name
        if key not in self._made:
            written = self._written[section].get(name, {})
            look = self._read(name, written, self._said(section, name, "glyph"), self._letter(section, name))
            self._made[key] = self._coloured(look, self._said(section, name, "colour"))
        return self._made[key]

    def _says(self, section: str, name: str) -> bool:
        """Whether the rules say how a word looks."""
        return any(self._said(section, name, key) for key in ("glyph", "colour"))

    def _said(self, section: str, name: str, key: str) -> str:
        return str(getattr(self._declared[section].get(name), key, ""))

    def _coloured(self, look: Look, colour: str) -> Look:
        """A look in a colour that the rules name, which brings its pattern unless the word has one that is known."""
        if not colour:
            return look
        written = self._written["colours"][colour]
        fill, edge = (written[key][self.dark] for key in ("fill", "edge"))
        return attrs.evolve(look, fill=fill, edge=edge, pattern=look.pattern if look.is_known else written["pattern"])

    def _letter(self, section: str, name: str) -> str:
        return str(getattr(self._declared[section].get(name), "letter", "")) or name[:1].upper()

    def _read(self, name: str, written: Mapping[str, Any], own: str, letter: str = "?") -> Look:
        fill, edge = made_colours(name, dark=self.dark)
        layers = tuple((role, path) for layer in written.get("glyph", ()) for role, path in layer.items())
        if own:
            layers, letter = ((("main", own),), letter) if own[:1] in "Mm" and len(own) > 2 else ((), own)
        return Look(
            name=name,
            fill=written["fill"][self.dark] if "fill" in written else fill,
            edge=written["edge"][self.dark] if "edge" in written else self.colour("ink") if written else edge,
            pattern=written.get("pattern", "" if written else HATCHES[crc32(name.encode()) % len(HATCHES)]),
            width=written.get("width", _LINE_WIDTH),
            layer=written.get("layer", 0),
            glyph=layers,
            letter=letter,
            place=written.get("place", ""),
            size=written.get("size", 1.0),
            badge=written.get("badge", not written),
            is_known=bool(written),
        )


def made_colours(name: str, *, dark: bool) -> tuple[str, str]:
    """A fill and an edge made from a name, the same in every process.

    >>> made_colours("canal", dark=False) == made_colours("canal", dark=False)
    True
    """
    hue = crc32(name.encode()) % 360 / 360
    fill, edge = (0.42, 0.25) if dark else (0.72, 0.30)
    return _hex(hue, fill, 0.5), _hex(hue, edge, 0.6)


def _hex(hue: float, light: float, strength: float) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colorsys.hls_to_rgb(hue, light, strength))


@cache
def _file() -> Mapping[str, Any]:
    import yaml

    text = Path(__file__).with_name("looks.yaml").read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    written: Mapping[str, Any] = yaml.load(text, Loader=loader)  # noqa: S506
    return written
