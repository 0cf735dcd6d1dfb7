"""The table of Cicera in words, for whoever hears a picture instead of seeing it."""

from collections.abc import Callable

from bot.locale import Words
from bot.pictures.alt import card_name, told
from bot.pictures.cicera.sides import said
from bot.pictures.decks import Deck
from bot.pictures.names import Person
from bot.render.cicera import line_name
from bot.render.panel import ALT
from bot.shown import Shown
from engine.cards import Card
from engine.cicera import Seen
from engine.cicera.rules import just_left
from engine.game import Event


def description(
    shown: Shown[Seen], events: dict[str, Event], people: tuple[Person, ...], words: Words, deck: Deck
) -> str:
    """Return what a table's picture shows.

    Where that would be too long the last play is left out first; then cards are said as `7♦`.
    """
    for naming in (lambda card: card_name(card, deck, words), words.card):
        parts = _standing(shown, people, words, naming)
        if len(" ".join(parts)) <= ALT:
            break
    return told(parts, _last(events, people, words, naming))


def _standing(
    shown: Shown[Seen], people: tuple[Person, ...], words: Words, naming: Callable[[Card], str]
) -> list[str]:
    """Return state, table and seats, a sentence each."""
    seen, comma = shown.seen, words("comma")
    turn = comma.join(people[seat].said for seat in shown.waits_for)
    hands = (
        words(
            "alt.cicera.deals" if person.seat == seen.dealer else "alt.cicera.count",
            name=person.said,
            n=seen.counts[person.seat],
        )
        for person in people
    )
    parts = [
        words(
            "alt.cicera.score",
            n=shown.hand,
            first=said(people, 0, words),
            mine=seen.totals[0],
            second=said(people, 1, words),
            others=seen.totals[1],
            target=seen.options.target,
        ),
        _lying(seen, people, words, naming),
        words("alt.cicera.turn", name=turn) if turn else "",
        words("alt.cicera.hands", hands=comma.join(hands)),
        words("alt.cicera.taken", mine=len(seen.taken[0]), others=len(seen.taken[1])),
        words("alt.cicera.stock", n=seen.stock) if seen.stock else "",
    ]
    return [part for part in parts if part]


def _lying(seen: Seen, people: tuple[Person, ...], words: Words, naming: Callable[[Card], str]) -> str:
    if not seen.table:
        return words("alt.cicera.bare")
    left = just_left(seen.plays)
    last = (seen.dealer + len(seen.plays)) % len(people) if seen.dealer is not None else 0

    def one(card: Card) -> str:
        name = naming(card)
        return words("alt.cicera.left", card=name, name=people[last].said) if card is left else name

    return words("alt.cicera.on-table", cards=words("comma").join(map(one, seen.table)))


def _last(
    events: dict[str, Event], people: tuple[Person, ...], words: Words, naming: Callable[[Card], str]
) -> list[str]:
    """Return what happened last, one sentence an event; of a card that lies there the table has told."""
    found, comma = [], words("comma")
    for event in events.values():
        name = people[event.seat].said if event.seat is not None else ""
        match event.name:
            case "deal":
                found.append(words("alt.cicera.deal", name=name))
            case "leave" if "hand" in events:
                found.append(words("alt.cicera.leave", name=name, card=naming(event.cards[0])))
            case "capture":
                points = comma.join(
                    words("cicera.scores", name=line_name(line, words), n=line.points) for line in event.lines
                )
                found.append(
                    words(
                        "alt.cicera.capture",
                        name=name,
                        card=naming(event.cards[0]),
                        taken=comma.join(map(naming, event.cards[1:])),
                        points=points or words("picture.cicera.no-point"),
                    )
                )
            case "round":
                found.append(words("alt.cicera.round"))
            case "rest":
                side = said(people, event.side, words) if event.side is not None else ""
                key = "alt.cicera.rest" if side else "alt.cicera.rest-nobody"
                found.append(words(key, side=side, cards=comma.join(map(naming, event.cards))))
            case "hand":
                found.append(words("alt.cicera.over"))
    return found
