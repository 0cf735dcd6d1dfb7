"""The games that are over as members find them: in the history, by a code, and while they type one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from bot.store import Scope, Status
from bot.store.ratings.statements import HIDDEN, HIDES
from cogs.replays import codes
from sandbox.driver import Answer, Member
from sandbox.permissions import Permission
from sandbox.view import Button, Message
from tests.bot.store.troubled import Troubled
from tests.e2e.support.archived import archived
from tests.e2e.support.choosing import at_work
from tests.e2e.support.house import House

FORGED: Final = "That is not a move in this game."
UNKNOWN: Final = "I find no finished game with this code that you may look at. `history` lists the others."
NOT_OPEN: Final = (
    "You can see replays of games at which you sat, and of those in channels that you see, unless somebody "
    "there hides."
)
CANNOT_READ: Final = "I cannot read the table just now. Please press again."
NOTHING: Final = "No game fits this. **Filter** shows others."


@asynccontextmanager
async def tavern(tmp_path: Path) -> AsyncIterator[tuple[House, list[Member]]]:
    """Yield a house with five members and a store that can fail."""
    async with at_work(tmp_path, 5, kind=Troubled) as made:
        store = troubled(made)
        await made.sandbox.until(lambda: store.begun, what="the bot has started")
        yield made, made.people


def troubled(made: House) -> Troubled:
    assert made.bot is not None
    assert isinstance(made.bot.store, Troubled)
    return made.bot.store


def of(answer: Answer) -> Message:
    """Return the message of an answer, which only its reader sees."""
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message


async def opened(made: House, person: Member, game: str = "cicera", **options: object) -> Message:
    """Return the history that a member opens."""
    return of(await person.slash(made.channel, f"{game} history", **options))


async def replayed(made: House, person: Member, game: str = "cicera", **options: object) -> Message:
    """Return the answer to a member's command for a replay."""
    return of(await person.slash(made.channel, f"{game} replay", **options))


def listed(message: Message) -> list[str]:
    """Return the ids of the games that a page opens."""
    return [
        str(button.custom_id).rpartition(":")[2]
        for button in message.buttons
        if ":look:" in str(button.custom_id)
    ]


def look(message: Message, table_id: str) -> Button:
    """Return the button that opens a game."""
    return next(b for b in message.buttons if str(b.custom_id).endswith(f":look:{table_id}"))


def lines(message: Message) -> list[str]:
    """Return the lines of a page that have the sides of a game."""
    return [line for line in message.text.split("\n") if " & " in line]


# Who finds what


async def test_a_member_finds_their_games_and_those_of_channels_that_they_see(tmp_path: Path) -> None:
    async with tavern(tmp_path) as (made, (ann, bo, cy, di, ed)):
        secret = made.guild.add_channel("back room")
        secret.deny(ed, Permission.VIEW_CHANNEL)
        await archived(made, "aaaaaaaa", (ann, bo, cy, di))
        await archived(made, "bbbbbbbb", (ann, bo, cy, di), channel=secret)
        await archived(made, "cccccccc", (ann, bo, cy, ed), channel=secret)
        await archived(made, "dddddddd", (ann, bo, cy, di), guild_id=made.guild.id + 2**22)
        await archived(made, "eeeeeeee", (ann, -1, -2, di), game="civil-suits")
        assert listed(await opened(made, di)) == ["cccccccc", "bbbbbbbb", "aaaaaaaa"]
        own = await opened(made, ed)
        assert listed(own) == ["cccccccc", "aaaaaaaa"]
        assert own.text.startswith("**History · Cicera**\n")
        assert "Bo & you" in lines(own)[0]
        assert "Bo & Di" in lines(own)[1]
        assert own.text.count("🏆") == 2
        replay = of(await ed.press(own, look(own, "cccccccc")))
        assert "`cccccccc-" in replay.text
        assert listed(own) == ["cccccccc", "aaaaaaaa"]
        # A page that stands open opens no more than a new one shows.
        theirs = await opened(made, di)
        secret.deny(di, Permission.VIEW_CHANNEL)
        assert listed(await opened(made, di)) == ["bbbbbbbb", "aaaaaaaa"]
        assert (await di.press(theirs, look(theirs, "cccccccc"))).text == NOT_OPEN
        assert (await replayed(made, di, code="cccccccc")).text == UNKNOWN


