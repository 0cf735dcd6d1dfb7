"""Tables of Cicera as sketches: everything drawn is public, and all of it can be read."""

import io
from itertools import combinations, cycle, pairwise

import pytest
from PIL import Image

from bot.games.cicera.picture import table
from bot.games.cicera.picture.field import STEPS, spots
from bot.games.cicera.picture.measures import (
    BIG_LOW_MEASURES,
    LOW_FIELD_CARDS,
    LOW_MEASURES,
    NORMAL_MEASURES,
    Measures,
    table_measures,
)
from bot.lobby.seating import NAMES as COMPUTERS
from bot.locale import Catalogue
from bot.painting.paint import Painter
from bot.painting.predrawn import CACHE
from bot.painting.raster import Sprites
from bot.pictures.decks import SIZES, Deck
from bot.pictures.sketch.names import person_at
from bot.pictures.sketch.sketch import WIDTH, Box, Icon, Sketch, Text
from bot.pictures.sketch.style import Style
from engine.cicera.rules import just_left
from tests.bot.games.cicera.checks import check_places, check_told, covered, faces, light, meet, tiles
from tests.bot.pictures.scenes_cicera import (
    LONG,
    NAMES,
    SCENES,
    left,
    scene,
    shown,
    whole_game,
)

WORDS = Catalogue.load().words("en")
STYLES = tuple(
    Style(deck, big, low=big) for big in (False, True) for deck in (Deck.FRENCH, Deck.FOUR, Deck.ITALIAN)
)
PRESSED, TILE = 104, 47
"""Pixels of 44 and of 20 pixels on a phone."""
RING, EDGE = 6, 5
"""Pixels of the gold ring round a card, and of the edge round the plate on turn."""
WORST = (
    ("WWWWWWWWWWWWWWWWWWWW", "Wilhelmina-Magdalena", "𝓦𝓦𝓦𝓦𝓦𝓦𝓦𝓦𝓦𝓦𝓦𝓦", "MMMMMMMMMMMMMM"),
    ("محمد عبد الرحمن", "田中さん", "🂡🂢🂣", "\u202eevil\u202c"),
    ("", "A", "ГЕОРГИЙ ЖУКОВ", "a\u0301\u0302\u0303 Zalgo"),
)
GAMES: tuple[tuple[int, tuple[str, ...], dict[str, object]], ...] = (
    (1, NAMES, {}),
    (2, LONG, {"deal": 6}),
    (3, NAMES[:2], {}),
    (4, WORST[0], {}),
    (5, WORST[1], {"picada": "rank"}),
    (6, WORST[2], {"target": 11}),
    (7, WORST[0][:2], {"deal": 6}),
)


def drawn(name: str, style: Style = STYLES[0]) -> Sketch:
    return table(SCENES[name](), WORDS, style)


def words_of(sketch: Sketch) -> list[str]:
    return [text.text for text in sketch.texts]


@pytest.mark.parametrize(("seed", "names", "values"), GAMES)
def test_all_that_everybody_may_see_is_drawn_and_nothing_else(
    seed: int, names: tuple[str, ...], values: dict[str, object]
) -> None:
    styles = cycle(STYLES[:3])
    computers = (1, 3) if "" in names else ()
    for state in whole_game(seed, names, takes=0.4, hands=1, computers=computers, **values):
        if state.between_hands:
            break
        seen, style = shown(state), next(styles)
        sketch = table(seen, WORDS, style)
        assert [item.card for item in faces(sketch)] == list(seen.seen.table)
        last = [event for event in seen.story[-1].events if event.name in ("capture", "leave")]
        assert sorted(tiles(sketch)) == sorted(card for event in last for card in event.cards)
        assert not {card for hand in state.state.hands for card in hand}.intersection(sketch.cards)
        assert not set(state.state.stock).intersection(sketch.cards)
        ringed = [item.card for item in faces(sketch) if item.ring]
        assert ringed == [card for card in (just_left(seen.seen.plays),) if card in seen.seen.table]
        check_places(sketch)
        check_told(sketch, seen, WORDS)
        plates = light(sketch)
        assert len(plates) == len(seen.waits_for)
        for plate in plates:
            edges = (plate.x, plate.y, plate.x + plate.width, plate.y + plate.height)
            inside = {text.who for text in sketch.texts if meet(covered(text), edges)} - {None}
            assert inside == set(seen.waits_for)
        for seat in seen.waits_for:
            assert WORDS("alt.cicera.turn", name=person_at(seen, seat, WORDS).said) in sketch.alt


