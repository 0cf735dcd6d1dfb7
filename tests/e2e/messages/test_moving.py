"""How a table moves down the channel, calls people, and goes on without them."""

from pathlib import Path

from bot.blocks.blocks import Press
from bot.messages.ledger import HERE_SECONDS
from bot.table import situation
from sandbox.view import Message
from tests.e2e.support.at_table import WORDS, at_table, lobby, score, tables
from tests.e2e.support.house import button, live
from tests.e2e.support.newcomers import stop
from tests.e2e.support.reading import verb, verbs
from tests.e2e.support.referee import Referee
from tests.e2e.support.umpire_ciapano import Ciapano


def table_of(message: Message) -> str:
    """Return the id of the only table to which the buttons of a message belong."""
    presses = [Press.parse(button.custom_id or "") for button in message.buttons]
    (table,) = {press.table for press in presses if press is not None}
    return table


async def test_the_table_moves_to_another_channel(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        referee = Referee(made)
        await referee.begin()
        await referee.play(2)
        before, old = made.public(), made.channel
        made.channel = made.guild.add_channel("elsewhere")
        answer = await made.people[1].slash(made.channel, "cicera table")
        await made.sandbox.until(lambda: before.deleted)
        assert answer.message == made.public()
        made.channel = old
        panels = [made.panel(person) for person in made.people]
        made.channel = made.guild.channels[answer.message.stored.channel.id]
        for person in made.people:
            await person.press(made.public(), button(made.public(), "hand"))
        await referee.agree()
        await referee.play(6)
        assert len(set(panels)) == 4


async def test_two_tables_in_a_channel_and_one_person_at_both(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        ann, bo, cy, _ = made.people
        first = await lobby(made, players=2, target=11)
        await bo.press(first, button(first, "join"))
        await made.start(ann, first)
        second = await lobby(made, players=2, target=21)
        await cy.press(second, button(second, "join"))
        await made.start(ann, second)
        await made.sandbox.until(lambda: all("hand" in verbs(m) and "▶" in m.text for m in (first, second)))
        assert score("Ann", "Bo") in first.text
        assert score("Ann", "Cy") in second.text
        assert len(await tables(made)) == 2
        # Among several tables `hand` picks the one that waits for the member.
        assert made.bot is not None
        here = [await made.bot.tables.get(row.id) for row in await tables(made)]
        waits = [situation.asked_of(table, ann.id) is not None for table in here]
        answer = await ann.slash(made.channel, "cicera hand")
        assert answer.message is not None
        assert bool(live(answer.message)) == any(waits)
        for message, other in ((first, bo), (second, cy)):
            answer = await ann.press(message, button(message, "hand"))
            hand = await other.press(message, button(message, "hand"))
            assert answer.message is not None
            assert hand.message is not None
            assert table_of(answer.message) == table_of(hand.message) == table_of(message)
        await made.shown()
        for person in (ann, bo, cy):
            for message in [m for m in person.sees(made.channel) if m.ephemeral and live(m)]:
                card = live(message)[0]
                await person.press(message, custom_id=card.custom_id)
                if verb(card) == "pick":
                    leave = next(b for b in live(message) if verb(b) == "play")
                    await person.press(message, custom_id=leave.custom_id)
        assert all(made.bot.tables.current(table).seq > table.seq for table in here)


async def test_chat_pushes_the_table_up_and_it_comes_down(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        referee = Referee(made)
        await referee.begin()
        before = made.public()
        for number in range(13):
            await made.people[0].say(made.channel, f"chatter {number}")
        await referee.play(1)
        assert made.public() == before
        for number in range(2):
            await made.people[1].say(made.channel, f"more {number}")
        await referee.play(1)
        assert made.public() != before
        await made.sandbox.until(lambda: before.deleted)
        assert [m for m in made.people[0].sees(made.channel) if not m.ephemeral][-1] == made.public()
        assert len([m for m in made.people[3].sees(made.channel) if not m.ephemeral and m.buttons]) == 1


async def test_a_table_that_has_grown_old_is_posted_anew(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        referee = Referee(made)
        await referee.begin()
        before = made.public()
        await made.pass_time(56 * 60)
        for person in made.people:
            await person.press(before, button(before, "hand"))
        await referee.play(1)
        assert made.public() != before
        await made.sandbox.until(lambda: before.deleted)


async def test_move_down_and_the_table_command_bring_it_down(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        referee = Referee(made)
        await referee.begin()
        ann = made.people[0]
        first = made.public()
        more = (await ann.press(first, button(first, "more"))).message
        assert more is not None
        assert WORDS("moved") in (await ann.press(more, button(more, "down"))).text
        await made.sandbox.until(lambda: first.deleted and more.deleted)
        assert made.panel(ann) == ann.sees(made.channel)[-1]
        second = made.public()
        assert (await ann.slash(made.channel, "cicera table")).message == made.public()
        await made.sandbox.until(lambda: second.deleted)
        await referee.agree()
        await referee.play(4)


async def test_who_is_slow_is_called_once_and_the_call_goes_with_the_turn(tmp_path: Path) -> None:
    async with at_table(tmp_path, nudge_seconds=90) as made:
        referee = Referee(made)
        await referee.begin()

        def calls() -> list[Message]:
            return [m for m in made.people[0].sees(made.channel) if m.mentions]

        await made.pass_time(60)
        await referee.agree()
        assert calls() == []
        # A member who has just pressed their panel is called once they may have put it away.
        await made.pass_time(HERE_SECONDS - 59)
        await made.sandbox.until(calls)
        (call,) = calls()
        assert call.mentions == [made.people[referee.state.turn].name]
        await made.pass_time(300)
        await referee.play(1)
        await made.sandbox.until(lambda: call.deleted)
        assert calls() == []


async def test_the_next_hand_is_dealt_by_itself(tmp_path: Path) -> None:
    async with at_table(tmp_path, players=3, next_hand_seconds=45) as made:
        umpire = Ciapano(made)  # a first hand never ends it
        await umpire.begin()
        while not umpire.between:
            await umpire.play(1)
        await made.people[0].press(
            made.public(), next(b for b in made.public().buttons if verb(b) == "ready")
        )
        await made.pass_time(46)
        await made.sandbox.until(lambda: "ready" not in verbs(made.public()))
        await umpire.take_deal()
        await umpire.agree()
        await umpire.play(3)


async def test_after_a_game_the_table_command_leads_to_its_message_and_to_the_next(tmp_path: Path) -> None:
    async with at_table(tmp_path, players=2) as made:
        await made.open()
        await stop(made)
        ended, (ann, bo), eva = made.public(), made.people, made.sandbox.join(made.guild, "eva")
        for number in range(3):
            await bo.say(made.channel, f"chatter {number}")
        answer = await ann.slash(made.channel, "cicera table")
        assert answer.message is not None
        link = f"https://discord.com/channels/{made.guild.id}/{made.channel.id}/{ended.id}"
        assert answer.text == WORDS("tables.over", game="Cicera", link=link)
        assert answer.message.ephemeral
        # Only the players of that game, in its channel, are led there.
        elsewhere = made.guild.add_channel("elsewhere")
        for person, channel, command in (
            (eva, made.channel, "cicera"),
            (ann, elsewhere, "cicera"),
            (ann, made.channel, "ciapano"),
        ):
            refused = await person.slash(channel, f"{command} table")
            assert refused.text == WORDS("refused.no-table-here", game=command)
        await ann.press(answer.message, button(answer.message, "rematch"))
        await made.shown()
        assert made.public().id > ended.id
        # A lobby is a table again.
        moved = await ann.slash(made.channel, "cicera table")
        assert moved.message == made.public()
