"""The pages that share a clip of a replay, and the message that everybody sees."""

from typing import NamedTuple

from bot.blocks.blocks import (
    LABEL,
    OVER_ACCENT,
    Button,
    ButtonStyle,
    ChannelSelect,
    Panel,
    Picture,
    lines,
    together,
)
from bot.locale import Words
from bot.locale.names import clean, shortened
from bot.panels.replays.clip import ClipKind, Excerpt
from bot.panels.replays.state import ReplayState
from bot.tables.replays.codes import Code


class Target(NamedTuple):
    """The channel that a clip is to be posted in, by id and name, and whether it has been."""

    id: int
    name: str
    posted: bool = False


def share_page(state: ReplayState, game: str, words: Words) -> Panel:
    """Return the page on which the kind of a clip is chosen."""
    kinds = (
        Button(words(words.of_game(game, f"clip.kind.{kind}")), state.id("clip", kind), ButtonStyle.MAIN)
        for kind in ClipKind
    )
    return Panel(
        (words("clip.choose"), tuple(kinds), (Button(words("button.back"), state.id("show")),)), OVER_ACCENT
    )


def clip_page(
    state: ReplayState,
    kind: ClipKind,
    found: Excerpt,
    data: bytes,
    words: Words,
    target: Target | None = None,
    *,
    stays: bool = False,
) -> Panel:
    """Return the page that shows a clip to its member, with the channel where to post it.

    A clip that `stays` with the people of its table can only be looked at.
    """
    told, row = words("replay.stays") if stays else "", [Button(words("button.back"), state.id("share"))]
    if target is not None and target.posted:
        told = words("clip.posted", channel=f"<#{target.id}>")
    elif target is not None:
        label = shortened(words("clip.post", channel=clean(target.name)), LABEL)
        row.insert(0, Button(label, state.id("clip-post", f"{kind}:{target.id}"), ButtonStyle.GOOD))
    chosen = ChannelSelect(
        state.id("clip-to", kind), words("clip.where"), None if target is None else target.id
    )
    # The picture says which game and hand it is.
    blocks = (found.told, *_shown(found, data), told, *(() if stays else (chosen,)), tuple(row))
    return Panel(together(*blocks), OVER_ACCENT)


def clip_message(state: ReplayState, found: Excerpt, data: bytes, words: Words) -> Panel:
    """Return the message with a clip that everybody sees."""
    code = "" if state.of_file else words("clip.code", code=Code(state.source, found.play))
    opens = Button(words("replay.open"), ReplayState(state.source, found.play).id("own"))
    caption = lines(found.heading, found.told)
    return Panel(together(caption, *_shown(found, data), code, (opens,)), OVER_ACCENT)


def _shown(found: Excerpt, data: bytes) -> tuple[str | Picture, ...]:
    """Return the clip, and the names that it cannot draw."""
    return Picture(found.clip.name, data, found.clip.alt), found.names
