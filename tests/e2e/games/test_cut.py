"""The cut as members make it: before the first deal and every other, in whole games whose records verify."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from bot.messages import follow_ups
from bot.store import Scope, Status
from bot.table import situation
from bot.tables.cut import places
from cogs.publisher import publisher
from engine import cicera
from engine.deals import Deal
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.games.test_game import checked, record
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.faulty import only
from tests.e2e.support.house import House, house, tap
from tests.e2e.support.hurried import hurry, last_cards
from tests.e2e.support.reading import lines, notation, verb
from tests.e2e.support.umpire import unlimited

PLACES = [str(at) for at in places(cicera)]
MIDDLE = PLACES[2]
GIVEN_UP = "ATTACHMENT_NOT_FOUND"
"""After a request is given up, the bot may count on a picture that is gone; on this error it sends all again.
"""


@dataclass
class Cutting:
    """A table of Cicera, and the cuts made at it, deal by deal."""

    house: House
    cuts: list[int]

    @classmethod
    async def begin(cls, made: House, **options: object) -> "Cutting":
        """Open a table and press Start, after which a member is asked to cut."""
        unlimited(made)
        ann, *others = made.people
        await ann.slash(made.channel, "cicera start", players=len(made.people), **options)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        for person, side in zip(others, "BAB", strict=False):
            await made.join(person, "AB".index(side) if len(made.people) == 4 else None)
        await made.start(ann)
        return cls(made, [])

    def panel(self, person: Member) -> Message:
        panel = self.house.panel(person)
        assert panel is not None
        return panel

    def asked(self) -> Member | None:
        """Return the member who is asked to cut, None if there is none."""
        found = [p for p in self.house.people if self.places(p)]
        assert len(found) < 2
        return found[0] if found else None

    def places(self, person: Member) -> list[str]:
        """Return the places at which a member can press to cut."""
        panel = self.house.panel(person)
        return [notation(b) for b in panel.buttons if verb(b) == "cut"] if panel else []

    async def waits(self) -> Member:
        """Wait until a member is asked to cut, and return them."""
        await self.house.sandbox.until(lambda: self.asked() is not None, what="somebody is asked to cut")
        person = self.asked()
        assert person is not None
        return person

    async def cut(self, place: int) -> Member:
        """Cut the next deck, and return the member who did."""
        person = await self.waits()
        if str(place) not in self.places(person):
            await tap(person, self.panel(person), "places")
            await self.house.sandbox.until(lambda: self.places(person) == PLACES, what="all places")
        await tap(person, self.panel(person), "cut", str(place))
        self.cuts.append(place)
        return person

    def table_id(self) -> str:
        """Return the id of the table, as the newest board has it."""
        return (self.house.public().buttons[0].custom_id or "").split(":")[1]

    async def dealt(self) -> list[Deal]:
        """Return the deals of the log."""
        assert self.house.bot is not None
        stored = await self.house.bot.store.load(self.table_id())
        assert stored is not None
        return [Deal.parse(entry.action, cicera) for entry in stored.log if entry.seat is None]


@pytest.mark.parametrize("players", [2, 4])
async def test_every_deck_of_a_game_is_cut_and_the_record_says_where(tmp_path: Path, players: int) -> None:
    async with house(tmp_path, players=players, cut_seconds=10) as made:
        table = await Cutting.begin(made, target=21)
        number = 0
        while not made.over():
            cutter = await table.cut(int(PLACES[number % 5]))
            number += 1
            others = [person for person in made.people if person is not cutter] if number > 1 else []
            for person in others:
                await made.sandbox.until(partial(made.between, person))
                # The last presses of the hand before may have been this one already.
                if "ready" in map(verb, made.controls(person)):
                    await tap(person, table.panel(person), "ready")
            await made.sandbox.until(lambda: table.asked() is None)
            await made.play_on(5)
            await hurry(made, last_cards)
            await made.play(lambda: table.asked() is not None)
        assert len(table.cuts) > 1
        assert [deal.cut for deal in await table.dealt()] == table.cuts
        path, _ = await record(made, made.people[0], tmp_path)
        assert checked(path).json["finished"]
        assert f'"cuts": {table.cuts}' in path.read_text()
        changed = path.read_text().replace(f'"cuts": {table.cuts}', f'"cuts": {[0, *table.cuts[1:]]}')
        path.write_text(changed)
        with pytest.raises(AssertionError):
            checked(path)
        assert list(made.sandbox.violations) == []


async def test_before_the_first_deal_one_is_asked_and_all_read_who_deals(tmp_path: Path) -> None:
    async with house(tmp_path, cut_seconds=60, pictures=True) as made:
        table = await Cutting.begin(made)
        cutter = await table.waits()
        await made.shown()
        assert table.places(cutter) == [MIDDLE, "0"]
        name = cutter.name.capitalize()
        for seen in (made.public(), *(table.panel(p) for p in made.people if p is not cutter)):
            assert any(name in line and " cuts, " in line.replace("**", "") for line in lines(seen)), (
                seen.text
            )
            assert "<t:" in seen.text
        # No page that can be looked up fails while no card is dealt.
        for person in made.people:
            for looked_up in ("more", "last", "scores", "rules", "fairness"):
                here = looked_up if looked_up == "more" else "more"
                await tap(person, table.panel(person), here)
                if looked_up != "more":
                    await tap(person, table.panel(person), looked_up)
                await tap(person, table.panel(person), "back")
        assert table.places(cutter) == [MIDDLE, "0"]
        await table.cut(26)
        await made.sandbox.until(lambda: made.able())
        assert [deal.cut for deal in await table.dealt()] == [26]
        only(made, GIVEN_UP)


async def test_the_clock_deals_the_first_hand_to_whoever_does_not_care(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, cut_seconds=10) as made:
        table = await Cutting.begin(made)
        person = await table.waits()
        await tap(person, table.panel(person), "places")
        await made.sandbox.until(lambda: table.places(person) == PLACES)
        await made.pass_time(9)
        assert await table.dealt() == []
        await made.pass_time(1)
        await made.sandbox.until(lambda: made.able())
        # The page of places has made way for the hand.
        await made.sandbox.until(lambda: "back" not in map(verb, table.panel(person).buttons))
        assert [deal.cut for deal in await table.dealt()] == [0]
        await made.shown()
        table_id = (made.public().buttons[0].custom_id or "").split(":")[1]
        await person.forge(table.panel(person), f"t:{table_id}:0:cut:26")
        await made.shown()
        assert WORDS("refused.stale") in table.panel(person).text
        answer = await person.forge(made.public(), f"t:{table_id}:0:cut:26")
        assert WORDS("refused.forged") in answer.text


async def test_a_game_can_be_left_and_ended_before_its_first_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Leaving may give up a request, after which its messages are drawn again half a minute later.
    monkeypatch.setattr(follow_ups, "SETTLING", (0.2,))
    async with house(tmp_path, players=2, cut_seconds=60, pictures=True) as made:
        table = await Cutting.begin(made)
        cutter = await table.waits()
        # A picture still on its way would remove the one that the next answer keeps.
        await made.shown()
        await tap(cutter, table.panel(cutter), "more")
        await made.shown()
        await tap(cutter, table.panel(cutter), "leave")
        await made.shown()
        await tap(cutter, table.panel(cutter), "hand-over")
        await made.pass_time(0)
        await made.sandbox.until(lambda: table.asked() is None)
        (other,) = (person for person in made.people if person is not cutter)
        await made.sandbox.until(lambda: bool(made.controls(other)))
        assert [deal.cut for deal in await table.dealt()] == [0]
        # Nobody may get news of this game while they look at the next one.
        assert made.bot is not None
        await made.bot.seats.stop(table.table_id())
        await made.shown()
        second = await Cutting.begin(made)
        person = await second.waits()
        await made.shown()
        await tap(person, second.panel(person), "more")
        ended = await made.bot.seats.stop(second.table_id())
        assert ended.row.status is Status.STOPPED
        await made.shown()
        assert made.over()
        await tap(person, made.public(), "more")
        await made.shown()
        await tap(person, made.panel(person) or made.public(), "fairness")
        await made.shown()
        page = made.panel(person)
        assert page is not None
        await tap(person, page, "check")
        page = made.panel(person)
        assert page is not None
        assert WORDS("fairness.undealt") in page.text
        only(made, GIVEN_UP)


async def test_whoever_always_just_deals_is_not_asked(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, cut_seconds=10) as made:
        assert made.bot is not None
        for person in made.people:
            await made.bot.preferences.choose(Scope.MEMBER, person.id, "cut", "just-deal")
        table = await Cutting.begin(made)
        await made.sandbox.until(lambda: made.able())
        assert [deal.cut for deal in await table.dealt()] == [0]
        await hurry(made, last_cards)
        await made.play(lambda: all(map(made.between, made.people)))
        assert table.asked() is None


async def test_whoever_cuts_is_called_where_they_have_no_panel(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, cut_seconds=60) as made:
        unlimited(made)
        ann, bo = made.people
        await ann.slash(made.channel, "cicera start", players=2)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        await made.join(bo)
        await made.pass_time(900)
        await tap(ann, await made.startable(), "start")
        await made.shown()
        table_id = (made.public().buttons[0].custom_id or "").split(":")[1]
        assert made.bot is not None
        cutter = situation.cutter(await made.bot.tables.get(table_id))
        assert cutter is not None
        # The starter is present; the other member is called to the deck, and after that nobody is.
        called = [
            text for text in made.calls() if WORDS("ping.cut", mentions="", game="").strip(" :") in text
        ]
        assert len(called) == int(cutter.user_id == bo.id)
        assert not any(WORDS("ping.hand", mentions="", game="").strip(" :") in text for text in made.calls())
        await made.pass_time(60)
        await made.sandbox.until(lambda: len(made.calls()) > len(called))
        assert f"<@{bo.id}>" in made.calls()[-1]
        assert WORDS("ping.hand", mentions="", game="").strip(" :") in made.calls()[-1]


async def test_nobody_else_is_called_to_cut_where_the_cutter_has_just_left(tmp_path: Path) -> None:
    async with house(tmp_path, players=4, cut_seconds=60) as made:
        unlimited(made)
        ann, *others = made.people
        await ann.slash(made.channel, "cicera start", players=4)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        for person, side in zip(others, (1, 0, 1), strict=True):
            await made.join(person, side)
        await made.pass_time(900)
        await tap(ann, await made.startable(), "start")
        await made.shown()
        table_id = (made.public().buttons[0].custom_id or "").split(":")[1]
        assert made.bot is not None
        tables, called = made.bot.tables, len(made.calls())
        async with tables.held(table_id) as held:
            await tables.commit(held, held.table, cutter=None)
        await publisher(made.bot).calls.to_hands(held.table)
        await made.shown()
        assert (held.table.undealt, len(made.calls())) == (True, called)
