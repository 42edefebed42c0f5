"""Steps of one scoring event where points are more than a number: which figure advances, and who takes a share.

Used only by rules with several scoring figures a player, with figures beside them on the track, or with rules on
`marker moved`; everywhere else points are given at once.

bound: `awards` is ((player, feature or -1, lines), …) clockwise from the active player; `markers` the figures named so
far; `shares` is ((companion's piece, number of the award), …); `committed` is ((companion's piece, (player, marker)),
…)
for those whose owners have named one scoring figure for a whole phase of scoring.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from carcassonne.language.steps import Ask, Step
from carcassonne.words.actions import Action, Choose
from carcassonne.words.lines import total

if TYPE_CHECKING:
    from carcassonne.words.play import Play


class BindShares(Ask):
    """Before anything is scored, whoever owns a figure beside several that will be given points names one of them.

    In this phase of scoring the figure then takes a share of nobody else, and goes along with nobody else. Owners
    decide clockwise from the active player. Only for kinds of figures of which the rules say `whole phase`.
    """

    about = "share with"

    def begin(self, play: Play) -> bool:
        play.codes = self.codes(play)
        if play.codes:
            return True
        play.codes = None
        play.at += 1
        return False

    def who(self, play: Play) -> int:
        return play.owner(self.codes(play)[0][0])

    def codes(self, play: Play) -> list[Any]:
        done = [piece for piece, _ in play.bound["committed"]]
        for piece in play.companions():
            found = play.about_to_share(piece) if piece not in done else []
            if len(found) > 1:
                return [(piece, target) for target in found]
        return []

    def action(self, play: Play, code: tuple[int, tuple[int, int]]) -> Action:
        player, marker = code[1]
        return Choose(self.about, f"{play.names[player]}'s {play.rules.marker_names[marker]}", code[1])

    def take(self, play: Play, code: tuple[int, tuple[int, int]]) -> None:
        play.bind("committed", (*play.bound["committed"], code))


class NameMarkers(Ask):
    """Every player who is given points says which of their scoring figures advances.

    At the end of the game nobody is asked: it is the first.
    """

    about = "advance"

    def begin(self, play: Play) -> bool:
        if play.rules.markers == 1 or play.ending:
            play.bind("markers", (0,) * len(play.bound["awards"]))
            play.at += 1
            return False
        if len(play.bound["markers"]) == len(play.bound["awards"]):
            play.at += 1
            return False
        play.codes = self.codes(play)
        return True

    def who(self, play: Play) -> int:
        player: int = play.bound["awards"][len(play.bound["markers"])][0]
        return player

    def codes(self, play: Play) -> list[Any]:
        return list(range(play.rules.markers))

    def action(self, play: Play, code: int) -> Action:
        return Choose(self.about, play.rules.marker_names[code])

    def take(self, play: Play, code: int) -> None:
        play.bind("markers", (*play.bound["markers"], code))


class NameShares(Ask):
    """Every figure beside a scoring figure that is about to advance takes a share of one award of another player.

    Its owner chooses where there are several. Owners decide clockwise from the active player.
    """

    about = "share"

    def begin(self, play: Play) -> bool:
        for piece in play.companions():
            if any(piece == taken for taken, _ in play.bound["shares"]):
                continue
            found = play.shareable(piece)
            if len(found) == 1:
                self.commit(play, piece, found[0])
            elif found:
                play.codes = [(piece, award) for award in found]
                return True
        play.at += 1
        return False

    def who(self, play: Play) -> int:
        return play.owner(self.codes(play)[0][0])

    def codes(self, play: Play) -> list[Any]:
        for piece in play.companions():
            found = play.shareable(piece)
            if len(found) > 1 and not any(piece == taken for taken, _ in play.bound["shares"]):
                return [(piece, award) for award in found]
        return []

    def action(self, play: Play, code: tuple[int, int]) -> Action:
        player, _, lines = play.bound["awards"][code[1]]
        marker = play.rules.marker_names[play.bound["markers"][code[1]]]
        return Choose(self.about, f"{play.names[player]}'s {marker}, {total(lines)} points", (code[1],))

    def take(self, play: Play, code: tuple[int, int]) -> None:
        self.commit(play, *code)

    def commit(self, play: Play, piece: int, award: int) -> None:
        play.bind("shares", (*play.bound["shares"], (piece, award)))


class Advance(Step):
    """All figures advance; then the shares are paid, one after the other."""

    def run(self, play: Play) -> None:
        awards, markers = play.bound["awards"], play.bound["markers"]
        shares = play.bound["shares"]
        for piece, _ in shares:
            play.leave_track(piece)
        for piece, award in reversed(shares):
            play.call_share(piece, total(awards[award][2]))
        moves = [(*award, marker) for award, marker in zip(awards, markers, strict=True)]
        play.advance(moves, moved_by="award")


class PayShare(Ask):
    """The owner of a figure that takes a share names the scoring figure that advances by it.

    Other players' figures beside that one go along (or stay, if their owners may choose so and do).
    """

    about = "advance"

    def begin(self, play: Play) -> bool:
        if play.rules.markers > 1 and play.bound["points"] and not play.ending:
            play.codes = self.codes(play)
            return True
        self.take(play, 0)
        return False

    def who(self, play: Play) -> int:
        player: int = play.bound["player"]
        return player

    def codes(self, play: Play) -> list[Any]:
        return list(range(play.rules.markers))

    def action(self, play: Play, code: int) -> Action:
        return Choose(self.about, play.rules.marker_names[code])

    def take(self, play: Play, code: int) -> None:
        play.at += 1
        play.bind("marker", code)
        play.bind("along", play.companions_beside(play.bound["player"], code) if play.bound["points"] else ())


class GoAlong(Ask):
    """Figures beside the scoring figure that advances by a share go along with it."""

    about = "go along"

    def begin(self, play: Play) -> bool:
        if not play.bound["along"] or not play.rules.companion_may_stay:
            play.at += 1
            return False
        waiting = play.bound["along"]
        if len(waiting) == len(play.bound["asked"]):
            play.bind("along", tuple(p for p, go in zip(waiting, play.bound["asked"], strict=True) if go))
            play.at += 1
            return False
        play.codes = self.codes(play)
        return True

    def who(self, play: Play) -> int:
        return play.owner(play.bound["along"][len(play.bound["asked"])])

    def codes(self, play: Play) -> list[Any]:
        return [0, 1]

    def action(self, play: Play, code: int) -> Action:
        return Choose(self.about, ("no", "yes")[code])

    def take(self, play: Play, code: int) -> None:
        play.bind("asked", (*play.bound["asked"], code))


class AdvanceShare(Step):
    """The scoring figure advances by the share."""

    def run(self, play: Play) -> None:
        if play.bound["points"]:
            play.advance_share()
