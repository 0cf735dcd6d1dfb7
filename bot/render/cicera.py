"""How Cicera is told and shown: its table, what one should know before a play, its score sheet."""

from collections.abc import Iterable

from bot.locale import Words
from bot.render.panel import lines
from bot.render.people import seat_name, side_name
from bot.table import Shown, Told
from engine.cicera import Play, Seen, Sheet
from engine.cicera.rules import just_left
from engine.game import DEALER, Event, Line


def heading(shown: Shown, words: Words) -> str:
    """Return the game, the number of the hand under way or just finished, and the target."""
    seen: Seen = shown.seen
    return words("cicera.heading", hand=hand_number(seen), target=seen.options.target)


def hand_number(seen: Seen) -> int:
    """Return the number of the hand under way, or of the one just finished."""
    under_way = seen.to_act not in ((), (DEALER,))
    return len(seen.sheets) + under_way


def on_table(seen: Seen, words: Words) -> str:
    """Return the cards that lie on the table."""
    return words("cicera.on-table", cards=words.cards(seen.table) or words("cicera.bare"))


def counts(shown: Shown, words: Words) -> str:
    """Return each player's number of cards, and each side's number of cards taken."""
    seen: Seen = shown.seen
    hands = " · ".join(f"{seat_name(shown, seat, words)} {n}" for seat, n in enumerate(seen.counts))
    taken = " · ".join(f"{side_name(shown, side, words)} {len(pile)}" for side, pile in enumerate(seen.taken))
    return lines(
        words("cicera.hands", hands=hands),
        words("cicera.taken", taken=taken),
        words("cicera.stock", n=seen.stock) if seen.stock else "",
    )


def advice(shown: Shown, words: Words) -> str:
    """Return what the player to act should know: which card on the table would be a picada (C17)."""
    left = just_left(shown.seen.plays)
    if left is None or left not in shown.seen.table:
        return ""
    return words(f"cicera.picada-waits.{shown.seen.options.picada}", card=words.card(left))


def choice(play: Play, points: Iterable[Line], words: Words) -> str:
    """Return a capture as its button says it: the cards, and the points that it scores at once."""
    cards = words("plus").join(map(words.card, play.taken))
    scored = " ".join(words("cicera.scores", name=line_name(line, words), n=line.points) for line in points)
    return words("cicera.capture", cards=cards, points=scored) if scored else cards


def line_name(line: Line, words: Words) -> str:
    """Return the name of a line of the score sheet."""
    return words(f"cicera.line.{line.name}")


def tell(told: Told, shown: Shown, words: Words) -> str:
    """Return what one entry of the log made happen, in words."""
    return " ".join(filter(None, (_tell(event, shown, words) for event in told.events)))


def _tell(event: Event, shown: Shown, words: Words) -> str:
    name = seat_name(shown, event.seat, words) if event.seat is not None else ""
    cards = event.cards
    match event.name:
        case "deal":
            return words("cicera.told.deal", name=name, cards=words.cards(cards))
        case "leave":
            return words("cicera.told.leave", name=name, card=words.card(cards[0]))
        case "capture":
            taken = words.cards(cards[1:])
            points = words("comma").join(
                words("cicera.scores", name=line_name(line, words), n=line.points) for line in event.lines
            )
            return words(
                "cicera.told.capture" if points else "cicera.told.capture-nothing",
                name=name,
                card=words.card(cards[0]),
                taken=taken,
                points=points,
            )
        case "round":
            return words("cicera.told.round")
        case "rest" if event.side is not None:
            return words(
                "cicera.told.rest", side=side_name(shown, event.side, words), cards=words.cards(cards)
            )
        case "rest":
            return words("cicera.told.rest-nobody", cards=words.cards(cards))
        case _:
            return ""


def sheet(sheet: Sheet, number: int, before: tuple[int, ...], shown: Shown, words: Words) -> str:
    """Return the score sheet of hand `number`; `before` are the totals that it started from."""
    parts = [words("sheet.title", number=number)]
    for side in (0, 1):
        scored = sheet.score(side)
        parts.append(
            words(
                "sheet.side",
                side=side_name(shown, side, words),
                before=before[side],
                after=before[side] + scored,
                n=scored,
            )
        )
        parts.append(" · ".join(_sheet_lines(sheet, side, words)) or words("sheet.nothing"))
    if sheet.napoleone is not None:
        parts.append(words("cicera.napoleone", side=side_name(shown, sheet.napoleone, words)))
    return lines(*parts)


def _sheet_lines(sheet: Sheet, side: int, words: Words) -> list[str]:
    """Return the named points of a side, those of one name added up, with the cards that earned them."""
    named: dict[str, list[Line]] = {}
    for line in sheet.lines:
        if line.side == side:
            named.setdefault(line.name, []).append(line)
    told = []
    for name, group in named.items():
        points = sum(line.points for line in group)
        cards = group[0].cards
        match name:
            case "carte":
                earned = words.count("cicera.cards-taken", len(cards))
            case "spade":
                earned = words.count("cicera.spades-taken", len(cards))
            case "napula":
                earned = words("cicera.run", first=words.card(cards[0]), last=words.card(cards[-1]))
            case "scua" | "picada":
                earned = words.cards(line.cards[0] for line in group)
            case "simili" | "quadriglia":
                earned = words("comma").join(words.cards(line.cards) for line in group)
            case _:
                earned = words.cards(cards)
        told.append(words("sheet.line", name=words(f"cicera.line.{name}"), n=points, cards=earned))
    return told