def test_no_text_is_too_small() -> None:
    for name in SCENES:
        for item in drawn(name).items:
            assert not isinstance(item, Text) or item.size >= 21, item
        for item in drawn(name, Style(Deck.FRENCH, True, True)).items:
            assert not isinstance(item, Text) or item.size >= (28 if item.who is None else 30), item


@pytest.mark.parametrize("deck", [Deck.FRENCH, Deck.ITALIAN])
def test_a_card_lies_still_while_others_come(deck: Deck) -> None:
    layouts = [spots(n, deck, NORMAL_MEASURES) for n in range(53)]
    steps = {step.most for step in STEPS}
    for cards, (before, after) in enumerate(pairwise(layouts)):
        assert cards in steps or after[:-1] == before
        assert len(after) == cards + 1


@pytest.mark.parametrize("deck", [Deck.FRENCH, Deck.ITALIAN])
@pytest.mark.parametrize("measures", [NORMAL_MEASURES, LOW_MEASURES, BIG_LOW_MEASURES])
def test_any_number_of_cards_lies_about_the_middle(deck: Deck, measures: Measures) -> None:
    field = measures.field
    centred = range(1, 7) if measures.low else (1, 3, 4, 6, 7, 8)
    for number in range(1, 53):
        places = spots(number, deck, measures)
        left, right = places[0][0], places[0][0]
        for x, _, wide in places:
            left, right = min(left, x), max(right, x + wide)
        beside = abs((left + right) / 2 - field.x - field.width / 2)
        assert beside <= places[0][2] / 2 + 12, number
        assert beside <= 1 or number not in centred, number


def test_cards_are_as_wide_as_their_number_allows() -> None:
    wide = {n: spots(n, Deck.FRENCH, NORMAL_MEASURES)[0][2] for n in (1, 3, 4, 8, 9, 16, 17, 25, 26, 36)}
    assert wide == {1: 132, 3: 132, 4: 105, 8: 102, 9: 100, 16: 100, 17: 84, 25: 84, 26: 70, 36: 70}
    assert [spots(n, Deck.ITALIAN, NORMAL_MEASURES)[0][2] for n in (1, 4, 5, 12, 16)] == [
        132,
        105,
        84,
        84,
        84,
    ]


@pytest.mark.parametrize("deck", [Deck.FRENCH, Deck.ITALIAN])
@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize(("players", "stock"), [(2, 24), (4, 0), (4, 24)])
def test_cards_of_a_low_table_are_large_and_not_cut_in_half(
    deck: Deck, big: bool, players: int, stock: int
) -> None:
    across, up = SIZES[deck]
    layouts: list[tuple[tuple[int, int, int], ...]] = []
    for number in range(1, 53):
        measures = table_measures(Style(deck, big, low=True), players, number, stock)
        layouts.append(places := spots(number, deck, measures))
        wide = places[0][2]
        high = round(wide * up / across)
        rows = {y for _, y, _ in places}
        assert wide >= (PRESSED if number <= 6 else 66 if number <= 16 else TILE), number
        assert number > 6 or len(rows) == 1
        assert number > 16 or len(rows) <= 2
        plates = measures.plates if players == 4 else (*measures.plates[::2], measures.plates[3])
        for x, y, own in places:
            assert own == wide
            ring = (x - RING, y - RING, x + wide + RING, y + high + RING)
            assert min(ring[:2]) >= 0
            assert ring[2] <= WIDTH
            assert ring[3] <= measures.height
            for plate in plates:
                lit = (
                    plate.x - EDGE,
                    plate.y - EDGE,
                    plate.x + plate.width + EDGE,
                    plate.y + plate.height + EDGE,
                )
                assert not meet(ring, lit), number
        for (x, y, _), (beside, below, _) in combinations(places, 2):
            assert abs(beside - x) >= wide + RING or (beside == x and below - y > 0.55 * high), number
    moved = sum(after[:-1] != before for before, after in pairwise(layouts[6:]))
    assert moved <= 11


def test_every_number_of_cards_can_be_read() -> None:
    for number, style in zip(range(4, 52), cycle(STYLES), strict=False):
        seen = left(number, WORST[0])
        sketch = table(seen, WORDS, style)
        check_places(sketch)
        check_told(sketch, seen, WORDS, last_play=False)


