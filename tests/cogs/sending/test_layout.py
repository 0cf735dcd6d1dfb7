"""Blocks as Discord's components."""

from typing import Any

import discord
import pytest

from bot.blocks.blocks import ChannelSelect, Panel
from bot.panels.replays.clip import ClipKind, excerpt
from bot.panels.replays.sharing import Target, clip_message, clip_page, share_page
from bot.panels.replays.state import ReplayState
from bot.pictures.sketch.style import Style
from bot.tables.replays.replay import Moment, Replay
from cogs.sending.layout import layout
from engine import GAMES
from tests.bot.panels.ending.games import ITALIAN, WORDS, stored
from tests.cogs.sending.test_limits import errors

CHANNEL = 2**63


def drawn(panel: Panel) -> list[dict[str, Any]]:
    """Return the components inside the container of a panel."""
    [container] = layout(panel).to_components()
    inside: list[dict[str, Any]] = container["components"]
    return inside


def test_a_list_of_channels_offers_those_for_texts_and_threads() -> None:
    select = ChannelSelect("v:a", "Choose a channel")
    panel = Panel(("text", select), 0)
    _, row = drawn(panel)
    [made] = row["components"]
    assert errors(panel) == {}
    assert (panel.texts, panel.buttons, panel.selects) == (("text",), (), ())
    assert panel.without_tiles() is panel
    kinds = [discord.ChannelType(value).name for value in made.pop("channel_types")]
    assert kinds == ["text", "news", "news_thread", "public_thread", "private_thread"]
    assert made == {"type": 8, "custom_id": "v:a", "placeholder": "Choose a channel"}


def test_the_channel_that_was_chosen_stays_chosen() -> None:
    panel = Panel((ChannelSelect("v:a", "Choose a channel", CHANNEL),), 0)
    [row] = drawn(panel)
    [made] = row["components"]
    assert errors(panel) == {}
    assert made["default_values"] == [{"id": str(CHANNEL), "type": "channel"}]


@pytest.mark.parametrize("words", [WORDS, ITALIAN], ids=["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_a_clip_are_within_the_limits_of_discord(game: str, words: Any) -> None:
    replay = Replay.of(stored(game))
    for source in ("0a1b2c3d", "0123456789abcdef"):
        state = ReplayState(source, Moment(2, 30), "5", 0)
        assert errors(share_page(state, game, words)) == {}
        for kind in ClipKind:
            found = excerpt(replay, state.moment, kind, words, Style())
            target = Target(CHANNEL, "#" * 100)
            panels = (
                clip_page(state, kind, found, b"GIF", words),
                clip_page(state, kind, found, b"GIF", words, target),
                clip_page(state, kind, found, b"GIF", words, target._replace(posted=True)),
                clip_page(state, kind, found, b"GIF", words, stays=True),
                clip_message(state, found, b"GIF", words),
            )
            assert [errors(panel, found.clip.name) for panel in panels] == [{}] * len(panels)
            assert [text for text in panels[-1].texts if "0a1b2c3d-2-" in text] == (
                [panels[-1].texts[-1]] if not state.of_file else []
            )
