"""The private page about the bot: its version and pace, who runs it, and the data that it keeps."""

from typing import NamedTuple

from bot import VERSION
from bot.blocks.blocks import FELT_ACCENT, Panel, lines
from bot.blocks.people import plain
from bot.locale import Words


class Facts(NamedTuple):
    """The facts of a bot at work; a time that has not been measured is None, a text that is not given empty.

    `gateway` is the seconds of a heartbeat to Discord and back, `presses` those that a press waited lately.
    `privacy` and `terms` are the addresses of these documents.
    """

    began_at: float
    gateway: float | None
    presses: float | None
    contact: str
    privacy: str
    terms: str


def about(facts: Facts, words: Words) -> Panel:
    """Return the page about the bot; nothing in the contact is formatted, mentions anybody or is a link."""
    times = {"gateway": facts.gateway, "presses": facts.presses}
    documents = {"privacy": facts.privacy, "terms": facts.terms}
    return Panel(
        (
            lines(
                words("about.title"),
                words("about.version", version=VERSION, at=int(facts.began_at)),
                *(
                    words(f"about.{key}", ms=round(1000 * took))
                    for key, took in times.items()
                    if took is not None
                ),
            ),
            lines(words("about.host"), plain(facts.contact) or words("about.no-contact")),
            lines(
                words("about.data"),
                words("between").join(
                    words(f"about.{key}", link=link) for key, link in documents.items() if link
                ),
            ),
        ),
        FELT_ACCENT,
    )
