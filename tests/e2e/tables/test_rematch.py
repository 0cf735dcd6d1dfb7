"""The next game of the same people: reserved seats, the one call to them, and who may change its options."""

import asyncio
from pathlib import Path

import pytest

from bot.lobby.reserved import KEPT_SECONDS
from bot.messages.ledger import TO_SEAT
from bot.store import Scope
from bot.table.table import Table
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.calls.test_calls import at_hour, likes, named
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import COMMANDS, House, button, house, running, sandboxed, tap
from tests.e2e.support.newcomers import (
    NEVER,
    at_home,
    begin,
    first_come,
    hand_over,
    panel,
    stop,
    table_id,
    the_table,
    wait_there,
)
from tests.e2e.support.reading import verbs
from tests.e2e.support.umpire import unlimited
from tests.e2e.tables.test_lobby import press

CALLED = WORDS("rematch.wanted", name="").strip("*")
HAND = WORDS("ping.hand", mentions="", game="").strip(" :")


async def over(made: House) -> Message:
    """Return the board of a game that was stopped."""
    await begin(made, claims=False)
    await stop(made)
    return made.public()


async def again(made: House, person: Member, ended: Message) -> None:
    """Let a member press Rematch, and wait until that is shown."""
    await tap(person, ended, "rematch")
    await made.shown()


async def give_up(made: House, *side: Member) -> None:
    """Let both people of the second side give the game up."""
    for person in side:
        for wanted in ("more", "leave"):
            await press(made, person, panel(made, person), wanted)
        await press(made, person, panel(made, person), "vote", "concede-1")
    await made.sandbox.until(made.over)
    await made.shown()


def lines(text: str) -> list[str]:
    return text.split("\n")


def missing(names: str) -> str:
    """Return the sentence about the people who have not agreed yet."""
    return WORDS("rematch.missing", names=names)


def pairs(first: str, second: str) -> str:
    """Return the line with the partners of the next game."""
    return first + WORDS("rematch.against") + second


def asks_again(made: House, person: Member) -> Message:
    """Return a member's private message in the lobby of a rematch."""
    return [m for m in person.sees(made.channel) if m.ephemeral and "lobby" in verbs(m)][-1]


async def lobby_of(made: House) -> Table:
    return await the_table(made, table_id(made))


def calls(made: House) -> list[str]:
    """Return every call to reserved seats ever sent."""
    return [text for text in made.calls() if CALLED in text]


def to_hands(made: House) -> list[str]:
    """Return every call to the cards of a game that has begun."""
    return [text for text in made.calls() if HAND in text]


def sees(made: House, person: Member) -> str:
    """Return the text of a member's newest private message."""
    return [message for message in person.sees(made.channel) if message.ephemeral][-1].text


