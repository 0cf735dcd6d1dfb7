"""The description of the picture of a game that is over."""

from bot.locale import Words
from bot.pictures.parts.game import Ended
from bot.pictures.sketch.alt import told
from bot.pictures.sketch.names import Person
from bot.table.view import AnyView


def over_description(
    view: AnyView,
    ended: Ended,
    persons: tuple[Person, ...],
    words: Words,
    *,
    with_cards: bool,
) -> str:
    """Return the score or the places, the facts, and any cards drawn; the message says who has won."""
    return told(
        [
            words("alt.over", game=words(f"{view.game}.name")),
            *_told_scores(view, ended, persons, words),
            *_told_facts(view, ended, persons, words),
            words("alt.over.cards", cards=words.cards(ended.cards)) if with_cards else "",
        ]
    )


def _joined(persons: tuple[Person, ...], words: Words) -> str:
    return words("alt.and").join(person.said for person in persons)


def _side(view: AnyView, side: int, persons: tuple[Person, ...], words: Words) -> str:
    return _joined(tuple(persons[seat] for seat in view.sides[side]), words)


def _told_scores(view: AnyView, ended: Ended, persons: tuple[Person, ...], words: Words) -> list[str]:
    """Return the score of two sides, or the places, in words."""
    if not ended.places:
        names = [_side(view, side, persons, words) for side in range(len(view.sides))]
        first, second = view.seen.totals
        return [words("alt.over.score", first=names[0], second=names[1], mine=first, others=second)]
    return [
        words(
            "alt.over.place-how" if place.how else "alt.over.place",
            place=place.place,
            name=persons[place.seat].said,
            points=place.points,
            how=place.how,
        )
        for place in ended.places
    ]


def _told_facts(view: AnyView, ended: Ended, persons: tuple[Person, ...], words: Words) -> list[str]:
    return [
        words("alt.over.fact", name=fact.name[:1].upper() + fact.name[1:], number=fact.number)
        if not fact.sides
        else words(
            "alt.over.fact-of",
            name=fact.name[:1].upper() + fact.name[1:],
            number=fact.number,
            side=words("comma").join(_side(view, side, persons, words) for side in fact.sides),
        )
        for fact in ended.facts
    ]
