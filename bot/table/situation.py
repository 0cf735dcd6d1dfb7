"""Functions that read a table: its people, the seats asked, and the possible changes."""

from collections.abc import Collection
from typing import Any

from bot.messages.ledger import UNTIL_PRESSED
from bot.store import SeatRow, Status
from bot.table import votes
from bot.table.table import Table
from bot.table.view import Offer, TakeBack, to_agree
from engine import fairness
from engine.ai.advice import Advice
from engine.game import DEALER, AnyGame
from engine.settling import FAR, settling


def next_dealer(table: Table) -> int:
    """Return the next dealer where a deal is due; the first one follows from the shuffle."""
    if table.seq:
        return table.game.dealers(table.state)[0]
    return fairness.first_dealer(fairness.game_seed(table.row.seed, table.entropy), table.size)


def may_cut(table: Table) -> SeatRow | None:
    """Return the seat that the rules name for the next cut where a deal is due, if a person plays there."""
    if table.to_act != (DEALER,):
        return None
    seat = table.game.cutter(table.options, next_dealer(table))
    row = None if seat is None else table.at(seat)
    return row if row is not None and row.present else None


def cutter(table: Table) -> SeatRow | None:
    """Return the seat asked to cut the next deck, None without one or if a computer plays there."""
    row = None if table.row.cutter is None or not table.between_hands else table.at(table.row.cutter)
    return row if row is not None and row.present else None


def people_asked(table: Table) -> frozenset[int]:
    """Return the users who are present and whose action the game waits for."""
    waits = table.waits_for()
    return frozenset([row.user_id for row in table.seats if row.present and row.seat in waits])


def asked_of(table: Table, user_id: int) -> int | None:
    """Return the number of the question that a user is asked now, None without one."""
    row = table.seat_of(user_id)
    waits = row is not None and row.present and row.seat in table.waits_for()
    return table.asked.get(row.seat, 0) if row is not None and waits else None


def hint_for(table: Table, user_id: int) -> Advice | None:
    """Return the advice that a user was given for this turn, None without any."""
    number, hint = table.ledger.hints.get(user_id, (None, None))
    return hint if number is not None and number == asked_of(table, user_id) else None


def notice_for(table: Table, user_id: int) -> str:
    """Return the notice that answered a user's last press, until the game goes on, or the news since then.

    News are of a game under way, and go with its last card.
    """
    version, notice = table.ledger.notices.get(user_id, (table.row.version, ""))
    stands = table.playing if version == UNTIL_PRESSED else version == table.row.version
    return notice if stands else ""


def choosing(table: Table) -> set[int]:
    """Return the users for whom the last action changed nothing: they go on choosing."""
    waits = table.waits_for()
    beside = [row for row in table.seats if row.seat in table.beside and row.seat in waits]
    return {row.user_id for row in beside if row.present}


def claimable(table: Table) -> tuple[SeatRow, ...]:
    """Return the seats that others may take: those of computers, if the table allows it."""
    free = table.playing and table.row.claims
    return tuple([row for row in table.seats if not row.present]) if free else ()


def begins(table: Table) -> bool:
    """Return whether the game of a rematch begins by itself: all seats taken, all people agreed.

    Only a lobby in which seats were kept (`reserved_until`, which stays once they are free) does so; any
    other is started by its host. It is due at once by the clock as well: the bot may be killed between the
    two writes.
    """
    row = table.row
    follows = row.status is Status.LOBBY and row.reserved_until is not None
    return follows and len(table.seats) == table.size and not to_agree(table.seats)


def may_agree(table: Table, user_id: int, terms: int) -> bool:
    """Return whether a user seated in a lobby has yet to agree to its options, with the number `terms`."""
    row = table.seat_of(user_id) if table.row.status is Status.LOBBY else None
    return row is not None and not row.ready and terms == table.terms


def kept_for(table: Table, user_id: int) -> int | None:
    """Return the seat kept for a user, None without one."""
    return next((seat for seat, user, _ in table.row.reserved if user == user_id), None)


def open_to(table: Table, user_id: int | None = None) -> Offer | None:
    """Return the offer to a user without a seat, None while they can only wait.

    A seat of a lobby that is kept for the user is open to them alone.
    """
    match table.row.status:
        case Status.LOBBY:
            taken = [row for row in table.seats if row.person]
            others = [user for _, user, _ in table.row.reserved if user != user_id]
            return Offer.LOBBY if len(taken) + len(others) < table.size else None
        case Status.PLAYING:
            return Offer.CLAIM if claimable(table) else None
        case Status.FINISHED | Status.STOPPED:
            return None if table.ending else Offer.NEXT
        case _:
            return None


def newcomers(table: Table) -> tuple[int, ...]:
    """Return the seats that were taken over in this hand and have not played since."""
    return tuple(
        [
            row.seat
            for row in table.seats
            if row.claimed_seq is not None
            and row.claimed_seq >= table.dealt
            and not any(told.seat == row.seat for told in table.story[1 + row.claimed_seq - table.dealt :])
        ]
    )


