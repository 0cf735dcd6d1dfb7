"""The application's emoji as tiles: made once, replaced with care, and never in the way of others."""

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pytest

from bot.app import CardsBot
from bot.limits import reconnecting
from bot.locale.glyphs import AS_TEXT
from bot.panels.tiles import drawing_digest
from bot.pictures.decks import Deck
from bot.store import EmojiRow, Scope
from cogs.servers import emoji
from sandbox.app_routes import EMOJI_COUNT
from sandbox.driver import Member
from sandbox.rest import Request
from sandbox.view import Button
from tests.e2e.support.choosing import choose, opened, paged
from tests.e2e.support.house import House, running, sandboxed, until
from tests.e2e.support.reading import CARDS, verb
from tests.e2e.support.tiled import PNG, already, art, decks, expected, pictures, put
from tests.e2e.support.umpire import unlimited

FEW: Final = MappingProxyType({"spades_7": "seven", "hearts_jack": "jack", "clubs_ace": "ace"})
CHANGED = {**FEW, "spades_7": "another seven"}
OWN = "spades_7_of_the_host"


def asked(made: House, since: int = 0) -> list[str]:
    """Return the requests to Discord about emoji: methods, in order."""
    every: Iterable[Request] = list(made.sandbox.requests)[since:]
    return [request.method for request in every if "/emojis" in request.route]


async def until_made(made: House, drawings: Mapping[str, str]) -> None:
    """Wait until the notes say that Discord has these tiles and none other of the bot's; then it has them."""
    assert made.bot is not None
    bot, world = made.bot, made.sandbox.world
    wanted = {name: drawing_digest(drawing) for name, drawing in drawings.items()}

    async def noted() -> bool:
        return {
            row.name: row.digest for row in await bot.store.application.emoji(world.application_id)
        } == wanted

    await until(noted)
    rows = await bot.store.application.emoji(world.application_id)
    names = {row.emoji_id: row.name for row in rows}
    assert {id_: emoji["name"] for id_, emoji in world.emojis.items() if id_ in names} == names
    have = pictures(made)
    assert {name: have[name] for name in names.values()} == expected(drawings)


def used(made: House) -> Mapping[str, int]:
    """Return the emoji with which the bot shows cards, by name."""
    assert made.bot is not None
    return made.bot.tiles.ids


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait no longer for anything than it takes to notice the wait."""
    monkeypatch.setattr(emoji, "READ_EVERY", 0.05)
    monkeypatch.setattr(emoji, "LINGER", 0.1)
    monkeypatch.setattr(emoji, "REPEAT_AFTER", 0.1)
    monkeypatch.setattr(reconnecting, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(emoji, "PAUSE", 0.01)


def always(made: House, holds: Callable[[], bool]) -> list[bool]:
    """Return a list that gets an entry for every moment at which a condition did not hold."""
    broken: list[bool] = []
    made.sandbox.world.watchers.append(lambda: None if holds() else broken.append(True))
    return broken


async def looked_thrice(made: House, bot: CardsBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait until the bot has looked for work three times: the work that the first look found is done."""
    read, looks = bot.store.application.emoji, 0

    async def counted(application_id: int) -> tuple[EmojiRow, ...]:
        nonlocal looks
        looks += 1
        return await read(application_id)

    monkeypatch.setattr(bot.store.application, "emoji", counted)
    await made.sandbox.until(lambda: looks >= 3, what="the bot has looked for what there is to do")


def hand(made: House, person: Member) -> list[Button]:
    """Return the buttons of a member's cards, none while they choose among captures."""
    panel = made.panel(person)
    assert panel is not None
    asked_further = any(verb(button) == "back" for button in panel.buttons)
    return [button for button in panel.buttons if verb(button) in CARDS and not asked_further]


def tiles(made: House, person: Member) -> list[str]:
    """Return the tiles on the buttons of a member's cards, by name."""
    return [button.emoji for button in hand(made, person) if button.emoji]


async def test_the_first_start_makes_all_and_the_next_asks_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sandboxed(1) as made:
        put(made, OWN)
        async with running(made, tmp_path / "cards.db", emoji=True, art=art(FEW)):
            await until_made(made, FEW)
            assert asked(made) == ["GET", "POST", "POST", "POST"]
            assert used(made).keys() == FEW.keys()
        before = len(made.sandbox.requests)
        async with running(made, tmp_path / "cards.db", emoji=True, art=art(FEW)) as bot:
            # Tiles noted in the store are used from the first message on.
            assert used(made).keys() == FEW.keys()
            await looked_thrice(made, bot, monkeypatch)
            assert asked(made, before) == []
        assert pictures(made) == {OWN: PNG, **expected(FEW)}
        assert list(made.sandbox.violations) == []


@pytest.mark.real_time
async def test_without_the_setting_nothing_is_asked_for(tmp_path: Path) -> None:
    async with sandboxed(1) as made:
        async with running(made, tmp_path / "cards.db", emoji=False, art=art(FEW)):
            await asyncio.sleep(0.2)
            assert used(made) == {}
        assert asked(made) == []


