"""Properties of every sketch of Cicera, checked on its items, never on the code that made them."""

import re
from itertools import combinations

from bot.locale import Words
from bot.pictures.decks import SIZES, Deck
from bot.pictures.decks.base import palette
from bot.pictures.sketch.alt import ALT, words_aloud
from bot.pictures.sketch.fonts import width
from bot.pictures.sketch.names import people
from bot.pictures.sketch.sketch import LEFT, RIGHT, WIDTH, Box, CardAt, Sketch, Text, TileAt
from bot.table.view import View
from engine.cards import Card
from engine.cicera import Seen

Rectangle = tuple[int, int, int, int]
"""Left, upper, right and lower edge."""


def faces(sketch: Sketch) -> list[CardAt]:
    return [item for item in sketch.items if isinstance(item, CardAt)]


def tiles(sketch: Sketch) -> list[Card]:
    return [item.card for item in sketch.items if isinstance(item, TileAt)]


def light(sketch: Sketch) -> list[Box]:
    """Return the plates of the seats on turn."""
    return [item for item in sketch.items if isinstance(item, Box) and item.fill == palette.LIGHT_PLATE]


def covered(text: Text) -> Rectangle:
    """Return the rectangle of a text's letters, from the height of capitals to the baseline."""
    wide = width(text.text, text.font, text.size)
    left = text.x if text.at == LEFT else text.x - wide if text.at == RIGHT else text.x - wide // 2
    return left, text.y - round(0.72 * text.size), left + wide, text.y


def meet(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def index(item: CardAt) -> Rectangle:
    """Return the rectangle of rank and pip in the upper left corner of a card."""
    right, lower = (50, 91) if item.deck is Deck.ITALIAN else (62, 121)
    unit = item.width / SIZES[item.deck][0]
    return item.x, item.y, item.x + round(right * unit), item.y + int(lower * unit)


def body(item: CardAt, ring: int = 0) -> Rectangle:
    across, up = SIZES[item.deck]
    high = round(item.width * up / across)
    return item.x - ring, item.y - ring, item.x + item.width + ring, item.y + high + ring


def check_places(sketch: Sketch) -> None:
    """Texts lie inside the picture and beside each other and tiles; no card covers another's index."""
    texts = [(text.text, covered(text)) for text in sketch.texts if text.text.strip()]
    for text, (left, upper, right, lower) in texts:
        assert 0 <= left < right <= WIDTH, text
        assert 0 <= upper < lower <= sketch.height, text
    for (text, one), (more, other) in combinations(texts, 2):
        assert not meet(one, other), (text, more)
    for item in sketch.items:
        if isinstance(item, TileAt):
            tile = (item.x, item.y, item.x + item.size, item.y + item.size)
            assert 0 <= tile[0] < tile[2] <= WIDTH
            for text, lies in texts:
                assert not meet(lies, tile), (text, item.card)
        if isinstance(item, Box):
            assert 0 <= item.x <= item.x + item.width <= WIDTH
            assert 0 <= item.y <= item.y + item.height <= sketch.height
    cards = faces(sketch)
    for place, card in enumerate(cards):
        for text, lies in texts:
            assert not meet(lies, body(card)), (text, card.card)
        for plate in light(sketch):
            # The corners of plate and ring are round.
            edges = (plate.x + 12, plate.y, plate.x + plate.width - 12, plate.y + plate.height)
            if plate.height > plate.width:
                edges = (plate.x, plate.y, plate.x + plate.width, plate.y + plate.height)
            assert not meet(edges, body(card, 6 if card.ring else 0)), card.card
        for later in cards[place + 1 :]:
            assert not meet(index(card), body(later)), (card.card, later.card)
            # The ring may touch the foot of the pip, and nothing else of it.
            left, upper, right, lower = index(card)
            assert not meet((left, upper, right, lower - 6), body(later, 6 if later.ring else 0)), card.card


def is_named(card: Card, sketch: Sketch, words: Words) -> bool:
    """Return whether a card is in a description: by itself, or among those of its suit."""
    if words_aloud(sketch.deck, words).label_card(card) in sketch.alt:
        return True
    said = words_aloud(sketch.deck, words)
    assert card.suit is not None
    together = re.findall(rf"((?:\w+, )+\w+) of {said.suit(card.suit)}", sketch.alt)
    return any(said.rank(card) in ranks.split(", ") for ranks in together)


def check_told(sketch: Sketch, view: View[Seen], words: Words, *, last_play: bool = True) -> None:
    """The description names every card and every person that is drawn, and the seat on turn."""
    assert len(sketch.alt) <= ALT
    for card in dict.fromkeys(item.card for item in faces(sketch)):
        assert is_named(card, sketch, words), card
    for card in tiles(sketch) if last_play else ():
        heard = words_aloud(sketch.deck, words).label_card(card)
        assert heard in sketch.alt or words.card(card) in sketch.alt, card
    named = {text.who for text in sketch.texts if text.who is not None}
    for person in people(view, words):
        assert person.seat in named
        assert person.said in sketch.alt
