"""Nothing hidden leaves the bot: not to other members, not to the channel, not into a log.

After every play all that was sent since is searched, by whom it reaches, for the cards that are hidden from
them: as notation, as glyph and in words. The last tests show that the search finds what is planted.
"""

import io
import json
import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import discord
import pytest

from bot.sandbox.rest import Request
from cogs.layout import note
from engine import cicera
from engine.cards import Card
from tests.e2e.house import House, house
from tests.e2e.referee import Referee, glyph, unlimited

RANKS = {
    "A": ("ace",), "2": ("two", "2"), "3": ("three", "3"), "4": ("four", "4"), "5": ("five", "5"),
    "6": ("six", "6"), "7": ("seven", "7"), "8": ("eight", "8"), "9": ("nine", "9"), "T": ("ten", "10"),
    "J": ("jack", "fante"), "Q": ("queen", "cavallo"), "K": ("king", "re"),
}  # fmt: skip
SUITS = {
    "S": ("spades", "spade"),
    "H": ("hearts", "coppe"),
    "D": ("diamonds", "denari"),
    "C": ("clubs", "bastoni"),
}

EPHEMERAL = 1 << 6


def forms(card: Card) -> re.Pattern[str]:
    """Return what finds a card in a text, however it is written."""
    rank, suit = card.text[0], card.text[1]
    words = "|".join(rf"{r} (?:of|di) {s}" for r in RANKS[rank] for s in SUITS[suit])
    glyphs = rf"(?<!\d){re.escape(glyph(card))}"
    return re.compile(rf"(?<![0-9A-Za-z_-]){card}(?![0-9A-Za-z_-])|{glyphs}|(?i:\b(?:{words})\b)")


FORMS = {card: forms(card) for card in cicera.DECK}


def said(cards: Iterable[Card], text: str) -> list[str]:
    """Return which of the cards are told in a text."""
    return [card.text for card in cards if FORMS[card].search(text)]


def reaches(made: House, request: Request) -> int | None:
    """Return the only member who sees what a request sends, None if others do."""
    interactions, world = made.sandbox.interactions, made.sandbox.world
    parts = request.path.strip("/").split("/")
    if parts[0] == "interactions":
        source = interactions.by_id[int(parts[1])]
        if request.json["type"] in (6, 7):
            return source.source.viewer if source.source is not None else None
    elif parts[0] == "webhooks":
        source = interactions.by_token[parts[2]]
        if request.method != "POST":
            which = parts[4]
            message = source.original if which == "@original" else world.messages.get(int(which))
            return message.viewer if message is not None else None
        return source.member.user.id if request.json.get("flags", 0) & EPHEMERAL else None
    else:
        return None
    flags = (request.json.get("data") or {}).get("flags", 0)
    return source.member.user.id if flags & EPHEMERAL else None


@dataclass
class Watch:
    """Searches what was sent since the last look for cards of the hand under way that are still hidden."""

    made: House
    referee: Referee
    looked: int = 0
    searched: int = 0
    found: list[str] = field(default_factory=list)
    told: set[Card] = field(default_factory=set)
    lay: tuple[Card, ...] = ()

    def hidden_from(self, viewer: int | None) -> list[Card]:
        """Return the cards that a member (None: anybody) has not seen yet in this hand."""
        state = self.referee.state
        hands = zip(self.made.people, state.hands, strict=True)
        return [
            *(card for person, hand in hands if person.id != viewer for card in hand),
            *state.stock,
        ]

    def look(self) -> None:
        """Search all requests that came since the last look."""
        state = self.referee.state
        # A new hand's first messages still tell how the one before ended.
        told = set() if state.plays else self.told
        requests = list(self.made.sandbox.requests)
        for request in requests[self.looked :]:
            text = sent(request)
            if not state.plays and ":ready" in text:
                # Drawn before the deal, and still on its way when the last press came.
                continue
            hidden = set(self.hidden_from(reaches(self.made, request))) - told
            self.found += [f"{request.method} {request.route}: {c}" for c in said(hidden, text)]
            self.searched += 1
        self.looked = len(requests)
        if state.plays:
            self.told = {*self.lay, *(c for play in state.plays[-3:] for c in (play.card, *play.taken))}
            self.lay = state.table or self.lay


def sent(request: Request) -> str:
    """Return all that a request says, but for the token in its path."""
    path = re.sub(r"/[\w-]{80,}", "", request.path)
    return json.dumps([path, request.query, request.json, request.files], ensure_ascii=False)