async def test_a_changed_tile_is_there_before_the_old_one_goes(tmp_path: Path) -> None:
    async with sandboxed(1) as made:
        own = put(made, OWN)
        async with running(made, tmp_path / "cards.db", emoji=True, art=art(FEW)):
            await until_made(made, FEW)
        before, old = len(made.sandbox.requests), {e["name"]: i for i, e in made.sandbox.world.emojis.items()}
        async with running(made, tmp_path / "cards.db", emoji=True, art=art(CHANGED)):
            world = made.sandbox.world
            broken = always(made, lambda: all(used(made)[name] in world.emojis for name in CHANGED))
            await until_made(made, CHANGED)
            assert broken == []
            assert asked(made, before) == ["GET", "PATCH", "POST", "GET", "DELETE"]
            kept = {e["name"]: i for i, e in world.emojis.items()}
            assert {name for name in kept if kept[name] != old[name]} == {"spades_7"}
            assert kept[OWN] == own
        assert list(made.sandbox.violations) == []


async def test_a_tile_that_is_no_longer_drawn_goes(tmp_path: Path) -> None:
    fewer = {name: FEW[name] for name in ("spades_7", "clubs_ace")}
    async with sandboxed(1) as made:
        for drawings in (FEW, fewer):
            async with running(made, tmp_path / "cards.db", emoji=True, art=art(drawings)):
                await until_made(made, drawings)
        assert pictures(made) == expected(fewer)


STEPS = ["GET", "PATCH", "POST", "GET", "DELETE"]
"""The requests to Discord that replace a tile."""


@pytest.mark.parametrize(
    ("step", "arrives"),
    [(1, True), (2, False), (2, True), (3, False), (4, False), (4, True)],
    ids=["renamed", "renamed-told", "made", "made-told", "lingering", "deleted"],
)
async def test_stopped_at_any_step_the_next_start_goes_on(tmp_path: Path, step: int, arrives: bool) -> None:
    async with sandboxed(1) as made:
        own, database, world = put(made, OWN), tmp_path / "cards.db", made.sandbox.world
        await already(made, database, FEW)

        def of_step(route: str, body: object) -> bool:
            return "/emojis" in route and len(asked(made)) == step + 1

        faults = made.sandbox.faults
        fault = faults.lost(times=1) if arrives else faults.slow(times=1, seconds=600)
        fault.only = of_step
        async with running(made, database, emoji=True, art=art(CHANGED)):
            await made.sandbox.until(lambda: fault.hits)
            assert asked(made) == STEPS[: step + 1]
        faults.clear()
        async with running(made, database, emoji=True, art=art(CHANGED)):
            assert all(used(made)[name] in world.emojis for name in CHANGED)
            await until_made(made, CHANGED)
        assert pictures(made) == {OWN: PNG, **expected(CHANGED)}
        assert own in world.emojis