async def test_where_a_member_hides_or_was_forgotten_others_find_nothing(tmp_path: Path) -> None:
    async with tavern(tmp_path) as (made, (ann, bo, cy, di, ed)):
        await archived(made, "aaaaaaaa", (ann, bo, cy, di))
        await archived(made, "bbbbbbbb", (ed, bo, cy, di))
        await troubled(made).choose(Scope.MEMBER, ann.id, HIDDEN, HIDES)
        assert listed(await opened(made, ed)) == ["bbbbbbbb"]
        assert (await replayed(made, ed, code="aaaaaaaa")).text == UNKNOWN
        assert listed(await opened(made, ann)) == ["bbbbbbbb", "aaaaaaaa"]
        theirs = await opened(made, bo)
        assert listed(theirs) == ["bbbbbbbb", "aaaaaaaa"]
        assert "seat 1 & Cy" in lines(theirs)[1]
        # Nobody learns by a filter which seat was theirs.
        assert NOTHING in (await opened(made, bo, member=ann)).text
        assert NOTHING in (await opened(made, bo, member=ann, result="won")).text
        asked = of(await di.slash(made.channel, "cards forget-me"))
        await di.press(asked, label="Forget me for good")
        assert listed(await opened(made, ed)) == ["bbbbbbbb"]
        assert listed(await opened(made, ann)) == ["aaaaaaaa"]
        assert "a former member" in lines(await opened(made, ann))[0]
        assert NOTHING in (await opened(made, di, member=di)).text


# Pages and filters


async def test_pages_are_turned_and_filtered(tmp_path: Path) -> None:
    async with tavern(tmp_path) as (made, (ann, bo, cy, di, ed)):
        others = [f"{number:08x}" for number in range(1, 8)]
        for table_id in others:
            await archived(made, table_id, (bo, cy, di, ed))
        await archived(made, "aaaaaaaa", (ann, bo, cy, di))
        await archived(made, "bbbbbbbb", (ann, bo, cy, di), status=Status.STOPPED)
        await archived(made, "cccccccc", (ann, bo, cy, di), status=Status.STOPPED, ended="concede-1")
        await archived(made, "dddddddd", (ann, -2, -3, -4), game="civil-suits")
        newest = ["cccccccc", "bbbbbbbb", "aaaaaaaa", *others[::-1]]
        page = await opened(made, ann)
        assert listed(page) == newest[:4]
        await ann.press(page, label="Older ▶")
        assert listed(page) == newest[4:8]
        assert [b.label for b in page.buttons[-3:]] == ["◀ Newer", "Older ▶", "Filter"]
        await ann.press(page, label="Older ▶")
        assert listed(page) == newest[8:]
        assert [b.label for b in page.buttons[-2:]] == ["◀ Newer", "Filter"]
        await ann.press(page, label="◀ Newer")
        assert listed(page) == newest[4:8]
        await ann.press(page, label="◀ Newer")
        assert listed(page) == newest[:4]
        assert [b.label for b in page.buttons[-2:]] == ["Older ▶", "Filter"]

        async def filtered(by: str, value: str) -> list[str]:
            await ann.press(page, label="Filter")
            [menu] = [menu for menu in page.selects if menu.custom_id.endswith(f":{by}")]
            await ann.select(page, menu.custom_id, values=[value])
            return listed(page)

        assert await filtered("game", "all") == ["dddddddd", *newest[:3]]
        assert "Civil Suits" in page.text
        assert await filtered("result", "without a result") == ["bbbbbbbb"]
        assert page.text.startswith("**History · all games · yours · without a result**")
        won = await filtered("result", "won")
        assert "cccccccc" in won
        assert "Cicera · given up\n🏆 you & Cy" in page.text
        lost = await filtered("result", "lost")
        assert sorted([*won, *lost, "bbbbbbbb"]) == ["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"]
        assert await filtered("whose", "everybody’s games") == ["dddddddd", *newest[:3]]
        assert await filtered("game", "Ciapano") == []
        assert "`/ciapano start` opens a table." in page.text
        asked = await opened(made, ann, member=ed)
        assert asked.text.startswith(f"**History · Cicera · <@{ed.id}>**")
        assert listed(asked) == others[:2:-1]
        assert listed(await opened(made, ann, result="won")) == [one for one in won if one != "dddddddd"]
        assert NOTHING in (await opened(made, ed, "ciapano", result="lost")).text


