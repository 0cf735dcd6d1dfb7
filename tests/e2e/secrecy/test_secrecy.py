"""Nothing hidden leaves the bot: not to other members, not to the channel, not into a log.

After every play all messages since are searched for things hidden from their receivers: here, and in the
whole games of `test_game.py`, `test_ciapano.py` and `test_civil.py`. Some tests show that the search finds a
planted secret. `test_drawn_secrecy.py` checks that hidden things do not change a drawing.
"""

import io
import json
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.panels.table.lookup import LONG_NUMBERS
from bot.pictures.decks import Deck
from bot.pictures.decks.tiles.naming import emoji_name
from bot.store import Scope, Status
from bot.table.viewing import view_of
from cogs.sending.layout import layout
from engine import GAMES
from engine.cards import Suit
from engine.civil_suits import Phase
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.support.drawn import private, public, table_of
from tests.e2e.support.house import COMMANDS, House, house, running, sandboxed, tap
from tests.e2e.support.logged import listen, seed_of, told_in_logs
from tests.e2e.support.reading import SUITS as SIGNS
from tests.e2e.support.reading import glyph, verbs
from tests.e2e.support.tiled import already, art, decks
from tests.e2e.support.umpire import PAUSE, Umpire, unlimited
from tests.e2e.support.umpires import UMPIRES
from tests.e2e.support.watch import RANKS, SUITS, Watch, sent
from tests.engine.strategies import played

PLAYS = {"cicera": 10, "ciapano": 10, "civil-suits": 18}
"""Plays of each game that are watched; in Civil Suits eight of them are choices and passes."""
DECKS = {"cicera": Deck.ITALIAN, "ciapano": Deck.FOUR, "civil-suits": Deck.CIVIL}
CHOSEN = {Deck.ITALIAN: ("deck", "italian"), Deck.FOUR: ("four-colours", "on")}
"""The setting by which a server chooses a deck that is not a game's own."""


class Watched(Watch):
    """A watch over a game that an umpire plays."""

    umpire: Umpire


async def watched(
    made: House, plays: int, game: str = "cicera", skims: float = 0.0, **options: int
) -> Watched:
    """Return the watch over so many plays of a game."""
    unlimited(made)
    umpire = UMPIRES[game](made, errs=0.1, skims=skims)
    watch = Watched(made, umpire, looked=len(made.sandbox.requests))
    umpire.after = watch.look
    await umpire.begin(**options)
    watch.look()
    await umpire.play(plays)
    return watch


@asynccontextmanager
async def with_tiles(tmp_path: Path, players: int, deck: Deck | None) -> AsyncIterator[House]:
    """Return a house whose bot shows cards with the tiles of a deck, or in words where there is none."""
    drawings, database = decks(deck) if deck else {}, tmp_path / "cards.db"
    values: dict[str, Any] = {"emoji": True, "art": art(drawings)} if deck else {}
    async with sandboxed(players) as made:
        if deck:
            await already(made, database, drawings)
        async with running(made, database, pause_seconds=PAUSE, **values) as bot:
            if deck in CHOSEN:
                await bot.preferences.choose(Scope.SERVER, made.guild.id, *CHOSEN[deck])
            yield made