async def test_with_another_application_all_are_made_anew(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    for number in range(2):
        async with sandboxed(1) as made:
            made.sandbox.world.application_id += number
            async with running(made, database, emoji=True, art=art(FEW)):
                await until_made(made, FEW)
            assert pictures(made) == expected(FEW)


async def test_without_the_notes_what_is_there_is_used_until_it_is_replaced(tmp_path: Path) -> None:
    async with sandboxed(1) as made:
        ids = {name: put(made, name) for name in FEW}
        made.sandbox.faults.error("POST *emojis", times=None, status=403)
        async with running(made, tmp_path / "cards.db", emoji=True, art=art(FEW)):
            await made.sandbox.until(lambda: used(made) == ids)
            made.sandbox.faults.clear()
            await until_made(made, FEW)
        assert pictures(made) == expected(FEW)


async def test_a_full_application_is_told_once_and_asked_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.limits.reconnecting")
    async with sandboxed(1) as made:
        world = made.sandbox.world
        own = [put(made, f"own_{number}") for number in range(EMOJI_COUNT)]
        made.sandbox.limits.enabled = True
        async with running(made, tmp_path / "cards.db", emoji=True, art=art(FEW)):
            await made.sandbox.until(lambda: asked(made).count("POST") >= 3)
            assert used(made) == {}
            (told,) = [line for line in caplog.messages if "tiles are missing" in line]
            assert "(HTTP 400, 30008: Maximum number" in told
            for id_ in own[:3]:
                del world.emojis[id_]
            await until_made(made, FEW)
            await made.sandbox.until(lambda: "the tiles are there after all" in caplog.messages)
        assert set(own[3:]) <= world.emojis.keys()


@pytest.mark.parametrize("kind", ["forbidden", "broken", "silent"])
async def test_what_discord_refuses_is_asked_for_later(tmp_path: Path, kind: str) -> None:
    async with sandboxed(1) as made:
        faults = made.sandbox.faults
        match kind:
            case "forbidden":
                faults.error("POST *emojis", times=2, status=403)
            case "broken":
                faults.error("GET *emojis", times=1, status=503)
            case _:
                faults.lost("POST *emojis", times=2)
        async with running(made, tmp_path / "cards.db", emoji=True, art=art(FEW)):
            await until_made(made, FEW)
        assert pictures(made) == expected(FEW)


async def test_of_two_processes_one_makes_them_and_the_other_reads_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sandboxed(1) as made:
        database = tmp_path / "cards.db"
        drawn = art(FEW)
        async with running(made, database, emoji=True, art=drawn, shard_count=2, shard_ids="1") as other:
            await looked_thrice(made, other, monkeypatch)
            assert asked(made) == []
            async with running(made, database, emoji=True, art=drawn, shard_count=2, shard_ids="0"):
                await until_made(made, FEW)
                await made.sandbox.until(lambda: other.tiles.ids == used(made))
        assert asked(made) == ["GET", "POST", "POST", "POST"]


async def test_cards_are_written_until_all_tiles_of_the_deck_are_there(tmp_path: Path) -> None:
    drawings = decks(Deck.FRENCH)
    last = list(drawings)[-1]
    async with sandboxed(2) as made:
        await already(made, tmp_path / "cards.db", {n: d for n, d in drawings.items() if n != last})
        fault = made.sandbox.faults.slow("POST *emojis", times=1, seconds=60)
        async with running(made, tmp_path / "cards.db", emoji=True, art=art(drawings)):
            await made.sandbox.until(lambda: fault.hits)
            await made.open()
            ann = made.people[0]
            assert tiles(made, ann) == []
            assert all(button.label for button in hand(made, ann))
            made.sandbox.clock.advance(60)
            await until_made(made, drawings)
            await made.play(until=lambda: bool(tiles(made, ann)))
            assert len(tiles(made, ann)) == len(hand(made, ann))
            marks = rf"(?:•|\+\d+|(?:10|[A23J]|♠*)[♠♥♦]|{AS_TEXT}|!|·| )*"
            assert all(re.fullmatch(marks, button.label) for button in hand(made, ann))
        assert list(made.sandbox.violations) == []


async def test_everybody_sees_the_deck_that_they_have_chosen(tmp_path: Path) -> None:
    drawings = decks(Deck.FRENCH, Deck.FOUR, Deck.ITALIAN)
    suits = {
        "french": ("spades", "hearts", "diamonds", "clubs"),
        "italian": ("spade", "coppe", "denari", "bast"),
    }
    async with sandboxed(2) as made:
        await already(made, tmp_path / "cards.db", drawings)
        async with running(made, tmp_path / "cards.db", emoji=True, art=art(drawings)) as bot:
            unlimited(made)
            ann, bo = made.people
            await bot.preferences.choose(Scope.SERVER, made.guild.id, "four-colours", "on")
            await choose(ann, await opened(ann, made, "me"), "s:member:deck", "italian")
            mine = await opened(bo, made, "me")
            await choose(bo, mine, await paged(made, bo, mine, "s:member:four-colours"), "off")
            await made.open()
            await made.play(until=lambda: "<:" in made.public().text and bool(tiles(made, ann)))
            public = re.findall(r"<:(\w+):", made.public().text)
            await made.shown()
            assert all(name.startswith(suits["italian"]) for name in tiles(made, ann))
            assert all(name.startswith(suits["french"]) for name in tiles(made, bo))
            assert not any(name.endswith("_four") for name in tiles(made, bo))
            assert public
            assert all(name.endswith("_four") for name in public)
            # The next drawing has the setting changed meanwhile.
            await choose(ann, await opened(ann, made, "me"), "s:member:deck", "server")
            await made.play(until=lambda: any(name.endswith("_four") for name in tiles(made, ann)))
            assert all(name.endswith("_four") for name in tiles(made, ann))


async def test_tiles_that_are_deleted_by_hand_hold_no_message_up_and_are_made_anew(tmp_path: Path) -> None:
    drawings = decks(Deck.FRENCH)
    async with sandboxed(2) as made:
        await already(made, tmp_path / "cards.db", drawings)
        async with running(made, tmp_path / "cards.db", emoji=True, art=art(drawings)) as bot:
            unlimited(made)
            world = made.sandbox.world
            await made.open()
            await made.shown()
            ann = next(person for person in made.people if hand(made, person))
            before = dict(used(made))
            assert len(tiles(made, ann)) == len(hand(made, ann)) > 0
            world.emojis.clear()
            world.emoji_images.clear()
            fault = made.sandbox.faults.slow("GET *emojis", times=1, seconds=60)
            await made.play(until=lambda: bool(hand(made, ann)) and not tiles(made, ann))
            assert any("Invalid emoji" in violation for violation in made.sandbox.violations)
            assert all(button.label for button in hand(made, ann))
            assert bot.tiles.ids == {}
            await made.sandbox.until(lambda: fault.hits)
            made.sandbox.clock.advance(60)
            await made.sandbox.until(lambda: used(made).keys() >= drawings.keys())
            await until_made(made, drawings)
            assert not set(used(made).values()) & set(before.values())
            await made.play(until=lambda: bool(tiles(made, ann)))
            assert len(tiles(made, ann)) == len(hand(made, ann))
