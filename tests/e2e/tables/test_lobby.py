"""The lobby as its members meet it: its text, agreeing to its options, and freed seats."""

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bot.panels.shared.claims import NO_MORE
from bot.panels.table.lookup import LONG_NUMBERS
from bot.store import Status
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import GAMES
from sandbox.answer import Answer
from sandbox.components import ROW, STRING_SELECT, walk
from sandbox.driver import Member
from sandbox.view import Button, Message, Select
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import COMMANDS, DAY, House, house, running, sandboxed
from tests.e2e.support.reading import Control, label, moments, notation, verb, verbs
from tests.e2e.support.umpire import unlimited

GREEN = 3
PUBLIC = {"join", "rules", "hand"}


def at_home(tmp_path: Path, players: int = 4, **values: Any) -> AbstractAsyncContextManager[House]:
    return house(tmp_path, players, **values)


async def opened(made: House, game: str = "cicera", **options: Any) -> Message:
    """Return the lobby that the first member has opened, once their own panel is there too."""
    ann = made.people[0]
    await ann.slash(made.channel, f"{COMMANDS.get(game, game)} start", **options)
    await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
    return made.public()


async def full(made: House, **options: Any) -> Message:
    """Return a lobby in which everybody has a seat and sees it."""
    lobby = await opened(made, **options)
    for number, person in enumerate(made.people[1:], 1):
        await sit(made, person, number % 2 if len(made.people) > 2 else None)
    await made.startable(lobby)
    await made.shown()
    return lobby


async def sit(made: House, person: Member, side: int | None = None) -> None:
    """Let a member sit down, and wait for their own panel."""
    await made.join(person, side)
    await made.sandbox.until(lambda: any(message.ephemeral for message in person.sees(made.channel)))


async def table(made: House) -> Table:
    """Return the only table."""
    assert made.bot is not None
    (row,) = await made.bot.store.live(guild_id=made.guild.id)
    return made.bot.tables.current(await made.bot.tables.get(row.id))


def own(made: House, person: Member) -> Message:
    """Return a member's panel: the newest message that they alone see and that has buttons."""
    return [message for message in person.sees(made.channel) if message.ephemeral and message.buttons][-1]


def find(message: Message, wanted: str, text: str = "") -> Control:
    """Return the control of a message with this verb, and notation."""
    controls: list[Control] = [*message.buttons, *message.selects]
    return next(c for c in controls if verb(c) == wanted and (not text or notation(c) == text))


async def press(made: House, person: Member, message: Message, wanted: str, text: str = "") -> Answer:
    """Press the button of a message with this verb, and notation, and wait for all of the answer.

    What a panel has no room for is behind its button for more.
    """
    if wanted not in verbs(message) and "lobby" in verbs(message):
        await press(made, person, message, "lobby")
    answer = await person.press(message, custom_id=find(message, wanted, text).custom_id)
    await made.answered()
    return answer


async def forge(made: House, person: Member, message: Message, wanted: str, *values: str) -> Answer:
    """Send a press, or with values a choice, that a client may not offer, and wait for all of the answer."""
    if values:
        answer = await person.forge(message, wanted, values=values, component_type=STRING_SELECT)
    else:
        answer = await person.forge(message, wanted)
    await made.answered()
    return answer


def told(answer: Answer, pressed: Message) -> Message:
    """Return the message, for the presser alone, that answers a press on another."""
    (message,) = {
        message for message in (answer.message, *answer.followups) if message not in (None, pressed)
    }
    assert message is not None
    assert message.ephemeral
    return message


async def shows(made: House, person: Member, option: str, value: str) -> None:
    """Wait until a member's panel shows a chosen option: an older state may be drawn over it for a moment."""

    def shown() -> bool:
        return find(own(made, person), "option", option).chosen == (value,)  # type: ignore[union-attr]  # a select

    await made.sandbox.until(shown, what=f"{option} is {value}")


async def choose(made: House, person: Member, wanted: str, value: str, text: str = "") -> Answer:
    """Choose a value in the select of a member's panel with this verb, and notation."""
    panel = own(made, person)
    answer = await person.select(panel, find(panel, wanted, text).custom_id, values=[value])
    await made.answered()
    return answer


