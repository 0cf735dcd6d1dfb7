"""Names of teams: one member proposes in a form, the partner agrees in the channel, moderators clear."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

from bot.store import PROPOSED_SECONDS, Scope
from bot.store.ratings.statements import HIDDEN, HIDES
from sandbox.driver import Answer, Member
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.bot.store.store_rows import a_place, a_result, a_table, add_result
from tests.e2e.restarts.test_delivered_again import AGAIN
from tests.e2e.support.faulty import only
from tests.e2e.support.house import House, house, running, sandboxed

NAME: Final = "Gli Assi"
OVER: Final = "This proposal is over."


async def have_played(
    made: House, table_id: str = "t1", one: tuple[int, int] = (0, 2), other: tuple[int, int] = (1, 3)
) -> None:
    """Store a game of two teams, of Ann and Cy against Bo and Di if no others are given."""
    assert made.bot is not None
    row = a_table(table_id, guild_id=made.guild.id)
    await made.bot.store.create(row, a_place(table_id, guild_id=made.guild.id), [])
    sides = [(tuple(made.people[seat].id for seat in side), 31 - side[0]) for side in (one, other)]
    names = {person.id: person.name.capitalize() for person in made.people}
    await add_result(made.bot.store, a_result(table_id, *sides, guild_id=made.guild.id, names=names))


@asynccontextmanager
async def playing(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as made:
        await have_played(made)
        yield made


def team_of(*members: Member) -> str:
    return ":".join(map(str, sorted(member.id for member in members)))


async def more(made: House, person: Member) -> Message:
    """Return the page behind a member's leaderboard."""
    board = (await person.slash(made.channel, "cicera leaderboard")).message
    assert board is not None
    await person.press(board, label="More")
    return board


async def all_time(made: House, person: Member) -> str:
    """Return the leaderboard of all time."""
    board = (await person.slash(made.channel, "cicera leaderboard")).message
    assert board is not None
    return (await person.press(board, label="All time")).text


async def propose(made: House, person: Member, name: str = NAME) -> Answer:
    """Let a member propose a name for their only team."""
    form = await person.press(await more(made, person), label="Name your team")
    return await person.submit(form, {"text": name})


async def agreed(made: House, person: Member, partner: Member, name: str = NAME) -> Message:
    """Return the proposal of a name once the partner has agreed."""
    question = (await propose(made, person, name)).message
    assert question is not None
    await partner.press(question, label="Agree")
    return question


async def names(made: House) -> list[str]:
    assert made.bot is not None
    return sorted((await made.bot.store.ratings.team_names.of(made.guild.id)).values())


async def test_a_team_has_a_name_once_the_partner_agrees(tmp_path: Path) -> None:
    async with playing(tmp_path) as made:
        ann, bo, cy, _ = made.people
        answer = await propose(made, ann, "  *Gli*\u200b  Assi ")
        question = answer.message
        assert question is not None
        assert not question.ephemeral
        assert question.mentions == []
        team = f"<@{ann.id}> & <@{cy.id}>"
        assert question.text.startswith(
            f"<@{ann.id}> proposes a name for the team of {team}: **“\\*Gli\\* Assi”**. "
            f"<@{cy.id}>, do you agree?"
        )
        refused = await bo.press(question, label="Agree")
        assert refused.text == "Only the two of that team decide about its name."
        refused = await ann.press(question, label="Agree")
        assert refused.text.startswith("That is your own proposal")
        assert await names(made) == []
        await cy.press(question, label="Agree")
        assert question.text == f"The team of {team} is now called **“\\*Gli\\* Assi”**."
        assert question.buttons == []
        assert await names(made) == ["*Gli* Assi"]
        # A new name replaces it.
        second = (await propose(made, cy, "I Re")).message
        assert second is not None
        await ann.press(second, label="Agree")
        assert await names(made) == ["I Re"]


async def test_either_of_them_says_no(tmp_path: Path) -> None:
    async with playing(tmp_path) as made:
        ann, _, cy, _ = made.people
        for person, said in ((cy, "does not agree to the name."), (ann, "has taken the name back.")):
            question = (await propose(made, ann)).message
            assert question is not None
            await person.press(question, label="No")
            assert question.text == f"<@{person.id}> {said}"
            assert question.buttons == []
        assert await names(made) == []


