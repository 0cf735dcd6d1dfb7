"""Tables of Cicera in named states, in the public view, made by dealing and playing."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from bot.lobby.seating import NAMES as COMPUTERS
from bot.messages.ledger import Ledger
from bot.store import PlaceRow, SeatRow, Status, TableRow
from bot.table.table import Table
from bot.table.view import View
from bot.table.viewing import view_of
from engine import GAMES
from engine.cards import Card, card
from engine.cicera import DECK, Play, Seen, Sheet
from engine.cicera.scoring import card_points
from engine.deals import Deal
from engine.game import DEALER, Line

NAMES: Final = ("Ann", "Bo", "Cy", "Di")
LONG: Final = ("Valentina", "Bortolo", "Cesarina", "Dino P.")


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards written in `text`, blanks between them."""
    return tuple(map(card, text.split()))


def seated(names: Sequence[str] = NAMES, computers: Iterable[int] = (), **values: Any) -> Table:
    """Return a table before its first deal; computers play in the seats `computers`, or for unnamed seats."""
    game = GAMES["cicera"]
    options = game.options({"players": len(names), **values})
    row = TableRow(
        id="7f3a",
        guild_id=1,
        game="cicera",
        options=game.values(options),
        status=Status.PLAYING,
        host_id=100,
        seed=bytes(32),
        commitment="",
        language="en",
        rematch_of=None,
        created_at=0.0,
        touched_at=0.0,
        wake_at=None,
        entropy=(),
        version=1,
    )
    seats = tuple(
        SeatRow(
            seat,
            100 + seat if name else -1 - seat,
            name or COMPUTERS[seat],
            seat,
            level="normal" if seat in computers or not name else None,
        )
        for seat, name in enumerate(names)
    )
    return Table.new(row, seats, Ledger(PlaceRow(row.id, 1, 1)))


def dealt(
    table: Table,
    opening: str,
    order: Sequence[str],
    dealer: int = 3,
    totals: tuple[int, int] = (0, 0),
    hand: int = 1,
) -> Table:
    """Return the table after a deal of `opening` and of hands that can play `order`, as `played` has it.

    Before it, `hand` - 1 hands were played, with these `totals`.
    """
    if hand > 1:
        past = tuple(Line(side, "carte", points) for side, points in enumerate(totals) if points)
        sheets = (Sheet(past), *[Sheet(())] * (hand - 2))
        before = (dealer - 1) % len(table.seats)
        table = replace(table, state=table.state._replace(sheets=sheets, totals=totals, dealer=before))
    options = table.options
    wanted = [card(text.partition(":")[0]) for text in order]
    up = cards(opening)
    rest = [c for c in DECK if c not in wanted and c not in up]
    random.Random(7).shuffle(rest)
    flow = (*wanted, *rest)
    each = options.players * options.deal
    deck = (*flow[:each], *up, *flow[each:])
    return table.with_deal(Deal(dealer, deck))


def played(table: Table, order: Iterable[str]) -> Table:
    """Return the table after these plays, in turn."""
    for text in order:
        table = table.with_play(table.waits_for()[0], table.game.parse(text))
    return table


def shown(table: Table) -> View[Seen]:
    """Return a table's public view."""
    return cast(View[Seen], view_of(table))


def scene(opening: str, order: str, names: Sequence[str] = NAMES, hand: int = 3, **more: Any) -> View[Seen]:
    """Return the state after the plays `order` in one hand."""
    chosen = {name: more.pop(name) for name in ("dealer", "totals") if name in more}
    plays = order.split()
    return shown(played(dealt(seated(names, **more), opening, plays, hand=hand, **chosen), plays))


def left(number: int, names: Sequence[str] = NAMES, **values: Any) -> View[Seen]:
    """Return a table with `number` cards on it, before any capture."""
    table = seated(names, **values)
    table = dealt(table, "3S 7D KH 2C", (), dealer=len(names) - 1, totals=(23, 19), hand=3)
    while len(table.state.table) < number:
        seat = table.waits_for()[0]
        table = table.with_play(seat, table.game.parse(table.state.hands[seat][-1].text))
    return shown(table)


def at_random(seed: int, plays: int, names: Sequence[str] = NAMES, **values: Any) -> View[Seen]:
    """Return a table after so many random plays, captures preferred."""
    for table in whole_game(seed, names, **values):
        if table.seq >= plays:
            return shown(table)
    raise ValueError("so long no game was")


def whole_game(
    seed: int, names: Sequence[str] = NAMES, takes: float = 0.8, hands: int = 9, **values: Any
) -> Iterable[Table]:
    """Yield a table after each deal and play of a random game, of `hands` hands at most."""
    rng = random.Random(seed)
    table = seated(names, **values)
    while table.game.to_act(table.state):
        if table.between_hands:
            if len(table.state.sheets) >= hands:
                return
            deck = rng.sample(DECK, len(DECK))
            table = table.with_deal(Deal(rng.choice(table.game.dealers(table.state)), tuple(deck)))
        else:
            seat = table.waits_for()[0]
            legal = table.game.legal(table.state, seat)
            captures = [play for play in legal if play.taken]
            table = table.with_play(
                seat, rng.choice(captures if captures and rng.random() < takes else legal)
            )
        yield table


