"""Cicera in words: plays, events and the score sheet."""

from typing import Final

from bot.blocks.blocks import lines
from bot.blocks.counting import counted, in_the_lead, part_of, sheet_line, side_total, small_lines
from bot.blocks.people import seat_name, side_name
from bot.games.cicera.points import ORDER, earned, line_name
from bot.locale import Words
from bot.pictures.sketch.alt import some_cards
from bot.table.pauses import WHOLE
from bot.table.view import View
from engine.cicera import Play, Seen, Sheet
from engine.cicera.scoring import CARD_POINTS, card_points
from engine.game import Event, Line

COUNTED_CARDS: Final = ("mata", "dieci", "fante")
"""The points for a card by itself, whose names and what earns them say the card."""


def doing(play: Play, view: View[Seen], words: Words) -> str:
    """Return a play in words."""
    card = words.card(play.card)
    if not play.taken:
        return words("hint.cicera.do.leave", card=card)
    return words("hint.cicera.do.take", card=card, cards=words.cards(play.taken))


def tell(event: Event, view: View[Seen], words: Words) -> str:
    """Return an event in words; empty where the score sheet tells it."""
    name = seat_name(view, event.seat, words) if event.seat is not None else ""
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
                "cicera.told.rest", side=side_name(view, event.side, words), cards=words.cards(cards)
            )
        case "rest":
            return words("cicera.told.rest-nobody", cards=words.cards(cards))
        case _:
            return ""


def firsts(event: Event, view: View[Seen]) -> tuple[str, ...]:
    """Return the names of the points that a capture scores (C16 to C19) and no earlier hand had."""
    known = {line.name for sheet in view.seen.sheets for line in sheet.lines}
    scored = [line.name for line in event.lines if event.name == "capture" and line.name not in known]
    rank = view.seen.options.picada == "rank"
    return tuple("picada-rank" if name == "picada" and rank else name for name in scored)


def brief(event: Event, view: View[Seen], words: Words) -> str:
    """Return an event in as few words as possible."""
    if event.name not in ("leave", "capture") or event.seat is None:
        return tell(event, view, words)
    card, *taken = event.cards
    points = (words("cicera.scores", name=line_name(line, words), n=line.points) for line in event.lines)
    return words(
        "cicera.brief.capture" if taken else "cicera.brief.leave",
        name=seat_name(view, event.seat, words),
        card=words.card(card),
        told=words("comma").join((words.cards(taken), *points)),
    )


def weight(event: Event, view: View[Seen]) -> int:
    """Return the points that a capture scored at once (C16 to C19)."""
    return sum(line.points for line in event.lines if event.name == "capture" and line.side == event.side)


def account(sheet: Sheet, number: int, before: list[int], view: View[Seen], words: Words) -> str:
    """Return the counted part of the sheet of hand `number`; `before` are the totals at its start."""
    part = part_of(view, number)
    done = counted(sheet.lines, ORDER, part)
    parts = []
    for side in (0, 1):
        mine = [line for line in done if line.side == side]
        told = [_sheet_line(name, mine, view, words) for name in dict.fromkeys(line.name for line in mine)]
        parts.append(side_total(view, side, before[side], sum(line.points for line in mine), words))
        parts += small_lines(told or [words("sheet.nothing")], words)
    if sheet.napoleone is not None and part == WHOLE:
        parts.append(words("cicera.napoleone", side=side_name(view, sheet.napoleone, words)))
    if part < WHOLE:
        return lines(*parts, words("sheet.counting"))
    target, after = view.seen.options.target, [before[side] + sheet.score(side) for side in (0, 1)]
    both = min(after) >= target and sheet.napoleone is None
    return lines(*parts, words("cicera.both", target=target) if both else "")


def _sheet_line(name: str, mine: list[Line], view: View[Seen], words: Words) -> str:
    """Return the points of a side by this name, with their reason and their cards."""
    group = [line for line in mine if line.name == name]
    cards = group[0].cards if len(group) == 1 else tuple(line.cards[0] for line in group)
    match name:
        case "carte" | "spade":
            told = str(len(cards))
        case "napula":
            told = words("cicera.run", first=words.card(cards[0]), last=words.card(cards[-1]))
        case _ if name in COUNTED_CARDS:
            told = ""
        case _:
            told = some_cards(cards, words.cards, words)
    points, why = sum(line.points for line in group), earned(name, view.seen.options, words)
    return sheet_line(words(f"cicera.line.{name}"), points, why, told, words)


def deciding(view: View[Seen], words: Words) -> str:
    """Return the cause of the result for the viewer: a Napoleone, the last cards taken, or a line's points.

    Empty if no single thing did: without it, the winners would not have had more points.
    """
    seen = view.seen
    winner, sheet = seen.winner, seen.sheets[-1]
    assert winner is not None
    if sheet.napoleone is not None:
        return words("cicera.end.napoleone")
    margin = seen.totals[winner] - seen.totals[1 - winner]
    key, found = "last", _at_the_end(view, winner, margin)
    if not found:
        key, found = "hand", [line for line in sheet.lines if line.side == winner and line.points >= margin]
    if not found or (key == "hand" and len(found) > 1):
        return ""
    assert view.viewer is not None
    seats, names = view.sides[winner], dict.fromkeys(_earned(line, words) for line in found)
    told = words("comma").join(names)
    if len(names) == 1 and found[0].name not in COUNTED_CARDS:
        told = words("cicera.end.named", name=told, earned=earned(found[0].name, seen.options, words))
    whose = "yours" if view.viewer.seat in seats else "theirs"
    return words.count(f"cicera.end.{key}.{whose}", len(seats), told=told)


def by_how_much(view: View[Seen], words: Words) -> str:
    """Return the margin and since when the winners have been in the lead, or that it was a Napoleone."""
    winner, totals = view.seen.winner, view.seen.totals
    assert winner is not None
    if view.seen.sheets[-1].napoleone is not None:
        return words("cicera.by.napoleone")
    margin = totals[winner] - totals[1 - winner]
    return words.count("cicera.by.points", margin, lead=in_the_lead(view, winner, words))


def _at_the_end(view: View[Seen], winner: int, margin: int) -> list[Line]:
    """Return the lines that the winners had from the last cards of the hand, if the margin was no larger."""
    last = next((told.events for told in reversed(view.story) if told.events), ())
    taken = [event for event in last if event.name in ("capture", "rest") and event.side == winner]
    cards = {card for event in taken for card in event.cards}
    without = [
        tuple([card for card in pile if side != winner or card not in cards])
        for side, pile in enumerate(view.seen.taken)
    ]
    before = {(line.side, line.name): line.points for line in card_points(tuple(without))}
    lost = [line for event in taken for line in event.lines]
    swing = sum(line.points for line in lost)
    for line in view.seen.sheets[-1].lines:
        if line.name in CARD_POINTS:
            more = line.points - before.pop((line.side, line.name), 0)
            swing += more if line.side == winner else -more
            lost += [line] if more and line.side == winner else []
    swing += sum(points for (side, _), points in before.items() if side != winner)
    return lost if swing >= margin else []


def _earned(line: Line, words: Words) -> str:
    """Return the card that brought a point, or the name of the point."""
    return words.card(line.cards[0]) if line.name in COUNTED_CARDS else line_name(line, words)