async def test_the_next_game_begins_with_one_press_of_each(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        ended = await over(made)
        ann, bo, cy, di = made.people
        await again(made, cy, ended)
        lobby, public = await lobby_of(made), made.public()
        until = int(lobby.row.reserved_until or 0)
        assert until == int(lobby.row.created_at + KEPT_SECONDS)
        # A player who has agreed sees who is missing, and until when.
        assert lines(sees(made, cy))[-2:] == [missing("Ann, Bo and Di"), WORDS("lobby.kept", at=until)]
        (call,) = made.pings()
        assert set(call.mentions) == {ann.name, bo.name, di.name}
        # A player who comes by the call has seen eight digits of what the bot has committed itself to.
        assert call.text.endswith(f"`{lobby.row.commitment[:8]}`")
        # They come in different ways: by the end of the game, by the call, and by the lobby.
        await again(made, ann, ended)
        await tap(bo, call, "come")
        await made.shown()
        assert missing("Di") in public.text
        assert missing("Di") in sees(made, cy)
        assert not call.deleted
        await tap(di, public, "come")
        await made.shown()
        game = await lobby_of(made)
        assert (game.playing, [row.name for row in game.seats]) == (True, ["Ann", "Bo", "Cy", "Di"])
        assert (call.deleted, made.pings(), len(calls(made))) == (True, [], 1)
        assert all("more" in verbs(panel(made, person)) for person in made.people)


async def test_a_press_in_a_game_under_way_does_not_begin_it_again(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        ended = await over(made)
        ann = made.people[0]
        for person in made.people:
            await again(made, person, ended)
        game = await lobby_of(made)
        # No panel can be edited any longer.
        await made.pass_time(1000)
        await made.shown()
        await again(made, ann, ended)
        await ann.forge(made.public(), f"t:{game.row.id}:0:join:1")
        await ann.forge(panel(made, ann), f"t:{game.row.id}:0:swap")
        await made.shown()
        assert ((await lobby_of(made)).seq, to_hands(made)) == (1, [])


async def test_a_reply_to_a_game_that_has_been_played_asks_for_no_other(tmp_path: Path) -> None:
    async with at_home(tmp_path, players=2) as made:
        ended = await over(made)
        ann, bo = made.people
        await again(made, ann, ended)
        reply = button(made.public(), "come").custom_id
        assert reply is not None
        await tap(bo, made.public(), "come")
        await made.shown()
        await stop(made)
        assert made.bot is not None
        for person in (ann, bo):
            await person.forge(made.public(), reply)
            await made.shown()
            assert await made.bot.store.live() == []


async def test_who_is_called_to_a_seat_and_comes_does_not_begin_the_game_again(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        found = await begin(made)
        eva = await wait_there(made, "eva")
        await hand_over(made, made.people[1])
        (call,) = made.pings()
        await made.pass_time(1000)
        await made.shown()
        await tap(eva, call, "come")
        await made.shown()
        assert ((await the_table(made, found)).playing, to_hands(made)) == (True, [])


async def test_whose_first_panel_is_on_its_way_is_not_called_to_their_cards(tmp_path: Path) -> None:
    async with at_home(tmp_path, players=2) as made:
        ended = await over(made)
        ann, bo = made.people
        made.sandbox.faults.slow("POST /interactions/*", times=1, seconds=1.0)
        pressing = asyncio.create_task(tap(ann, ended, "rematch"))
        await made.sandbox.until(lambda: not made.sandbox.faults.active)
        await tap(bo, ended, "rematch")
        await pressing
        await made.shown()
        assert ((await lobby_of(made)).playing, to_hands(made)) == (True, [])


async def test_a_stranger_is_told_for_whom_a_seat_is_kept(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        ended = await over(made)
        await again(made, made.people[0], ended)
        eva = made.sandbox.join(made.guild, "eva")
        lobby = await lobby_of(made)
        answer = await eva.forge(made.public(), f"t:{lobby.row.id}:0:join:1")
        at = int(lobby.row.reserved_until or 0)
        assert answer.text.startswith(WORDS("refused.kept", names="Bo, Di", at=at))
        (call,) = made.pings()
        for message in (call, made.public()):
            answer = await tap(eva, message, "come")
            await made.answered()
            assert WORDS("panel.full") in sees(made, eva)
            assert answer.message is not None
            assert "wait" in verbs(answer.message)
            answer = await tap(eva, message, "decline")
            assert answer.text == WORDS("refused.not-kept")
        assert len((await lobby_of(made)).seats) == 1


async def test_who_waits_is_called_once_those_who_played_have_had_their_time(tmp_path: Path) -> None:
    async with sandboxed(2) as made:
        async with running(made, tmp_path / "cards.db", **NEVER):
            unlimited(made)
            await begin(made, claims=False)
            eva = await wait_there(made, "eva")
            await made.pass_time(1000)
            await stop(made)
            assert made.pings() == []
            await made.pass_time(KEPT_SECONDS - 30)
            await made.shown()
            assert made.pings() == []
        async with running(made, tmp_path / "cards.db", **NEVER):
            unlimited(made)
            await made.shown()
            assert made.pings() == []
            await made.pass_time(30)
            await made.sandbox.until(made.pings, what="Eva is called")
            (call,) = made.pings()
            assert call.mentions == [eva.name]
            await made.shown()
            # A guest asks nobody again: who has played may join, as at any table.
            ended = made.public()
            await tap(eva, call, "come")
            await made.shown()
            public = made.public()
            assert public != ended
            assert WORDS("cicera.about") in public.text
            assert verbs(public) == ["join", "rules", "hand"]
            assert calls(made) == []


async def test_who_waits_is_called_as_soon_as_somebody_does_not_want_their_seat(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        found = await begin(made, claims=False)
        ann, bo, cy, di = made.people
        eva = await wait_there(made, "eva")
        await stop(made)
        await first_come(made)
        (first,) = made.pings()
        assert first.mentions == [eva.name]
        ended = made.public()
        # While all seats are reserved, she cannot join the next game.
        await again(made, ann, ended)
        assert first.deleted
        (kept,) = made.pings()
        assert set(kept.mentions) == {bo.name, cy.name, di.name}
        answer = await tap(di, kept, "decline")
        assert answer.text == WORDS("decline.done")
        await made.shown()
        (second,) = [ping for ping in made.pings() if ping != kept]
        assert second.mentions == [eva.name]
        await tap(eva, second, "come")
        await made.shown()
        assert second.deleted
        for person in (bo, cy):
            await again(made, person, ended)
        game = await lobby_of(made)
        assert (game.playing, game.row.rematch_of) == (True, found)
        assert [row.name for row in game.seats] == ["Ann", "Bo", "Cy", "Eva"]
        assert len(calls(made)) == 1


async def test_who_waits_is_called_again_where_the_lobby_of_the_next_game_is_closed(tmp_path: Path) -> None:
    async with at_home(tmp_path, players=2) as made:
        await begin(made, claims=False)
        eva = await wait_there(made, "eva")
        await stop(made)
        await first_come(made)
        (first,) = made.pings()
        await again(made, made.people[0], made.public())
        assert first.deleted
        own = [m for m in made.people[0].sees(made.channel) if m.ephemeral and "lobby" in verbs(m)][-1]
        await press(made, made.people[0], own, "lobby")
        await press(made, made.people[0], own, "cancel")
        await made.shown()
        (second,) = made.pings()
        assert second.mentions == [eva.name]


async def test_the_seats_of_those_who_do_not_come_are_free_after_two_minutes(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        ended = await over(made)
        ann, bo = made.people[:2]
        await again(made, ann, ended)
        (call,) = made.pings()
        await made.pass_time(KEPT_SECONDS - 5)
        await made.shown()
        assert not call.deleted
        await made.pass_time(6)
        await made.sandbox.until(lambda: call.deleted, what="nobody is called any more")
        await made.shown()
        assert made.public().text.count(WORDS("seat.free")) == 3
        eva = made.sandbox.join(made.guild, "eva")
        await tap(eva, made.public(), "join", "1")
        await again(made, bo, ended)
        lobby = await lobby_of(made)
        assert {row.seat: row.name for row in lobby.seats} == {0: "Ann", 1: "Eva", 2: "Bo"}
        assert len(calls(made)) == 1


async def test_nobody_is_called_against_what_they_have_chosen(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        await at_hour(made, 22)
        ended = await over(made)
        await likes(made, made.people[1], pings="never")
        await likes(made, made.people[2], quiet="22-07", zone="utc")
        await again(made, made.people[0], ended)
        (text,) = calls(made)
        assert named(made, text) == {"di"}


async def test_where_a_server_has_no_pings_nobody_is_called_to_the_next_game(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        ended = await over(made)
        assert made.bot is not None
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "pings", "off")
        await again(made, made.people[0], ended)
        assert calls(made) == []


async def test_a_restart_calls_nobody_again(tmp_path: Path) -> None:
    async with sandboxed() as made:
        async with running(made, tmp_path / "cards.db", **NEVER):
            unlimited(made)
            ended = await over(made)
            await again(made, made.people[0], ended)
            assert len(calls(made)) == 1
            table = table_id(made)
        async with running(made, tmp_path / "cards.db", **NEVER):
            unlimited(made)
            await made.shown()
            (call,) = made.pings()
            assert {kind for kind, _ in (await the_table(made, table)).ledger.calls.values()} == {TO_SEAT}
            assert len(calls(made)) == 1
            for person in made.people[1:]:
                await tap(person, call, "come")
                await made.answered()
            await made.shown()
            assert (await the_table(made, table)).playing
            assert call.deleted
        assert list(made.sandbox.violations) == []


async def test_who_sees_the_lobby_in_private_may_take_their_seat_there_or_not(tmp_path: Path) -> None:
    async with at_home(tmp_path, players=2) as made:
        ended = await over(made)
        ann, bo = made.people
        await again(made, ann, ended)
        seen = (await bo.forge(made.public(), f"t:{table_id(made)}:0:hand")).message
        await made.answered()
        assert seen is not None
        assert (seen.text, verbs(seen)) == (made.public().text, ["come", "decline"])
        await press(made, bo, seen, "decline")
        assert WORDS("panel.no-seat") in seen.text
        assert (await lobby_of(made)).row.reserved == ()
        await again(made, bo, ended)
        assert (await lobby_of(made)).playing


async def test_partners_are_swapped_and_a_match_is_played_by_one_press_each(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        await begin(made, claims=False)
        ann, bo, cy, di = made.people
        await give_up(made, bo, di)
        ended = made.public()
        await again(made, ann, ended)
        own = asks_again(made, ann)
        await press(made, ann, own, "match")
        await made.shown()
        score = WORDS("score.two", first="Ann & Cy", second="Bo & Di", mine=1, others=0)
        assert lines(made.public().text)[1] == WORDS("match.score", score=score)
        await press(made, ann, own, "lobby")
        assert button(own, "match").label == WORDS("button.single")
        for person in (bo, cy, di):
            await again(made, person, ended)
        assert (await lobby_of(made)).playing
        await give_up(made, bo, di)
        assert WORDS("match.won", side="Ann & Cy", score="2 : 0") in made.public().text
        ended = made.public()
        for person in (di, cy):
            await again(made, person, ended)
        assert lines(made.public().text)[1] == pairs("Ann & Cy", "Bo & Di")
        await press(made, di, asks_again(made, di), "swap")
        await made.shown()
        assert lines(made.public().text)[1:3] == [
            pairs("Ann & Bo", "Di & Cy"),
            f"{WORDS('rematch.in', names='Di')} {missing('Ann, Bo and Cy')}",
        ]
        # The partner who was in is asked once more, and told so.
        assert WORDS("rematch.anew") in sees(made, cy)
        lobby = await lobby_of(made)
        assert {row.seat: row.name for row in lobby.seats} == {3: "Cy", 1: "Di"}
        await tap(cy, made.public(), "come")
        await made.shown()
        assert missing("Ann & Bo") in made.public().text
        for person in (ann, bo):
            await again(made, person, ended)
        game = await lobby_of(made)
        assert (game.playing, [row.name for row in game.seats]) == (True, ["Ann", "Di", "Bo", "Cy"])


@pytest.mark.parametrize(
    ("game", "players", "partners", "others"),
    [
        ("cicera", 4, "Ann & Cy against Bo & Di", "Bo, Cy and Di"),
        ("ciapano", 3, "", "Bo & Cy"),
        ("civil-suits", 4, "", "Bo, Cy and Di"),
    ],
)
async def test_a_rematch_is_two_buttons(
    tmp_path: Path, game: str, players: int, partners: str, others: str
) -> None:
    async with house(tmp_path, players, **NEVER, pictures=True) as made:
        unlimited(made)
        await begin(made, game, claims=False)
        await stop(made, game)
        ended = made.public()
        await again(made, made.people[0], ended)
        public, (call,) = made.public(), made.pings()
        lobby = await lobby_of(made)
        small = f"-# {WORDS(f'{game}.name')} · Fingerprint `{lobby.row.commitment[:8]}`"
        wanted = "**Ann wants a rematch.**"
        assert lines(public.text) == [
            *filter(None, (wanted, partners)),
            f"In: Ann. Waiting for {others}.",
            small,
        ]
        mentioned = " ".join(f"<@{person.id}>" for person in made.people[1:])
        assert lines(call.text) == [f"{mentioned} {wanted}", small]
        for message in (public, call):
            assert [b.label for b in message.buttons] == [WORDS("button.in"), WORDS("button.decline")]
            assert (verbs(message), message.selects) == (["come", "decline"], [])
            assert message.attachments == []
        await tap(made.people[-1], public, "come")
        await made.shown()
        # Partners and the match are for the person who asked, and there only behind More.
        mine, theirs = [asks_again(made, person) for person in (made.people[0], made.people[-1])]
        assert verbs(mine) == verbs(theirs) == ["lobby"]
        for person, own in ((made.people[0], mine), (made.people[-1], theirs)):
            await press(made, person, own, "lobby")
        choices = [{"swap", "match", "options"} & set(verbs(own)) for own in (mine, theirs)]
        assert choices == [{"match", "options"} | ({"swap"} if partners else set()), set()]
        before = await lobby_of(made)
        for forged in (f"{before.seating}:swap", "0:match:on"):
            await made.people[-1].forge(theirs, f"t:{before.row.id}:{forged}")
            await made.shown()
            assert sees(made, made.people[-1]).startswith(WORDS("refused.asker-chooses"))
        assert await lobby_of(made) == before
        assert list(made.sandbox.violations) == []


async def test_a_rematch_is_asked_for_in_the_language_of_the_server(tmp_path: Path) -> None:
    async with at_home(tmp_path, players=2) as made:
        assert made.bot is not None
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "language", "it")
        ended = await over(made)
        await again(made, made.people[0], ended)
        (call,) = made.pings()
        assert lines(made.public().text)[:2] == [
            "**Ann vuole la rivincita.**",
            "D’accordo: Ann. In attesa di Bo.",
        ]
        for message in (made.public(), call):
            assert [b.label for b in message.buttons] == ["Ci sto", "Stavolta no"]


async def test_where_one_declines_or_leaves_others_may_join(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        ended = await over(made)
        ann, bo, cy, di = made.people
        for person in (ann, bo):
            await again(made, person, ended)
        public, (call,) = made.public(), made.pings()
        await tap(di, public, "decline")
        await made.shown()
        assert WORDS("seat.free") in public.text
        assert WORDS("lobby.agreed", n=2, people=4) in public.text
        assert verbs(public) == ["join", "join", "rules", "hand"]
        for person, may in ((ann, True), (bo, False)):
            own = asks_again(made, person)
            await press(made, person, own, "lobby")
            assert ("swap" in verbs(own), "match" in verbs(own)) == (may, may)
        # A player who was in may think better of it.
        answer = await tap(bo, call, "decline")
        assert answer.text == WORDS("decline.done")
        await made.shown()
        assert public.text.count(WORDS("seat.free")) == 2
        eva = made.sandbox.join(made.guild, "eva")
        await tap(eva, public, "join", "1")
        await made.shown()
        lobby = await lobby_of(made)
        assert ({row.name for row in lobby.seats}, len(lobby.row.reserved)) == ({"Ann", "Eva"}, 1)
        # A player still asked reads the call.
        seen = (await tap(cy, public, "hand")).message
        assert seen is not None
        assert lines(seen.text)[0] == WORDS("rematch.wanted", name="Ann")
        assert verbs(seen) == ["come", "decline"]


async def test_who_asked_and_thinks_better_of_it_closes_the_lobby(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        ended = await over(made)
        await again(made, made.people[0], ended)
        public, (call,) = made.public(), made.pings()
        answer = await tap(made.people[0], public, "decline")
        assert answer.text == WORDS("lobby.closed")
        await made.shown()
        assert call.deleted
        await again(made, made.people[1], ended)
        assert lines(made.public().text)[0] == WORDS("rematch.wanted", name="Bo")


@pytest.mark.parametrize("game", ["cicera", "ciapano", "civil-suits"])
@pytest.mark.parametrize("own", [False, True], ids=["board", "panel"])
async def test_alone_with_computers_one_press_leads_to_the_new_hand(
    tmp_path: Path, game: str, *, own: bool
) -> None:
    async with house(tmp_path, players=1, cut_seconds=60, **NEVER) as made:
        unlimited(made)
        (ann,) = made.people
        await ann.slash(made.channel, f"{COMMANDS.get(game, game)} start")
        await made.shown()
        (lobby,) = [message for message in ann.sees(made.channel) if message.ephemeral]
        await ann.press(lobby, label=WORDS("button.alone"))
        await made.shown()
        first = await lobby_of(made)
        await stop(made, game)
        ended = panel(made, ann) if own else made.public()
        await again(made, ann, ended)
        game_now = await lobby_of(made)
        assert (game_now.playing, game_now.seq, game_now.row.rematch_of) == (True, 1, first.row.id)
        same = [(row.name, row.level) for row in first.seats]
        assert [(row.name, row.level) for row in game_now.seats] == same
        assert game_now.row.options == first.row.options
        assert "more" in verbs(panel(made, ann))
        assert any(game_now.row.id in (b.custom_id or "") for b in panel(made, ann).buttons)
        assert calls(made) == []
        assert list(made.sandbox.violations) == []


async def test_alone_with_computers_one_press_begins_the_next_game_in_its_thread(tmp_path: Path) -> None:
    async with sandboxed(1) as made, running(made, tmp_path / "cards.db", **NEVER) as bot:
        unlimited(made)
        await bot.preferences.choose(Scope.SERVER, made.guild.id, "threads", "on")
        (ann,) = made.people
        await ann.slash(made.channel, "cicera start", computers=1, level="easy", players=2)
        await made.shown()
        await made.start(ann)
        await made.shown()
        (first,) = [channel for channel in made.guild.channels.values() if channel.parent is not None]
        await ann.slash(first, "cicera stop")
        await made.shown()
        (ended,) = [m for m in ann.sees(first) if "rematch" in verbs(m) and not m.ephemeral]
        await tap(ann, ended, "rematch")
        await made.shown()
        threads = [channel for channel in made.guild.channels.values() if channel.parent is not None]
        (second,) = [thread for thread in threads if thread is not first]
        (row,) = await bot.store.live()
        game = await bot.tables.get(row.id)
        assert (game.playing, game.ledger.place.channel_id) == (True, second.id)
        assert list(made.sandbox.violations) == []
