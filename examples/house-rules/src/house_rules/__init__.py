"""Where the rules of our house lie, for `carcassonne.load_rules`.

>>> import carcassonne
>>> carcassonne.load_rules(BIG_CITIES)
<Ruleset base, big-cities: 72 tiles, 2 kinds of figures>
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).resolve().parent

BIG_CITIES: Final = _HERE / "big-cities.yaml"
CALLING_HOME: Final = _HERE / "calling-home.yaml"
MARKET_SQUARES: Final = _HERE / "market-squares.yaml"
ALL: Final = (BIG_CITIES, CALLING_HOME, MARKET_SQUARES)
