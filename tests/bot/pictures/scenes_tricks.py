"""Tables of the two trick games at named moments, in the public view."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from bot.messages.ledger import Ledger
from bot.store import PlaceRow, SeatRow, Status, TableRow
from bot.table.table import Table
from bot.table.view import AnyView
from bot.table.viewing import view_of
from engine import GAMES
from engine.ciapano import DECK as CIAPANO
from engine.ciapano import State as CiapanoState
from engine.ciapano import Trick
from engine.ciapano.scoring import STRENGTH, score_sheet
from engine.civil_suits import Phase, State
from engine.civil_suits.trick import banned
from engine.deals import Deal
from engine.game import DEALER
from engine.tricks import highest
from tests.engine.ciapano.moments import cards, moment

NAMES: Final = ("Valentina", "Bo", "Cy", "Dino P.", "Elena")


def table(game: str, options: Mapping[str, Any] | None = None, names: Sequence[str] = NAMES) -> Table:
    """Return a table that waits for its first deal, everybody seated."""
    row = TableRow(
        "t1",
        1,
        game,
        options or {},
        Status.PLAYING,
        1000,
        b"seed",
        "c0ffee",
        "en",
        None,
        0.0,
        0.0,
        None,
        None,
        1,
    )
    size = sum(map(len, GAMES[game].sides(GAMES[game].options(options or {}))))
    seats = tuple(SeatRow(seat, 1000 + seat, names[seat], 9000 + seat) for seat in range(size))
    return Table.new(row, seats, Ledger(PlaceRow("t1", 1, 2)))


def with_state(made: Table, state: Any) -> Table:
    """Return a table with this state; it is over where the game is."""
    over = not made.game.to_act(state)
    return replace(made, state=state).with_row(status=Status.FINISHED if over else Status.PLAYING)


def played(
    made: Table, rng: random.Random, choose: Callable[[Table, int, Sequence[Any]], Any] | None = None
) -> Iterator[Table]:
    """Yield the table after every deal and play of a random game."""
    while made.game.to_act(made.state):
        seats = made.game.to_act(made.state)
        if seats == (DEALER,):
            deck = list(made.game.DECK)
            rng.shuffle(deck)
            made = made.with_deal(Deal(rng.choice(made.game.dealers(made.state)), tuple(deck)))
        else:
            seat = rng.choice(seats)
            legal = made.game.legal(made.state, seat)
            action = choose(made, seat, legal) if choose is not None else legal[rng.randrange(len(legal))]
            made = made.with_play(seat, action)
        yield with_state(made, made.state)


def first(
    game: str, wanted: Callable[[Any], bool], options: Mapping[str, Any] | None = None, seed: int = 1
) -> Table:
    """Return the first table of random games whose state is `wanted`."""
    for number in range(seed, seed + 400):
        for made in played(table(game, options), random.Random(number)):
            if wanted(made.state):
                return made
    raise LookupError(game)


# Ciapano


def ciapano(state: CiapanoState, plays: str = "") -> Table:
    """Return a table of Ciapano in this state, after these plays in turn order."""
    players = state.options.players
    made = with_state(table("ciapano", {"players": players}), state)
    for text in plays.split():
        made = made.with_play(made.state.turn, made.game.parse(text))
    return with_state(made, made.state)


def _after(number: int, hands: Sequence[str], **values: Any) -> CiapanoState:
    """Return a moment of Ciapano after so many hands."""
    sheet = score_sheet((0,), [cards("AS")], 0, cards("AS"))
    return moment(*hands, **values)._replace(sheets=(sheet,) * number)


def trick(leader: int, text: str) -> tuple[Trick, ...]:
    """Return a trick of four that was taken."""
    plays = tuple(((leader + place) % 4, c) for place, c in enumerate(cards(text)))
    return (Trick(plays, highest(plays, STRENGTH, plays[0][1].suit)[0]),)  # type: ignore[index]


def four() -> Table:
    """Return four players, the last one to play."""
    state = _after(4, hands=("2D 7C", "AD 5S", "4D 6S", "6C 5H"), totals=(17, 9, 26, 12), leader=1)
    return ciapano(state._replace(tricks=trick(1, "5C QC 3C 2C"), thirds=(0, 0, 0, 4), turn=1), "AD 4D 6C")


def new_trick() -> Table:
    """Return four players, one of whom has just taken a trick."""
    return ciapano(four().state, "2D")


def five() -> Table:
    """Return five players, the last one to play."""
    hands = ("2S 7C", "AD 5C", "7S 6S", "KS 5H", "3S 4H")
    return ciapano(_after(4, hands=hands, totals=(17, 9, 26, 12, 4), leader=2)._replace(turn=2), "7S KS 3S")


def three() -> Table:
    """Return three left of five, one to play."""
    hands = ("7H 7C", "", "QH 6S", "3H 5H", "")
    state = _after(8, hands=hands, totals=(17, 33, 28, 22, 31), out=(0, 6, 0, 0, 7), leader=2, discard="4C")
    return ciapano(state._replace(turn=2, dealer=3), "QH 3H")


def two() -> Table:
    """Return two left of five."""
    state = _after(
        9, hands=("7H 7C", "", "QH 6S", "", ""), totals=(17, 33, 28, 36, 31), out=(0, 6, 0, 8, 7), leader=2
    )
    return ciapano(state._replace(turn=2, dealer=0), "QH")


def discard() -> Table:
    """Return three players, of whom the dealer is to lay a card aside."""
    return first("ciapano", lambda state: len(state.hands) == 3, {"players": 3})


def cappotto() -> Table:
    """Return a hand in which one player has taken everything."""
    rest = [c for c in CIAPANO if c.text not in ("AS", "4S", "5S", "6S")]
    state = _after(2, hands=("AS", "4S", "5S", "6S"), taken=(rest, (), (), ()), totals=(9, 9, 9, 25))
    return ciapano(state, "AS 4S 5S 6S")


def tie() -> Table:
    """Return a hand after which all are out with as many points, so that they play on."""
    worth = [c for c in CIAPANO if c.text[0] in "32KQJ"]
    nothing = [c for c in CIAPANO if c.text[0] in "4567" and c.text not in ("4S", "5S", "6S", "4H")]
    taken = (cards("AS AH AD AC"), worth[:12], (*worth[12:], *nothing))
    state = _after(8, hands=("4S", "5S", "6S"), taken=taken, totals=(29, 29, 30), discard="4H")
    return ciapano(state, "4S 5S 6S")


def out() -> Table:
    """Return a hand after which a player is out."""
    return first(
        "ciapano",
        lambda state: state.winner is None and len(state.sheets) in state.out and not any(state.hands),
        {"players": 5},
    )


# Civil Suits


def phase(
    wanted: Phase, more: Callable[[State], bool] = lambda state: True, seed: int = 1
) -> Callable[[], Table]:
    """Return a function that finds a table of Civil Suits in a phase, in games from a seed on."""
    return cache(lambda: first("civil-suits", lambda state: state.phase is wanted and more(state), seed=seed))


def _shown(make: Callable[[], Table]) -> Callable[[], AnyView]:
    return cache(lambda: view_of(make()))


_TABLES: Final[Mapping[str, Callable[[], Table]]] = {
    "ciapano-two": two,
    "ciapano-three": three,
    "ciapano-four": four,
    "ciapano-five": five,
    "ciapano-discard": discard,
    "ciapano-new-trick": new_trick,
    "ciapano-cappotto": cappotto,
    "ciapano-tie": tie,
    "ciapano-out": out,
    "civil-suit": phase(Phase.SUIT, lambda state: any(state.suits)),
    "civil-pass": phase(Phase.PASS, lambda state: any(state.passes)),
    "civil-offer": phase(Phase.OFFER),
    "civil-trick": phase(Phase.PLAY, lambda state: len(state.trick.laid) == 3 and len(state.tricks) > 3),
    "civil-took": phase(Phase.PLAY, lambda state: bool(state.tricks) and not state.trick.laid),
    "civil-trump": phase(
        Phase.PLAY,
        lambda state: not state.trick.laid and bool(state.tricks) and state.tricks[-1].trump is not None,
    ),
    "civil-waiting": phase(Phase.PLAY, lambda state: len(state.trick.waiting) > 1 and bool(state.trick.laid)),
    "civil-public": phase(Phase.PLAY, lambda state: len(state.public) > 1),
    "civil-ban": phase(Phase.BAN),
    "civil-banned": phase(Phase.PLAY, lambda state: len(set(banned(state.trick))) > 1, seed=17),
    "civil-replay": phase(Phase.REPLAY),
    "civil-tie": phase(Phase.CHALLENGE),
    "civil-tie-added": phase(Phase.CHALLENGE, lambda state: len(state.trick.laid) > 4),
    "civil-tie-full": phase(Phase.MAGIC, lambda state: len(state.trick.laid) == 8),
    "civil-intelligence": phase(Phase.INTELLIGENCE),
    "civil-magic": phase(Phase.MAGIC),
    "civil-might": phase(Phase.MIGHT, lambda state: bool(state.trick.aside)),
    "civil-round-over": phase(Phase.DEAL, lambda state: bool(state.sheets)),
}
SCENES: Final[Mapping[str, Callable[[], AnyView]]] = {name: _shown(make) for name, make in _TABLES.items()}
"""The public view at each moment, by name."""
