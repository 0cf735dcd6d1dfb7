"""Hints and reviews in Discord: asked for by a press, answered in private, and followed by the play."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.blocks.blocks import Press
from bot.computers.advice import own_plays
from bot.computers.thinking import Kernels
from bot.locale.glyphs import as_text
from bot.panels.table import advice
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.records import as_record
from engine.ai.advice import Advice
from engine.ai.review import review
from engine.civil_suits import Phase
from sandbox.driver import Answer, Member
from sandbox.view import Button, Message
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import House, button, house, live, tap
from tests.e2e.support.hurried import hurry, hurry_on
from tests.e2e.support.reading import notation, verb
from tests.e2e.support.umpire import PAUSE, Umpire, unlimited
from tests.e2e.support.umpires import UMPIRES
from tests.e2e.support.watch import Watch

pytestmark = pytest.mark.searches

STALE, WAIT = WORDS("refused.stale"), WORDS("refused.not-your-turn")
SIGN = WORDS("hint.line", doing="|", why="").split("|")[0]
"""The beginning of every hint."""
WORLDS = 3


@asynccontextmanager
async def playing(tmp_path: Path, game: str, players: int, **options: Any) -> AsyncIterator[Umpire]:
    """Return the umpire of a table where the first hand has just been dealt."""
    async with house(tmp_path, players, pause_seconds=PAUSE) as made:
        unlimited(made)
        umpire = UMPIRES[game](made, looks=0.0)
        await made.shown()
        await umpire.begin(**options)
        yield umpire
        assert list(made.sandbox.violations) == []


def the_panel(umpire: Umpire, seat: int) -> Message:
    panel = umpire.house.panel(umpire.people[seat])
    assert panel is not None
    return panel


def hints(panel: Message) -> list[Button]:
    return [button for button in panel.buttons if verb(button) == "hint"]


async def the_table(made: House, table_id: str) -> Table:
    assert made.bot is not None
    table: Table = await made.bot.tables.get(table_id)
    return table


async def hinted(umpire: Umpire, seat: int) -> Advice:
    """Let a seat ask for a hint; return the advice that its panel then shows, buttons included."""
    panel, made = the_panel(umpire, seat), umpire.house
    assert made.bot is not None
    asked = button(panel, "hint").custom_id
    how = str(Press(umpire.table_id, 0, "hint-how"))
    before = [how if control.custom_id == asked else control.custom_id for control in live(panel)]
    answer = await umpire.people[seat].press(panel, button(panel, "hint"))
    assert answer.kind in ("update", "deferred_update")
    table = await the_table(made, umpire.table_id)
    found: Advice = await made.bot.adviser.hint(table, seat)
    told = as_text(advice.hint(view_of(table, umpire.people[seat].id), found, WORDS))
    await made.sandbox.until(lambda: told in the_panel(umpire, seat).text)
    assert [control.custom_id for control in live(panel)] == before
    assert [message.ephemeral for message in answer.followups] == []
    # Nobody sees a hint that is not noted: results tell of it.
    stored = await made.bot.store.load(umpire.table_id)
    assert stored is not None
    assert len(table.game.outcome(table.state).hands) + 1 in stored.seats[seat].hints
    return found


async def follow(umpire: Umpire, seat: int, action: Any) -> None:
    """Let a seat follow its advice by the controls of its panel, and compare."""
    await do(umpire, seat, action)
    await umpire.played(seat, str(action))


async def do(umpire: Umpire, seat: int, action: Any) -> None:
    """Let a seat make a play by the controls of its panel."""
    person, text = umpire.people[seat], str(action)
    for _ in range(12):
        panel = the_panel(umpire, seat)
        controls = [control for control in live(panel) if verb(control) != "ready"]
        plays = [c for c in controls if verb(c) == "play" and umpire.game.parse(notation(c)) == action]
        if plays:
            await person.press(panel, custom_id=plays[0].custom_id)
            return
        asks = [c for c in controls if verb(c) == "pick" and parts(notation(c)) <= parts(text)]
        # The control that leads furthest, preferably to where the cards are chosen.
        control = max(asks, key=lambda c: (len(parts(notation(c))), " choose" in notation(c)))
        await umpire.house.press(person, control, umpire.rng)
    raise AssertionError(f"no way to {text}")


def parts(text: str) -> set[str]:
    """Return the cards, words and seats of a notation, without the parts about how they are chosen."""
    return set(re.findall(r"\w+", text)) - {"choose"}


EACH = {"cicera": 6, "ciapano": 6, "civil-suits": 2}
"""Hints that are asked for in each kind of question, by game."""


def kind_of(state: Any, legal: Sequence[Any]) -> Any:
    """Return the kind of question in which these actions are legal."""
    return getattr(state, "phase", type(legal[0]))


def enough(game: str, followed: Sequence[Any]) -> bool:
    """Return whether hints have been followed in enough kinds of questions."""
    if game == "civil-suits":
        return {Phase.SUIT, Phase.PASS, Phase.OFFER, Phase.PLAY} < set(followed) and len(set(followed)) >= 6
    return len(followed) >= 6


@pytest.mark.parametrize(
    ("game", "players", "options", "plays"),
    [("cicera", 2, {"target": 51}, 16), ("ciapano", 3, {}, 22), ("civil-suits", 4, {}, 75)],
)
async def test_a_hint_is_given_and_followed(
    tmp_path: Path, game: str, players: int, options: dict[str, Any], plays: int
) -> None:
    """Each member asked something new asks for a hint and follows it; nobody learns anything hidden."""
    async with playing(tmp_path, game, players, **options) as umpire:
        watch = Watch(umpire.house, umpire)
        watch.look()
        umpire.after = watch.look
        followed: list[Any] = []

        def anew(table: Table) -> bool:
            """Return whether a table asks a kind of question for which there were few hints so far."""
            asked = [table.game.legal(table.state, seat) for seat in table.waits_for()[:1]]
            return any(followed.count(kind_of(table.state, legal)) < EACH[game] for legal in asked)

        for _ in range(plays):
            if enough(game, followed):
                break
            if umpire.between:
                await umpire.next_hand()
            waits = umpire.waits_for()
            for seat in range(players):
                choice = seat in waits and len(umpire.game.legal(umpire.state, seat)) > 1
                assert len(hints(the_panel(umpire, seat))) == choice
            seat = waits[0]
            kind = kind_of(umpire.state, umpire.game.legal(umpire.state, seat))
            if hints(the_panel(umpire, seat)) and followed.count(kind) < EACH[game]:
                found = await hinted(umpire, seat)
                watch.look()
                await follow(umpire, seat, found.action)
                followed.append(kind)
            elif len(umpire.game.legal(umpire.state, seat)) > 1:
                await hurry_on(umpire, anew)
            else:
                await umpire.turn()
        await umpire.stored_as_pressed()
        assert watch.found == []
        assert watch.searched > len(followed)
        assert enough(game, followed)


async def test_who_is_not_asked_is_given_no_hint(tmp_path: Path) -> None:
    async with playing(tmp_path, "cicera", 2) as umpire:
        made = umpire.house
        (seat,) = umpire.waits_for()
        mine, other = the_panel(umpire, seat), the_panel(umpire, 1 - seat)
        old = button(mine, "hint").custom_id or ""
        assert hints(other) == []
        # Out of turn, with the number of the question and with the member's own.
        for custom_id, told in ((old, STALE), (f"t:{umpire.table_id}:0:hint", WAIT)):
            answer = await umpire.people[1 - seat].forge(other, custom_id)
            assert told in answer.text.split("\n")
            assert SIGN not in answer.text
        # On the board, where everybody would see it.
        answer = await umpire.people[seat].forge(made.public(), old)
        assert answer.text == WORDS("refused.forged")
        assert answer.message is not None
        assert answer.message.ephemeral
        # By a member who does not sit there.
        eva = made.sandbox.join(made.guild, "eva")
        answer = await eva.forge(made.public(), old)
        assert SIGN not in answer.text
        await umpire.play(2)
        answer = await umpire.people[seat].forge(the_panel(umpire, seat), old)
        assert STALE in answer.text.split("\n")
        assert SIGN not in answer.text
        await umpire.agree()
        await umpire.stored_as_pressed()


@pytest.mark.real_time
@pytest.mark.usefixtures("hurried")
async def test_a_hint_that_comes_late_is_acknowledged_and_tells_nothing_old(tmp_path: Path) -> None:
    async with playing(tmp_path, "cicera", 2) as umpire:
        made = umpire.house
        assert made.bot is not None
        (seat,) = umpire.waits_for()
        thinking = asyncio.create_task(made.bot.thinking.think(time.sleep, 2.2))
        # Meanwhile the press is acknowledged, and the panel shows the hint when it is ready.
        panel = the_panel(umpire, seat)
        answer = await umpire.people[seat].press(panel, button(panel, "hint"))
        assert answer.kind == "deferred_update"
        assert answer.milliseconds < 2500
        await made.sandbox.until(lambda: SIGN in the_panel(umpire, seat).text)
        await thinking
        # A member who plays before the hint is ready does not get it.
        action = umpire.game.legal(umpire.state, seat)[0]
        await follow(umpire, seat, action)
        (seat,) = umpire.waits_for()
        thinking = asyncio.create_task(made.bot.thinking.think(time.sleep, 1.0))
        panel = the_panel(umpire, seat)
        asking = asyncio.create_task(umpire.people[seat].press(panel, button(panel, "hint")))
        await asyncio.sleep(0.2)
        await follow(umpire, seat, umpire.game.legal(umpire.state, seat)[0])
        answer = await asking
        await thinking
        await made.sandbox.until(lambda: answer.text != "")
        await umpire.agree()
        assert SIGN not in the_panel(umpire, seat).text
        await umpire.stored_as_pressed()


async def test_a_hint_stands_there_again_after_an_open_choice_of_cards(tmp_path: Path) -> None:
    """Cards chosen so far stay when others choose, and the hint is back after each return to its question."""
    async with playing(tmp_path, "civil-suits", 4) as umpire:
        for seat in range(4):
            await follow(umpire, seat, umpire.game.legal(umpire.state, seat)[0])
        assert umpire.state.phase is Phase.PASS
        found = await hinted(umpire, 1)
        panel, person = the_panel(umpire, 1), umpire.people[1]
        before = list(map(notation, live(panel)))
        await umpire.house.press(person, live(panel)[0], umpire.rng)
        chosen = list(map(notation, live(panel)))
        assert chosen != before
        # Another's simultaneous choice leaves the chosen cards as they are.
        passed = umpire.game.legal(umpire.state, 2)[0]
        await do(umpire, 2, passed)
        umpire.note(2, str(passed))
        await umpire.house.shown()
        assert list(map(notation, live(panel))) == chosen
        await person.press(panel, button(panel, "back"))
        assert (SIGN in panel.text, list(map(notation, live(panel)))) == (True, before)
        await follow(umpire, 1, found.action)
        assert umpire.pressed[-1] == (1, str(found.action))


async def test_a_hint_stays_while_other_things_are_looked_at(tmp_path: Path) -> None:
    async with playing(tmp_path, "cicera", 2) as umpire:
        for _ in range(12):
            (seat,) = umpire.waits_for()
            asks = [b for b in the_panel(umpire, seat).buttons if verb(b) == "pick"]
            if asks:
                break
            await umpire.turn()
        found = await hinted(umpire, seat)
        person = umpire.people[seat]
        view = view_of((await the_table(umpire.house, umpire.table_id)), person.id)
        told = as_text(advice.hint(view, found, WORDS))
        panel = the_panel(umpire, seat)
        for opening in (button(panel, "last"), asks[0], button(panel, "more")):
            await person.press(panel, opening)
            assert told not in panel.text
            await person.press(panel, button(panel, "back"))
            assert told in panel.text
        # No other member sees it; it comes with a fresh panel, and goes with the play.
        assert SIGN not in the_panel(umpire, 1 - seat).text + umpire.house.public().text
        await person.press(umpire.house.public(), button(umpire.house.public(), "hand"))
        assert told in the_panel(umpire, seat).text
        await follow(umpire, seat, found.action)
        assert SIGN not in the_panel(umpire, seat).text


# Looking back


async def reviewed(made: House, person: Member) -> Answer:
    """Let a member ask for the review as messages of earlier versions do; return it once it is ready."""
    over = made.public()
    table_id = (button(over, "rematch").custom_id or "").split(":")[1]
    answer = await person.forge(over, f"t:{table_id}:0:review")
    await made.sandbox.until(lambda: answer.text, what="the review")
    return answer


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("cicera", 2, {"target": 11}), ("ciapano", 3, {}), ("civil-suits", 4, {})],
)
async def test_a_game_is_looked_back_at(
    tmp_path: Path, game: str, players: int, options: dict[str, Any]
) -> None:
    async with playing(tmp_path, game, players, **options) as umpire:
        made = umpire.house
        assert made.bot is not None
        made.bot.adviser.worlds = WORLDS
        eva = made.sandbox.join(made.guild, "eva")
        early = await umpire.people[0].forge(made.public(), f"t:{umpire.table_id}:0:review")
        assert early.text == WORDS("review.later")
        assert not any(verb(button) == "replay" for button in made.public().buttons)
        table = await hurry(made)
        answer = await eva.forge(made.public(), f"t:{umpire.table_id}:0:review")
        assert answer.text == WORDS("refused.not-seated")
        won = table.game.outcome(table.state).winners[0]
        winner = table.sides[won][0]
        loser = next(seat for seat in range(players) if seat not in table.sides[won])
        log = await umpire.log()
        for seat in (winner, loser):
            person = umpire.people[seat]
            answer = await reviewed(made, person)
            assert answer.message is not None
            assert answer.message.ephemeral
            found = review(as_record(table, log), seat, own_plays(log, person.id), worlds=WORLDS)
            assert found
            view, first = view_of(table, person.id), answer.text
            for number, finding in enumerate(found, 1):
                if number > 1:
                    await tap(person, answer.message, "review", str(number))
                title = WORDS("review.title", number=number, findings=len(found))
                told = "\n".join((title, advice.told_of(finding, view, WORDS)))
                assert answer.text.startswith(as_text(told))
            assert (await reviewed(made, person)).text == first
        assert list(made.sandbox.violations) == []


@pytest.mark.real_time
@pytest.mark.usefixtures("hurried")
async def test_who_did_nothing_is_told_so(tmp_path: Path) -> None:
    async with playing(tmp_path, "cicera", 2) as umpire:
        made = umpire.house
        for person in umpire.people:
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(lambda: "rematch" in map(verb, made.public().buttons))
        # However long others delay it, the press is acknowledged in time, for the presser alone.
        assert made.bot is not None
        thinking = asyncio.create_task(made.bot.thinking.think(time.sleep, 2.2))
        answer = await reviewed(made, umpire.people[0])
        assert answer.kind == "deferred"
        assert answer.milliseconds < 2500
        assert answer.message is not None
        assert answer.message.ephemeral
        assert answer.text.startswith(WORDS("review.none"))
        await thinking


async def test_before_hints_are_there_the_press_is_answered_in_words(tmp_path: Path) -> None:
    async with playing(tmp_path, "cicera", 2) as umpire:
        assert umpire.house.bot is not None
        umpire.house.bot.thinking.kernels = Kernels(lambda game: False)
        (seat,) = (await the_table(umpire.house, umpire.table_id)).waits_for()
        panel = the_panel(umpire, seat)
        answer = await umpire.people[seat].press(panel, button(panel, "hint"))
        assert answer.kind == "update"
        assert WORDS("hint.soon") in the_panel(umpire, seat).text
        umpire.house.bot.thinking.kernels = Kernels()
        await hinted(umpire, seat)
        assert WORDS("hint.soon") not in the_panel(umpire, seat).text
