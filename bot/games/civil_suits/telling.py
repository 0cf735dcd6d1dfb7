"""The public events of Civil Suits in words, and the score sheets of its rounds."""

from bot.blocks.blocks import lines
from bot.blocks.counting import part_of, sheet_line, small_lines
from bot.blocks.people import seat_name
from bot.games.civil_suits.board import POWERS, cost, just_taken
from bot.games.civil_suits.faces import suit_name
from bot.games.civil_suits.picture.sheet import added
from bot.locale import Words
from bot.pictures.sketch.alt import some_cards
from bot.table.pauses import WHOLE
from bot.table.view import View
from engine.civil_suits import Action, Seen, Sheet
from engine.civil_suits.actions import Ban, Challenge, Intelligence, Magic, Might, Note, Pass, Play
from engine.game import Event, Line


def tell(event: Event, view: View[Seen], words: Words) -> str:
    """Return an event in words; empty where the score sheet tells it."""
    values: dict[str, object] = {}
    if event.seat is not None:
        values["name"] = seat_name(view, event.seat, words)
    if event.target is not None:
        values["other"] = seat_name(view, event.target, words)
    if event.suit is not None:
        values["suit"] = suit_name(event.suit, words)
    key = event.name
    if key in POWERS:
        values["sign"] = words.sign(key)
    match event.name:
        case "hand" | "game" | "reveal":
            return ""
        case "lead" | "play" | "challenge" if event.cards:
            values["card"] = words.card(event.cards[0])
        case "replay":
            values["card"], values["former"] = map(words.card, event.cards)
        case "ban" | "might" | "challenge" if event.suit is None:
            key = f"no-{event.name}"
        case "intelligence" if event.target is None:
            key = "no-intelligence"
        case "magic":
            key = "magic" if event.lines else "aside" if event.cards else "no-magic"
            values["cards"] = words.cards(event.cards)
        case "trick" if not event.cards:
            key = "no-cards"
        case "tie":
            values["cards"] = words.cards(event.cards)
        case "trick" | "rest" if event.seat is not None:
            values["cards"] = words.cards(event.cards)
            values["cost"] = cost(view.seen, event.seat, event.cards, words)
    return words(f"civil-suits.told.{key}", **values)


def firsts(event: Event, view: View[Seen]) -> tuple[str, ...]:
    """Return the name of what an event of the first round has to do with: a Minion, a ban, a tie, a power."""
    if view.hand > 1:
        return ()
    match event.name:
        case "lead" | "play" if event.cards[0].suit is None:
            return ("minion",)
        case "ban" if event.suit is None:
            return ()
        case "ban" | "tie" | "intelligence" | "magic" | "might":
            return (event.name,)
        case _:
            return ()


def brief(event: Event, view: View[Seen], words: Words) -> str:
    """Return an event in as few words as possible: of a trick its taker, of a card only its name."""
    name = seat_name(view, event.seat, words) if event.seat is not None else ""
    match event.name:
        case "lead" | "play":
            return words("civil-suits.brief.play", name=name, card=words.card(event.cards[0]))
        case "challenge" if event.cards:
            return words("civil-suits.brief.challenge", name=name, card=words.card(event.cards[0]))
        case "intelligence" if event.target is not None:
            other = seat_name(view, event.target, words)
            return words(
                "civil-suits.brief.intelligence", name=name, sign=words.sign(event.name), other=other
            )
        case "might" if event.suit is not None:
            suit = words.suit(event.suit)
            return words("civil-suits.brief.might", name=name, sign=words.sign(event.name), suit=suit)
        case "trick" if event.seat is not None:
            if event.seat == view.seen.viewer and just_taken(view):
                return ""  # The question for the next lead tells it.
            told = cost(view.seen, event.seat, event.cards, words)
            return words("civil-suits.brief.trick", name=name, cost=told)
        case _:
            return tell(event, view, words)


def doing(action: Action, view: View[Seen], words: Words) -> str:
    """Return an action in words."""
    values: dict[str, object] = {}
    kind = type(action).__name__.lower()
    match action:
        case Note(suit):
            values["suit"] = suit_name(suit, words)
        case Ban(suit) | Might(suit):
            if suit is None:
                kind = f"no-{kind}"
            else:
                values["suit"] = suit_name(suit, words)
        case Play(card) | Challenge(card):
            if card is None:
                kind = f"no-{kind}"
            else:
                values["card"] = words.card(card)
        case Intelligence(seat):
            if seat is None:
                kind = f"no-{kind}"
            else:
                values["name"] = seat_name(view, seat, words)
        case Pass(cards):
            values["cards"] = words.cards(cards)
        case Magic(aside, score) if not score:
            kind = "aside" if aside else f"no-{kind}"
            values["cards"] = words.cards(aside)
    return words(f"hint.civil-suits.do.{kind}", **values)


def account(sheet: Sheet, number: int, before: list[int], view: View[Seen], words: Words) -> str:
    """Return the counted part of the sheet of round `number`; `before` are the totals at its start."""
    part = part_of(view, number)
    parts = []
    for seat, total in enumerate(before):
        rows = added(sheet, seat, part)
        n = sum(line.points for line in rows)
        parts.append(
            words(
                "civil-suits.sheet.seat",
                name=seat_name(view, seat, words),
                suit=suit_name(sheet.suits[seat], words),
                before=total,
                after=total + n,
                n=n,
            )
        )
        told = [_sheet_line(line, words) for line in rows] or [words("civil-suits.sheet.nothing")]
        parts += small_lines(told, words)
    return lines(*parts, "" if part == WHOLE else words("sheet.counting"))


def _sheet_line(line: Line, words: Words) -> str:
    name = words(f"picture.civil-suits.sheet.{line.name}")
    cards = some_cards(line.cards, words.cards, words)
    return sheet_line(name, line.points, words(f"civil-suits.earned.{line.name}"), cards, words)
