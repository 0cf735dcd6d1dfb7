"""`/cards my-data` and `/cards forget-me`: what a member gets, and what others see of them afterwards."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from bot.blocks import documents
from bot.store import Scope, Status, is_former
from sandbox.driver import Answer, Member
from sandbox.view import Message
from tests.bot.store.troubled import Troubled
from tests.e2e.support.choosing import at_work
from tests.e2e.support.house import House, tap
from tests.e2e.support.referee import Referee

SURE = "Forget me for good"
DONE = "Done: I no longer know who you are. If you ever sit down again, you are new to me."
NOT_FORGOTTEN = (
    "I could not save that just now, so I still know you; you may have left some tables already. "
    "Please press again."
)
FORMER = "a former member"


async def question(made: House, person: Member) -> Message:
    """Return the question whether to forget a member."""
    answer = await person.slash(made.channel, "cards forget-me")
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message


def read(answer: Answer) -> dict[str, Any]:
    """Return the data in the file of an answer."""
    assert answer.message is not None
    assert answer.message.ephemeral
    (file,) = answer.message.attachments
    data = file.data
    if file.filename.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = archive.read("my-data.json")
    found: dict[str, Any] = json.loads(data)
    return found


async def live(made: House, person: Member) -> list[str]:
    """Return the open tables at which a member sits."""
    assert made.bot is not None
    return [row.id for row in await made.bot.store.live(user_id=person.id)]


async def test_the_file_has_what_a_member_did_and_nothing_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_work(tmp_path) as made:
        ann, bo = made.people
        assert made.bot is not None
        referee = Referee(made, skims=0.8)
        await referee.begin(players=2, target=11)
        playing = read(await ann.slash(made.channel, "cards my-data"))
        assert [sorted(game) for game in playing["games"]] == [
            [
                "channel",
                "game",
                "opened_at",
                "opened_by_you",
                "seat",
                "server",
                "status",
                "table",
                "your_name",
            ]
        ]
        await referee.play()
        again = await ann.slash(made.channel, "cards my-data")
        assert again.text.startswith("I have just made that file for you.")
        monkeypatch.setattr(documents, "MOST_BYTES", 100)
        answer = await bo.slash(made.channel, "cards my-data")
        told = read(answer)
        assert told["member"] == str(bo.id)
        (game,) = told["games"]
        assert game["your_name"] == bo.name.capitalize()
        stored = await made.bot.store.load(game["table"])
        assert stored is not None
        own = [entry.action for entry in stored.log if entry.user_id == bo.id]
        assert own
        assert [act["act"] for act in game["acts"]] == own
        result = await made.bot.store.played.result(game["table"])
        assert result is not None
        (seat,) = game["result"]["seats"]
        assert [hand["points"] for hand in seat["hands"]] == [
            hand.points[seat["side"]] for hand in result.hands
        ]
        text = json.dumps(told, ensure_ascii=False)
        for secret in (str(ann.id), ann.name.capitalize(), stored.table.seed.hex()):
            assert secret not in text


async def test_who_is_forgotten_leaves_games_to_the_others(tmp_path: Path) -> None:
    async with at_work(tmp_path, 3) as made:
        ann, bo, cy = made.people
        bot = made.bot
        assert bot is not None
        await made.open("ciapano")
        await made.shown()
        await ann.slash(made.channel, "cicera start")
        await bot.store.choose(Scope.MEMBER, ann.id, "deck", "italian")
        asks = await question(made, ann)
        assert "games played: **0** · open tables: **2** · settings: **1**" in asks.text
        assert len(await live(made, ann)) == 2
        assert (await ann.press(asks, label=SURE)).text == DONE
        assert asks.buttons == []
        assert await live(made, ann) == []
        (game,) = await live(made, bo)
        table = await bot.tables.get(game)
        (former,) = [row for row in table.seats if is_former(row.user_id)]
        assert (former.name, former.present) == ("", False)
        await made.sandbox.until(
            lambda: any(FORMER in m.text for m in cy.sees(made.channel) if not m.ephemeral), what=FORMER
        )
        assert await bot.store.chosen(Scope.MEMBER, ann.id) == {}
        # A second press, and a member who comes back, under their own name again.
        assert (await ann.press(await question(made, ann), label=SURE)).text == DONE
        await ann.slash(made.channel, "cicera start")
        (new,) = await live(made, ann)
        assert (await bot.tables.get(new)).seats[0].name == ann.name.capitalize()


async def test_a_rematch_keeps_no_seat_for_a_former_member(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        ann, bo = made.people
        assert made.bot is not None
        referee = Referee(made, skims=0.8)
        await referee.begin(players=2, target=11)
        await referee.play()
        over = made.public()
        await ann.press(await question(made, ann), label=SURE)
        await tap(bo, over, "rematch")
        (rematch,) = await live(made, bo)
        table = await made.bot.tables.get(rematch)
        assert (table.row.status, table.row.reserved) == (Status.LOBBY, ())


async def test_where_nothing_can_be_stored_the_member_is_told_and_stays(tmp_path: Path) -> None:
    async with at_work(tmp_path, kind=Troubled) as made:
        ann, _ = made.people
        bot = made.bot
        assert bot is not None
        store = bot.store
        assert isinstance(store, Troubled)
        await made.sandbox.until(lambda: store.begun, what="no write of the start is under way")
        await store.choose(Scope.MEMBER, ann.id, "deck", "italian")
        asks = await question(made, ann)
        store.writer.lose = "before"
        assert (await ann.press(asks, label=SURE)).text == NOT_FORGOTTEN
        assert await store.chosen(Scope.MEMBER, ann.id) == {"deck": "italian"}
        store.writer.lose = "after"
        assert (await ann.press(asks, label=SURE)).text == NOT_FORGOTTEN
        assert (await ann.press(asks, label=SURE)).text == DONE
        assert await store.chosen(Scope.MEMBER, ann.id) == {}


async def test_who_hides_is_on_the_board_for_nobody_else(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        ann, bo = made.people
        assert made.bot is not None
        referee = Referee(made, skims=0.8)
        await referee.begin(players=2, target=11)
        await referee.play()
        await made.bot.store.choose(Scope.MEMBER, ann.id, "hidden", "on")
        seen = await bo.slash(made.channel, "cicera leaderboard")
        assert (f"<@{ann.id}>" in seen.text, f"<@{bo.id}>" in seen.text) == (False, True)
        own = await ann.slash(made.channel, "cicera leaderboard")
        assert f"<@{ann.id}>" in own.text
