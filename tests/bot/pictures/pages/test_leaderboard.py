"""The picture of a leaderboard: its lines in order, and the reader's own."""

from bot.locale import Catalogue
from bot.pictures.decks.base import palette
from bot.pictures.pages.leaderboard import leaderboard_picture
from bot.pictures.sketch.sketch import Box, Icon, Sketch
from bot.pictures.sketch.style import Style
from bot.store import LeaderboardRow
from tests.bot.pictures.scenes_boards import MEMBERS, TEAMS, light

WORDS = Catalogue.load().words("en")


def row_of(sketch: Sketch, text: str) -> Box:
    """Return the plate behind a text."""
    y = next(item.y for item in sketch.texts if item.text == text)
    plates = [item for item in sketch.items if isinstance(item, Box) and item.y < y < item.y + item.height]
    return plates[-1]


def test_a_leaderboard_has_its_lines_in_order_and_the_readers_is_light() -> None:
    sketch = leaderboard_picture("cicera", TEAMS, TEAMS[1:2], MEMBERS, 0, WORDS, Style(), teams=True)
    names = [text.who for text in sketch.texts if text.who is not None]
    assert names == [member for standing in TEAMS for member in standing.members]
    assert light(sketch) == 1
    assert row_of(sketch, "24 of 43").fill == palette.LIGHT_PLATE
    medals = [item.colour for item in sketch.items if isinstance(item, Icon) and item.name == "medal"]
    assert medals == [palette.DISC, palette.SILVER, palette.BRONZE, palette.BRONZE]
    for standing in TEAMS:
        assert f"{standing.wins} won of {standing.games}" in sketch.alt
    assert sketch.alt.startswith("Cicera: teams. 1: Ann and Cy, 31 won of 43, points +184. 2: Bo and Di")
    assert "7: Di and member, 2 won of 10, points −112." in sketch.alt


def test_a_readers_lines_of_other_pages_stand_below() -> None:
    own = (LeaderboardRow(12, (1, 5), 3, 1, -3), LeaderboardRow(40, (1, 6), 1, 0, -9))
    sketch = leaderboard_picture("cicera", TEAMS, own, MEMBERS, 1, WORDS, Style(), teams=True)
    assert light(sketch) == 2
    assert row_of(sketch, "1 of 3").fill == palette.LIGHT_PLATE
    assert sketch.texts[-1].text == "−9"
    assert "You: 12: Ann and Fausto, 1 won of 3, points −3. You: 40: Ann and Giò, 0 won of 1" in sketch.alt
    assert "page 2" in sketch.alt


def test_a_leaderboard_of_nobody_says_so() -> None:
    sketch = leaderboard_picture("ciapano", (), (), {}, 0, WORDS, Style(), teams=False)
    assert sketch.alt == "Ciapano: players. Nobody has finished a game yet."
