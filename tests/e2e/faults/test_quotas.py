"""Members who press, open or ask too often are refused in private words, and nobody loses anything."""

from pathlib import Path
from typing import Final

import pytest

from bot.limits.quotas import BURST_SECONDS, Quota
from sandbox.driver import Member
from tests.e2e.games.test_advice import SIGN, hints, playing, the_panel
from tests.e2e.support.at_table import WORDS, at_table, tables
from tests.e2e.support.house import House, button, live, tap
from tests.e2e.support.reading import verbs

WAIT: Final = WORDS("refused.presses", seconds=1)


class Stopped:
    """A clock that stands still until it is moved, so that the speed of the machine does not matter."""

    def __init__(self, *quotas: Quota) -> None:
        self.at = 1000.0
        for quota in quotas:
            quota.now = self.now

    def now(self) -> float:
        return self.at


def told(made: House, person: Member) -> int:
    """Return how often a member was asked to wait before the next press."""
    return [m.text for m in person.sees(made.channel) if m.ephemeral].count(WAIT)


async def test_a_flood_of_presses_is_refused_and_costs_the_game_nothing(tmp_path: Path) -> None:
    async with at_table(tmp_path, 2) as made:
        assert made.bot is not None
        await made.open()
        await made.sandbox.until(made.able)
        person = made.able()[0]
        other = next(one for one in made.people if one is not person)
        panel, theirs = made.panel(person), made.panel(other)
        assert panel is not None
        assert theirs is not None
        clock = Stopped(made.bot.presses, made.bot.told_to_wait)
        made.bot.presses.rate, made.bot.presses.burst = 1, 2
        table_id = (await tables(made))[0].id
        before = (await made.bot.tables.get(table_id)).seq
        play = next(control for control in live(panel) if ":play:" in str(control.custom_id))
        for name in ("more", "back"):
            await tap(person, panel, name)
        # One too many: the refusal is a message of its own, sent only once.
        as_it_was = panel.text
        answers = [await person.forge(panel, str(play.custom_id)) for _ in range(5)]
        assert [answer.kind for answer in answers] == ["message"] + 4 * ["deferred_update"]
        assert answers[0].text == WAIT
        assert answers[0].message is not None
        assert answers[0].message.ephemeral
        assert told(made, person) == 1
        assert (panel.text, (await made.bot.tables.get(table_id)).seq) == (as_it_was, before)
        # A command has to be answered in words.
        assert (await person.slash(made.channel, "cards tables")).text == WAIT
        # Nobody else is concerned.
        assert (await tap(other, theirs, "more")).kind == "update"
        assert told(made, other) == 0
        clock.at += 6
        await person.forge(panel, str(play.custom_id))
        assert (await made.bot.tables.get(table_id)).seq > before
        for _ in range(3):
            await person.forge(panel, str(play.custom_id))
        assert told(made, person) == 3


async def test_a_burst_is_answered(tmp_path: Path) -> None:
    async with at_table(tmp_path, 1, presses_per_second=5) as made:
        assert made.bot is not None
        Stopped(made.bot.presses)
        (ann,) = made.people
        answers = [await ann.slash(made.channel, "cicera rules") for _ in range(5 * BURST_SECONDS + 1)]
        assert [answer.text == WAIT for answer in answers] == [False] * 5 * BURST_SECONDS + [True]


async def test_who_opens_too_many_tables_is_told_what_to_do(tmp_path: Path) -> None:
    async with at_table(tmp_path, 2, tables_per_member=2, tables_per_channel=3) as made:
        ann, bo = made.people
        for game in ("cicera", "civil"):
            await ann.slash(made.channel, f"{game} start")
        refused = await ann.slash(made.channel, "ciapano start")
        assert refused.text == WORDS("refused.tables-member", n=2, cards="cards", tables="tables")
        assert "`/cards tables`" in refused.text
        assert [m.text for m in bo.sees(made.channel)].count(refused.text) == 0
        await bo.slash(made.channel, "cicera start")
        assert (await bo.slash(made.channel, "civil start")).text == WORDS("refused.tables-channel", n=3)
        assert len(await tables(made)) == 3
        await ann.slash(made.channel, "cicera stop")
        await made.sandbox.until(lambda: WORDS("lobby.closed") in [m.text for m in ann.sees(made.channel)])
        assert len(await tables(made)) == 2
        await ann.slash(made.channel, "ciapano start")
        assert len(await tables(made)) == 3


async def test_who_opens_tables_too_fast_is_told_for_how_long_to_wait(tmp_path: Path) -> None:
    async with at_table(tmp_path, 2, starts_per_minute=2) as made:
        assert made.bot is not None
        clock = Stopped(made.bot.lobbies.starts)
        ann, bo = made.people
        for game in ("cicera", "civil"):
            await ann.slash(made.channel, f"{game} start")
        assert (await ann.slash(made.channel, "ciapano start")).text == WORDS("refused.starts", seconds=30)
        await bo.slash(made.channel, "cicera start")
        clock.at += 30
        await ann.slash(made.channel, "ciapano start")
        assert len(await tables(made)) == 4


async def test_a_rematch_is_a_start_too(tmp_path: Path) -> None:
    async with at_table(tmp_path, 2, starts_per_minute=1) as made:
        assert made.bot is not None
        ann, bo = made.people
        await made.open()
        boss = made.sandbox.join(made.guild, "boss", permissions=ann.membership.bits() | 1 << 13)
        await boss.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        Stopped(made.bot.lobbies.starts)
        over = made.public()
        answer = await ann.press(over, button(over, "rematch"))
        assert answer.text.startswith(WORDS("refused.starts", seconds="|").partition("|")[0])
        assert await tables(made) == []
        await bo.press(over, button(over, "rematch"))
        await made.sandbox.until(lambda: "come" in verbs(made.public()))
        # A member who joins another's rematch opens no table.
        await ann.press(over, button(over, "rematch"))
        (rematch,) = await tables(made)
        assert {row.user_id for row in (await made.bot.tables.get(rematch.id)).seats} == {ann.id, bo.id}


@pytest.mark.searches
async def test_a_hint_too_many_is_refused_on_the_panel(tmp_path: Path) -> None:
    async with playing(tmp_path, "cicera", 2) as umpire:
        made = umpire.house
        assert made.bot is not None
        quota = made.bot.adviser.quota
        assert quota is not None
        quota.rate, quota.burst = 0.1, 1
        clock = Stopped(quota)
        (seat,) = umpire.waits_for()
        person, panel = umpire.people[seat], the_panel(umpire, seat)
        quota.spend(person.id, "refused.advice")
        plays = [control.custom_id for control in live(panel)]
        await person.press(panel, hints(panel)[0])
        assert WORDS("refused.advice", seconds=10) in panel.text
        assert [control.custom_id for control in live(panel)] == plays
        clock.at += 10
        await person.press(panel, hints(panel)[0])
        await made.sandbox.until(lambda: SIGN in the_panel(umpire, seat).text)
