"""Replays in the stand-in: opened from a game that is over, and their buttons by what they do."""

from sandbox.driver import Answer, Member
from sandbox.view import Button, Message, Select
from tests.e2e.support.house import House, button


def does(control: Button | Select) -> str:
    """Return what a button or a select of a replay does, empty for those of other messages."""
    parts = (control.custom_id or "").split(":")
    return parts[6] if parts[0] == "v" and len(parts) > 6 else ""


def step(message: Message, wanted: str) -> Button:
    """Return the only button of a replay that does this."""
    (found,) = [one for one in message.buttons if does(one) == wanted]
    return found


async def open_replay(made: House, person: Member) -> Message:
    """Press *Replay* on the message of the game that is over; return the private message that answers."""
    answer = await person.press(made.public(), button(made.public(), "replay"))
    await made.answered()
    message = answer.followups[0] if answer.followups else answer.message
    assert message is not None
    assert message.ephemeral
    return message


async def turn(made: House, person: Member, message: Message, wanted: str) -> Answer:
    """Press the button of a replay that does this; return the answer once it is there."""
    answer = await person.press(message, step(message, wanted))
    await made.answered()
    return answer


async def choose(made: House, person: Member, message: Message, wanted: str, value: str) -> Answer:
    """Choose a hand or a viewpoint of a replay; return the answer once it is there."""
    (select,) = [one for one in message.selects if does(one) == wanted]
    answer = await person.select(message, select.custom_id, values=[value])
    await made.answered()
    return answer