async def change(made: House, option: str, value: str) -> None:
    """Let the host choose a value of an option."""
    ann = made.people[0]
    await made.shown()
    if "back" not in verbs(own(made, ann)):
        await press(made, ann, own(made, ann), "options")
    await choose(made, ann, "option", value, option)


def starts(message: Message) -> bool:
    """Return whether a lobby, or a panel of one, has a green Start."""
    return [b.style for b in message.buttons if verb(b) == "start"] == [GREEN]


def start_of(lobby: Message) -> str:
    """Return the press of a lobby's Start, which it may not show yet."""
    return (find(lobby, "hand").custom_id or "").replace(":hand", ":start")


# The view of everybody


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_lobby_offers(tmp_path: Path, game: str) -> None:
    async with at_home(tmp_path, 2) as made:
        lobby = await opened(made, game)
        found = await table(made)
        sides = [str(side) for side in range(len(found.sides))] if view_of(found).teams else [""]
        assert [notation(b) for b in lobby.buttons if verb(b) == "join"] == sides
        assert set(verbs(lobby)) == PUBLIC
        assert not starts(lobby)
        rows = [part for part in walk(lobby.components) if part["type"] == ROW]
        assert [len(row["components"]) for row in rows] == ([2, 2] if sides != [""] else [3])
        # The usual rules and clock are not mentioned. Of the fingerprint eight digits are there, and all of
        # them behind the page about the shuffle.
        whole = found.row.commitment
        small = WORDS("small", told=WORDS("lobby.commitment", commitment=whole[:8]))
        assert [line for line in lobby.text.splitlines() if line.startswith("-# ")] == [small]
        assert whole[:9] not in lobby.text
        ann = made.people[0]
        panel = own(made, ann)
        short = WORDS("panel.alone.first", rules=WORDS("cicera.option.target.21"))
        assert panel.text == (short if game == "cicera" else WORDS("panel.alone"))
        assert verbs(panel) == ["alone", "options", "lobby"]
        await press(made, ann, panel, "lobby")
        assert verbs(panel) == ["computers", "rules", "fairness", "leave", "cancel", "back"]
        await press(made, ann, panel, "fairness")
        assert small in panel.text
        assert whole[:9] not in panel.text
        await press(made, ann, panel, "fairness", LONG_NUMBERS)
        assert whole in panel.text
        await press(made, ann, panel, "back")
        # A member who is not the host has neither the options nor the end of it.
        bo = made.people[1]
        await sit(made, bo, 1 if sides != [""] else None)
        assert verbs(own(made, bo)) == ["rules", "leave", "lobby"]
        await press(made, bo, own(made, bo), "lobby")
        assert verbs(own(made, bo)) == ["computers", "fairness", "back"]
        await made.sandbox.until(lambda: panel.text == WORDS("panel.free"))
        assert [label(b) for b in panel.buttons if verb(b) == "alone"] == [WORDS("button.fill-up")]
        # That would begin a game to whose options Bo has not agreed.
        await press(made, bo, own(made, bo), "back")
        await change(made, "claims", "on")
        await press(made, ann, panel, "back")
        assert panel.text == WORDS("panel.lobby")
        assert verbs(panel) == ["options", "computers", "lobby"]
        await made.sandbox.until(lambda: verbs(own(made, bo)) == ["accept", "rules", "lobby"])
        assert list(made.sandbox.violations) == []


async def test_a_full_lobby_has_a_green_start_for_all_and_for_its_host(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        lobby = await full(made)
        ann, bo, *_ = made.people
        assert starts(lobby)
        assert verbs(lobby) == ["start", "wait", "hand"]
        assert own(made, ann).text == WORDS("panel.start")
        assert verbs(own(made, ann)) == ["start", "options", "lobby"]
        assert starts(own(made, ann))
        assert verbs(own(made, bo)) == ["rules", "leave", "lobby"]
        await press(made, ann, own(made, ann), "start")
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))


