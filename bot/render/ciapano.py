"""How Ciapano is told, shown and asked: the trick, the dealer's discard, who is how near to the end."""

from bot.locale import Words
from bot.render.look import Question, ask, card_face, play, still, sure
from bot.render.panel import Style, lines, rows
from bot.render.people import seat_name
from bot.shown import Shown
from engine.cards import Card
from engine.ciapano import Action, Discard, Play, Seen, Sheet
from engine.ciapano.scoring import OUT, THIRDS, places, plays
from engine.ciapano.seen import discards
from engine.game import Event


def heading(shown: Shown[Seen], words: Words) -> str:
    """Return the game and the number of the hand under way or just finished."""
    return words("ciapano.heading", hand=shown.hand)


def lying(shown: Shown[Seen], words: Words) -> str:
    """Return the trick with who played what, and who is how near to the end (P12)."""
    seen = shown.seen
    near = " · ".join(_near(shown, seat, words) for seat in range(len(seen.totals)))
    trick = (
        words("ciapano.trick", cards=_plays(seen.table, shown, words))
        if seen.table
        else words("ciapano.no-trick")
    )
    return lines(trick, words("ciapano.near", near=near))


def _near(shown: Shown[Seen], seat: int, words: Words) -> str:
    name, seen = seat_name(shown, seat, words), shown.seen
    if seat not in shown.active:
        return words("ciapano.near.out", name=name)
    return words("ciapano.near.one", name=name, n=max(OUT - seen.totals[seat], 0))


def _plays(plays: tuple[tuple[int, Card], ...], shown: Shown[Seen], words: Words) -> str:
    told = (words("ciapano.play", name=seat_name(shown, s, words), card=words.card(c)) for s, c in plays)
    return " · ".join(told)


def counts(shown: Shown[Seen], words: Words) -> str:
    """Return how many cards everybody has, and what they have taken in this hand."""
    seen = shown.seen
    hands = " · ".join(f"{seat_name(shown, seat, words)} {seen.counts[seat]}" for seat in shown.active)
    taken = " · ".join(
        f"{seat_name(shown, seat, words)} {thirds(seen.thirds[seat], words)}" for seat in shown.active
    )
    return lines(words("hands", hands=hands), words("ciapano.taken", taken=taken))


def thirds(n: int, words: Words) -> str:
    """Return thirds of a point as people write them: whole points and a fraction."""
    whole, left = divmod(n, 3)
    fraction = words(f"ciapano.thirds.{left}") if left else ""
    return f"{whole or ''}{fraction}" or "0"


def waiting(shown: Shown[Seen], names: str, words: Words) -> str:
    """Return who is to discard or to play."""
    return words("ciapano.turn.discard" if discards(shown.seen) else "turn.other", name=names)


def question(shown: Shown[Seen], words: Words) -> Question:
    """Return the cards of the viewer, marked where they may be played."""
    seen = shown.seen
    faces = {card: card_face(card, words) for card in seen.hand}
    if not shown.my_turn:
        text = "" if seen.viewer in shown.active else words("ciapano.watching")
        return Question(text, tuple(rows(still(shown, face, card) for card, face in faces.items())))
    if discards(seen):
        buttons = [ask(shown, face, str(Discard(card)), Style.MAIN) for card, face in faces.items()]
        return Question(words("ciapano.discard"), tuple(rows(buttons)))
    allowed = {action.card for action in seen.legal}
    # A card that may not be played answers why.
    buttons = [
        play(shown, face, Play(card), Style.MAIN if card in allowed else Style.PLAIN)
        for card, face in faces.items()
    ]
    if seen.table:
        led = words(f"suit.{seen.table[0][1].suit}")
        follows = len(allowed) < len(seen.hand) or any(c.suit is seen.table[0][1].suit for c in seen.hand)
        text = words("ciapano.follow" if follows else "ciapano.anything", suit=led)
    else:
        text = words("ciapano.lead")
    return Question(text, tuple(rows(buttons)))


def further(shown: Shown[Seen], notation: str, words: Words) -> Question | None:
    """Return the question whether to lay aside a card for good (P5)."""
    action = next((action for action in shown.seen.legal if str(action) == notation), None)
    if not isinstance(action, Discard):
        return None
    text = words("ciapano.discard-sure", card=words.card(action.card))
    label = words("ciapano.discard-do", card=words.label_card(action.card))
    return sure(shown, action, text, label, words)


def doing(action: Action, shown: Shown[Seen], words: Words) -> str:
    """Return an action in words."""
    kind = "discard" if isinstance(action, Discard) else "play"
    return words(f"hint.ciapano.do.{kind}", card=words.card(action.card))


def tell(event: Event, shown: Shown[Seen], words: Words) -> str:
    """Return what happened, in words; empty for what the score sheet tells."""
    name = seat_name(shown, event.seat, words) if event.seat is not None else ""
    match event.name:
        case "deal" | "discard" | "tie":
            return words(f"ciapano.told.{event.name}", name=name)
        case "lead" | "play" | "uncovered":
            return words(f"ciapano.told.{event.name}", name=name, card=words.card(event.cards[0]))
        case "trick":
            worth = thirds(sum(THIRDS[card] for card in event.cards), words)
            return words("ciapano.told.trick", name=name, cards=words.cards(event.cards), worth=worth)
        case "out":
            return words("ciapano.told.out", name=name, n=shown.seen.totals[event.seat or 0])
        case _:
            return ""


def account(sheet: Sheet, number: int, before: list[int], shown: Shown[Seen], words: Words) -> str:
    """Return the score sheet of hand `number`; `before` are the totals that it started from."""
    parts = [words("sheet.title", number=number)]
    for seat, total in enumerate(before):
        if plays(shown.seen.out, seat, number):
            parts.append(_scored(sheet, seat, total, shown, words))
    return lines(*parts)


def _scored(sheet: Sheet, seat: int, before: int, shown: Shown[Seen], words: Words) -> str:
    """Return what a seat scored in a hand: its thirds, the whole points that they make, and the rest."""
    n = sheet.score(seat)
    told = []
    for line in sheet.lines:
        if line.side == seat:
            worth = thirds(sheet.thirds[seat], words)
            told.append(
                words(f"ciapano.line.{line.name}", n=line.points, thirds=worth, cards=words.cards(line.cards))
            )
    score = words("sheet.side", side=seat_name(shown, seat, words), before=before, after=before + n, n=n)
    return lines(score, " · ".join(told) or words("sheet.nothing"))


def page(shown: Shown[Seen]) -> int:
    """Return the page of the rules that explains what is asked now: the points after a hand, the discard."""
    if shown.between_hands:
        return 3
    return 2 if discards(shown.seen) else 1


def winners(seen: Seen) -> tuple[int, ...]:
    """Return the last one left (P13)."""
    return () if seen.winner is None else (seen.winner,)


def placing(shown: Shown[Seen], words: Words) -> str:
    """Return who has come in where: the later one was removed, the better (P15)."""
    seen = shown.seen
    ranks: dict[int, list[str]] = {}
    for seat, place in enumerate(places(seen.out, seen.totals)):
        ranks.setdefault(place, []).append(seat_name(shown, seat, words))
    joined = ((place, words("and").join(ranks[place])) for place in sorted(ranks))
    return " · ".join(words("game.place", place=place, names=names) for place, names in joined)