@pytest.mark.parametrize("place", range(len(STYLES)))
def test_a_low_table_shows_the_same_cards_and_people_without_score_and_last_play(place: int) -> None:
    """Each number of cards in one style, each scene in two."""
    style = STYLES[place]._replace(low=True)
    tables = [left(number, WORST[0]) for number in range(4 + place, 52, len(STYLES))]
    for seen in (*tables, *(made() for made in list(SCENES.values())[place % 3 :: 3])):
        sketch = table(seen, WORDS, style)
        assert [item.card for item in faces(sketch)] == list(seen.seen.table)
        assert tiles(sketch) == []
        check_places(sketch)
        check_told(sketch, seen, WORDS, last_play=False)
        many = len(seen.seen.table) > LOW_FIELD_CARDS
        assert sketch.height == (361 if style.big else 353) + (82 if many else 0)
        assert sketch.height < table(seen, WORDS, style._replace(low=False)).height
        usual = table(seen, WORDS, style._replace(big=False))
        larger = [big.size > normal.size for big, normal in zip(sketch.texts, usual.texts, strict=True)]
        assert not style.big or all(larger)


@pytest.mark.parametrize("style", STYLES)
def test_scenes_can_be_read(style: Style) -> None:
    for name, made in SCENES.items():
        seen = made()
        sketch = table(seen, WORDS, style)
        check_places(sketch)
        check_told(sketch, seen, WORDS)
        assert sketch.height == 560 or style.low, name


def test_the_next_player_sits_to_the_right() -> None:
    sketch = drawn("deal")
    places = {
        text.who: covered(text)
        for text in sketch.texts
        if text.who is not None and text.y > 67 and text.y < 500
    }
    assert places[1][0] > 560
    assert places[3][2] < 120
    assert places[0][1] > 430
    assert places[2][3] < 130


def test_scua_is_told_loudly() -> None:
    sketch = drawn("scua")
    assert WORDS("picture.cicera.scua") in words_of(sketch)
    assert any(isinstance(item, Icon) and item.name == "sun" for item in sketch.items)
    assert not faces(sketch)


def test_the_strip_says_who_dealt() -> None:
    assert WORDS("picture.cicera.deal") in words_of(drawn("deal"))


def test_new_cards_in_a_hand_are_told() -> None:
    for name in ("new round", "two players, new round"):
        assert WORDS("picture.cicera.round") in words_of(drawn(name))
        assert WORDS("alt.cicera.round") in drawn(name).alt


def test_the_stock_is_counted() -> None:
    assert WORDS("picture.cicera.stock", n=24) in words_of(drawn("sixes"))
    assert WORDS("picture.cicera.stock-label") in words_of(drawn("two players"))


def test_points_are_one_pill_each_until_there_is_no_room() -> None:
    assert "quadriglia +1" in words_of(drawn("12 cards"))
    assert "+3  picada · simili · quadriglia" in words_of(drawn("15 cards, three points"))


def test_bars_stay_inside_whatever_the_score() -> None:
    for totals in ((0, 0), (51, 50), (105, 260), (-3, -40)):
        sketch = table(scene("3S 7D KH 2C", "", totals=totals), WORDS, STYLES[0])
        check_places(sketch)
        bars = [item for item in sketch.items if isinstance(item, Box) and item.height == 8]
        assert all(bar.x >= 12 and bar.x + bar.width <= 668 for bar in bars)


def test_computers_are_marked() -> None:
    sketch = drawn("computers")
    marks = [item for item in sketch.items if isinstance(item, Icon) and item.name == "computer"]
    # Three plates, and the strip with a computer's play.
    assert len(marks) == 4
    for name in ("Cesarina", COMPUTERS[1], COMPUTERS[3]):
        assert WORDS("alt.computer", name=name) in sketch.alt
        assert name in words_of(sketch)


def test_the_same_state_is_the_same_picture() -> None:
    assert drawn("12 cards").name == drawn("12 cards").name
    assert drawn("12 cards").name != drawn("12 cards", STYLES[2]).name


def test_pictures_are_small() -> None:
    painter = Painter(Sprites(CACHE))
    for name in ("12 cards", "15 cards, three points", "scua", "25 cards"):
        sketch = drawn(name)
        made = painter.png(sketch)
        picture = Image.open(io.BytesIO(made))
        assert picture.size == (680, 560)
        assert len(made) <= 40_000
