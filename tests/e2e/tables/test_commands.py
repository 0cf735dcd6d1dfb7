"""Commands in a lobby and after a game: closing, changing sides, rematch, rules."""

from functools import partial
from pathlib import Path

import pytest

from bot.games import PICTURES
from bot.locale import Catalogue
from bot.locale.glyphs import as_text
from bot.panels.table.rules import page_of, pages, rules_page
from bot.pictures.parts.examples import example_sentence, picture
from bot.pictures.sketch.style import Style
from bot.store import Scope, Status
from bot.table.viewing import view_of
from engine import cicera
from sandbox.driver import Member
from sandbox.errors import Json
from sandbox.objects import Guild
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.support.at_table import NONE_HERE, WORDS, at_table, lobby, score, tables
from tests.e2e.support.house import House, button, house
from tests.e2e.support.reading import verbs


async def seated(made: House) -> dict[int, str]:
    """Return the names of the people at the newest table, by seat."""
    assert made.bot is not None
    table = await made.bot.tables.get((await tables(made))[0].id)
    return {row.seat: row.name for row in table.seats}


async def test_a_lobby_is_closed_by_its_host_or_who_manages_messages(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        _, bo, *_ = made.people
        opened = await lobby(made)
        await bo.press(opened, button(opened, "join", "1"))
        assert (await bo.slash(made.channel, "cicera stop")).text == WORDS("refused.host-only")
        closing = f"t:{(await tables(made))[0].id}:0:cancel"
        assert (await bo.forge(opened, closing)).text == WORDS("refused.host-only")
        assert (await made.people[0].slash(made.channel, "cicera stop")).text == WORDS("lobby.closed")
        await made.sandbox.until(lambda: WORDS("lobby.closed") in opened.text)
        assert opened.buttons == []
        again = await lobby(made)
        joined = await bo.press(again, button(again, "join", "1"))
        await made.sandbox.until(lambda: joined.followups)
        boss = made.sandbox.join(made.guild, "boss", permissions=Permission.MANAGE_MESSAGES)
        assert (await boss.slash(made.channel, "cicera stop")).text == WORDS("lobby.closed")
        await made.sandbox.until(lambda: WORDS("lobby.closed") in joined.followups[0].text)
        assert await tables(made) == []


def offered_everywhere(made: House) -> None:
    """Have Discord offer the commands as an earlier registration did, also to members who installed them."""
    for command in made.sandbox.commands.scopes[None].values():
        command["integration_types"], command["contexts"] = [0, 1], None


@pytest.mark.parametrize("locale", ["en-US", "it"])
async def test_where_the_bot_is_no_member_no_command_is_done_and_no_new_game_begun(
    tmp_path: Path, locale: str
) -> None:
    told = Catalogue.load().words(locale)("refused.elsewhere")
    async with at_table(tmp_path) as made:
        ann, bo, *_ = made.people
        for person in (ann, bo):
            person.user.installed, person.user.locale = True, locale
        opened = await lobby(made)
        offered_everywhere(made)
        await made.shown()
        made.sandbox.world.kick(made.guild)
        bot = made.bot
        assert bot is not None
        await made.sandbox.until(lambda: bot.away(made.guild.id))
        before, shown = await tables(made), len(made.channel.messages)
        for command in (
            "cicera start",
            "civil start",
            "cicera table",
            "cicera hand",
            "cards settings",
            "cards me",
        ):
            answer = await ann.slash(made.channel, command)
            assert (answer.text, answer.message and answer.message.ephemeral) == (told, True)
        assert (await bo.press(opened, button(opened, "join", "1"))).text == told
        assert await tables(made) == before
        assert len(made.channel.messages) == shown + 7
        # Presses that begin nothing are answered as ever.
        assert (await ann.press(opened, button(opened, "hand"))).text != told


@pytest.mark.parametrize("part", ["command", "subcommand"])
async def test_a_command_of_an_older_version_is_answered(
    tmp_path: Path, part: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with at_table(tmp_path) as made:
        commands = made.sandbox.commands.scopes[None].values()
        cicera_ = next(command for command in commands if command["name"] == "cicera")
        start = next(each for each in cicera_["options"] if each["name"] == "start")
        {"command": cicera_, "subcommand": start}[part]["name"] = "former"
        answer = await made.people[0].slash(made.channel, f"{cicera_['name']} {start['name']}")
        assert answer.text == WORDS("refused.outdated")
        assert await tables(made) == []
    assert "Traceback" not in caplog.text


async def test_for_an_option_of_an_older_version_nothing_is_offered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with at_table(tmp_path) as made:
        commands = made.sandbox.commands.scopes[None].values()
        cicera_ = next(command for command in commands if command["name"] == "cicera")
        replay = next(each for each in cicera_["options"] if each["name"] == "replay")
        replay["name"] = "former"
        assert await made.people[0].autocomplete(made.channel, "cicera former", "code", "x") == []
    assert "Traceback" not in caplog.text


async def test_a_command_in_a_direct_message_is_refused(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        ann = made.people[0]
        sink = made.sandbox.world.sink

        def direct(guild: Guild, name: str, data: Json) -> None:
            if name == "INTERACTION_CREATE":
                data = {key: value for key, value in data.items() if "guild" not in key}
                data["user"] = data.pop("member")["user"]
                data |= {"context": 1, "authorizing_integration_owners": {"1": str(ann.id)}}
            sink(guild, name, data)

        made.sandbox.world.sink = direct
        for command in ("cicera start", "cicera hand", "cicera leaderboard", "cards settings", "cards me"):
            assert (await ann.slash(made.channel, command)).text == WORDS("refused.elsewhere")
        assert await tables(made) == []


async def test_a_server_in_an_outage_counts_as_one_that_has_the_bot(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        made.sandbox.world.outage(made.guild)
        bot = made.bot
        assert bot is not None
        await made.sandbox.until(lambda: (found := bot.get_guild(made.guild.id)) and found.unavailable)
        made.guild.unavailable = False
        await made.people[0].slash(made.channel, "cicera start")
        assert len(await tables(made)) == 1


@pytest.mark.parametrize("by", ["button", "command"])
async def test_leaving_a_lobby_passes_it_on_and_the_last_one_closes_it(tmp_path: Path, by: str) -> None:
    async with at_table(tmp_path) as made:
        ann, bo, *_ = made.people
        opened = await lobby(made)
        await bo.press(opened, button(opened, "join", "1"))

        async def leave(person: Member) -> None:
            if by == "button":
                own = (await person.press(opened, button(opened, "hand"))).message
                assert own is not None
                if "leave" not in verbs(own):
                    await person.press(own, button(own, "lobby"))
                await person.press(own, button(own, "leave"))
            else:
                assert (await person.slash(made.channel, "cicera leave")).text == WORDS("leave.lobby")

        await leave(ann)
        assert await seated(made) == {1: "Bo"}
        assert (await tables(made))[0].host_id == bo.id
        assert (await ann.slash(made.channel, "cicera leave")).text == NONE_HERE
        await leave(bo)
        await made.sandbox.until(lambda: WORDS("lobby.closed") in opened.text)
        assert await tables(made) == []


async def test_a_lobby_that_nobody_touches_closes_itself(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        opened = await lobby(made)
        for person, side, seconds in ((1, "B", 10 * 60), (2, "A", 14 * 60)):
            await made.pass_time(seconds)
            answer = await made.people[person].press(opened, button(opened, "join", str("AB".index(side))))
            await made.sandbox.until(lambda answer=answer: answer.followups)  # type: ignore[misc]  # bound now
        await made.pass_time(14.5 * 60)
        assert (await tables(made))[0].status is Status.LOBBY
        await made.pass_time(31)
        await made.sandbox.until(lambda: WORDS("lobby.closed") in opened.text)
        assert await tables(made) == []


async def test_anybody_may_start_after_a_minute(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        opened = await lobby(made)
        _, bo, cy, di = made.people
        for person, side in ((bo, "B"), (cy, "A"), (di, "B")):
            await person.press(opened, button(opened, "join", str("AB".index(side))))
        await made.pass_time(35)
        assert WORDS("refused.host-starts") in (await di.press(opened, button(opened, "start"))).text
        eva = made.sandbox.join(made.guild, "eva")
        await made.pass_time(26)
        assert (await eva.press(opened, button(opened, "start"))).text == WORDS("refused.not-seated")
        await di.press(opened, button(opened, "start"))
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))


async def test_people_change_sides_in_the_lobby(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        opened = await lobby(made)
        ann, bo, cy, di = made.people
        await ann.press(opened, button(opened, "join", "1"))
        assert await seated(made) == {1: "Ann"}
        for person, side in ((bo, 0), (cy, 1), (di, 0)):
            await person.press(opened, button(opened, "join", str(side)))
        assert await seated(made) == {0: "Bo", 1: "Ann", 2: "Di", 3: "Cy"}
        await made.start(ann, opened)
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        assert score("Bo & Di", "Ann & Cy") in made.public().text


async def test_what_the_bot_may_not_do_is_named_before_a_lobby_opens(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        ann = made.people[0]
        for lacking, named in (
            ((Permission.SEND_MESSAGES,), "Send Messages"),
            ((Permission.EMBED_LINKS, Permission.ATTACH_FILES), "Embed Links, Attach Files"),
        ):
            channel = made.guild.add_channel(named.lower().replace(" ", "-").replace(",", ""))
            channel.deny(made.sandbox.bot, *lacking)
            answer = await ann.slash(channel, "cicera start")
            assert answer.text == WORDS("refused.missing", what=named)
            assert answer.message is not None
            assert answer.message.ephemeral
        assert await tables(made) == []
        await lobby(made)
        answer = await ann.slash(channel, "cicera table")
        assert answer.text == WORDS("refused.missing", what="Embed Links, Attach Files")
        assert made.bot is not None
        stored = await made.bot.store.load((await tables(made))[0].id)
        assert stored is not None
        assert stored.place.channel_id == made.channel.id


async def test_a_rematch_keeps_the_seats_and_teams_can_be_changed(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        await made.open(target=11, picada="rank")
        for person in made.people[:2]:
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        ended = made.public()
        ann, bo, cy, di = made.people
        eva = made.sandbox.join(made.guild, "eva")
        assert (await eva.press(ended, button(ended, "rematch"))).text == WORDS("refused.not-seated")
        await di.press(ended, button(ended, "rematch"))
        await made.sandbox.until(lambda: made.public() != ended)
        again = made.public()
        (row,) = await tables(made)
        assert (row.host_id, row.options["target"], row.options["picada"]) == (di.id, 11, "rank")
        assert await seated(made) == {3: "Di"}
        await ann.press(ended, button(ended, "rematch"))
        await bo.press(ended, button(ended, "rematch"))
        assert await seated(made) == {0: "Ann", 1: "Bo", 3: "Di"}
        # A reserved seat is closed to others until its member does not want it.
        answer = await bo.forge(again, f"t:{row.id}:0:join:0")
        assert "That seat is kept for Cy." in answer.text
        (call,) = made.pings()
        await cy.press(call, button(call, "decline"))
        await made.sandbox.until(lambda: "join" in verbs(again))
        await bo.press(again, button(again, "join", "0"))
        assert await seated(made) == {0: "Ann", 2: "Bo", 3: "Di"}
        # Others who come by Rematch then get a free seat.
        await cy.press(ended, button(ended, "rematch"))
        await made.sandbox.until(lambda: score("Ann & Bo", "Cy & Di") in again.text)
        assert await seated(made) == {0: "Ann", 1: "Cy", 2: "Bo", 3: "Di"}
        assert len(await tables(made)) == 1


async def test_a_rematch_that_was_closed_can_be_asked_for_again(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        await made.open(target=11)
        for person in made.people[:2]:
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        ended = made.public()
        ann, bo = made.people[:2]
        await ann.press(ended, button(ended, "rematch"))
        await made.sandbox.until(lambda: made.public() != ended)
        await ann.slash(made.channel, "cicera stop")
        await bo.press(ended, button(ended, "rematch"))
        await made.sandbox.until(lambda: "come" in verbs(made.public()))
        (row,) = await tables(made)
        assert row.host_id == bo.id


def shows(message: Message, names: list[str]) -> bool:
    """Return whether a message has files of these names and no others."""
    return [file.filename for file in message.attachments] == names


async def test_the_rules_have_pictures_for_whoever_wants_them(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as made:
        ann, bo, *_ = made.people
        assert made.bot is not None
        await made.bot.preferences.choose(Scope.MEMBER, bo.id, "pictures", "off")
        style = Style()
        example = PICTURES["cicera"].examples(cicera.options({}))[0]
        for person, wanted in ((ann, [picture(example, WORDS, style).name]), (bo, [])):
            answer = (await person.slash(made.channel, "cicera rules")).message
            assert answer is not None
            for _ in range(1, page_of("cicera", example.topic, WORDS)):
                await person.press(answer, label=WORDS("button.next-page"))
            await made.sandbox.until(partial(shows, answer, wanted))
            told = as_text(WORDS("rules.example", told=example_sentence(example, WORDS)))
            assert (told in answer.text) == (not wanted)
        await made.shown()
        assert not made.sandbox.violations


async def test_rules_show_the_house_rules_of_the_table_first(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        ann = made.people[0]
        plain = await ann.slash(made.channel, "cicera rules")
        assert plain.text.startswith(as_text(rules_page("cicera", 1, WORDS)[0][0]))
        await lobby(made, target=21, picada="rank")
        answer = await ann.slash(made.channel, "cicera rules")
        (row,) = await tables(made)
        chosen = [WORDS(f"cicera.option.{name}.{row.options[name]}") for name in ("target", "picada")]
        first = WORDS("rules.table", rules=" · ".join(chosen))
        assert answer.text.startswith(first)
        message = answer.message
        assert message is not None
        assert made.bot is not None
        view = view_of(await made.bot.tables.get(row.id))
        last = pages("cicera", WORDS, view)
        for page in (*range(2, last + 1), last - 1):
            (turning,) = [b for b in message.buttons if (b.custom_id or "").startswith(f"r:cicera:{page}:")]
            await ann.press(message, turning)
            assert message.text.startswith(as_text(rules_page("cicera", page, WORDS, view)[0][0]))
            assert WORDS("page", page=page, pages=last) in message.text
            assert ("**21**" in message.text) == (page == 2)
        assert len(message.buttons) == 2