async def test_a_game_whose_plays_are_gone_is_listed_and_not_opened(tmp_path: Path) -> None:
    async with tavern(tmp_path) as (made, (ann, bo, cy, di, _)):
        await archived(made, "aaaaaaaa", (ann, bo, cy, di))
        store = troubled(made)
        await store.retention.drop_games(made.sandbox.clock.now())
        page = await opened(made, ann)
        assert listed(page) == []
        assert "its plays are no longer kept\n" in page.text
        assert (await replayed(made, ann, code="aaaaaaaa")).text.startswith("Only the result of that game")
        assert (await replayed(made, ann)).text.startswith("Only the result of that game")


async def test_forged_presses_show_nothing(tmp_path: Path) -> None:
    async with tavern(tmp_path) as (made, (ann, bo, cy, di, _)):
        await archived(made, "aaaaaaaa", (ann, bo, cy, di))
        page = await opened(made, ann)
        for forged in (
            "h",
            "h:cicera",
            "h:chess:0:everybody:all:o0",
            "h:cicera:0:member:won:x0",
            "h:cicera:0:everybody:all:o0:more",
            "h:cicera:0:everybody:all:o0:look",
            "h:cicera:0:everybody:all:o0:look:aaaaaaaa:x",
            "h:cicera:0:everybody:all:o0:look:../../aa",
            "h:cicera:0:everybody:all:o0:look:\0\0\0\0\0\0\0\0",
            "h:cicera:0:everybody:all:o0:game",
            f"h:cicera:{2**64}:member:all:o0",
        ):
            assert (await ann.forge(page, forged)).text == FORGED, forged
        for value in ("chess", "", "Cicera"):
            answer = await ann.forge(page, "h:cicera:0:everybody:all:o0:game", values=[value])
            assert answer.text == FORGED
        answer = await ann.forge(page, "h:cicera:0:everybody:all:o0:look:ffffffff")
        assert answer.text == NOT_OPEN


async def test_where_the_store_cannot_be_read_the_member_is_told(tmp_path: Path) -> None:
    async with tavern(tmp_path) as (made, (ann, *_)):
        page = await opened(made, ann)
        readers = troubled(made).readers
        readers.deaf = True
        for answer in (
            await ann.slash(made.channel, "cicera history"),
            await ann.forge(page, "h:cicera:0:everybody:all:o7"),
            await ann.slash(made.channel, "cicera replay"),
            await ann.slash(made.channel, "cicera replay", code="aaaaaaaa"),
            await ann.slash(made.channel, "cicera replay", code="aaa"),
        ):
            assert answer.text == CANNOT_READ
        assert await ann.autocomplete(made.channel, "cicera replay", "code", "") == []
        readers.deaf = False


# Codes


async def test_a_code_opens_the_moment_that_it_names(tmp_path: Path) -> None:
    async with tavern(tmp_path) as (made, (ann, bo, cy, di, ed)):
        await archived(made, "3fa9c1d2", (ann, bo, cy, di))
        await archived(made, "3fb00000", (ann, bo, cy, di))
        await archived(made, "77777777", (ed, -2, -3, -4), game="civil-suits")
        for code, moment in (
            ("3fa9c1d2-1-7", "3fa9c1d2-1-7"),
            (" 3FA-1-7 ", "3fa9c1d2-1-7"),
            ("`3fa9`", "3fa9c1d2-1-0"),
            ("3fb-1", "3fb00000-1-0"),
            ("777-2-1", "77777777-2-1"),
        ):
            assert f"`{moment}`" in (await replayed(made, ann, code=code)).text, code
        for code, told in (
            ("3f", "The code of a moment looks like"),
            ("my last game", "The code of a moment looks like"),
            ("3fa9c1d2-1-2-3", "The code of a moment looks like"),
            ("abc", UNKNOWN),
            ("3fa9c1d3", UNKNOWN),
            ("3fa-99", "This game has no such hand: its last one is hand "),
            ("3fa-0", "This game has no such hand"),
            ("3fa-1-999", "Hand 1 has moments 0 to "),
            ("777-9", "This game has no such round: its last one is round 4."),
            ("777-4-999", "Round 4 has moments 0 to "),
        ):
            assert (await replayed(made, ann, code=code)).text.startswith(told), code
        await archived(made, "3fa00000", (ann, bo, cy, di))
        told = (await replayed(made, ann, code="3fa")).text
        assert told == "Several games begin like this. A few more digits of the code tell them apart."
        # A game that a member may not see does not count.
        await archived(made, "3fa9c111", (bo, cy, di, ed), channel=made.guild.add_channel("x"))
        assert "`3fa9c1d2-1-0`" in (await replayed(made, ann, code="3fa9c1d")).text