async def test_a_proposal_is_over_with_a_newer_one_and_after_a_day(tmp_path: Path) -> None:
    async with playing(tmp_path) as made:
        ann, _, cy, _ = made.people
        first = (await propose(made, ann)).message
        second = (await propose(made, ann, "I Re")).message
        assert first is not None
        assert second is not None
        await cy.press(first, label="Agree")
        assert first.text == OVER
        assert first.buttons == []
        await made.pass_time(PROPOSED_SECONDS + 1)
        await cy.press(second, label="Agree")
        assert second.text == OVER
        assert await names(made) == []


async def test_names_that_no_team_can_have_are_refused_in_words(tmp_path: Path) -> None:
    async with playing(tmp_path) as made:
        ann, bo, cy, di = made.people
        assert "letter" in (await propose(made, ann, "\u200b \u2800")).text
        for called in ("@everyone", f"<@{bo.id}>", "x.it/y"):
            assert "mention" in (await propose(made, ann, called)).text
        form = await ann.press(await more(made, ann), label="Name your team")
        assert form.modal is not None
        assert [field.most for field in form.modal.fields] == [24]
        others = await ann.forge(await more(made, ann), f"n:new:{team_of(ann, bo)}")
        assert "no team of you two" in (await ann.submit(others, {"text": NAME})).text
        own = (await propose(made, ann, "BAT")).message
        other = (await propose(made, bo, "ват")).message
        assert own is not None
        assert other is not None
        await cy.press(own, label="Agree")
        taken = await di.press(other, label="Agree")
        assert "looks like it" in taken.text
        assert [button.label for button in other.buttons] == ["Agree", "No"]
        assert "looks like it" in (await propose(made, bo, "bat")).text
        assert await names(made) == ["BAT"]


async def test_a_team_with_a_hidden_member_is_not_named_in_public(tmp_path: Path) -> None:
    async with playing(tmp_path) as made:
        assert made.bot is not None
        ann, _, cy, _ = made.people
        form = await ann.press(await more(made, ann), label="Name your team")
        await made.bot.store.choose(Scope.MEMBER, cy.id, HIDDEN, HIDES)
        answer = await ann.submit(form, {"text": NAME})
        assert answer.message is not None
        assert answer.message.ephemeral
        assert "no team of you two" in answer.text
        for person in (ann, cy):
            assert "Name your team" not in [button.label for button in (await more(made, person)).buttons]


async def test_who_may_not_write_in_a_channel_proposes_nothing_there(tmp_path: Path) -> None:
    async with playing(tmp_path) as made:
        ann = made.people[0]
        form = await ann.press(await more(made, ann), label="Name your team")
        made.channel.deny(ann.user, Permission.SEND_MESSAGES)
        assert "may not write" in (await ann.submit(form, {"text": NAME})).text
        assert await names(made) == []


async def test_forged_ids_are_refused(tmp_path: Path) -> None:
    async with playing(tmp_path) as made:
        ann, bo, cy, _ = made.people
        message = await more(made, ann)
        for asked in (
            "n",
            "n:new",
            "n:new:1",
            f"n:new:{cy.id}:{ann.id}",
            f"n:new:{ann.id}:{ann.id}",
            f"n:new:{team_of(ann, cy)}:1",
            f"n:agree:{team_of(ann, cy)}:1",
            f"n:agree:{team_of(ann, cy)}",
            "n:clear:x",
            "n:clear:-1",
            f"n:new:{ann.id}:9999999999999999999",
        ):
            assert (await ann.forge(message, asked)).text == "That is not a move in this game.", asked
        others = await ann.forge(message, f"n:new:{team_of(bo, cy)}")
        assert others.modal is None
        question = (await propose(made, ann)).message
        assert question is not None
        await cy.forge(question, f"n:agree:{team_of(ann, cy)}:12")
        assert await names(made) == []


async def test_a_proposal_lasts_over_a_restart(tmp_path: Path) -> None:
    async with sandboxed() as made:
        ann, _, cy, _ = made.people
        async with running(made, tmp_path / "cards.db"):
            await have_played(made)
            question = (await propose(made, ann)).message
            assert question is not None
        async with running(made, tmp_path / "cards.db"):
            await cy.press(question, label="Agree")
            assert "is now called" in question.text
            assert await names(made) == [NAME]


def drawn_since(made: House, answer: Answer, sent: int) -> bool:
    """Return whether the bot has edited a message through an interaction since a request."""
    way = f"{answer.interaction.token}/messages/"
    return any(way in request.path for request in made.sandbox.requests if request.number > sent)