async def test_only_rules_that_are_not_usual_are_told(tmp_path: Path) -> None:
    """Two usually play to 31 (C2)."""
    async with at_home(tmp_path, 1, turn_seconds=30) as made:
        lobby = await opened(made, players=2, deal=6, clock=300)
        rules = [WORDS("cicera.option.players.2"), WORDS("cicera.option.deal.6")]
        assert WORDS("between").join([*rules, WORDS.count("clock.minutes", 5), ""]) in lobby.text
        assert WORDS("cicera.option.target.31") not in lobby.text
        # A short clock that nobody has chosen surprises.
        assert f"-# {WORDS.count('clock.seconds', 30)}" in (await opened(made, "ciapano")).text


async def test_a_second_start_offers_the_lobby_that_is_open(tmp_path: Path) -> None:
    async with at_home(tmp_path, 2) as made:
        ann, bo = made.people
        lobby = await opened(made)
        before = await table(made)
        (offer,) = [(await ann.slash(made.channel, "cicera start", target=21)).message]
        assert offer is not None
        assert offer.ephemeral
        assert offer.text == WORDS("start.open", game="Cicera")
        assert verbs(offer) == ["down", "cancel"]
        assert await table(made) == before
        await press(made, ann, offer, "down")
        await made.sandbox.until(lambda: lobby not in ann.sees(made.channel))
        await made.sandbox.until(lambda: offer.deleted)
        panel = own(made, ann)
        assert verbs(panel) == ["alone", "options", "lobby"]
        assert offer.id < made.public().id < panel.id
        # Other games, other channels and other members have lobbies of their own.
        for person, channel, command in (
            (ann, made.channel, "ciapano"),
            (ann, made.guild.add_channel("altra"), "cicera"),
            (bo, made.channel, "cicera"),
        ):
            answer = await person.slash(channel, f"{command} start")
            assert answer.message is not None
            assert not answer.message.ephemeral
        assert made.bot is not None
        assert len(await made.bot.store.live(guild_id=made.guild.id)) == 4
        again = (await ann.slash(made.channel, "cicera start")).message
        assert again is not None
        await press(made, ann, again, "cancel")
        assert again.text == WORDS("lobby.closed")
        answer = await ann.slash(made.channel, "cicera start", target=21)
        assert answer.message is not None
        assert not answer.message.ephemeral
        assert list(made.sandbox.violations) == []


async def test_who_finds_all_seats_taken_is_called_for_the_next_game(tmp_path: Path) -> None:
    async with at_home(tmp_path, 2) as made:
        lobby = await opened(made, players=2)
        join = find(lobby, "join").custom_id or ""
        await sit(made, made.people[1])
        await made.sandbox.until(lambda: "wait" in verbs(lobby))
        eva, fay = (made.sandbox.join(made.guild, name) for name in ("eva", "fay"))
        # Eva has pressed Join a moment too late.
        late = told(await forge(made, eva, lobby, join), lobby)
        assert late.text.startswith(WORDS("panel.full"))
        assert verbs(late) == ["rules", "fairness", "wait"]
        await press(made, eva, late, "wait")
        assert notation(find(late, "wait")) == NO_MORE
        waits = told(await press(made, fay, lobby, "wait"), lobby)
        assert notation(find(waits, "wait")) == NO_MORE
        assert set((await table(made)).ledger.waiters) == {eva.id, fay.id}
        # Once more is no less, and a member with a seat is told that they have one.
        await press(made, fay, lobby, "wait")
        seated = told(await press(made, made.people[1], lobby, "wait"), lobby)
        assert WORDS("refused.seated") in seated.text
        assert set((await table(made)).ledger.waiters) == {eva.id, fay.id}
        assert list(made.sandbox.violations) == []


async def test_who_has_no_seat_reads_the_rules_and_the_fingerprint(tmp_path: Path) -> None:
    async with at_home(tmp_path, 2) as made:
        lobby = await opened(made)
        eva = made.sandbox.join(made.guild, "eva")
        answer = await press(made, eva, lobby, "rules")
        assert answer.message is not None
        assert answer.message.ephemeral
        first = answer.message.text
        await press(made, eva, answer.message, "rules", "2")
        assert answer.message.text != first
        await press(made, eva, answer.message, "back")
        assert verbs(answer.message) == ["rules", "fairness"]
        await press(made, eva, answer.message, "fairness")
        await press(made, eva, answer.message, "fairness", LONG_NUMBERS)
        assert (await table(made)).row.commitment in answer.message.text
        more = await press(made, eva, lobby, "hand")
        assert more.message is not None
        assert verbs(more.message) == ["rules", "fairness"]
        assert len((await table(made)).seats) == 1
        assert list(made.sandbox.violations) == []


