"""Whole games of Civil Suits, played only by members' presses and compared with the rules after each one."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.table import situation
from bot.table.table import Table
from engine import civil_suits
from engine.civil_suits import CHALLENGERS, Phase
from engine.civil_suits.actions import EXPOSE
from tests.bot.lobby.test_powers import sets_file
from tests.e2e.games.test_game import finished, held_against_discord, held_against_phones
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import button, house
from tests.e2e.support.hurried import Moment, cards, hurry_on
from tests.e2e.support.logged import nothing_told, watching
from tests.e2e.support.reading import SIGNS, notation, verb, verbs
from tests.e2e.support.umpire import PAUSE, unlimited
from tests.e2e.support.umpire_civil import EVERYTHING, Civil

OFTEN = 3
"""The least number of times that the question of each phase is answered by presses."""


def past(phase: Phase) -> Moment:
    """Return the moment at which a phase is over."""
    return lambda table: table.state.phase is not phase


@dataclass
class Rounds(Civil):
    """Members who press at the start and end of a round and at rare events, and otherwise hurry.

    Events during a hurry are not counted.
    """

    through: Counter[Phase] = field(default_factory=Counter)
    """How often something was done in each phase."""

    @property
    def missing(self) -> set[str]:
        """Return the events that can happen at a table and have not."""
        return EVERYTHING - self.happened.keys()

    def worth_pressing(self, table: Table) -> bool:
        """Return whether a round has come to something that is not in every trick, or to its end."""
        phase, wanted = table.state.phase, self.missing
        if cards(table) <= len(table.seats) or ("by the clock" in wanted and situation.formality(table)):
            return True
        if phase in (Phase.OFFER, Phase.PLAY):
            return "tie" in wanted and self.may_tie(table)
        return self.through[phase] < OFTEN or any(kind.startswith(phase) for kind in wanted)

    @staticmethod
    def may_tie(table: Table) -> bool:
        """Return whether a seat can lay a card as high as the highest."""
        laid = [card.rank for _, card in table.state.trick.laid]
        cards = [card for seat in table.waits_for() for card in table.state.hands[seat]]
        return bool(laid) and any(card.rank == max(laid) for card in cards)

    async def turn(self) -> None:
        """Let a seat act; before long one that knows another's civil suit makes it public out of turn."""
        self.through[self.state.phase] += 1
        knows = {seat for seat in range(4) if EXPOSE in civil_suits.legal(self.state, seat)}
        if "out of turn" in self.missing and (aside := sorted(knows.difference(self.waits_for()))):
            await self.expose(aside[0])
        else:
            await super().turn()

    async def rounds(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Play on to the end of the game, or until `enough()`."""
        while not (self.over or enough()):
            first = not self.happened["hand"]
            for phase in (Phase.SUIT, Phase.PASS):
                await self.play(4 if first else 2)
                await self.unseen(past(phase))
            await self.play(2)
            while self.waits_for() and not enough():
                await self.unseen(self.worth_pressing)
                await self.play(2)

    async def unseen(self, until: Moment) -> None:
        """Hurry until a moment."""
        happened = self.happened.copy()
        await hurry_on(self, until)
        self.happened = happened


@pytest.mark.long
async def test_members_play_four_rounds_with_all_that_can_happen(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path, pause_seconds=PAUSE) as made:
        unlimited(made)
        umpire = Rounds(made, settles=0.5, errs=0.05)
        watch = watching(umpire, caplog)
        await umpire.begin()
        await umpire.rounds()
        await nothing_told(umpire, watch, caplog)
        await finished(made, umpire, tmp_path)
        assert [len(umpire.state.sheets), umpire.happened["hand"]] == [4, 4]
        # As a rule one game has all of it.
        while umpire.missing:
            assert umpire.happened["game"] < 8, umpire.missing
            await umpire.again()
            await umpire.rounds(enough=lambda: not umpire.missing)
        held_against_discord(made)
        held_against_phones(made)


async def test_a_champion_reads_what_the_power_does_that_is_asked(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        unlimited(made)
        umpire = Civil(made)
        await umpire.begin()
        powers = [Phase.INTELLIGENCE, Phase.MAGIC, Phase.MIGHT]
        while powers:
            await hurry_on(umpire, lambda table: table.state.phase in powers)
            phase = umpire.state.phase
            powers.remove(phase)
            (seat,) = umpire.waits_for()
            await umpire.close(seat)
            panel = made.panel(made.people[seat])
            assert panel is not None
            await made.people[seat].press(panel, label=WORDS(f"civil-suits.explain.{phase}"))
            explained = WORDS(f"civil-suits.power.{phase}", sign=WORDS.sign(str(phase)))
            # The heading may have a tile for its sign.
            assert explained.partition("\n")[2] in panel.text
            await made.people[seat].press(panel, button(panel, "back"))


@pytest.mark.real_time
async def test_a_question_that_comes_late_stays_though_others_have_answered_meanwhile(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        unlimited(made)
        umpire = Civil(made, wavers=0)
        await made.shown()  # after a start all is shown again, which closes every question
        await umpire.begin()
        ann = made.people[0]
        made.sandbox.faults.slow("POST /interactions/*", times=1, seconds=1.0)
        pressing = asyncio.create_task(made.press(ann, made.controls(ann)[0], made.rng))
        await made.sandbox.until(lambda: not made.sandbox.faults.active)
        umpire.note(1, await umpire.ask(1))
        await made.sandbox.until(lambda: not umpire.wrong_public())
        text = await pressing
        await asyncio.sleep(0.2)  # time for anything that would close it
        await made.press(ann, next(c for c in made.controls(ann) if verb(c) == "play"), made.rng)
        await umpire.played(0, text)


async def test_who_is_asked_at_the_same_time_keeps_the_question_that_is_open(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        unlimited(made)
        umpire = Civil(made, wavers=0)
        await made.shown()  # after a start all is shown again, which closes every question
        await umpire.begin()
        ann = made.people[0]
        for phase in (Phase.SUIT, Phase.PASS):
            assert umpire.state.phase is phase
            opened = ""
            while "play" not in map(verb, made.controls(ann)):
                way = next(c for c in made.controls(ann) if len(notation(c)) > len(opened))
                opened = await made.press(ann, way, made.rng)
                await umpire.asked_further(0, opened)
            panel = made.panel(ann)
            assert panel is not None
            drawn = panel.components
            for seat in (1, 2, 3):
                action = await umpire.ask(seat)
                umpire.note(seat, action)
                await made.sandbox.until(lambda: not umpire.wrong_public())
            assert panel.components == drawn
            go = button(panel, "play")
            await ann.press(panel, go)
            await umpire.played(0, notation(go))
        assert umpire.state.phase is Phase.OFFER


async def test_a_host_chooses_one_of_several_sets_of_powers(tmp_path: Path) -> None:
    file = sets_file(tmp_path, "Printed", "Odd")
    async with house(tmp_path, civil_powers=file) as made:
        assert made.bot is not None
        offered = made.bot.settings.offered["civil-suits"]["powers"]
        ann = made.people[0]
        await ann.slash(made.channel, "civil start", powers="Odd", computers=3)
        await made.sandbox.until(lambda: "Odd" in made.public().text)
        await made.start(ann)
        await made.sandbox.until(lambda: made.panel(ann))
        [row] = await made.bot.store.live(guild_id=made.guild.id, user_id=ann.id)
        assert row.options == {"powers": offered["Odd"]}
        await ann.slash(made.channel, "civil stop")
        await made.sandbox.until(made.over)
        await ann.slash(made.channel, "civil start", powers="default", computers=3)
        await made.sandbox.until(lambda: "start" in verbs(made.public()))
        await made.shown()
        assert "Odd" not in made.public().text
        panel = ann.sees(made.channel)[-1]
        await ann.press(panel, button(panel, "options"))
        [select] = [s for s in panel.selects if s.custom_id.endswith(":powers")]
        assert [value for _, value in select.options] == ["default", "Printed", "Odd"]
        await ann.select(panel, select.custom_id, values=["Printed"])
        await made.sandbox.until(lambda: "Printed" in made.public().text)
        assert list(made.sandbox.violations) == []


async def test_without_a_table_the_rules_have_the_numbers_of_new_tables(tmp_path: Path) -> None:
    async with house(tmp_path, civil_powers=sets_file(tmp_path, "Printed")) as made:
        ann = made.people[0]
        message = (await ann.slash(made.channel, "civil rules")).message
        assert message is not None
        await ann.press(message, label=WORDS("button.in-detail"))
        while any(button.label == WORDS("button.next-page") for button in message.buttons):
            await ann.press(message, label=WORDS("button.next-page"))
        eye, star, hammer = SIGNS
        assert message.text.count(f"{eye}0 {hammer}9 {star}1") == len(CHALLENGERS)
        assert WORDS("civil-suits.powers.own") in message.text
        assert WORDS("civil-suits.powers.usual") not in message.text
