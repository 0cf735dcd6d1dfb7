"""Games with pictures: every message that all see has the right picture, kept as long as possible."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.locale import Catalogue
from bot.messages import follow_ups
from bot.pictures.decks import Deck
from bot.pictures.sketch.style import Style
from cogs.sending import sending
from tests.e2e.games.test_game import held_against_discord, held_against_phones
from tests.e2e.support.choosing import boss_of, choose, opened, paged
from tests.e2e.support.faulty import only
from tests.e2e.support.house import COMMANDS, House, button, running, sandboxed, tap
from tests.e2e.support.hurried import cards, down_to, hurry, hurry_on
from tests.e2e.support.logged import seed_of, told_in_logs, watching
from tests.e2e.support.pictured import Album, at_hand, last, painted, seen, since, uploaded
from tests.e2e.support.reading import verbs
from tests.e2e.support.referee import Referee
from tests.e2e.support.tiled import already, art, decks
from tests.e2e.support.umpire import PAUSE, Umpire, unlimited
from tests.e2e.support.umpires import UMPIRES

LAST = 3
"""Cards at the end of a hand that are played by presses."""
ON: dict[str, Any] = {"pictures": True, "pause_seconds": PAUSE}


LANDED = "ATTACHMENT_NOT_FOUND"
"""The error about a picture replaced by one that was given up and landed all the same."""


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch, patient: None) -> None:
    """A slow machine gets its pictures at once; an upload that was given up arrives at once, or never."""
    monkeypatch.setattr(sending, "PAINTING", 30.0)
    monkeypatch.setattr(sending, "UPLOAD", 30.0)
    monkeypatch.setattr(follow_ups, "SETTLING", (0.1,))


async def lobby(umpire: Umpire, **options: Any) -> Album:
    """Let the first member open a table, and check its picture."""
    made = umpire.house
    ann = made.people[0]
    await ann.slash(made.channel, f"{COMMANDS.get(umpire.GAME, umpire.GAME)} start", **options)
    await made.sandbox.until(lambda: made.public())
    album = Album(made, umpire.table_id)
    await album.check()
    return album


async def stopped(album: Album, game: str) -> None:
    """Let everybody vote to end the game, and check the picture of its end."""
    for person in album.made.people:
        await person.slash(album.made.channel, f"{COMMANDS.get(game, game)} stop")
    await album.made.sandbox.until(album.made.over)
    await album.check()


async def begun(umpire: Umpire, style: Style | None = Style(), **options: Any) -> Album:  # noqa: B008  # it cannot be changed
    """Begin a game, and check its pictures."""
    await umpire.begin(**options)
    album = Album(umpire.house, umpire.table_id, style)
    await album.check()
    umpire.after()
    return album


async def followed(umpire: Umpire, album: Album, first: int) -> None:
    """Play a hand, and check the pictures after its `first` plays, its last plays and of its sheet.

    The plays between are made without a press.
    """
    for number in range(200):
        if umpire.between or umpire.over:
            break
        if number == first:
            await hurry_on(umpire, down_to(LAST))
        else:
            await umpire.play(1)
        if number % 2 == 0:
            await album.check()
            umpire.after()
    assert umpire.between or umpire.over
    await album.check()
    umpire.after()


FIRST = {"cicera": 6, "ciapano": 6, "civil-suits": 15}
"""Plays that are checked first; in Civil Suits eight of them are choices and passes."""


@pytest.mark.parametrize(("game", "players"), [("cicera", 4), ("ciapano", 3), ("civil-suits", 4)])
async def test_every_message_of_a_hand_has_its_picture(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, game: str, players: int
) -> None:
    """No picture, description, file name or log line of one has anything hidden."""
    async with sandboxed(players) as made, running(made, tmp_path / "cards.db", **ON) as bot:
        at_hand(bot)
        unlimited(made)
        umpire = UMPIRES[game](made, settles=1.0, errs=0.1)
        # A lobby where no game is played, only for its picture.
        await lobby(umpire, **({"players": players} if game == "ciapano" else {}))
        more = button(made.public(), "hand").custom_id or ""
        await made.people[0].forge(made.public(), more.replace(":hand", ":cancel"))
        await made.sandbox.until(lambda: seen(made.people[0].sees(made.channel)[0]) == [])
        watch = watching(umpire, caplog)
        album = await begun(umpire)
        await followed(umpire, album, FIRST[game])
        # Seats that are ready are named below the sheet, not in it.
        number, before = last(made), made.public().attachments
        first, *others = umpire.game.active(umpire.state)
        await umpire.be_ready(first)
        await album.check()
        assert uploaded(since(made, number)) == []
        assert made.public().attachments == before
        for seat in others:
            await umpire.be_ready(seat)
        umpire.ready.clear()
        await umpire.take_deal()
        await album.check()
        await stopped(album, game)
        watch.look()
        assert watch.found == []
        assert len(watch.pictures) > FIRST[game] // 2
        seed = await seed_of(made, umpire.table_id)
        secrets = (seed, made.sandbox.token, *made.sandbox.interactions.by_token)
        for file in made.sandbox.world.attachments.values():
            assert not any(secret.encode() in file.data or secret in file.filename for secret in secrets)
        assert told_in_logs(caplog, made, seed) == []
        only(made, LANDED)
        held_against_discord(made)
        held_against_phones(made)


async def test_a_game_with_tiles_has_its_pictures_to_the_end(tmp_path: Path) -> None:
    drawings, database = decks(Deck.FRENCH), tmp_path / "cards.db"
    async with sandboxed(2) as made:
        await already(made, database, drawings)
        async with running(made, database, emoji=True, art=art(drawings), **ON) as bot:
            at_hand(bot)
            unlimited(made)
            referee = Referee(made)
            album = await begun(referee, players=2, target=11, deal=6)
            while not referee.over:
                if referee.between:
                    await referee.next_hand()
                await followed(referee, album, 2)
            assert made.over()
            [(_, alt)] = seen(made.public())
            assert all(name in alt for names in referee.sides() for name in names)
            over = made.public()
            await tap(made.people[0], over, "rematch")
            await made.sandbox.until(lambda: made.public() != over)
            await Album(made, referee.table_id).check()
            only(made, LANDED)


async def test_a_picture_that_shows_nothing_new_is_kept(tmp_path: Path) -> None:
    async with at_play(tmp_path) as (made, referee, album):
        number, before = last(made), made.public().attachments
        await made.people[0].slash(made.channel, "cicera stop")
        await made.sandbox.until(lambda: "vote" in verbs(made.public()))
        await album.check()
        assert uploaded(since(made, number)) == []
        assert made.public().attachments == before
        await made.people[0].press(made.public(), button(made.public(), "against"))
        await referee.turn()
        await album.check()
        assert made.public().attachments != before


@asynccontextmanager
async def at_play(tmp_path: Path, **values: Any) -> AsyncIterator[tuple[House, Referee, Album]]:
    """A game of two under way, with pictures."""
    async with sandboxed(2) as made, running(made, tmp_path / "cards.db", **{**ON, **values}) as bot:
        at_hand(bot)
        unlimited(made)
        referee = Referee(made)
        style = Style() if values.get("pictures", True) else None
        yield made, referee, await begun(referee, style, players=2)
        only(made, LANDED)


async def turns(referee: Referee, album: Album) -> list[str]:
    """Let both play once, and check after each play; return the pictures that everybody has seen."""
    names = []
    for _ in range(2):
        await referee.turn()
        await album.check()
        names += [name for name, _ in seen(referee.house.public())]
    return names


# Settings of servers and members


async def test_without_pictures_a_table_goes_on_in_words_and_back(tmp_path: Path) -> None:
    async with at_play(tmp_path) as (made, referee, album):
        ann, _ = made.people
        boss = boss_of(made)
        panel = await opened(boss, made, "settings")
        settings = await paged(made, boss, panel, "s:server:pictures")
        await choose(boss, panel, settings, "off")
        album.style = None
        await turns(referee, album)
        # A member who wants pictures has them on their own panel, whatever the server's setting.
        mine = await opened(ann, made, "me")
        await choose(ann, mine, await paged(made, ann, mine, "s:member:pictures"), "on")
        album.own = {ann: Style()}
        await turns(referee, album)
        ann.dismiss(mine)
        await choose(boss, panel, settings, "on")
        album.style = Style()
        await turns(referee, album)
        mine = await opened(ann, made, "me")
        await choose(ann, mine, await paged(made, ann, mine, "s:member:pictures"), "off")
        album.own = {ann: None}
        await turns(referee, album)


@pytest.mark.parametrize(
    ("name", "value", "style"),
    [
        ("deck", "italian", Style(Deck.ITALIAN)),
        ("four-colours", "on", Style(Deck.FOUR)),
        ("big-text", "on", Style(big=True)),
    ],
)
async def test_a_choice_changes_what_is_drawn_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, style: Style
) -> None:
    async with at_play(tmp_path) as (made, referee, album):
        ann, _ = made.people
        every = painted(made, monkeypatch)
        referee.looks = 0.0  # a page of the rules has a picture of its own
        # One picture a state for everybody, and a low one for the member on turn; each is painted once.
        names = await turns(referee, album)
        drawn = [sketch.name for sketch in every]
        assert [name for name in drawn if name in names] == names
        assert len(set(drawn)) == len(drawn) == 2 * len(names)
        mine = await opened(ann, made, "me")
        await choose(ann, mine, await paged(made, ann, mine, f"s:member:{name}"), value)
        ann.dismiss(mine)
        album.own = {ann: style}
        every.clear()
        names = await turns(referee, album)
        both = [sketch.name for sketch in every]
        assert [name for name in both if name in names] == names
        assert len(set(both)) == len(both) > len(names)
        if not style.big:
            boss = boss_of(made)
            panel = await opened(boss, made, "settings")
            await choose(boss, panel, await paged(made, boss, panel, f"s:server:{name}"), value)
            album.style = style
            every.clear()
            names = await turns(referee, album)
            assert [sketch.name for sketch in every if sketch.name in names] == names


async def test_members_have_pictures_in_their_own_language_at_no_further_upload(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The public picture stays in the language of the server."""
    async with at_play(tmp_path) as (made, _, album):
        ann, _ = made.people
        every = painted(made, monkeypatch)

        async def sent() -> tuple[int, int]:
            """Let both play once; return how many pictures are painted, and how many uploaded."""
            number = last(made)
            every.clear()
            for _ in range(2):
                await hurry(made, down_to(cards(await album.table()) - 1))
                await album.check()
            return len(every), len(uploaded(since(made, number)))

        in_english = await sent()
        mine = await opened(ann, made, "me")
        await choose(ann, mine, await paged(made, ann, mine, "s:member:language"), "it")
        ann.dismiss(mine)
        album.spoken = {ann: Catalogue.load().words("it")}
        await album.check()
        assert await sent() == in_english == (4, 4)


async def test_a_host_without_pictures_paints_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_play(tmp_path, pictures=False) as (made, referee, album):
        every = painted(made, monkeypatch)
        await turns(referee, album)
        assert every == []
        assert not any(entry.files for entry in made.sandbox.requests)