async def test_a_code_of_an_open_game_or_of_another_server_opens_nothing(tmp_path: Path) -> None:
    async with at_work(tmp_path, 2, kind=Troubled) as made:
        ann, bo = made.people
        cy = made.sandbox.join(made.guild, "cy")
        await made.open("cicera")
        assert made.bot is not None
        [row] = await made.bot.store.live(user_id=ann.id)
        assert (await replayed(made, ann, code=row.id)).text.startswith("A replay shows every card, so you")
        assert (await replayed(made, cy, code=row.id)).text == UNKNOWN
        assert (await replayed(made, ann, code=row.id[:4])).text == UNKNOWN
        await archived(made, "dddddddd", (ann, bo, -3, -4), guild_id=made.guild.id + 2**22)
        for code in ("dddddddd", "ddd"):
            assert (await replayed(made, ann, code=code)).text == UNKNOWN


async def test_without_a_code_ones_last_game_of_this_kind_opens(tmp_path: Path) -> None:
    async with tavern(tmp_path) as (made, (ann, bo, cy, di, ed)):
        nothing = (await replayed(made, ann)).text
        assert nothing.startswith("You have not finished a game of Cicera in this server yet.")
        await archived(made, "aaaaaaaa", (ann, bo, cy, di))
        await archived(made, "bbbbbbbb", (ed, bo, cy, di))
        await archived(made, "cccccccc", (ann, -2, -3, -4), game="civil-suits")
        assert "`aaaaaaaa-" in (await replayed(made, ann)).text
        assert "`cccccccc-" in (await replayed(made, ann, "civil")).text


# While a code is typed


async def test_ones_last_games_are_offered_while_a_code_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tavern(tmp_path) as (made, (ann, bo, cy, di, ed)):

        async def typed(text: str, person: Member = ann, game: str = "cicera") -> list[str]:
            found = await person.autocomplete(made.channel, f"{game} replay", "code", text)
            return [value for _, value in found]

        assert await typed("") == []
        await archived(made, "aaaaaaaa", (ann, bo, cy, di))
        await archived(made, "bbbbbbbb", (ann, ed, cy, bo))
        await archived(made, "cccccccc", (ann, -2, -3, -4), game="civil-suits")
        await archived(made, "dddddddd", (ed, bo, cy, di))
        assert await typed("") == ["bbbbbbbb", "aaaaaaaa"]
        assert await typed("ED") == ["bbbbbbbb"]
        assert await typed(" aaa") == ["aaaaaaaa"]
        assert await typed("november") == ["bbbbbbbb", "aaaaaaaa"]
        assert await typed("", game="civil") == ["cccccccc"]
        assert await typed("", ed) == ["dddddddd", "bbbbbbbb"]
        [(label, value)] = await ann.autocomplete(made.channel, "cicera replay", "code", "di")
        # By the clock of the server, where it was past midnight.
        assert label.startswith("15 November 2023 · you & Cy ")
        assert "`aaaaaaaa-1-0`" in (await replayed(made, ann, code=value)).text
        for number in range(30):
            await archived(made, f"{number:08x}", (ann, bo, cy, di))
        assert len(await typed("")) == 25
        # Nothing of that counts as a press.
        assert made.bot is not None
        made.bot.presses.rate, made.bot.presses.burst = 1e-9, 1
        for _ in range(5):
            await typed("di")
        assert "`0000001d-" in (await replayed(made, ann)).text
        assert (await ann.slash(made.channel, "cicera replay")).text.startswith("That was faster")
        # Where it takes too long, nothing is offered.
        monkeypatch.setattr(codes, "OFFER_SECONDS", 0.01)
        troubled(made).readers.hesitation = 60.0
        assert await typed("") == []
        troubled(made).readers.hesitation = 0.0
