"""The digest: a message to one member with all slow games of a server that wait for them."""

from collections.abc import Sequence
from typing import Final

from bot.blocks.blocks import lines
from bot.locale import Words
from bot.panels.lists.tables import link
from bot.store import PlaceRow
from bot.table.view import AnyView

MOST_LISTED: Final = 10
"""The most games of a digest: a message has room for 2000 characters."""


def digest_text(user_id: int, found: Sequence[tuple[AnyView, PlaceRow]], words: Words) -> str:
    """Return the digest of these games, which wait for a user; it tells no secret."""
    told = []
    for view, place in found[:MOST_LISTED]:
        assert view.due_at is not None
        game, until = words(f"{view.game}.name"), int(view.due_at)
        told.append(words("digest.table", game=game, at=until, link=link(place)))
    more = len(found) - MOST_LISTED
    if more > 0:
        told.append(words.count("digest.more", more))
    return lines(words.count("digest.title", len(found), mention=f"<@{user_id}>"), *told)
