"""The offers to a viewer without a seat: the seat of a computer, or a call when one comes free."""

from collections.abc import Iterable
from typing import Final

from bot.blocks.blocks import Block, Button, ButtonStyle, Press, Section, in_rows, lines
from bot.blocks.look import control
from bot.blocks.people import label_name, seat_name, short
from bot.locale import Words
from bot.panels.shared.commitment import fingerprint
from bot.store import SeatRow, Status
from bot.table.view import AnyView, Offer

NO_MORE: Final = "no"
"""The notation of the button with which a user stops waiting."""


def seat_offers(view: AnyView, words: Words) -> tuple[Block, ...]:
    """Return the seats that the viewer may take over, each with its button and the meaning of that."""
    if view.viewer is not None or not view.claimable:
        return ()
    buttons = [
        control(
            view,
            words("button.claim", name=label_name(view, seat, words)),
            "claim",
            ButtonStyle.MAIN,
            str(seat),
        )
        for seat in view.claimable
    ]
    return lines(*(_meant(view, seat, words) for seat in view.claimable)), *in_rows(buttons, 2)


def _meant(view: AnyView, seat: int, words: Words) -> str:
    row = view.at(seat)
    key = "claim.person" if row is not None and row.person else "claim.computer"
    return words(key, name=seat_name(view, seat, words))


def wait_button(view: AnyView, words: Words) -> tuple[Section, ...]:
    """Return the button to wait for a seat or to stop waiting, nothing if a seat is open."""
    can = view.viewer is None and view.opening is None and not view.counting
    if not can or view.status not in (Status.LOBBY, Status.PLAYING):
        return ()
    if view.waits:
        no_more = control(view, words("button.wait-no-more"), "wait", notation=NO_MORE)
        return (Section(words("wait.waits"), no_more),)
    return (Section(words("wait.explain"), control(view, words("button.wait"), "wait")),)


def takeovers(view: AnyView, words: Words) -> str:
    """Return a small line on the seats taken over of late, with their former owners; empty without any."""
    rows = [row for row in view.seats if row.seat in view.newcomers]
    told = [
        words("claim.taken", name=seat_name(view, row.seat, words), former=_former(row, words))
        for row in rows
    ]
    return words("small", told=words.then(told)) if told else ""


def _former(row: SeatRow, words: Words) -> str:
    former = short(row.former_name, row.seat, words)
    return former if (row.former_id or 0) > 0 else words("seat.computer", name=former)


def lost(view: AnyView, words: Words) -> str:
    """Return the sentence that names the new owner of the viewer's former seat, empty without one."""
    return "" if view.lost is None else words("claim.lost", name=seat_name(view, view.lost, words))


def seat_call(view: AnyView, opening: Offer, users: Iterable[int], words: Words) -> tuple[str, Button]:
    """Return the message that calls people who have waited, and its button; it tells no secret."""
    mentions = " ".join(f"<@{user_id}>" for user_id in users)
    text = words(f"call.{opening.value}", mentions=mentions, game=words(f"{view.game}.name"))
    if opening is Offer.LOBBY:
        text = lines(text, words("small", told=fingerprint(view, words)))
    # Sitting down in a lobby agrees to its present options.
    number = view.terms if opening is Offer.LOBBY else 0
    label = words(f"button.come-{opening.value}")
    return text, Button(label, str(Press(view.id, number, "come")), ButtonStyle.MAIN)