async def looks_around(eva: Member, panel: Message, watch: Watch) -> None:
    """Let a member open every page that their panel offers."""
    for name in ("hand", "more"):
        await tap(eva, panel, name)
    for name in [name for name in verbs(panel) if name != "back"]:
        await tap(eva, panel, name)
        watch.look()
        await tap(eva, panel, "back")
        await tap(eva, panel, "more")
    await tap(eva, panel, "back")
    watch.look()


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("cicera", 4, {"target": 51}),
        ("cicera", 2, {"target": 51, "deal": 6}),
        ("ciapano", 3, {}),
        ("civil-suits", 4, {}),
    ],
)
async def test_what_is_hidden_stays_so_when_a_game_is_ended(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    game: str,
    players: int,
    options: dict[str, int],
) -> None:
    """Neither players nor watchers learn of it. In games of two, cards are shown with tiles."""
    listen(caplog)
    deck = DECKS[game] if players > 2 else None
    async with with_tiles(tmp_path, players, deck) as made:
        eva, plays = made.sandbox.join(made.guild, "eva"), PLAYS[game]
        watch = await watched(made, plays // 2, game, **options)
        assert watch.found == []
        opened = (await tap(eva, made.public(), "hand")).message
        assert opened is not None
        await looks_around(eva, opened, watch)
        await watch.umpire.play(plays - plays // 2)
        if players == 2:
            # Until a hand is over and another one under way, mostly without presses.
            watch.umpire.skims = 0.9
            while watch.umpire.deals < 2 and not watch.umpire.over:
                await watch.umpire.play(1)
            await watch.umpire.play(2)
        if deck:
            names, every = "|".join(decks(deck)), "".join(map(sent, list(made.sandbox.requests)[-40:]))
            assert len(re.findall(rf"<:({names}):", every)) > 10
            assert len(re.findall(rf'"name": "({names})"', every)) > 5
        await looks_around(eva, opened, watch)
        assert watch.found == []
        assert watch.searched > plays
        seed = await seed_of(made, watch.umpire.table_id)
        assert not any(seed in sent(request) for request in made.sandbox.requests)
        # Cards that were never played stay hidden when a game is ended, until a member asks for the record;
        # opening a page before has done so.
        for person in made.people:
            panel = made.panel(person)
            if panel is not None and "back" in verbs(panel):
                await tap(person, panel, "back")
        for person in made.people:
            if not made.over():
                await person.slash(made.channel, f"{COMMANDS.get(game, game)} stop")
        await made.sandbox.until(made.over)
        watch.look()
        assert watch.found == []
        person = made.people[0]
        await tap(person, made.public(), "more")
        page = made.panel(person)
        assert page is not None
        assert not any(seed in sent(request) for request in made.sandbox.requests)
        await tap(person, page, "fairness")
        assert not any(seed in sent(request) for request in made.sandbox.requests)
        await tap(person, page, "fairness", LONG_NUMBERS)
        assert seed in page.text
        assert told_in_logs(caplog, made, seed) == []
        assert list(made.sandbox.violations) == []


async def test_the_search_finds_a_card_that_is_sent_to_others(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        watch = await watched(made, 3, target=11)
        assert watch.found == []
        assert made.bot is not None
        channel = made.bot.get_partial_messageable(made.channel.id)
        card = watch.hidden_from(made.people[0].id)[-1]
        rank, suit = card.text[0], card.text[1]
        for text in (
            f"t:0:play:{card}",
            f"({glyph(card)})",
            f"the {RANKS[rank][0].title()} of {SUITS[suit][0]}",
            f"{RANKS[rank][-1]} di {SUITS[suit][-1]}",
            f"<:{SUITS[suit][-1]}_{RANKS[rank][-1]}:1>",
            f"<:{emoji_name(Deck.FOUR, card)}:1>",
            json.dumps({"emoji": {"id": "1", "name": emoji_name(Deck.FRENCH, card)}}),
        ):
            await channel.send(text)
            watch.look()
            assert [found[-2:] for found in watch.found] == [card.text], text
            watch.found.clear()
        await channel.send("a picture", file=discord.File(io.BytesIO(b"x"), filename=f"{card}.webp"))
        watch.look()
        assert [found[-2:] for found in watch.found] == [card.text]


async def found_on_panel(watch: Watch, seat: int, text: str) -> list[str]:
    """Return the watch's findings where the bot writes a text on the panel of `seat`."""
    made = watch.made
    assert made.bot is not None
    table = await made.bot.tables.get(watch.umpire.table_id)
    panel = table.ledger.panels[made.people[seat].id]
    webhook = discord.Webhook.partial(made.bot.application_id or 0, panel.token, client=made.bot)
    await webhook.edit_message(panel.message_id, view=layout(text))
    watch.look()
    found = [secret.partition(": ")[2] for secret in watch.found]
    watch.found.clear()
    return found


async def test_the_search_finds_a_card_on_the_panel_of_another(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        watch = await watched(made, 2, target=11)
        of_ann, of_bo = (hand[0] for hand in watch.umpire.state.hands[:2])
        assert await found_on_panel(watch, 0, glyph(of_ann)) == []
        assert await found_on_panel(watch, 0, glyph(of_bo)) == [of_bo.text]


async def test_the_search_finds_the_card_that_the_dealer_has_laid_aside(tmp_path: Path) -> None:
    async with house(tmp_path, players=3) as made:
        watch = await watched(made, 2, "ciapano")
        state = watch.umpire.state
        dealer, discard = state.dealer, state.discard
        assert await found_on_panel(watch, dealer, glyph(discard)) == []
        assert await found_on_panel(watch, (dealer + 1) % 3, f"play:discard {discard}") == [discard.text]


async def test_the_search_finds_a_civil_suit_and_a_pass_that_others_see(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        watch = await watched(made, 6, "civil-suits")
        state = watch.umpire.state
        assert state.phase is Phase.PASS
        seat = next(seat for seat in range(4) if state.passes[seat])
        name, suit, passes = watch.umpire.name(seat), state.suits[seat], state.passes[seat]
        named = f"{SIGNS[suit]} {SUITS[suit][0]}"
        for text in (f"Your suit **{named}**", f"{name} has chosen {named}", f"t:0:play:{passes[0]}"):
            assert await found_on_panel(watch, seat, text) == []
        other = (seat + 1) % 4
        for text in (f"{name} has chosen {named}.", f"{name}: {SUITS[suit][-1]}", f"{name} suit {suit}"):
            assert await found_on_panel(watch, other, text) == [f"{name} {suit}"]
        passed = " ".join(card.text for card in passes)
        assert sorted(await found_on_panel(watch, other, f"play:pass {passed}")) == sorted(passed.split())
        not_own = next(one for one in Suit if one is not state.suits[other])
        line = f"Your suit **{SIGNS[not_own]} {SUITS[not_own][0]}**"
        assert await found_on_panel(watch, other, line) == [f"Your suit {not_own}"]
        assert made.bot is not None
        await made.bot.get_partial_messageable(made.channel.id).send(f"t:0123abcd:1:play:suit {suit}")
        watch.look()
        assert [found[-2:] for found in watch.found] == [f" {suit}"]


async def test_the_search_finds_what_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    listen(caplog)
    async with house(tmp_path) as made:
        watch = await watched(made, 1, target=11)
        seed = await seed_of(made, watch.umpire.table_id)
        assert told_in_logs(caplog, made, seed) == []
        token = next(iter(made.sandbox.interactions.by_token))
        deck = (await watch.umpire.log())[0].action
        secrets = (
            f"seed {seed}",
            f"dealt {deck}",
            f"edit /webhooks/{token}",
            f"{glyph(watch.umpire.state.hands[0][0])} played",
            "Minion 1 played",
            "2 suit H",
        )
        for secret in secrets:
            logging.getLogger("bot.tables.play").debug("%s", secret)
        logging.getLogger("bot.tables.play").error("a play has failed", exc_info=ValueError("KS"))
        assert len(told_in_logs(caplog, made, seed)) == len(secrets) + 1


# The seed


@pytest.mark.parametrize("status", [Status.PLAYING, Status.STOPPED])
@pytest.mark.parametrize("game", GAMES)
def test_the_seed_is_told_once_the_game_is_over(game: str, status: Status) -> None:
    table = table_of(played(GAMES[game], {}, 1, 20), status)
    kinds = [*public(view_of(table)), *private(view_of(table, 100)), *private(view_of(table, 1))]
    tell = {kind for kind, panel in kinds if table.row.seed.hex() in repr(panel)}
    assert tell == ({"fairness:numbers"} if status is Status.STOPPED else set())
