"""The buttons for leaving a table, coming back, and votes, such as the one to end a game."""

from typing import Final

from bot.errors import Refused
from bot.messages.ledger import Opened
from bot.panels.table.lookup import ALONE
from bot.store import Status
from bot.table.viewing import view_of
from bot.table.votes import FINISH, STOP
from cogs.presses.press import PressContext, Verb, must_be_seated, must_play
from cogs.publisher import publisher
from cogs.sending.answers import private
from cogs.sending.boundary import refusal


async def _leave(pressed: PressContext) -> None:
    table = await pressed.table()
    if table.row.status is Status.LOBBY or pressed.before is not None:
        table = await pressed.change(pressed.bot.lobbies.leave(pressed.press.table, pressed.user_id))
        await (pressed.show_panel(table) if pressed.on_panel else pressed.show_public(table))
        return
    must_be_seated(table, pressed.user_id)
    if not table.playing:
        raise Refused("refused.over")
    must_play(table, pressed.user_id)
    await pressed.look_up(table, Opened(0, "leave"))


async def _hand_over(pressed: PressContext) -> None:
    before = await pressed.table()
    told = pressed.press.notation == ALONE
    table = await pressed.change(
        pressed.bot.seats.hand_over(pressed.press.table, pressed.user_id, ending=told)
    )
    view = view_of(table, pressed.user_id)
    if table.playing and view.viewer is not None and view.viewer.present:
        # The others have left since: now leaving would end the game, and the question did not say so.
        await pressed.look_up(table, Opened(0, "leave"))
        return
    if table.playing:
        await publisher(pressed.bot).absences.tell(before, pressed.user_id)
    if pressed.on_panel:
        await pressed.show_panel(table)
    else:
        key = "leave.handed-over" if table.playing else "leave.ended"
        await private(pressed.interaction, pressed.words(key))


async def _take_back(pressed: PressContext) -> None:
    table, notice = await pressed.table(), ""
    if not pressed.on_panel:
        raise Refused("refused.forged")
    try:
        table = await pressed.change(pressed.bot.seats.take_back(pressed.press.table, pressed.user_id))
    except Refused as refused:
        # The panel is drawn again: by now another member may have these cards.
        notice = refusal(refused, pressed.words)
    await pressed.show_panel(table, notice)


async def _vote(pressed: PressContext) -> None:
    # Earlier versions had one kind of vote, and buttons without a notation.
    await _say(pressed, pressed.press.notation or STOP)


async def _against(pressed: PressContext) -> None:
    await _say(pressed, pressed.press.notation or STOP, against=True)


async def _say(pressed: PressContext, name: str, *, against: bool = False) -> None:
    """Vote yes or no, and redraw the message of the button with the new state."""
    table, notice = await pressed.table(), ""
    try:
        saying = pressed.bot.seats.vote(pressed.press.table, pressed.user_id, name, against=against)
        table = await pressed.change(saying)
        # The message itself says how long *Finish now* waits.
        if table.playing and name != FINISH and any(vote.name == name for vote in view_of(table).votes):
            notice = pressed.words("vote.said")
    except Refused as refused:
        if not pressed.on_panel:
            raise
        notice = refusal(refused, pressed.words)
    await (pressed.show_panel(table, notice) if pressed.on_panel else pressed.show_public(table))


async def _end(pressed: PressContext) -> None:
    table = await pressed.table()
    may = pressed.user_id == table.row.host_id or pressed.interaction.permissions.manage_messages
    if not (may and pressed.on_panel):
        raise Refused("refused.host-ends" if pressed.on_panel else "refused.forged")
    table = await pressed.change(pressed.bot.seats.stop(pressed.press.table))
    await pressed.show_panel(table)


VERBS: Final[dict[str, Verb]] = {
    "leave": _leave,
    "take-back": _take_back,
    "hand-over": _hand_over,
    "vote": _vote,
    "against": _against,
    "agree": _vote,
    "play-on": _against,
    "end": _end,
}
