"""Statistics as members see them: their own, another's, a hidden one's, and those shown to everybody."""

from pathlib import Path
from typing import Final

import pytest

from bot.preferences.declared import OFF, ON
from bot.store import Scope, Status
from bot.store.model.results import COMPUTERS, HandRow
from bot.store.ratings.statements import HIDDEN
from sandbox.driver import Answer
from sandbox.view import Message
from tests.bot.store.store_rows import a_place, a_result, a_table, add_result
from tests.e2e.support.house import House, house
from tests.e2e.support.pictured import seen
from tests.e2e.support.referee import Referee, unlimited
from tests.e2e.tables.test_leaderboard import OTHERS, Game, write_results

FORGED: Final = "That is not a move in this game."


def of(answer: Answer) -> Message:
    """Return the message of an answer, which only its reader sees."""
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message


async def some_games(made: House) -> None:
    """Store games in which Ann and Bo beat others: seven in pairs, two against one another."""
    ann, bo, *_ = made.people
    pairs: list[Game] = [((ann.id, bo.id), 7, (OTHERS + n, OTHERS + 100 + n), 3) for n in range(5)]
    await write_results(made, pairs, hands=2)
    assert made.bot is not None
    points = HandRow((7, 3), ({"scua": 2, "napula": 4}, {"scua": 1}))
    for table_id in ("aaaaaaaa", "bbbbbbbb"):
        row = a_table(table_id, guild_id=made.guild.id, status=Status.LOBBY)
        await made.bot.store.create(row, a_place(table_id, guild_id=made.guild.id), [])
        sides = ((ann.id, bo.id), 7), ((OTHERS, OTHERS + 100), 3)
        now = made.bot.tables.now()
        result = a_result(table_id, *sides, guild_id=made.guild.id, hands=(points,), ended_at=now)
        await add_result(made.bot.store, result)
    await write_results(made, [((ann.id,), 5, (bo.id,), 9), ((ann.id,), 9, (bo.id,), 5)], first=7)


