"""Presses that come late, twice or at once: answered, with no play that should not be made."""

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.publisher import publisher
from engine import cicera
from tests.e2e.support.house import button, house
from tests.e2e.support.reading import CARDS, glyph, notation, number, verb, verbs
from tests.e2e.support.referee import Referee, unlimited
from tests.e2e.support.under_way import PLAYED, STALE, WORDS, acting, playing, the_panel, unchanged


async def test_a_press_from_an_older_state_plays_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        await referee.play(1)
        seats = len(referee.people)
        for _ in range(2):
            person, panel = acting(referee)
            old = number(next(b for b in panel.buttons if verb(b) in CARDS))
            await referee.play(seats)
            await referee.house.shown()
            hand = cicera.observe(referee.state, referee.state.turn).hand
            for gesture in ("play", "pick"):
                answer = await person.forge(panel, f"t:{referee.table_id}:{old}:{gesture}:{hand[0]}")
                assert answer.kind == "update"
                assert STALE in answer.text.split("\n")
            # The answer closes any page that they have opened meanwhile.
            referee.pages.pop(referee.people.index(person), None)
            await unchanged(referee)


async def test_a_message_is_made_of_each_press_and_of_no_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path) as referee:
        made, init = [], discord.Message.__init__

        def noted(message: discord.Message, **values: Any) -> None:
            init(message, **values)
            made.append(message)

        monkeypatch.setattr(discord.Message, "__init__", noted)
        requests = referee.house.sandbox.requests
        requests.clear()
        await referee.play(4)
        await referee.house.shown()
        assert len(made) == sum(request.path.endswith("/callback") for request in requests)
        assert sum(request.method == "PATCH" for request in requests) > len(made)


