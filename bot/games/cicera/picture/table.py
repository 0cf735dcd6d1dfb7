"""The table of Cicera: score, seats, cards and the last play, for four and for two players."""

from bot.games.cicera.picture.description import description
from bot.games.cicera.picture.field import burst, lying_cards, scua
from bot.games.cicera.picture.measures import CICERA_FELT, Measures, table_measures
from bot.games.cicera.picture.score import band
from bot.games.cicera.picture.seats import hand, piles, plates, stock
from bot.games.cicera.picture.strip import last_play
from bot.locale import Words
from bot.pictures.decks import Deck
from bot.pictures.sketch.fonts import Font, fitted
from bot.pictures.sketch.names import Person, people
from bot.pictures.sketch.sketch import Box, Item, Sketch, Text, flat
from bot.pictures.sketch.style import Style
from bot.table.view import View
from engine.cicera import NAME, Seen
from engine.game import Event


def table(view: View[Seen], words: Words, style: Style) -> Sketch:
    """Return the picture of a table for everybody, seat 0 below."""
    seen, everybody = view.seen, people(view, words)
    places = table_measures(style, len(everybody), len(seen.table), seen.stock)
    events = {event.name: event for event in view.lately}
    played = next((events[name] for name in ("capture", "leave", "deal") if name in events), None)
    renewed = "round" in events and not style.low
    swept = _is_scua(seen, events)
    items = flat(
        burst(places) if swept else None,
        None if style.low else band(seen, everybody, words, places),
        None if style.low else hand(view.hand, words, places, raised=renewed),
        _new_cards(words, places) if renewed else None,
        stock(seen, words, places),
        scua(words, places) if swept else lying_cards(seen, style.deck, places),
        plates(view, everybody, places),
        piles(seen, places),
        None if style.low else _strip(played, everybody, words, style.deck, places),
    )
    alt = description(view, events, everybody, words, style.deck)
    return Sketch(NAME, style.deck, items, alt, places.height)


def _strip(
    played: Event | None, everybody: tuple[Person, ...], words: Words, deck: Deck, places: Measures
) -> tuple[Item, ...]:
    """Return the strip with the last play."""
    told = last_play(played, everybody, words, deck, places) if played is not None else ()
    return Box(*places.strip, 0, CICERA_FELT.strip), *told


def _is_scua(seen: Seen, events: dict[str, Event]) -> bool:
    """Return whether the last play took all the cards, and scored a point with that."""
    capture = events.get("capture")
    return not seen.table and capture is not None and any(line.name == "scua" for line in capture.lines)


def _new_cards(words: Words, places: Measures) -> Text:
    """Return the hint that more cards have been dealt in a hand (C8, C9)."""
    above = places.plates[2]
    text, size = fitted(words("picture.cicera.round"), Font.MEDIUM, (23, 21), above.x - 24)
    return Text(16, above.y + 51, text, Font.MEDIUM, size, CICERA_FELT.second)