async def test_a_member_sees_their_games_and_asks_for_anothers(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, cy, _ = made.people
        await some_games(made)
        own = of(await ann.slash(made.channel, "cicera stats"))
        assert f"**<@{ann.id}>**\n-# Cicera" in own.text
        assert "**7 games**, 7 won" in own.text
        assert "points a hand** ±" in own.text
        assert "Latest first: **W** **W** **W** **W** **W** **W** **W**" in own.text
        assert "4 scue · longest napula 4" in own.text
        assert "Points a hand, game by game (7)" in own.text
        assert f"<@{bo.id}>" not in own.text
        asked = of(await cy.slash(made.channel, "cicera stats", member=bo))
        assert f"**<@{bo.id}>**\n-# Cicera" in asked.text
        assert "**7 games**, 7 won" in asked.text
        # The other options are in a list behind *More*.
        more = of(await cy.press(asked, label="More"))
        [select] = more.selects
        [single] = [label for label, _ in select.options if label.startswith("one against one")]
        turned = of(await cy.select(more, values=[single]))
        assert "**2 games**, 1 won" in turned.text
        assert "Latest first: L **W**" in turned.text
        assert not made.sandbox.violations


async def test_of_nobody_known_of_a_hidden_member_and_of_a_bot_there_is_a_sentence(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, cy, di = made.people
        assert made.bot is not None
        await some_games(made)
        nobody = of(await ann.slash(made.channel, "cicera stats", member=cy)).text
        assert nobody.startswith(f"I know of no game of Cicera by <@{cy.id}> in this server.")
        nothing = of(await di.slash(made.channel, "cicera stats")).text
        assert nothing.startswith(
            "You have not finished a game of Cicera in this server yet. `/cicera start`"
        )
        await made.bot.store.choose(Scope.MEMBER, bo.id, HIDDEN, ON)
        hidden = of(await ann.slash(made.channel, "cicera stats", member=bo)).text
        assert hidden == nobody.replace(str(cy.id), str(bo.id))
        own = of(await bo.slash(made.channel, "cicera stats"))
        assert "**7 games**, 7 won" in own.text
        assert "only you see this" in own.text
        assert [button.label for button in own.buttons] == ["More"]
        robot = made.sandbox.world.bot
        told = of(await ann.slash(made.channel, "cicera stats", member=robot)).text
        assert told.startswith(f"<@{robot.id}> is a bot.")


async def test_games_with_computers_stand_apart(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, *_ = made.people
        await write_results(made, [((ann.id, -1), 7, (-2, -3), 3)], why=COMPUTERS)
        own = of(await ann.slash(made.channel, "cicera stats"))
        assert "No game with people alone has been finished yet." in own.text
        assert "with computers 1, 1 won" in own.text
        assert own.buttons == []


async def test_statistics_are_shown_to_everybody_unless_their_owner_hides(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, cy, _ = made.people
        assert made.bot is not None
        await some_games(made)
        own = of(await ann.slash(made.channel, "cicera stats"))
        before = len(cy.sees(made.channel))
        await ann.press(own, label="Show it here")
        [posted] = cy.sees(made.channel)[before:]
        assert not posted.ephemeral
        assert f"**<@{ann.id}>**\n-# Cicera" in posted.text
        assert "**7 games**, 7 won" in posted.text
        assert (posted.buttons, posted.selects) == ([], [])
        other = of(await cy.slash(made.channel, "cicera stats", member=bo))
        await made.bot.store.choose(Scope.MEMBER, bo.id, HIDDEN, ON)
        answer = await cy.press(other, label="Show it here")
        assert "There is nothing left to show here" in answer.text
        assert [one.id for one in cy.sees(made.channel)[before:] if not one.ephemeral] == [posted.id]
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "public-lists", OFF)
        again = of(await ann.slash(made.channel, "cicera stats"))
        assert [button.label for button in again.buttons] == ["More"]


async def test_forged_presses_show_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, *_ = made.people
        assert made.bot is not None
        await some_games(made)
        own = of(await ann.slash(made.channel, "cicera stats"))
        await made.bot.store.choose(Scope.MEMBER, bo.id, HIDDEN, ON)
        for forged in (
            "k",
            "k:cicera",
            f"k:cicera:{ann.id}",
            f"k:cicera:{ann.id}:rules:4-12-any",
            f"k:cicera:{ann.id}:show:5-12-any",
            f"k:chess:{ann.id}:here:4-12-any",
            "k:cicera:-1:here:4-12-any",
            "k:cicera:99999999999999999999:here:4-12-any",
            "k:cicera:9999999999999999999:show:4-12-any",
            f"k:cicera:{ann.id}:here:5-12-any",
            f"k:cicera:{ann.id}:there:4-12-any",
            f"k:cicera:{ann.id}:here:4-12-any:x",
        ):
            assert (await ann.forge(own, forged)).text == FORGED, forged
        answer = await ann.forge(own, f"k:cicera:{bo.id}:here:4-12-any")
        assert "There is nothing left to show here" in answer.text
        assert str(bo.id) not in answer.text


@pytest.mark.long
async def test_after_real_games_there_is_a_curve_as_a_picture(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, pictures=True) as made:
        unlimited(made)
        ann, bo = made.people
        referee = Referee(made, skims=0.9)
        await referee.begin(target=11)
        await referee.play()
        first = of(await ann.slash(made.channel, "cicera stats"))
        assert "**1 game**" in first.text
        assert seen(first) == []
        await write_results(made, [((ann.id,), 5, (bo.id,), 9), ((ann.id,), 9, (bo.id,), 5)])
        await made.shown()
        own = of(await ann.slash(made.channel, "cicera stats"))
        await made.sandbox.until(lambda: own.attachments)
        [(name, alt)] = seen(own)
        assert len(name) == 28
        assert alt.startswith("Points a hand, game by game (3)")
        assert "game by game" not in own.text
        assert not made.sandbox.violations
