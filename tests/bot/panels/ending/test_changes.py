"""The lines on what a game changed: points of its players, whom they pass, and the news of a server."""

import pytest

from bot.locale import Words
from bot.panels.ending.changes import gained, news
from bot.panels.ending.past import UNKNOWN, Past
from bot.panels.table import board, hand
from bot.store import Status
from bot.store.ratings.rivalry.after import (
    BEAT_THE_ODDS,
    NEW_FIRST,
    WON_IN_A_ROW,
    Gain,
    News,
    Outcome,
)
from bot.table.view import AnyView
from tests.bot.panels.ending.games import ITALIAN, WORDS, seated
from tests.bot.pictures.scenes_boards import over

ANN = 1_000
"""The user in the first seat."""


def own(view: AnyView, gain: Gain, words: Words = WORDS) -> str:
    """Return the line of the player in the first seat."""
    return gained(seated(view, 0), Past({}, outcome=Outcome({ANN: gain})), words)


def told(view: AnyView, found: News, words: Words = WORDS) -> str:
    """Return the news of a game."""
    return news(view, Past({}, outcome=Outcome({}, found)), words)


@pytest.mark.parametrize(
    ("gain", "english", "italian"),
    [
        (Gain(0.26), "**+0.3 points a hand**", "**+0,3 punti a mano**"),
        (Gain(-1.0), "**−1.0 points a hand**", "**−1,0 punti a mano**"),
        (Gain(0.04), "", ""),
        (Gain(-0.04), "", ""),
        (
            Gain(0.3, ("Cy", "Bo")),
            "**+0.3 points a hand:** you two pass Cy & Bo",
            "**+0,3 punti a mano:** superate Cy e Bo",
        ),
        (
            Gain(-0.3, ("Cy", "Bo"), behind=True),
            "**−0.3 points a hand:** Cy & Bo pass you two",
            "**−0,3 punti a mano:** Cy e Bo vi superano",
        ),
        (Gain(0.3, ("Cy",)), "**+0.3 points a hand:** you pass Cy", "**+0,3 punti a mano:** superi Cy"),
        (
            Gain(-0.3, ("Cy",), behind=True),
            "**−0.3 points a hand:** Cy passes you",
            "**−0,3 punti a mano:** Cy ti supera",
        ),
        (
            Gain(0.01, ("Cy",)),
            "**Hardly a change in points a hand:** you pass Cy",
            "**Punti a mano quasi invariati:** superi Cy",
        ),
    ],
)
def test_a_player_reads_their_points_and_whom_they_pass(gain: Gain, english: str, italian: str) -> None:
    view = over("cicera")
    assert own(view, gain) == english
    assert own(view, gain, ITALIAN) == italian


def test_names_of_others_are_short_and_no_markdown() -> None:
    line = own(over("cicera"), Gain(0.3, ("**W**" * 9,)))
    assert line.startswith(r"**+0.3 points a hand:** you pass \*\*W")
    assert line.endswith("…")
    assert "a former member" not in line


def test_only_its_player_reads_a_gain() -> None:
    view, past = over("cicera"), Past({}, outcome=Outcome({ANN: Gain(0.3)}))
    assert gained(seated(view, 1), past, WORDS) == gained(view, past, WORDS) == ""
    assert gained(seated(view, 0), UNKNOWN, WORDS) == ""
    panel = hand.panel(seated(view, 0), WORDS, past=past)
    assert panel.texts[-1] == "**+0.3 points a hand**"


@pytest.mark.parametrize(
    ("found", "english", "italian"),
    [
        (
            News(NEW_FIRST, 1, season=True),
            "**Bo & Di** now lead the season",
            "**Bo e Di** sono ora in testa alla stagione",
        ),
        (
            News(NEW_FIRST, 0),
            "**Ann & Cy** now lead the leaderboard",
            "**Ann e Cy** sono ora in testa alla classifica",
        ),
        (
            News(BEAT_THE_ODDS, 0, 25),
            "An upset: their chance was 25%",
            "Vittoria a sorpresa: la probabilità era del 25%",
        ),
        (
            News(WON_IN_A_ROW, 0, 5),
            "**Ann & Cy** have won 5 games in a row",
            "**Ann e Cy** hanno vinto 5 partite di fila",
        ),
    ],
)
def test_everybody_reads_the_news(found: News, english: str, italian: str) -> None:
    view = over("cicera")
    assert told(view, found) == english
    assert told(view, found, ITALIAN) == italian
    past = Past({}, outcome=Outcome({}, found))
    for status in (Status.FINISHED, Status.STOPPED):
        at = over("cicera", status=status, hands=0 if status is Status.FINISHED else 1)
        panel = board.public_panel(at, WORDS, past=past)
        assert english in panel.texts[0].splitlines()
        # A guest reads the same, and no player does in private.
        assert hand.panel(at, WORDS, past=past) == panel
        assert english not in "\n".join(hand.panel(seated(at, 0), WORDS, past=past).texts)


def test_one_person_has_a_form_of_their_own() -> None:
    view = over("ciapano")
    assert told(view, News(NEW_FIRST, 2, season=True)) == "**Cy** now leads the season"
    assert told(view, News(WON_IN_A_ROW, 2, 3)) == "**Cy** has won 3 games in a row"
    assert told(view, News(WON_IN_A_ROW, 2, 3), ITALIAN) == "**Cy** ha vinto 3 partite di fila"


def test_most_games_are_no_news() -> None:
    view = over("cicera")
    assert news(view, UNKNOWN, WORDS) == ""
    assert board.public_panel(view, WORDS, past=UNKNOWN) == board.public_panel(view, WORDS)