async def test_what_asks_for_no_play_can_be_pressed_while_others_play(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        person, panel = acting(referee)
        drawn = {verb(b): b.custom_id or "" for b in made.public().buttons}
        drawn_panel = {verb(b): b.custom_id or "" for b in panel.buttons}
        await referee.play(2)
        await made.shown()
        for name in ("last", "more"):
            answer = await person.press(panel, custom_id=drawn_panel[name])
            assert (answer.kind, verbs(panel)[-1], answer.followups) == ("update", "back", [])
            await person.press(panel, button(panel, "back"))
        await unchanged(referee)
        for name in ("hand", "last", "more"):
            answer = await person.press(made.public(), custom_id=drawn[name])
            assert answer.message is not None
            assert answer.message.ephemeral
            assert ("back" in verbs(answer.message)) == (name != "hand")


async def test_a_double_click_plays_once(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        for _ in range(8):
            seat = referee.state.turn
            person, panel = acting(referee)
            pressed = referee.rng.choice([b for b in panel.buttons if verb(b) in CARDS])
            both = await asyncio.gather(person.press(panel, pressed), person.press(panel, pressed))
            assert {answer.kind for answer in both} == {"update"}
            text = notation(pressed)
            if verb(pressed) == "pick":
                text = await referee.ask(seat)
                # No drawing still under way may replace the refusal.
                await referee.house.shown()
                late = await person.forge(panel, f"t:{referee.table_id}:{number(pressed)}:play:{text}")
                assert {STALE, PLAYED}.intersection(late.text.split("\n"))
            await referee.played(seat, text)
            await referee.stored_as_pressed()


async def test_two_different_cards_at_once_play_one(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        for _ in range(6):
            seat = referee.state.turn
            person, panel = acting(referee)
            at = number(next(b for b in panel.buttons if verb(b) in CARDS))
            hand = cicera.observe(referee.state, seat).hand
            ids = [f"t:{referee.table_id}:{at}:play:{card}" for card in hand[:3]]
            await asyncio.gather(*(person.forge(panel, custom_id) for custom_id in ids))
            played = (await referee.log())[-1].action
            await referee.played(seat, played)
            await referee.stored_as_pressed()


async def test_lobby_and_next_hand_take_double_clicks(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        ann, bo = made.people
        await ann.slash(made.channel, "cicera start", players=2, target=51)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        lobby = made.public()
        await asyncio.gather(*(bo.press(lobby, button(lobby, "join")) for _ in range(3)))
        await made.shown()
        assert len([message for message in bo.sees(made.channel) if message.ephemeral]) == 1
        starting = button(await made.startable(lobby), "start")
        await asyncio.gather(*(ann.press(lobby, starting) for _ in range(2)))
        referee = Referee(made, state=cicera.start(cicera.options({"players": 2, "target": 51})))
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        await referee.take_deal()
        await referee.agree()
        while cicera.to_act(referee.state) != (-1,):
            await referee.turn()
        for seat, person in enumerate(made.people):
            # A page that was opened may still be there.
            await referee.close(seat)
            panel = made.panel(person)
            assert panel is not None
            # By its id: the other's press may be changing its label.
            await asyncio.gather(*(person.press(panel, b) for b in [button(panel, "ready")] * 2))
        await referee.take_deal()
        await referee.agree()
        await referee.stored_as_pressed()


async def test_a_hand_that_is_opened_twice_at_once_stands_there_once(tmp_path: Path) -> None:
    async with playing(tmp_path, players=2) as referee:
        made = referee.house
        ann, public = made.people[0], made.public()
        await asyncio.gather(*(ann.press(public, button(public, "hand")) for _ in range(3)))
        await made.shown()
        assert len([message for message in ann.sees(made.channel) if message.ephemeral]) == 1
        await referee.play(4)


async def test_an_illegal_play_is_answered_with_the_rule_in_words(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        person, panel = acting(referee)
        seat, state = referee.state.turn, referee.state
        at = number(next(b for b in panel.buttons if verb(b) in CARDS))
        mine, theirs = state.hands[seat], state.hands[(seat + 1) % 4]
        lies = state.table[0]
        wrong = {
            f"{theirs[0]}": WORDS("illegal.hand", card=glyph(theirs[0])),
            f"{theirs[0]}:{lies}": WORDS("illegal.hand", card=glyph(theirs[0])),
            f"{mine[0]}:{theirs[0]}": WORDS("illegal.table", card=glyph(theirs[0])),
            f"{mine[0]}:{lies}+{lies}": WORDS("illegal.twice"),
        }
        for action, text in wrong.items():
            answer = await person.forge(panel, f"t:{referee.table_id}:{at}:play:{action}")
            assert answer.kind == "update"
            assert text in answer.text.split("\n")
        for ahead in (1, 2, 1000, 999_999_999):
            answer = await person.forge(
                panel, f"t:{referee.table_id}:{at + ahead:.0f}"[:20] + f":play:{mine[0]}"
            )
            assert STALE in answer.text.split("\n")
        waiting = (seat + 1) % 4
        other = referee.people[waiting]
        answer = await other.forge(the_panel(referee, waiting), f"t:{referee.table_id}:0:play:{theirs[0]}")
        assert WORDS("refused.not-your-turn") in answer.text.split("\n")
        answer = await person.forge(referee.house.public(), f"t:{referee.table_id}:{at}:play:{mine[0]}")
        assert answer.text == WORDS("refused.forged")
        await unchanged(referee)


@pytest.mark.real_time
async def test_a_refusal_stays_when_the_panel_is_drawn_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        assert made.bot is not None
        person, panel = acting(referee)
        table = await made.bot.tables.get(referee.table_id)
        at = number(next(b for b in panel.buttons if verb(b) in CARDS))
        theirs = referee.state.hands[(referee.state.turn + 1) % 4][0]
        wrong = f"t:{referee.table_id}:{at}:play:{theirs}"
        refusal = WORDS("illegal.hand", card=glyph(theirs))
        panels = publisher(made.bot).panels
        made.sandbox.faults.slow("PATCH /webhooks/*", seconds=0.3)
        for moment in ("on its way", "afterwards"):
            publisher(made.bot).follow_up(table, person.id)
            if moment == "on its way":
                await asyncio.sleep(0.1)
            answered = (await person.forge(panel, wrong)).text
            assert refusal in answered.split("\n")
            await made.sandbox.until(lambda: not panels.busy)
            assert panel.text == answered, moment
        await referee.play(1)
        assert refusal not in panel.text


async def test_the_record_waits_for_the_end(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        for person in referee.people[:2]:
            answer = await person.forge(referee.house.public(), f"t:{referee.table_id}:1:record")
            assert answer.text == WORDS("refused.record-later")
            assert answer.message is not None
            assert answer.message.attachments == []