# Options


async def test_the_host_chooses_options_and_all_agree_again(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        unlimited(made)
        ann, bo, cy, di = made.people
        lobby = await full(made)
        await press(made, ann, own(made, ann), "options")
        page = own(made, ann)
        selects = [select for select in page.selects if verb(select) == "option"]
        assert {notation(s): s.chosen for s in selects} == {
            "players": ("4",),
            "target": ("51",),
            "deal": ("12",),
            "picada": ("any",),
            "clock": (str(DAY),),
            "claims": ("off",),
        }
        await choose(made, ann, "option", "21", "target")
        assert (await table(made)).options.target == 21
        await shows(made, ann, "target", "21")
        await made.sandbox.until(lambda: "accept" in verbs(lobby))
        agree = find(lobby, "accept")
        assert isinstance(agree, Button)
        assert agree.style == GREEN
        assert not starts(lobby)
        # A member who presses Start all the same is refused, and so is a stranger who agrees.
        told(await forge(made, ann, lobby, start_of(lobby)), lobby)
        assert not (await table(made)).playing
        eva = made.sandbox.join(made.guild, "eva")
        told(await press(made, eva, lobby, "accept"), lobby)
        # Bo agrees in public, twice; Cy and Di in their own panels.
        await asyncio.gather(*(press(made, bo, lobby, "accept") for _ in range(2)))
        assert {row.user_id for row in view_of(await table(made)).to_agree} == {cy.id, di.id}
        # A button drawn for other options agrees to nothing.
        await choose(made, ann, "option", "6", "deal")
        await made.sandbox.until(lambda: find(lobby, "accept") != agree)
        told(await forge(made, cy, lobby, agree.custom_id or ""), lobby)
        assert len(view_of(await table(made)).to_agree) == 3
        await press(made, bo, lobby, "accept")
        for person in (cy, di):
            # A drawing still under way may come after the answer, until it is drawn once more.
            await made.shown()
            await press(made, person, own(made, person), "accept")
            assert "accept" not in verbs(own(made, person))
        await made.sandbox.until(lambda: "accept" not in verbs(lobby) and starts(lobby))
        # A panel with the options open shows the hand once the game starts.
        await press(made, ann, lobby, "start")
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        assert (await table(made)).options.deal == 6
        assert list(made.sandbox.violations) == []


async def test_the_clock_and_claims_are_agreed_on_like_options(tmp_path: Path) -> None:
    async with at_home(tmp_path, 2, turn_seconds=75) as made:
        unlimited(made)
        ann, bo = made.people
        lobby = await full(made, players=2)
        await press(made, ann, own(made, ann), "options")
        clocks = find(own(made, ann), "option", "clock")
        # The value set by the host of the bot is among the seven, though it is otherwise not offered.
        offered = [value for _, value in clocks.options]  # type: ignore[union-attr]
        assert offered == ["0", "30", "60", "75", "120", "300", str(DAY), str(3 * DAY)]
        assert clocks.chosen == ("75",)  # type: ignore[union-attr]  # a select
        for option, value, rule in (
            ("clock", "300", WORDS.count("clock.minutes", 5)),
            ("clock", "0", WORDS("clock.off")),
            ("claims", "on", WORDS("option.claims.on")),
        ):
            await choose(made, ann, "option", value, option)
            await shows(made, ann, option, value)
            await made.sandbox.until(lambda rule=rule: rule in lobby.text)  # type: ignore[misc]  # bound now
            await made.sandbox.until(lambda: "accept" in verbs(lobby) and not starts(lobby))
            await press(made, bo, lobby, "accept")
        for option, value in (("clock", "7"), ("clock", "75"), ("clock", ""), ("claims", "yes")):
            custom_id = find(own(made, ann), "option", option).custom_id or ""
            await forge(made, ann, own(made, ann), custom_id, value)
        row = (await table(made)).row
        assert (row.clock, row.timed, row.claims) == (0, True, True)
        await made.start(ann, lobby)
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        assert moments(lobby) == []
        assert list(made.sandbox.violations) == []


async def test_until_somebody_joins_the_host_changes_freely(tmp_path: Path) -> None:
    async with at_home(tmp_path, 2) as made:
        lobby = await opened(made)
        await change(made, "players", "2")
        await change(made, "target", "11")
        await made.shown()
        assert "accept" not in verbs(lobby)
        await made.sandbox.until(lambda: [notation(b) for b in lobby.buttons if verb(b) == "join"] == [""])
        await made.join(made.people[1])
        await made.start(made.people[0], lobby)
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        assert (await table(made)).options.target == 11


async def test_only_the_host_chooses(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        ann, bo, cy, _ = made.people
        lobby = await full(made)
        await press(made, ann, own(made, ann), "options")
        option = find(own(made, ann), "option", "target").custom_id or ""
        free = find(own(made, ann), "free").custom_id or ""
        before = await table(made)
        eva = made.sandbox.join(made.guild, "eva")
        opens = option.split(":option")[0] + ":options"
        for person in (bo, eva):
            for custom_id, value in ((option, "21"), (free, str(cy.id)), (opens, "")):
                told(await forge(made, person, lobby, custom_id, value), lobby)
        # In their own panels they read it there, and nothing opens.
        untold = own(made, bo).text
        for custom_id, value in ((option, "21"), (free, str(cy.id)), (opens, "")):
            await forge(made, bo, own(made, bo), custom_id, value)
            assert own(made, bo).text != untold
            assert own(made, bo).selects == []
            await press(made, bo, own(made, bo), "rules")
            await press(made, bo, own(made, bo), "back")
            assert own(made, bo).text == untold
        for value in ("22", "", "none"):
            await forge(made, ann, own(made, ann), option, value)
        for value in (str(ann.id), "0", "", "-", "x"):
            await forge(made, ann, own(made, ann), free, value)
        now = await table(made)
        assert (now.row.options, now.seats) == (before.row.options, before.seats)
        assert list(made.sandbox.violations) == []


async def test_other_seats(tmp_path: Path) -> None:
    async with at_home(tmp_path, 3) as made:
        ann, _, cy = made.people
        lobby = await opened(made, computers=1)
        for person in made.people[1:]:
            await made.join(person, 1)
        before = await table(made)
        await change(made, "players", "2")
        # Three people are too many for two seats: nothing has changed, and the page still offers all.
        assert (await table(made)).seats == before.seats
        assert find(own(made, ann), "option", "players").chosen == ("4",)  # type: ignore[union-attr]  # a select
        await choose(made, ann, "free", str(cy.id))
        await choose(made, ann, "option", "2", "players")
        assert [(row.seat, row.person) for row in (await table(made)).seats] == [(0, True), (1, True)]
        await made.sandbox.until(lambda: "join" not in verbs(lobby))
        assert list(made.sandbox.violations) == []


# Freed seats


async def test_the_host_frees_a_seat_and_who_sat_there_comes_back(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        ann, bo, cy, _ = made.people
        lobby = await full(made)
        panel = own(made, bo)
        await press(made, ann, own(made, ann), "options")
        free = find(own(made, ann), "free")
        assert isinstance(free, Select)
        assert {value for _, value in free.options} == {str(person.id) for person in made.people[1:]}
        await choose(made, ann, "free", str(bo.id))
        await made.sandbox.until(lambda: verbs(panel) == ["rules", "fairness"])
        await made.sandbox.until(lambda: not starts(lobby))
        # A second press frees no other seat; a late press of Bo's changes nothing.
        await forge(made, ann, own(made, ann), free.custom_id, str(bo.id))
        await forge(made, bo, panel, str(find(own(made, cy), "leave").custom_id))
        assert len((await table(made)).seats) == 3
        await made.join(bo, 1)
        await made.sandbox.until(lambda: "leave" in verbs(own(made, bo)))
        await made.start(ann, lobby)
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        # A press on the drawing before the start: the hand stays, and all keep their seats.
        await forge(made, ann, own(made, ann), free.custom_id, str(bo.id))
        now = await table(made)
        assert now.playing
        assert len(now.seats) == 4
        assert list(made.sandbox.violations) == []


async def test_who_is_freed_while_their_panel_is_being_drawn_is_told_as_well(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        ann, bo, _, di = made.people
        await full(made)
        await made.shown()
        panel = own(made, bo)
        # The panels of the members who still have seats, and not the answer to the leaver.
        late = made.sandbox.faults.slow(
            "PATCH /webhooks/*", times=3, seconds=60, only=lambda _, body: ":lobby" in str(body)
        )
        await press(made, di, own(made, di), "leave")
        await made.sandbox.until(lambda: late.hits == 3)
        await press(made, ann, own(made, ann), "options")
        await choose(made, ann, "free", str(bo.id))
        made.sandbox.clock.advance(60)
        await made.sandbox.until(lambda: verbs(panel) == ["rules", "fairness"])


async def test_a_computers_seat_is_freed(tmp_path: Path) -> None:
    async with at_home(tmp_path, 1) as made:
        (ann,) = made.people
        await opened(made, computers=2)
        await press(made, ann, own(made, ann), "options")
        gone = (await table(made)).seats[-1].user_id
        await choose(made, ann, "free", str(gone))
        assert len((await table(made)).seats) == 2


# Leaving and closing


async def test_who_leaves_in_their_panel_reads_there_that_they_have_no_seat(tmp_path: Path) -> None:
    async with at_home(tmp_path, 2) as made:
        ann, bo = made.people
        lobby = await full(made, players=2)
        panel = own(made, ann)
        await press(made, ann, panel, "leave")
        assert verbs(panel) == ["rules", "fairness"]
        # Bo is the host now, and has the controls of one.
        await made.sandbox.until(lambda: "options" in verbs(own(made, bo)))
        closing = own(made, bo)
        await press(made, bo, closing, "cancel")
        assert closing.buttons == []
        await made.sandbox.until(lambda: lobby.buttons == [])
        assert list(made.sandbox.violations) == []


# Restart and rematch


async def test_who_has_to_agree_still_has_to_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        ann, bo = made.people
        async with running(made, database):
            lobby = await full(made, players=2)
            await change(made, "deal", "6")
            await made.sandbox.until(lambda: "accept" in verbs(lobby))
            await made.shown()
        async with running(made, database):
            told(await forge(made, ann, lobby, start_of(lobby)), lobby)
            # The page of the options that was open before works on, until the panel is drawn again.
            await choose(made, ann, "option", "11", "target")
            await made.shown()
            await press(made, bo, lobby, "accept")
            await made.start(ann, lobby)
            await made.sandbox.until(lambda: all(map(made.panel, made.people)))
            options = (await table(made)).options
            assert (options.deal, options.target) == (6, 11)
        assert list(made.sandbox.violations) == []


async def test_the_lobby_of_a_rematch_has_options_too(tmp_path: Path) -> None:
    async with at_home(tmp_path, 2) as made:
        ann, bo = made.people
        await made.open(players=2)
        first = made.public()
        for person in made.people:
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        await press(made, ann, first, "rematch")
        await made.sandbox.until(lambda: "come" in verbs(made.public()))
        again = made.public()
        await made.sandbox.until(lambda: "lobby" in verbs(own(made, ann)))
        await change(made, "deal", "6")
        await made.sandbox.until(lambda: WORDS("cicera.option.deal.6") in again.text)
        # Bo asks for the rematch of a game under other options: he has to agree to these, as Ann has.
        await press(made, bo, first, "rematch")
        assert WORDS("rematch.anew") in own(made, bo).text
        await press(made, bo, again, "come")
        assert (await table(made)).row.status is Status.LOBBY
        await press(made, ann, again, "come")
        await made.sandbox.until(lambda: (made.panel(ann) and made.panel(bo)) is not None)
        assert (await table(made)).row.status is Status.PLAYING
        assert list(made.sandbox.violations) == []
