"""A game of two in which Discord is made to fail: how it is played on, and checks at its end."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from engine import cicera
from sandbox.driver import Answer, Member
from sandbox.view import Button, Message
from tests.e2e.support.house import House, house
from tests.e2e.support.reading import verb
from tests.e2e.support.referee import Referee, notation, unlimited

ACK, PANEL = "POST /interactions/*", "PATCH /webhooks/*"
EDIT, SEND = "PATCH /channels/*", "POST /channels/*/messages"


@asynccontextmanager
async def playing(tmp_path: Path, **values: Any) -> AsyncIterator[tuple[House, Referee]]:
    """A game of two under way, seen by a referee; the bot has nothing left to show."""
    async with house(tmp_path, players=2, **values) as made:
        unlimited(made)
        referee = Referee(made)
        await referee.begin(players=2)
        await made.shown()
        yield made, referee


def next_play(referee: Referee) -> tuple[Member, Message, Button]:
    """Return the member who plays next, their panel, and a card that needs no choice.

    Preferably a card that leaves such a card to the next player.
    """
    state = referee.state
    person = referee.people[state.turn]
    panel = referee.house.panel(person)
    assert panel is not None
    plays = [button for button in panel.buttons if verb(button) == "play"]

    def goes_on(button: Button) -> bool:
        after = cicera.apply(state, state.turn, cicera.parse(notation(button)))
        cards = [play.card for play in cicera.legal(after, after.turn)]
        return any(cards.count(card) == 1 for card in cards)

    return person, panel, next(filter(goes_on, plays), plays[0])


def has_easy_play(referee: Referee) -> bool:
    panel = referee.house.panel(referee.people[referee.state.turn])
    assert panel is not None
    return any(verb(button) == "play" for button in panel.buttons)


async def until_easy(referee: Referee) -> None:
    """Play on until the next player has a card that needs no choice."""
    while not has_easy_play(referee):
        await referee.turn()


async def easy(referee: Referee) -> None:
    """Play on until the next player has a card that needs no choice, and wait until all of it is shown."""
    await until_easy(referee)
    await referee.house.shown()


async def play(referee: Referee) -> Answer:
    """Play an easy card, and wait until the next player sees their turn; return the answer."""
    person, panel, button = next_play(referee)
    answer = await person.press(panel, button)
    take(referee, button)
    other = referee.people[referee.state.turn]
    await referee.house.sandbox.until(lambda: referee.house.to_press(other))
    return answer


def panel_text(made: House, person: Member) -> str:
    panel = made.panel(person)
    return panel.text if panel is not None else ""


def told_of(made: House, permission: str) -> bool:
    """Return whether every panel says that the table lacks this permission."""
    return all(f"I lack {permission}" in panel_text(made, person) for person in made.people)


def tables(made: House) -> list[Message]:
    """Return the boards: public messages with buttons that call nobody."""
    seen = made.people[0].sees(made.channel)
    return [m for m in seen if not m.ephemeral and m.buttons and not m.mentions]


def take(referee: Referee, button: Button) -> None:
    """Tell the referee that a card has been played."""
    referee.note(referee.state.turn, notation(button))


async def in_step(referee: Referee) -> None:
    """Check that the presses are stored and shown and that play goes on; all of it is shown then."""
    await referee.agree()
    await referee.turn()
    await referee.stored_as_pressed()
    await referee.house.shown()


def only(made: House, *explained: str) -> None:
    """Check that the stand-in complained only of what the fault explains."""
    others = [text for text in made.sandbox.violations if not any(why in text for why in explained)]
    assert others == [], others
