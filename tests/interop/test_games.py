"""Games that another program has played, where they are at hand: every checkpoint must agree."""

from pathlib import Path

import agree
import pytest
from interop.saved_games import COMMIT, PASS, deploy, game, place

import carcassonne
from carcassonne.errors import RecordError
from carcassonne.interop import jcloisterzone

INTEROP = Path(__file__).resolve().parents[2].parent / "shared" / "interop"
GAMES = sorted((INTEROP / "games").glob("*.jcz"))
SAMPLES = sorted((INTEROP / "samples").glob("*.jcz"))


@pytest.mark.skipif(not GAMES, reason="the games are not at hand")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_handed_games_agree(path: Path) -> None:
    assert "" == agree.difference(path)


@pytest.mark.skipif(not SAMPLES, reason="the samples are not at hand")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_pass_or_say_what_is_missing(path: Path) -> None:
    verdict = jcloisterzone.check(jcloisterzone.read(path))
    assert verdict.status is not jcloisterzone.Status.FAIL, str(verdict)
    assert (verdict.status is jcloisterzone.Status.PASS) == (not verdict.reasons)


# The comparison itself ------------------------------------------------------------------------

SAVED = jcloisterzone.from_json(
    game(
        place("BA/C", 0, -1, 180),
        deploy("0.small.1", 0, -1, "City", "S"),
        COMMIT,
        place("BA/L", 0, 1),
        PASS,
        COMMIT,
        draws=["BA/C", "BA/L", "BA/RFr"],
        end=3,
    )
)
FIRST = {
    "message": 2,
    "scores": [4, 0],
    "events": [{"feature": "city", "points": 4, "player": 0}],
    "supply": [{"small": 7}, {"small": 7}],
    "next": {"phase": "TilePhase", "player": 1, "tile": "BA/L"},
}
SECOND = {**FIRST, "message": 5, "events": [], "next": {"phase": "TilePhase", "player": 0, "tile": "BA/RFr"}}


def compared(*checkpoints: dict[str, object], **more: object) -> str:
    found = jcloisterzone.compare(SAVED, {"checkpoints": list(checkpoints), **more})
    return "" if found.difference is None else str(found.difference)


def test_what_agrees() -> None:
    assert "" == compared(FIRST, SECOND)
    assert "" == compared({**FIRST, "events": [*FIRST["events"], {"feature": "x", "points": 0, "player": 1}]})
    assert jcloisterzone.compare(SAVED, {"checkpoints": [FIRST]}).agrees


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"scores": [4, 1]}, "scores: expected [4, 1], found [4, 0]"),
        ({"events": [{"feature": "city", "points": 4, "player": 0}]}, "events"),
        ({"tokens": [{"player": 0, "token": "GOLD", "count": 1}]}, "tokens: expected [((0, 'GOLD'), 1)], found []"),
        ({"discarded": ["BA/C"]}, "discarded: expected ['base/city-cap'], found []"),
        ({"supply": [{"small": 6}, {"small": 7}]}, "supply"),
        ({"next": {"phase": "GameOverPhase"}}, "next: expected {'phase': 'GameOverPhase'}, found {'phase': 'Tile"),
        ({"message": 9}, "messages: expected 10 messages, found 6"),
    ],
    ids=lambda value: "" if isinstance(value, str) else next(iter(value)),
)
def test_what_differs(change: dict[str, object], difference: str) -> None:
    found = compared(FIRST, {**SECOND, **change})
    assert "agrees at 2" in found
    assert difference in found


def test_a_move_that_cannot_be_played_is_a_difference() -> None:
    saved = jcloisterzone.from_json(game(place("BA/C", 0, -1, 180), place("BA/C", 0, -1, 180)))
    found = jcloisterzone.compare(saved, {"checkpoints": [FIRST]})
    assert found.difference is not None
    assert (0, 1, "move", 1) == (found.agreed, found.total, found.difference.what, found.difference.message)


@pytest.mark.parametrize("wrong", [None, [], {}, {"checkpoints": 1}, {"checkpoints": [1]}, {"checkpoints": [{}]}])
def test_checkpoints_are_read_with_care(wrong: object) -> None:
    with pytest.raises(RecordError):
        jcloisterzone.compare(SAVED, wrong)  # type: ignore[arg-type]


def test_a_folder_is_compared_with_all_below_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "note.txt").write_text("no game", encoding="utf-8")
    jcloisterzone.write(carcassonne.load_rules("base").new_game(2, seed=1), tmp_path / "below" / "game.jcz")
    assert 0 == agree.main([str(tmp_path)])
    (tmp_path / "below" / "broken.jcz").write_text("{", encoding="utf-8")
    assert 1 == agree.main([str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert "1 of 1 games agree" == lines[0] and "1 of 2 games agree" == lines[-1]
    assert lines[1].startswith("below/broken: ") and "no JSON" in lines[1]
