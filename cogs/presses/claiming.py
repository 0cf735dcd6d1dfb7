"""The buttons for members without a seat: claim the seat of a computer, wait for a seat, answer a call."""

from typing import Final

from bot.errors import Refused
from bot.panels.shared.claims import NO_MORE
from bot.table import situation
from bot.table.view import Offer
from bot.tables.seats import stop_waiting, wait_for_seat
from cogs.messages.threads import outside
from cogs.presses.lobby import beginning
from cogs.presses.press import PressContext, Verb, open_panel, person
from cogs.publisher import publisher
from cogs.sending.answers import language_of
from cogs.sending.boundary import refusal


async def _claim(pressed: PressContext) -> None:
    seat = pressed.press.notation
    if not seat.isdecimal():
        raise Refused("refused.forged")
    me, seats = person(pressed.interaction), pressed.bot.seats
    await pressed.do(lambda: seats.claim(pressed.press.table, me, int(seat)))


async def _wait(pressed: PressContext) -> None:
    tables, table_id, user_id = pressed.bot.tables, pressed.press.table, pressed.user_id
    waits = stop_waiting if pressed.press.notation == NO_MORE else wait_for_seat
    if pressed.on_panel:
        await pressed.do(lambda: waits(tables, table_id, user_id))
        return
    # The button of a lobby in which all seats are taken.
    table, notice = await pressed.table(), ""
    try:
        table = await pressed.change(waits(tables, table_id, user_id))
    except Refused as refused:
        notice = refusal(refused, pressed.words)
    await open_panel(pressed.bot, pressed.interaction, table, pressed.words, notice=notice)


async def _come(pressed: PressContext) -> None:
    """Answer the button of a call with the offer that is still open: a seat, the next game, or a view.

    A member seated for a rematch agrees to it, unless the button was drawn for other options.
    """
    bot, press = pressed.bot, pressed.press
    table = await pressed.table()
    me = person(pressed.interaction)
    offer = None
    if pressed.before is not None:
        table = await bot.tables.get(pressed.before)
    elif situation.may_agree(table, pressed.user_id, press.number):
        table = await pressed.change(bot.lobbies.agree(press.table, pressed.user_id, press.number))
    else:
        offer = situation.open_to(table, pressed.user_id)
    match offer:
        case Offer.LOBBY:
            table.ledger.note_join()
            table = await pressed.change(bot.lobbies.join(press.table, me, agreed=press.number or None))
        # A button with a number was drawn for a lobby: its game has been played since, and that is all.
        case Offer.NEXT if not press.number:
            channel_id = outside(bot, pressed.interaction)
            language = await language_of(bot, pressed.interaction)
            waiter = table.ledger.waiters.get(pressed.user_id)
            called = waiter is not None and waiter.called_to == Offer.NEXT.value
            asked = bot.rematches.rematch(
                press.table, me, channel_id=channel_id, language=language, guest=called
            )
            table = await pressed.change(asked)
            table.ledger.note_join()
            table = await pressed.in_time(publisher(bot).boards.stands(table))
    async with beginning(pressed, table):
        if pressed.on_panel:
            await pressed.show_panel(table)
        else:
            await open_panel(bot, pressed.interaction, table, pressed.words)


VERBS: Final[dict[str, Verb]] = {"claim": _claim, "wait": _wait, "come": _come}