def computer_to_act(table: Table) -> int | None:
    """Return a seat that the game waits for and a computer plays, None without one.

    A computer also plays for a person whose time has run out. The clock answers for a seat without a choice,
    whether a person or a computer sits there. None is to act while the rest of the game is played at once.
    """
    waits = () if finishing(table) else table.waits_for()
    for row in table.seats:
        played = row.seat in waits and (row.overdue or not row.present)
        if played and table.game.formality(table.state, row.seat) is None:
            return row.seat
    return None


def finishing(table: Table) -> bool:
    """Return whether computers have to play the rest of the game at once, as all who watch have agreed."""
    if not table.playing or not any(row.votes for row in table.seats):
        return False
    vote = votes.of(table, votes.FINISH)
    return vote is not None and vote.passed


def solo(seats: Collection[SeatRow]) -> bool:
    """Return whether one person plays computers, and no other ever had one of these seats.

    Nobody waits for anybody there, and a take-back removes computers' plays too. A game whose result is to be
    compared with others must not be one of these: their games do not count.
    """
    return sum(row.person for row in seats) == 1 and not any((row.former_id or 0) > 0 for row in seats)


def undoable(table: Table) -> int | None:
    """Return the user who may take back their last play, None if the game forbids it.

    A hand that is over stays over. Nobody takes back twice in a turn, or what another seat has answered,
    unless they play `solo`.
    """
    back = table.pressed
    if back is None or back.revealed or table.hand_over:
        return None
    if solo(table.seats):
        # Once the scores are settled they stay so, and no play is taken back to probe for it.
        return None if _settled(table) is not None else back.user_id
    if back is not table.last_play or back.again:
        return None
    # The proof that the rest can be settled uses hidden cards.
    return None if rest(table) is not None else back.user_id


def undo_of(table: Table, user_id: int) -> TakeBack | None:
    """Return the offer to a user to take their last play back, None without one."""
    row, back = table.seat_of(user_id), table.pressed
    if not table.playing or table.row.undo_until is None or row is None or not row.present or back is None:
        return None
    return TakeBack(back.number, table.seq - back.number + 1) if undoable(table) == user_id else None


def shared(table: Table) -> bool:
    """Return whether the last play answered a question to several seats at once, of which some are left.

    Their time goes on as it was.
    """
    if table.last_play is None:
        return False
    waits, waited = table.to_act, table.game.to_act(table.last_play.state)
    return bool(waits) and set(waited) - {table.last_play.seat} >= set(waits)


def formality(table: Table) -> tuple[int, Any] | None:
    """Return a seat that is asked without a choice, with its answer; None without one."""
    return formality_of(table.game, table.state) if table.playing else None


def last_card(table: Table) -> tuple[int, Any] | None:
    """Return a person's seat that is asked with one card left, and the only way to play it; else None."""
    for row in table.seats:
        if row.present and not row.overdue and row.seat in table.waits_for():
            seen = table.game.observe(table.state, row.seat)
            if len(seen.hand) == len(seen.legal) == 1:
                return row.seat, seen.legal[0]
    return None


def rest(table: Table) -> tuple[tuple[int, Any], ...] | None:
    """Return the plays that end a hand whose score is settled whatever is played.

    None without a proof, or if playing on takes no more presses than agreeing to it.
    """
    settled = _settled(table) if table.playing else None
    return settled if settled is not None and len(settled) > len(table.active()) else None


def _settled(table: Table) -> tuple[tuple[int, Any], ...] | None:
    """Return plays that end a hand whose score is settled whatever is played, None without a proof."""
    if "rest" not in table.proved:
        near = sum(table.game.observe(table.state, None).counts) <= FAR
        table.proved["rest"] = settling(table.game, table.state) if near else None
    return table.proved["rest"]


def votable(table: Table) -> tuple[votes.Vote, ...]:
    """Return the votes that can be asked for now."""
    if not table.playing:
        return ()
    waits = table.waits_for()
    names = [votes.STOP, votes.WAIT, votes.CLOCK, votes.FINISH]
    names += [f"{votes.GIVE}-{row.seat}" for row in table.seats if row.present and row.seat in waits]
    names += [f"{votes.CONCEDE}-{side}" for side in range(len(table.sides))]
    found = [votes.of(table, name) for name in names]
    return tuple([vote for vote in found if vote is not None and vote.voters])


def agreeing(table: Table) -> int | None:
    """Return the number of the agreement open now: on the next hand or on settling this one; else None.

    Both are one mark of a seat, `ready`; in a lobby it stands for the options.
    """
    if table.between_hands:
        # Before the first deal one seat alone is asked.
        return table.seq or None
    return table.dealt if rest(table) else None


def formality_of(game: AnyGame, state: Any) -> tuple[int, Any] | None:
    """Return a seat that a state asks without a choice, with its answer; None without one."""
    for seat in game.to_act(state):
        if seat != DEALER and (action := game.formality(state, seat)) is not None:
            return seat, action
    return None
