"""How Cicera is told, shown and asked: its table, the choice among captures, its score sheet.

A press on a card is a gesture, not yet an action: a card with a single action is played at once, one with
several opens the choice. Both come from the legal actions in `Seen`, grouped by card.
"""

from collections.abc import Iterable
from typing import Final

from bot.locale import Words
from bot.render.look import Face, Question, ask, back, card_face, play, still
from bot.render.panel import Button, Style, lines, rows
from bot.render.people import seat_name, side_name
from bot.shown import Shown
from engine.cards import Card
from engine.cicera import Play, Seen, Sheet
from engine.cicera.rules import just_left
from engine.game import Event, Line

PAGE: Final = 20
"""Captures on one page of the choice."""


def heading(shown: Shown[Seen], words: Words) -> str:
    """Return the game, the number of the hand under way or just finished, and the target."""
    return words("cicera.heading", hand=shown.hand, target=shown.seen.options.target)


def lying(shown: Shown[Seen], words: Words) -> str:
    """Return the cards that lie on the table."""
    return words("cicera.on-table", cards=words.cards(shown.seen.table) or words("cicera.bare"))


def page(shown: Shown[Seen]) -> int:
    """Return the page of the rules to begin with."""
    return 1


def winners(seen: Seen) -> tuple[int, ...]:
    """Return the side that has won."""
    return () if seen.winner is None else (seen.winner,)


def placing(shown: Shown[Seen], words: Words) -> str:
    """Return nothing: there are only two sides."""
    return ""


def waiting(shown: Shown[Seen], names: str, words: Words) -> str:
    """Return whose turn it is."""
    return words("turn.other", name=names)


def counts(shown: Shown[Seen], words: Words) -> str:
    """Return each player's number of cards, and each side's number of cards taken."""
    seen = shown.seen
    hands = " · ".join(f"{seat_name(shown, seat, words)} {n}" for seat, n in enumerate(seen.counts))
    taken = " · ".join(f"{side_name(shown, side, words)} {len(pile)}" for side, pile in enumerate(seen.taken))
    return lines(
        words("hands", hands=hands),
        words("cicera.taken", taken=taken),
        words("cicera.stock", n=seen.stock) if seen.stock else "",
    )


def question(shown: Shown[Seen], words: Words) -> Question:
    """Return the cards of the viewer, marked where they can capture."""
    gestures = _gestures(shown)
    buttons = []
    for card in shown.seen.hand:
        actions = gestures.get(card, [])
        face = card_face(card, words)
        if not actions:
            buttons.append(still(shown, face, card))
        elif len(actions) == 1:
            # Blue, so that what can be pressed differs from what lies there to be looked at.
            buttons.append(play(shown, face, actions[0], Style.MAIN))
        else:
            label, beside = words("card.can-take", card=face.label), words("card.can-take.mark")
            buttons.append(ask(shown, Face(label, face.tile, beside), card.text, Style.GOOD))
    if not shown.my_turn:
        return Question("", tuple(rows(buttons)))
    return Question(lines(_advice(shown, words), words("panel.marks")), tuple(rows(buttons)))


def _gestures(shown: Shown[Seen]) -> dict[Card, list[Play]]:
    """Return the legal actions of the viewer, grouped by the card that they play."""
    gestures: dict[Card, list[Play]] = {}
    for action in shown.seen.legal:
        gestures.setdefault(action.card, []).append(action)
    return gestures


def _advice(shown: Shown[Seen], words: Words) -> str:
    """Return what the player to act should know: which card on the table would be a picada (C17)."""
    left = just_left(shown.seen.plays)
    if left is None or left not in shown.seen.table:
        return ""
    return words(f"cicera.picada-waits.{shown.seen.options.picada}", card=words.card(left))


def further(shown: Shown[Seen], notation: str, words: Words) -> Question | None:
    """Return the choice among what a card can do, best first.

    `notation` is the card and, after a blank, the page counted from 0.
    """
    text, _, number = notation.partition(" ")
    page = int(number) if number.isdecimal() and len(number) < 4 else 0
    actions = next((found for card, found in _gestures(shown).items() if card.text == text), [])
    if len(actions) < 2:
        return None
    leave = next(action for action in actions if not action.taken)
    points = {action: shown.preview(action) for action in actions}
    captures = sorted(
        (action for action in actions if action is not leave),
        key=lambda action: (-sum(line.points for line in points[action]), -len(action.taken)),
    )
    last_page = (len(captures) - 1) // PAGE
    page = min(page, last_page)
    on_page = captures[page * PAGE : (page + 1) * PAGE]
    buttons = [
        play(
            shown,
            _capture(action, points[action], words),
            action,
            Style.GOOD if points[action] else Style.MAIN,
        )
        for action in on_page
    ]
    card = card_face(leave.card, words)
    leaving = Face(words("choice.leave", card=card.label), card.tile, words("choice.leave.short"))
    turning = [
        ask(shown, words(key), f"{text} {to}")
        for key, to in (("button.page-back", page - 1), ("button.page-on", page + 1))
        if 0 <= to <= last_page
    ]
    pages = words("choice.page", page=page + 1, pages=last_page + 1) if last_page else ""
    last: tuple[Button, ...] = (
        play(shown, leaving, leave),
        *turning,
        back(shown, words),
    )
    return Question(
        lines(words("choice.title", card=words.card(leave.card)), lying(shown, words), pages),
        # Few captures stand two in a row, so that a phone shows each label whole.
        (*rows(buttons, 2 if len(buttons) <= 8 else 4), last),
    )


def _capture(play: Play, points: Iterable[Line], words: Words) -> Face:
    """Return a capture as its button says it: the cards, and the points that it scores at once.

    A button has room for one tile only.
    """
    cards = words("plus").join(map(words.label_card, play.taken))
    scored = " ".join(words("cicera.scores", name=line_name(line, words), n=line.points) for line in points)
    label = words("cicera.capture", cards=cards, points=scored) if scored else cards
    return Face(label, words.tile(play.taken[0]) if len(play.taken) == 1 else "", scored)


def line_name(line: Line, words: Words) -> str:
    """Return the name of a line of the score sheet."""
    return words(f"cicera.line.{line.name}")


def doing(play: Play, shown: Shown[Seen], words: Words) -> str:
    """Return a play in words."""
    card = words.card(play.card)
    if not play.taken:
        return words("hint.cicera.do.leave", card=card)
    return words("hint.cicera.do.take", card=card, cards=words.cards(play.taken))


def tell(event: Event, shown: Shown[Seen], words: Words) -> str:
    """Return what happened, in words; empty for what the score sheet tells."""
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


def account(sheet: Sheet, number: int, before: list[int], shown: Shown[Seen], words: Words) -> str:
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