def finished(piles: tuple[str, ...], lines: Sequence[Line], totals: tuple[int, int] = (23, 19)) -> View[Seen]:
    """Return a table after a third hand in which side 0 took the cards `piles`, with these play points."""
    mine = cards(" ".join(piles))
    both = (mine, tuple(c for c in DECK if c not in mine))
    sheet = Sheet((*lines, *card_points(both)))
    table = seated()
    past = Sheet(tuple(Line(side, "carte", points) for side, points in enumerate(totals)))
    now = tuple(totals[side] + sheet.score(side) for side in (0, 1))
    state = table.state._replace(
        sheets=(past, Sheet(()), sheet),
        totals=now,
        dealer=3,
        hands=((), (), (), ()),
        taken=both,
        plays=tuple(Play(line.cards[0], line.cards[1:]) for line in lines),
        turn=DEALER,
    )
    return shown(replace(table, state=state))


def sheet_of_ten() -> View[Seen]:
    """Return a hand in which each name scored once, except spades with their run of four."""
    mine = "AS 2S 3S 4S 7S 8S 9S TS AH 2H 3H 4H 5H 6H 7H 8H 9H TH KH 2D 3D 7D 8D 9D JD QD KD 7C QC"
    lines = (
        Line(0, "scua", 1, cards("7H")),
        Line(0, "picada", 1, cards("TH")),
        Line(1, "simili", 1, cards("9C 4C 5C")),
        Line(0, "quadriglia", 1, cards("TS AH 2D 7S")),
    )
    return finished((mine,), lines)


def sheet_of_many() -> View[Seen]:
    """Return a hand with more points than a sheet has rows."""
    spades = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"
    lines = [Line(n % 3 == 0, "scua", 1, cards(f"{rank}H")) for n, rank in enumerate("A2345")]
    lines += [Line(n % 2, "picada", 1, cards(f"{rank}D")) for n, rank in enumerate("6789T")]
    lines += [Line(0, "simili", 1, cards("9S 4S 5S")), Line(1, "simili", 1, cards("9C 4C 5C"))]
    lines += [Line(0, "quadriglia", 1, cards("TC AC 2C 3C 4D"))]
    return finished((spades, "TD JH 2D 3D 5D 9D KD QD AH 2H 3H 4H 5H 6H 7H"), lines)


def end_of_hand() -> View[Seen]:
    """Return a table whose hand is over, with the rest taken by the side of the last capture."""
    for table in whole_game(11, LONG):
        rest = [event for event in table.story[-1].events if event.name == "rest"]
        if rest and len(rest[0].cards) > 2:
            return shown(table)
    raise ValueError("no hand left a rest")


def quiet_hand() -> View[Seen]:
    """Return a table after a whole hand with few points."""
    return next(shown(table) for table in whole_game(2, takes=0.3) if table.state.sheets)


SCENES: Final[Mapping[str, Callable[[], View[Seen]]]] = {
    "deal": lambda: scene("3S 7D KH 2C", "", totals=(23, 19)),
    "one card": lambda: scene("5H 9D JC QH", "5D:5H 9C:9D JD:JC QD:QH 6S", totals=(12, 8)),
    "3 cards": lambda: scene(
        "TD KS 2H 7C", "AH 2D JH TS:AH+2D+7C AD QC JC:JH QD:QC 8H 8S:8H AS:AD", totals=(31, 42)
    ),
    "5 cards, just left": lambda: scene("3S 7D 6D KH", "7C", LONG, totals=(49, 44), dealer=1),
    "8 cards": lambda: left(8),
    "12 cards": lambda: scene(
        "3S 7D 7C KH", "QS 2C AC 8D 5S TH JD 6C 4H 3D 2H AD 9S TS:AD+2H+3D+4H", totals=(22, 18), dealer=2
    ),
    "15 cards, three points": lambda: scene(
        "3S 7D 7C KH",
        "QS 2C AC 8D 5S TH JD 6C 9D 4C 4D 7S AS 2S TS:AS+2S+7S",
        LONG,
        totals=(20, 18),
        dealer=3,
    ),
    "16 cards": lambda: left(16),
    "25 cards": lambda: left(25),
    "36 cards": lambda: left(36),
    "51 cards": lambda: left(51),
    "scua": lambda: scene(
        "4H 5D KS QD", "KC:KS QC:QD 9S:4H+5D", names=("Di", "Ann", "Bo", "Cy"), hand=2, totals=(12, 8)
    ),
    "seven taken": lambda: scene(
        "AS 2D AC 9S",
        "AH 2H AD 2C TS:AS+AH+AD+AC+2H+2D+2C",
        ("Wilhelmina Wow", *LONG[1:]),
        totals=(9, 105),
        dealer=3,
    ),
    "computers": lambda: scene(
        "3S 7D KH 2C", "7S:7D KD:KH", ("Ann", "", "Cesarina", ""), computers=(1, 2, 3)
    ),
    "two players": lambda: scene("3S 7D KH 2C", "7C:7D 5H 9H", ("Ann", "Bo"), totals=(13, 9), dealer=1),
    "new round": lambda: at_random(3, 25, deal=6),
    "two players, new round": lambda: at_random(3, 25, ("Ann", "Bo")),
    "sixes": lambda: at_random(5, 20, deal=6),
}
SHEETS: Final[Mapping[str, Callable[[], View[Seen]]]] = {
    "sheet": sheet_of_ten,
    "sheet of many points": sheet_of_many,
    "sheet of two": lambda: next(
        shown(table) for table in whole_game(4, ("Valentina", "Bo")) if table.state.sheets
    ),
    "sheet of a played hand": quiet_hand,
    "sheet of too many scue": end_of_hand,
}