async def test_what_is_delivered_again_after_a_restart_is_not_done_again(tmp_path: Path) -> None:
    async with sandboxed() as made:
        ann, _, cy, _ = made.people
        async with running(made, tmp_path / "cards.db"):
            await have_played(made)
            proposed = await propose(made, ann)
            first = proposed.message
            assert first is not None
            agreed_to = await cy.press(first, label="Agree")
            waiting = await propose(made, cy, "I Re")
            second = waiting.message
            assert second is not None
            texts = [first.text, second.text]
        async with running(made, tmp_path / "cards.db"):
            for answer in (proposed, agreed_to, waiting):
                sent = made.sandbox.requests[-1].number
                made.sandbox.interactions.deliver(answer.interaction)
                await made.sandbox.until(partial(drawn_since, made, answer, sent))
                await made.answered()
                assert [first.text, second.text] == texts
                assert await names(made) == [NAME]
            assert [message for message in ann.sees(made.channel) if not message.ephemeral] == [first, second]
            await ann.press(second, label="Agree")
            assert await names(made) == ["I Re"]
        only(made, AGAIN)


async def test_a_no_that_is_delivered_again_does_not_read_like_a_yes_to_the_name_before(
    tmp_path: Path,
) -> None:
    async with sandboxed() as made:
        ann, _, cy, _ = made.people
        async with running(made, tmp_path / "cards.db"):
            await have_played(made)
            await agreed(made, ann, cy)
            proposed = await propose(made, ann, "I Re")
            question = proposed.message
            assert question is not None
            declined = await cy.press(question, label="No")
        async with running(made, tmp_path / "cards.db"):
            for answer in (declined, proposed):
                sent = made.sandbox.requests[-1].number
                made.sandbox.interactions.deliver(answer.interaction)
                await made.sandbox.until(partial(drawn_since, made, answer, sent))
                await made.answered()
                assert question.text == OVER
            assert await names(made) == [NAME]
        only(made, AGAIN)


async def test_a_name_and_a_proposal_go_with_who_is_forgotten(tmp_path: Path) -> None:
    async with playing(tmp_path) as made:
        assert made.bot is not None
        ann, _, cy, _ = made.people
        await agreed(made, ann, cy)
        second = (await propose(made, ann, "I Re")).message
        assert second is not None
        asks = (await cy.slash(made.channel, "cards forget-me")).message
        assert asks is not None
        await cy.press(asks, label="Forget me for good")
        assert await names(made) == []
        await ann.press(second, label="No")
        assert second.text == OVER
        assert "Name your team" not in [button.label for button in (await more(made, ann)).buttons]


async def test_moderators_clear_names(tmp_path: Path) -> None:
    async with playing(tmp_path) as made:
        ann, bo, cy, di = made.people
        await agreed(made, ann, cy)
        await agreed(made, bo, di, "I Re")
        assert NAME in await all_time(made, bo)
        page = await more(made, bo)
        assert "Names of teams" not in [button.label for button in page.buttons]
        back = str(page.buttons[-1].custom_id)
        asked = back.replace("b:", "n:clear:0:", 1)
        assert "manage messages" in (await bo.forge(page, asked)).text
        bo.moderate(True)
        page = await more(made, bo)
        await bo.press(page, label="Names of teams")
        (select,) = page.selects
        assert [label for label, _ in select.options] == [NAME, "I Re"]
        await bo.select(page, values=[NAME])
        assert "The name is gone." in page.text
        assert await names(made) == ["I Re"]
        await bo.select(page, values=["I Re"])
        assert page.selects == []
        assert await names(made) == []
        await bo.press(page, label="Back")
        assert [button.label for button in page.buttons] == ["Players", "Name your team", "Back"]
        assert NAME not in await all_time(made, bo)


async def test_who_has_several_teams_chooses_the_one_to_be_named(tmp_path: Path) -> None:
    async with playing(tmp_path) as made:
        ann, bo, cy, _ = made.people
        await agreed(made, cy, ann)
        await have_played(made, "t2", (0, 1), (2, 3))
        page = await more(made, ann)
        (select,) = [one for one in page.selects if one.custom_id == "n:new"]
        assert [label for label, _ in select.options] == ["With Bo", f"With Cy: “{NAME}”"]
        form = await ann.select(page, "n:new", values=["With Bo"])
        question = (await ann.submit(form, {"text": "I Re"})).message
        assert question is not None
        await bo.press(question, label="Agree")
        assert await names(made) == [NAME, "I Re"]
