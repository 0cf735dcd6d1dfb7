"""The description of the table of Cicera, for players who hear its picture."""

from collections.abc import Iterator

from bot.games.cicera.picture.sides import side_names
from bot.games.cicera.points import line_name
from bot.locale import Words
from bot.pictures.decks import Deck
from bot.pictures.sketch.alt import Naming, fitting, namings, words_aloud
from bot.pictures.sketch.names import Person
from bot.table.view import View
from engine.cicera import Seen, begins
from engine.game import Event


def description(
    view: View[Seen], events: dict[str, Event], people: tuple[Person, ...], words: Words, deck: Deck
) -> str:
    """Return the description of a table's picture.

    If it would be too long, the cards of a suit are named together, then the last play is left out.
    """

    said = words_aloud(deck, words)

    def drafts() -> Iterator[list[str]]:
        for naming in namings(deck, words):
            parts = _standing(view, events, people, said, naming)
            last = _last(events, people, said)
            yield parts + last
        # The latest events are a capture and new cards, at most.
        yield from (parts + told for told in (last[:1], last[1:], []))

    return fitting(drafts())


def _standing(
    view: View[Seen],
    events: dict[str, Event],
    people: tuple[Person, ...],
    words: Words,
    naming: Naming,
) -> list[str]:
    """Return state, table and seats, one sentence each."""
    seen, comma = view.seen, words("comma")
    turn = comma.join(people[seat].said for seat in view.waits_for)
    hands = (
        words(
            "alt.cicera.deals" if person.seat == seen.dealer else "alt.cicera.count",
            name=person.said + (words("alt.begins") if person.seat == begins(seen) else ""),
            n=seen.counts[person.seat],
        )
        for person in people
    )
    parts = [
        words(
            "alt.cicera.score",
            n=view.hand,
            first=side_names(people, 0, words),
            mine=seen.totals[0],
            second=side_names(people, 1, words),
            others=seen.totals[1],
            target=seen.options.target,
        ),
        _lying(seen, events.get("leave"), people, words, naming),
        words("alt.cicera.turn", name=turn) if turn else "",
        words("alt.cicera.hands", hands=comma.join(hands)),
        words("alt.cicera.taken", mine=len(seen.taken[0]), others=len(seen.taken[1])),
        words("alt.cicera.stock", n=seen.stock) if seen.stock else "",
    ]
    return [part for part in parts if part]


def _lying(
    seen: Seen,
    leave: Event | None,
    people: tuple[Person, ...],
    words: Words,
    naming: Naming,
) -> str:
    """Return the cards on the table, and the one just left there with its player."""
    if not seen.table:
        return words("alt.cicera.bare")
    lying = words("alt.cicera.on-table", cards=naming(seen.table))
    if leave is None or leave.seat is None:
        return lying
    left = words("alt.cicera.left", card=words.card(leave.cards[0]), name=people[leave.seat].said)
    return f"{lying} {left}"


def _last(events: dict[str, Event], people: tuple[Person, ...], words: Words) -> list[str]:
    """Return the latest events, one sentence each; a card left there is among those on the table."""
    found, comma = [], words("comma")
    for event in events.values():
        name = people[event.seat].said if event.seat is not None else ""
        match event.name:
            case "deal":
                found.append(words("alt.cicera.deal", name=name))
            case "capture":
                points = comma.join(
                    words("cicera.scores", name=line_name(line, words), n=line.points) for line in event.lines
                )
                found.append(
                    words(
                        "alt.cicera.capture",
                        name=name,
                        card=words.card(event.cards[0]),
                        taken=words.cards(event.cards[1:]),
                        points=points or words("picture.cicera.no-point"),
                    )
                )
            case "round":
                found.append(words("alt.cicera.round"))
    return found
