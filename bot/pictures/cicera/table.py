"""The table of Cicera: score, seats, cards and the last play, for four and for two players."""

from bot.locale import Words
from bot.pictures import palette
from bot.pictures.cicera.field import burst, lying, over, scua
from bot.pictures.cicera.measures import Measures, measures
from bot.pictures.cicera.said import description
from bot.pictures.cicera.score import band
from bot.pictures.cicera.seats import hand, piles, plates, stock
from bot.pictures.cicera.strip import last_play
from bot.pictures.fonts import Font, fitted
from bot.pictures.names import Person, people
from bot.pictures.sketch import Box, Item, Sketch, Text, flat
from bot.pictures.style import Style
from bot.shown import Shown
from engine.cicera import Seen
from engine.game import DEALER, Event


def table(shown: Shown[Seen], words: Words, style: Style) -> Sketch:
    """Return the picture of a table as everybody may see it, seat 0 below."""
    seen, everybody = shown.seen, people(shown, words)
    places = measures(style.big, len(everybody))
    events = {event.name: event for told in shown.story[-1:] for event in told.events}
    played = next((events[name] for name in ("capture", "leave", "deal") if name in events), None)
    felt, renewed = palette.FELTS["cicera"], "round" in events and not style.big
    items = flat(
        burst(places) if _is_scua(seen, events) else None,
        band(seen, everybody, words, places, big=style.big),
        hand(shown.hand, words, places, raised=renewed),
        _new_cards(words, places) if renewed else None,
        stock(seen, words, places, big=style.big),
        _field(shown, events, everybody, words, style, places),
        plates(shown, everybody, places),
        piles(seen, places),
        Box(*places.strip, 0, felt.strip),
        last_play(played, everybody, words, style.deck, places) if played is not None else None,
    )
    alt = description(shown, events, everybody, words, style.deck)
    return Sketch("cicera", style.deck, items, alt, places.height)


def _field(
    shown: Shown[Seen],
    events: dict[str, Event],
    everybody: tuple[Person, ...],
    words: Words,
    style: Style,
    places: Measures,
) -> tuple[Item, ...]:
    seen = shown.seen
    if seen.table:
        return tuple(lying(seen, style.deck, places))
    if _is_scua(seen, events):
        return tuple(scua(words, places))
    rest = events.get("rest")
    if seen.sheets and seen.to_act in ((), (DEALER,)):
        cards, side = (rest.cards, rest.side) if rest is not None else ((), None)
        return tuple(over(cards, side, everybody, len(seen.sheets), words, style.deck, places))
    return ()


def _is_scua(seen: Seen, events: dict[str, Event]) -> bool:
    """Return whether the last play has taken all the cards, and a point with that."""
    capture = events.get("capture")
    return not seen.table and capture is not None and any(line.name == "scua" for line in capture.lines)


def _new_cards(words: Words, places: Measures) -> Text:
    """Return the hint that more cards have been dealt in a hand (C8, C9)."""
    above = places.plates[2]
    text, size = fitted(words("picture.cicera.round"), Font.MEDIUM, (23, 21), above.x - 24)
    return Text(16, above.y + 51, text, Font.MEDIUM, size, palette.FELTS["cicera"].second)
