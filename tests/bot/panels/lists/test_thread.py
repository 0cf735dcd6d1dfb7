"""The name of a game's thread: the game and first names, in which no markup works."""

import pytest

from bot.panels.lists.thread import LONGEST, thread_name
from bot.table.viewing import view_of
from tests.bot.panels.presses import WORDS
from tests.bot.pictures.scenes_cicera import seated

NAMED = [
    (("Ann Smith", "Bo", "Cy", "Di"), "Cicera: Ann, Bo, Cy, Di"),
    (("**Ann**", "@everyone", "<@1>", "[x](http://x.io)"), "Cicera: Ann, everyone, 1, xhttpx.io"),
    (("Jean-Luc", "O'Brien", "Zoë", "李 四"), "Cicera: Jean-Luc, O'Brien, Zoë, 李"),
    (("**", "\u202eBo", "Cy\u200b", " "), "Cicera: Bo, Cy"),
    (("*", "_", "#", "`"), "Cicera"),
]


@pytest.mark.parametrize(("names", "called"), NAMED)
def test_a_thread_is_named_after_the_game_and_who_plays(names: tuple[str, ...], called: str) -> None:
    assert thread_name(view_of(seated(names)), WORDS) == called


def test_no_name_is_too_long_for_discord() -> None:
    assert len(thread_name(view_of(seated(["W" * 32] * 4)), WORDS)) == LONGEST
