"""Records in files, and games of the bot's messages, are shown by the command in the menu of a message."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from bot.locale import Catalogue
from bot.panels.replays.state import LETTER, ReplayState
from bot.tables.replays.files import FILE_BYTES
from bot.tables.replays.replay import Moment
from cogs.replays import files
from engine.record import Record, read, write
from sandbox.answer import Answer
from sandbox.driver import Member
from sandbox.faults import DOWNLOAD
from sandbox.messages import Upload
from sandbox.view import Message
from tests.bot.tavern import GOLDEN, golden
from tests.e2e.support.choosing import at_work
from tests.e2e.support.house import House, running, sandboxed
from tests.e2e.support.referee import unlimited

WORDS = Catalogue.load().words("en")
MENU: Final = "Replay"
RECORDS: Final = sorted(GOLDEN.glob("*.json"))
GAME: Final = (GOLDEN / "cicera-two.json").read_bytes()


async def given(
    made: House, *data: bytes, names: tuple[str, ...] = (), person: Member | None = None
) -> Answer:
    """Return the answer to the command on a message of another member with such files."""
    ann, bo = made.people
    named = names or tuple(f"{number}.json" for number in range(len(data)))
    uploads = [Upload(name, one) for name, one in zip(named, data, strict=True)]
    return await (person or bo).menu(await ann.say(made.channel, "look", uploads), MENU)


def cut(record: Record, plays: int) -> Record:
    """Return the beginning of a record: its first deal, and so many plays."""
    return replace(record, deals=record.deals[:1], actions=record.actions[:plays], result=None)


def state_of(message: Message | None) -> ReplayState:
    """Return the moment that the buttons of a replay belong to."""
    assert message is not None
    ids = [(button.custom_id or "").split(":") for button in message.buttons]
    found = {replay[0] for letter, *parts in ids if letter == LETTER and (replay := ReplayState.parse(parts))}
    (state,) = found
    return state


def source_of(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


async def turn(person: Member, message: Message, verb: str) -> Moment:
    """Press a button of a replay; return the moment that it then shows."""
    await person.press(message, custom_id=state_of(message).id(verb))
    return state_of(message).moment


async def test_a_record_is_shown_from_its_first_deal_to_its_end(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        for number, path in enumerate(RECORDS):
            person, data = made.people[number % 2], path.read_bytes()
            answer = await given(made, data, person=person)
            message = answer.message
            assert message is not None
            assert message.ephemeral
            assert (state_of(message).source, state_of(message).moment) == (source_of(data), Moment(1, 0))
            assert await turn(person, message, "next") == Moment(1, 1)
            end = await turn(person, message, "last")
            assert end.hand == len(read(data).deals)
            assert "seat 1" in message.text.casefold()
            assert await turn(person, message, "back") == Moment(end.hand, end.play - 1)


async def test_a_record_of_a_game_under_way_ends_with_its_last_play(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        record = cut(golden("civil-suits"), 20)
        message = (await given(made, write(record).encode())).message
        assert message is not None
        assert await turn(made.people[1], message, "last") == Moment(1, 20)
        last = next(button for button in message.buttons if (button.custom_id or "").endswith(":last"))
        assert last.disabled


def with_key(data: bytes, **values: object) -> bytes:
    """Return a record with other values of some keys."""
    return json.dumps(json.loads(data) | values).encode()


async def test_what_is_no_record_is_refused_with_the_sentence_of_the_engine(tmp_path: Path) -> None:
    plays = list(golden("cicera-two").actions)
    async with at_work(tmp_path) as made:
        for number, (data, reason) in enumerate(
            (
                (b"{", "not JSON"),
                (b"\x89PNG\r\n\x1a\n", "not UTF\\-8 at byte 0"),
                (with_key(GAME, actions=[plays[0], plays[0]]), "action 2\\: "),
                (
                    with_key(GAME, actions=["0 [x](http://x.y) @everyone <@1> **b**"]),
                    "action 1\\: 0 \\[x\\]\\(",
                ),
                (with_key(GAME, options={"\u202e*target*\ud800" * 99: 1}), "options\\: cicera has no option"),
            )
        ):
            answer = await given(made, data, person=made.people[number % 2])
            assert answer.message is not None
            assert answer.message.ephemeral
            assert answer.text.startswith(WORDS("file.no-record", reason=reason)), answer.text
            assert answer.message.mentions == []
            assert len(answer.text) < 500
            assert "\n" not in answer.text
        made.people[1].speak("it")
        italian = Catalogue.load().words("it")
        assert (await given(made, b"{")).text.startswith(italian("file.no-record", reason="not JSON"))


async def test_what_cannot_be_shown_is_refused_in_words(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        ann, bo = made.people
        nothing = write(replace(cut(golden("cicera-two"), 0), deals=())).encode()
        assert (await given(made, nothing)).text == WORDS("file.undealt")
        assert (await bo.menu(await ann.say(made.channel, "look"), MENU)).text == WORDS("file.none")
        pictures = (b"\x89PNG", b"\x89PNG")
        answer = await given(made, *pictures, names=("a.png", "b.png"))
        assert answer.text == WORDS("file.none")
        # The only file is taken whatever its name, of several the first that is called as a record is.
        assert state_of((await given(made, GAME, names=("a.txt",))).message).source == source_of(GAME)
        mixed = await given(made, b"x", GAME, b"y", names=("a.png", "B.JSON", "c.json"))
        assert state_of(mixed.message).source == source_of(GAME)


async def test_a_file_that_is_too_large_is_not_even_fetched(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        full = GAME + b" " * (FILE_BYTES - len(GAME))
        fetched = made.sandbox.faults.error(DOWNLOAD, times=None)
        assert (await given(made, full + b" ")).text == WORDS("file.too-large")
        assert fetched.hits == 0
        made.sandbox.faults.clear()
        assert state_of((await given(made, full)).message).source == source_of(full)


async def test_a_file_that_discord_does_not_hand_over_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_work(tmp_path) as made:
        faults = made.sandbox.faults
        for number, status in enumerate((404, 403, 500, 503)):
            faults.error(DOWNLOAD, status=status)
            answer = await given(made, GAME, person=made.people[number % 2])
            assert answer.text == WORDS("file.deleted" if status == 404 else "file.unreached"), status
        # Once is tried again by itself.
        faults.dropped(DOWNLOAD, times=2)
        assert (await given(made, GAME)).text == WORDS("file.unreached")
        monkeypatch.setattr(files, "DOWNLOAD_SECONDS", 0.1)
        faults.slow(DOWNLOAD, seconds=600)
        assert (await given(made, GAME)).text == WORDS("file.unreached")


async def test_a_member_gives_a_few_files_a_minute(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        for _ in range(6):
            assert state_of((await given(made, GAME)).message)
        assert (await given(made, GAME)).text == WORDS("file.often", seconds=10)
        # Another member's files are counted apart.
        assert state_of((await given(made, GAME, person=made.people[0])).message)
        await made.pass_time(11)
        assert state_of((await given(made, GAME)).message)


async def test_names_of_a_record_are_nothing_but_names(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        names = ["@everyone **b**", "<@1> [x](http://x.y)"]
        message = (await given(made, with_key(GAME, names=names))).message
        assert message is not None
        await turn(made.people[1], message, "last")
        assert message.mentions == []
        assert "**b**" not in message.text
        assert "<@1>" not in message.text
        assert "](http" not in message.text
        assert "\\@every…" in message.text


async def test_a_record_is_given_with_a_command(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        bo = made.people[1]
        # Every game has the option, and takes records of all games.
        answer = await bo.slash(made.channel, "civil replay", file=Upload("game.txt", GAME))
        assert (state_of(answer.message).source, state_of(answer.message).moment) == (
            source_of(GAME),
            Moment(1, 0),
        )
        refused = await bo.slash(made.channel, "cicera replay", file=Upload("game.json", b"[]"))
        assert refused.text == WORDS("file.no-record", reason="not an object")
        large = await bo.slash(made.channel, "cicera replay", file=Upload("x.json", b" " * (FILE_BYTES + 1)))
        assert large.text == WORDS("file.too-large")


async def test_a_record_can_be_shown_to_everybody(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        ann, bo = made.people
        message = (await given(made, GAME)).message
        assert message is not None
        await turn(bo, message, "next")
        await bo.press(message, custom_id=state_of(message).id("here"))
        public = ann.sees(made.channel)[-1]
        assert (public.ephemeral, state_of(public).poster) == (False, bo.id)
        copy = await ann.press(public, custom_id=state_of(public).id("own"))
        for opened in (copy, await ann.menu(public, MENU)):
            assert opened.message is not None
            assert opened.message.ephemeral
            assert state_of(opened.message) == state_of(public)._replace(poster=0)


async def test_after_a_restart_a_file_is_asked_for_once_more(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database):
            unlimited(made)
            message = (await given(made, GAME)).message
            assert message is not None
        async with running(made, database):
            answer = await made.people[1].press(message, custom_id=state_of(message).id("next"))
            assert answer.text == WORDS("file.gone")
            assert state_of((await given(made, GAME)).message).source == source_of(GAME)


async def test_the_game_of_a_message_of_the_bot_is_shown_once_it_is_over(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        assert made.bot is not None
        ann, bo = made.people
        await made.open(players=2, target=11)
        board = made.public()
        assert (await bo.menu(board, MENU)).text == WORDS("replay.later")
        table = board.buttons[0].custom_id or ""
        commitment = (await made.bot.tables.get(table.split(":")[1])).row.commitment
        open_game = with_key(GAME, fairness={"commitment": commitment})
        assert (await given(made, open_game)).text == WORDS("replay.later")
        await made.play()
        answer = await bo.menu(made.public(), MENU)
        state = state_of(answer.message)
        assert answer.message is not None
        assert answer.message.ephemeral
        assert f":{state.source}:" in table
        assert state_of((await given(made, open_game)).message).source == source_of(open_game)
        # A moment that is shown to everybody is the one that the command opens.
        shown = await turn(bo, answer.message, "back")
        await bo.press(answer.message, custom_id=state_of(answer.message).id("here"))
        public = made.people[0].sees(made.channel)[-1]
        assert not public.ephemeral
        opened = state_of((await ann.menu(public, MENU)).message)
        assert (opened.moment, opened.poster) == (shown, 0)