async def watched(made: House, plays: int, **options: int) -> Watch:
    """Return the watch over so many plays of a game."""
    unlimited(made)
    referee = Referee(made)
    watch = Watch(made, referee)
    referee.after = watch.look
    await referee.begin(**options)
    watch.look()
    await referee.play(plays)
    return watch


def listen(caplog: pytest.LogCaptureFixture) -> None:
    """Hear everything that the project logs, and what others log from INFO on."""
    caplog.set_level(logging.INFO)
    for name in ("bot", "cogs", "engine"):
        caplog.set_level(logging.DEBUG, name)


async def seed_of(made: House, table_id: str) -> str:
    """Return the secret number of a table's shuffle."""
    assert made.bot is not None
    stored = await made.bot.store.load(table_id)
    assert stored is not None
    return stored.table.seed.hex()


def told_in_logs(caplog: pytest.LogCaptureFixture, made: House, seed: str) -> list[str]:
    """Return the lines of the log that name a card, a seed or a token, of the bot or of an interaction."""
    secrets = (seed, made.sandbox.token, *made.sandbox.interactions.by_token)
    lines = [(record.name, f"{record.getMessage()} {record.exc_info or ''}") for record in caplog.records]
    return [
        f"{name}: {line}"
        for name, line in lines
        if said(cicera.DECK, line) or any(secret in line for secret in secrets)
    ]


@pytest.mark.parametrize(
    ("players", "options"),
    [(4, {"target": 51}), (2, {"target": 51, "deal": 6, "players": 2})],
)
async def test_hidden_cards_reach_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, players: int, options: dict[str, int]
) -> None:
    listen(caplog)
    async with house(tmp_path, players=players) as made:
        watch = await watched(made, 70, **options)
        assert watch.found == []
        assert watch.searched > 70
        seed = await seed_of(made, watch.referee.table_id)
        assert not any(seed in sent(request) for request in made.sandbox.requests)
        # What was never played stays hidden when a game is ended, until somebody asks for the record.
        for person in made.people[:2]:
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        watch.look()
        assert watch.found == []
        assert seed in made.public().text
        assert told_in_logs(caplog, made, seed) == []


@pytest.mark.parametrize("form", ["notation", "glyph", "words", "italian"])
async def test_the_search_finds_a_card_that_is_sent_to_others(tmp_path: Path, form: str) -> None:
    async with house(tmp_path) as made:
        watch = await watched(made, 3, target=11)
        assert watch.found == []
        card = watch.hidden_from(made.people[0].id)[-1]
        rank, suit = card.text[0], card.text[1]
        text = {
            "notation": f"t:0:play:{card}",
            "glyph": f"({glyph(card)})",
            "words": f"the {RANKS[rank][0].title()} of {SUITS[suit][0]}",
            "italian": f"{RANKS[rank][-1]} di {SUITS[suit][-1]}",
        }[form]
        assert made.bot is not None
        channel = made.bot.get_partial_messageable(made.channel.id)
        await channel.send(text)
        watch.look()
        assert [found[-2:] for found in watch.found] == [card.text]
        await channel.send("a picture", file=discord.File(io.BytesIO(b"x"), filename=f"{card}.webp"))
        watch.look()
        assert len(watch.found) == 2


async def test_the_search_finds_a_card_on_the_panel_of_another(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        watch = await watched(made, 2, target=11)
        ann = made.people[0]
        assert made.bot is not None
        table = await made.bot.tables.get(watch.referee.table_id)
        panel = table.panels[ann.id]
        webhook = discord.Webhook.partial(made.bot.application_id or 0, panel.token, client=made.bot)
        of_bo = watch.referee.state.hands[1][0]
        await webhook.edit_message(panel.message_id, view=note(glyph(watch.referee.state.hands[0][0])))
        watch.look()
        assert watch.found == []
        await webhook.edit_message(panel.message_id, view=note(glyph(of_bo)))
        watch.look()
        assert [found[-2:] for found in watch.found] == [of_bo.text]


async def test_the_search_finds_what_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    listen(caplog)
    async with house(tmp_path) as made:
        watch = await watched(made, 1, target=11)
        seed = await seed_of(made, watch.referee.table_id)
        assert told_in_logs(caplog, made, seed) == []
        token = next(iter(made.sandbox.interactions.by_token))
        deck = (await watch.referee.log())[0].action
        secrets = (
            f"seed {seed}",
            f"dealt {deck}",
            f"edit /webhooks/{token}",
            f"{glyph(watch.referee.state.hands[0][0])} played",
        )
        for secret in secrets:
            logging.getLogger("bot.tables").debug("%s", secret)
        assert len(told_in_logs(caplog, made, seed)) == len(secrets)
