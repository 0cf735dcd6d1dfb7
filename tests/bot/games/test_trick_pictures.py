"""Pictures of the two trick games in random whole games and at rare moments."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations, product
from typing import Any, NamedTuple

import pytest
from PIL import Image

from bot.blocks.counting import counted
from bot.games import PICTURES
from bot.games.ciapano.picture.worth import drawn as worth
from bot.locale import Catalogue
from bot.painting.paint import Painter
from bot.painting.predrawn import CACHE
from bot.painting.raster import Sprites
from bot.panels.table import board
from bot.pictures.decks import SIZES, Deck
from bot.pictures.decks.base import palette
from bot.pictures.parts.trick_sheets import sheet_measures
from bot.pictures.sketch.alt import ALT, words_aloud
from bot.pictures.sketch.fonts import width
from bot.pictures.sketch.names import people
from bot.pictures.sketch.sketch import LEFT, RIGHT, WIDTH, Box, CardAt, Icon, Item, Sketch, Text, TileAt
from bot.pictures.sketch.style import Style
from bot.table.pauses import WHOLE
from bot.table.table import Table
from bot.table.view import AnyView, View
from bot.table.viewing import view_of
from engine.cards import Card, Suit
from engine.ciapano.scoring import HAND_POINTS
from engine.civil_suits.scoring import MAGIC, MOON, ROUND_POINTS, SUIT_CARDS, TOGETHER, WRONG_MOON
from engine.civil_suits.trick import lying, spoils
from engine.deals import Deal
from engine.game import Line
from tests.bot.pictures.scenes_tricks import NAMES, SCENES, played, table, tie

WORDS = Catalogue.load().words("en")
GAMES: tuple[tuple[str, dict[str, object]], ...] = (
    ("ciapano", {"players": 3}),
    ("ciapano", {"players": 4}),
    ("ciapano", {"players": 5}),
    ("civil-suits", {}),
)
STYLES = (Style(), Style(Deck.ITALIAN, big=True, low=True))
TABLES = (Style(), Style(Deck.ITALIAN))
"""The styles of tables that are not low: in big text all are."""
WORST = ("W" * 32, "محمد عبد الله بن يوسف", "田中さん", "Ｂｏ🎲 Ⓐⓝⓝ", "\u202eabc\u202c Élodie-Ŵǖ")
SMALLEST = 21
LINE = WIDTH - 32
"""Pixels of width for the rows of a sheet's line."""
MOST_TILES, TILE_GAP = 10, 2
"""The most tiles of a row, and the pixels between them."""


def drawn(view: AnyView, style: Style = STYLES[0]) -> Sketch:
    look = PICTURES[view.game]
    sketch: Sketch = look.table(view, WORDS, style)
    return sketch


def scored(view: AnyView, style: Style = STYLES[0]) -> Sketch:
    look = PICTURES[view.game]
    sketch: Sketch = look.sheet(view, WORDS, style)
    return sketch


def under_way(made: Table, rng: random.Random) -> Iterator[Table]:
    """Yield the table after every deal and play of a random game except those that end a hand."""
    return (after for after in played(made, rng) if after.playing and not after.between_hands)


@cache
def game(number: int) -> Sequence[Table]:
    """Return the table after every deal and play of one of the random games of this module."""
    name, options = GAMES[number]
    return tuple(played(table(name, options), random.Random(number)))


def between_hands(number: int) -> Iterator[Table]:
    """Yield the table after every hand of such a game but the last."""
    return (made for made in game(number) if made.between_hands)


def kind(made: Table) -> object:
    """Return the traits of a moment that change its drawing: cards in the trick, and how many seats play, are
    asked, and are ahead.
    """
    state: Any = made.state
    asked, totals = made.game.to_act(state), [state.totals[seat] for seat in made.game.active(state)]
    phase, ahead = getattr(state, "phase", None), totals.count(min(totals))
    return phase, len(open_cards(made)), len(totals), len(asked), ahead


@cache
def kinds(number: int) -> Sequence[Sequence[Table]]:
    """Return the moments of such a game during play, grouped by kind."""
    found: dict[object, list[Table]] = {}
    for made in game(number):
        if made.playing and not made.between_hands:
            found.setdefault(kind(made), []).append(made)
    return tuple(found.values())


def chosen(number: int, each: int, more: object, names: Sequence[str] = NAMES) -> Iterator[Table]:
    """Yield up to `each` moments of every kind in a game, others for every `more`."""
    rng = random.Random(f"{number} {more}")
    for alike in kinds(number):
        for made in rng.sample(alike, min(each, len(alike))):
            yield worst(made) if names is WORST else made


def worst(made: Table) -> Table:
    """Return a table with the worst names, one of them a computer's."""
    first, second, third, *others = (replace(row, name=WORST[row.seat]) for row in made.seats)
    computer = replace(third, user_id=-3, level="easy")
    return made.with_seats(first, replace(second, level="hard"), computer, *others)


@cache
def pictures(number: int, style: Style) -> Sequence[tuple[Table, AnyView, Sketch]]:
    """Return two moments of every kind, with their views and sketches."""
    view = ((made, view_of(made)) for made in chosen(number, 2, style))
    return [(made, seen, drawn(seen, style)) for made, seen in view]


# Properties of every picture


def extent(text: Text) -> tuple[int, int]:
    """Return the left and right end of a text."""
    wide = width(text.text, text.font, text.size)
    left = text.x if text.at == LEFT else text.x - wide if text.at == RIGHT else text.x - wide // 2
    return left, left + wide


def overlap(one: Text, other: Text) -> bool:
    (left, right), (begin, end) = extent(one), extent(other)
    return (
        left < end
        and begin < right
        and one.y - 0.7 * one.size < other.y
        and other.y - 0.7 * other.size < one.y
    )


def check(sketch: Sketch, view: AnyView) -> None:
    """Check every picture's properties: texts apart and inside, cards readable, all of it described."""
    for text in sketch.texts:
        left, right = extent(text)
        assert left >= 0, text
        assert right <= WIDTH, text
        assert 0 < text.y <= sketch.height, text
        assert text.size >= SMALLEST, text
    for one, other in combinations(sketch.texts, 2):
        assert not overlap(one, other), (one, other)
    check_faces(sketch)
    check_tiles(sketch)
    assert len(sketch.alt) <= ALT
    assert ".." not in sketch.alt, "a name such as Dino P. ends its sentence"
    sitting = people(view, WORDS)
    for text in sketch.texts:
        if text.who is not None:
            assert sitting[text.who].said in sketch.alt, text


def check_faces(sketch: Sketch) -> None:
    """Check that no card lies on another's index."""
    faces = [item for item in sketch.items if isinstance(item, CardAt)]
    for under, over in combinations(faces, 2):
        wide, high = SIZES[over.deck]
        height = round(over.width * high / wide)
        right, below = under.x + 0.3 * under.width, under.y + 0.37 * under.width * high / wide
        apart = over.x >= right or over.x + over.width <= under.x
        assert apart or over.y >= below or over.y + height <= under.y, (under, over)


def check_tiles(sketch: Sketch) -> None:
    """Check that each tile shows at least its rank."""
    tiles = [item for item in sketch.items if isinstance(item, TileAt)]
    for under, over in combinations(tiles, 2):
        apart = over.y >= under.y + under.size or over.y + over.size <= under.y
        assert apart or over.x >= under.x + 0.4 * under.size, (under, over)


def lights(sketch: Sketch) -> list[Box]:
    return [item for item in sketch.items if isinstance(item, Box) and item.fill == palette.LIGHT_PLATE]


def names_in(sketch: Sketch, box: Box) -> set[int | None]:
    return {
        text.who
        for text in sketch.texts
        if text.who is not None
        and box.x <= text.x <= box.x + box.width
        and box.y <= text.y <= box.y + box.height
    }


def check_table(sketch: Sketch, made: Table, view: AnyView) -> None:
    """Check a table: the seat on turn, the ring, all open cards and none of a hand."""
    check(sketch, view)
    for card in sketch.cards:
        assert words_aloud(sketch.deck, WORDS).label_card(card) in sketch.alt
    for hand in made.state.hands:
        assert not set(hand) & set(sketch.cards)
    waiting = [names_in(sketch, box) for box in lights(sketch)]
    assert sorted(waiting, key=str) == sorted(({seat} for seat in view.waits_for), key=str)
    assert {text.who for text in sketch.texts if text.who is not None} == set(range(len(made.seats)))
    rings = [item.card for item in sketch.items if isinstance(item, CardAt) and item.ring]
    assert rings == taking(made)
    assert sorted(sketch.cards) == sorted(open_cards(made))


def open_cards(made: Table) -> Sequence[Card]:
    """Return the cards that a picture of the table shows."""
    state: Any = made.state
    last = state.tricks[-1] if state.tricks else None
    if made.row.game == "ciapano":
        plays = (*state.table, *(last.plays if last else ()))
        return [card for _, card in plays]
    trick = state.trick
    left = [card for _, card in lying(trick)]
    told = [] if trick.laid or last is None else spoils(last)
    return [*left, *trick.waiting, *trick.aside, *told]


def taking(made: Table) -> list[Card]:
    """Return the card that would take the trick if it were full."""
    state: Any = made.state
    if made.row.game == "ciapano":
        led = [card for _, card in state.table if card.suit is state.table[0][1].suit]
        return sorted(led, key=lambda card: "4567JQKA23".index(card.text[0]))[-1:]
    left = lying(state.trick)
    minions = [card for _, card in left if card.suit is None]
    if minions:
        order = [seat for seat, _ in state.trick.bans] or [left[-1][0]]
        if state.phase == "ban":
            order.append(state.turn)
        return [card for seat, card in left if seat == order[-1] and card.suit is None]
    top = max((card.rank for _, card in left), default=0)
    return [card for _, card in left if card.rank == top][-1:]


@pytest.mark.parametrize("number", range(len(GAMES)))
@pytest.mark.parametrize("style", TABLES)
def test_a_table_shows_all_that_lies_open_and_nothing_else(number: int, style: Style) -> None:
    for made, view, sketch in pictures(number, style):
        check_table(sketch, made, view)


@pytest.mark.parametrize("number", range(len(GAMES)))
@pytest.mark.parametrize("style", TABLES)
def test_names_of_every_kind_are_shown_and_told(number: int, style: Style) -> None:
    for made in chosen(number, 1, style, WORST):
        view = view_of(made)
        check_table(drawn(view, style), made, view)


@pytest.mark.parametrize("number", [n for n, (name, _) in enumerate(GAMES) if name == "ciapano"])
@pytest.mark.parametrize("names", [NAMES, WORST])
@pytest.mark.parametrize("deck", [Deck.FRENCH, Deck.ITALIAN])
@pytest.mark.parametrize("big", [False, True])
def test_a_low_table_of_ciapano_has_everybody_in_a_row(
    number: int, names: Sequence[str], deck: Deck, big: bool
) -> None:
    style = Style(deck, big, low=True)
    for made in chosen(number, 1, style, names):
        view: Any = view_of(made)
        players, sketch = len(made.seats), drawn(view, style)
        check(sketch, view)
        assert sketch.height <= (320 if big else 300)
        assert not big or all(text.size >= (22 if text.who is None else 28) for text in sketch.texts)
        named = [text.who for text in sketch.texts if text.who is not None]
        # Besides these seats only the last to take a trick.
        taker = [] if view.seen.table or not view.seen.tricks else [view.seen.tricks[-1].taker]
        assert named[:players] == list(range(players))
        assert named[players:] in ([], taker)
        cards = [item for item in sketch.items if isinstance(item, CardAt)]
        assert {item.card for item in cards} == {card for _, card in made.state.table}
        # 44 pixels on a phone.
        assert all(item.width >= 104 for item in cards)
        assert [item.card for item in cards if item.ring] == taking(made)
        points = [text.text for text in sketch.texts if text.text in map(str, made.state.totals)]
        assert len(points) >= len(view.active)
        written = " ".join(text.text for text in sketch.texts)
        for seat in set(range(players)) - set(view.active):
            assert WORDS("picture.ciapano.out-at", n=made.state.totals[seat]) in written


def test_the_description_of_ciapano_keeps_players_and_kinds_of_points_apart() -> None:
    table_told = drawn(SCENES["ciapano-two"]()).alt
    assert "Points: Valentina 17, out in 14 (dealer); Cy 28, out in 3" in table_told
    assert "cards worth 1 and two thirds, counted as 1 (" in scored(SCENES["ciapano-out"]()).alt


# Moments


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("style", STYLES)
def test_rare_moments_are_sound_in_both_sizes(name: str, style: Style) -> None:
    view = SCENES[name]()
    check((scored if view.between_hands else drawn)(view, style), view)


def texts(name: str) -> str:
    return " ".join(text.text for text in drawn(SCENES[name]()).texts)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ciapano-four", "to play"),
        ("ciapano-discard", "to discard"),
        ("ciapano-new-trick", "worth"),
        ("ciapano-three", "out · 33"),
        ("civil-suit", "in secret"),
        ("civil-pass", "passed"),
        ("civil-offer", "may lead or decline"),
        ("civil-trick", "Intelligence Might Magic"),
        ("civil-took", "took"),
        ("civil-waiting", "next taker"),
        ("civil-ban", "may ban a suit"),
        ("civil-banned", "Minion takes it so far"),
        ("civil-replay", "must replace the banned card"),
        ("civil-tie", "tie: a challenger may be added"),
        ("civil-might", "set aside"),
    ],
)
def test_what_happens_is_written(name: str, told: str) -> None:
    assert told in texts(name)


def latest(made: Table) -> Card | None:
    """Return the last card laid in the trick under way."""
    state: Any = made.state
    if made.row.game == "ciapano":
        return state.table[-1][1] if state.table else None
    used = state.phase in ("magic", "might")
    return state.trick.laid[-1][1] if state.trick.laid and not used else None


@pytest.mark.parametrize("number", range(len(GAMES)))
@pytest.mark.parametrize("style", TABLES)
def test_the_card_laid_last_and_who_is_ahead_are_marked(number: int, style: Style) -> None:
    for made, _, sketch in pictures(number, style):
        labels = [item for item in sketch.texts if item.text == WORDS("picture.just-laid")]
        card, faces = latest(made), [item for item in sketch.items if isinstance(item, CardAt)]
        marked = [
            face.card
            for face in faces
            for label in labels
            if abs(label.x - face.x - face.width) < 60 and -12 < label.y - face.y < face.width
        ]
        assert marked == ([card] if card is not None else [])
        state: Any = made.state
        playing = [seat for seat in range(len(made.seats)) if not getattr(state, "out", (0,) * 5)[seat]]
        fewest = [seat for seat in playing if state.totals[seat] == min(state.totals[s] for s in playing)]
        crowns = [item for item in sketch.items if isinstance(item, Icon) and item.name == "crown"]
        assert len(crowns) == (0 if fewest == playing else len(fewest))


@pytest.mark.parametrize(("thirds", "told"), [(0, "0"), (1, "1⁄3"), (3, "1"), (5, "12⁄3")])
def test_thirds_are_drawn_as_a_fraction(thirds: int, told: str) -> None:
    assert "".join(text.text for text in worth(thirds, 0, 30, 28, palette.WHITE)) == told


def test_who_ties_at_the_end_is_not_out() -> None:
    made = tie()
    view = view_of(made.with_deal(Deal(made.game.dealers(made.state)[0], made.game.DECK)))
    assert view.seen.totals == (33, 33, 33)
    written = [text.text for text in drawn(view).texts]
    assert written.count("tied") == 3
    assert "out" not in written


# Score sheets


def pills(sketch: Sketch) -> Iterator[int]:
    """Yield the points in the pills of a sheet, from above."""
    for text in sketch.texts:
        if text.colour == palette.INK:
            yield int(text.text.replace("−", "-"))


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_pills_of_a_sheet_sum_to_the_scores(number: int) -> None:
    for made in between_hands(number):
        view = view_of(made)
        sheet = view.seen.sheets[-1]
        for style in STYLES:
            sketch = scored(view, style)
            check(sketch, view)
            check_row_tiles(sketch)
            assert sum(pills(sketch)) == sum(line.points for line in sheet.lines)
            assert set(sketch.cards) <= {card for line in sheet.lines for card in line.cards}


def check_row_tiles(sketch: Sketch) -> None:
    """Check that the tiles of a sheet lie side by side, at least 20 pixels wide on a phone."""
    tiles = [item for item in sketch.items if isinstance(item, TileAt)]
    assert all(tile.size >= 47 for tile in tiles)
    for one, other in combinations(tiles, 2):
        assert abs(one.x - other.x) >= one.size or abs(one.y - other.y) >= one.size


class Row(NamedTuple):
    """A row of a sheet: its player, label, tiles, the number of its cards if it is told, and widths.

    It is `wide` pixels, `bare` without tiles and number.
    """

    seat: int | None
    label: str
    tiles: tuple[Card, ...]
    number: str
    wide: int
    bare: int


def within(box: Box, item: Item) -> bool:
    """Return whether an item begins in a box."""
    return box.x <= item.x < box.x + box.width and box.y <= item.y < box.y + box.height


def rows_of(sketch: Sketch) -> Iterator[Row]:
    """Yield the rows of a sheet, from above."""
    felt = palette.felt_of(sketch.game)
    boxes = [item for item in sketch.items if isinstance(item, Box)]
    for panel in [box for box in boxes if box.fill == felt.strip]:
        for box in [box for box in boxes if box.fill == felt.ground and within(panel, box)]:
            (seat,) = names_in(sketch, panel)
            texts = [text for text in sketch.texts if within(box, text)]
            tiles = [item for item in sketch.items if isinstance(item, TileAt) and within(box, item)]
            number = [text for text in texts if text.text.startswith("× ")]
            ends = [(tile.x, tile.x + tile.size) for tile in tiles] + [extent(text) for text in number]
            bare = box.width - (max(end for _, end in ends) - min(x for x, _ in ends) if ends else 0)
            cards = tuple(tile.card for tile in tiles)
            told = "".join(text.text for text in number)
            yield Row(seat, texts[0].text, cards, told, box.width, bare)


def too_wide(row: Row, cards: int, tile: int) -> bool:
    """Return whether a line has room neither for one more tile in a row nor for all its cards alone."""
    every = row.bare + cards * (tile + TILE_GAP) - TILE_GAP
    return row.wide + tile + TILE_GAP > LINE and (cards > MOST_TILES or every > LINE)


def check_rows(view: AnyView, style: Style) -> Counter[str]:
    """Check that rows of a sheet show all their cards, or as many as have room and their number.

    Return how many rows show them all, and how many have no room in their line or in the height of the sheet.
    """
    sketch, size = scored(view, style), sheet_measures(style)
    cards: dict[tuple[int | None, str], tuple[Card, ...]] = {}
    for line in view.seen.sheets[-1].lines:
        key = line.side, WORDS(f"picture.{view.game}.sheet.{line.name}")
        cards[key] = cards.get(key, ()) + line.cards
    rows = list(rows_of(sketch))
    assert sorted((row.seat, row.label) for row in rows) == sorted(cards)
    found, low = Counter[str](), list[int]()
    for row in rows:
        every, shown = cards[row.seat, row.label], len(row.tiles)
        assert row.tiles == every[:shown]
        assert row.number == (f"× {len(every)}" if shown < len(every) else "")
        if shown == len(every):
            found["whole"] += 1
        elif too_wide(row, len(every), size.tile):
            found["wide"] += 1
        else:
            low.append(shown)
    if low:
        # With more tiles each of them may need a line of its own.
        assert set(low) == {max(low)}
        assert sketch.height + len(low) * size.row > size.limit
    return found + Counter(low=len(low))


@pytest.mark.parametrize("number", range(len(GAMES)))
@pytest.mark.parametrize("style", STYLES)
def test_a_row_of_a_sheet_shows_all_cards_that_have_room_or_how_many_they_are(
    number: int, style: Style
) -> None:
    met = Counter[str]()
    for made in between_hands(number):
        met += check_rows(view_of(made), style)
    assert met["whole"] >= 10
    assert (met["wide"] >= 10) == (GAMES[number][0] == "ciapano")


@pytest.mark.parametrize("style", STYLES)
def test_rows_of_a_sheet_show_fewer_cards_if_it_were_too_high_with_all(style: Style) -> None:
    size, met = sheet_measures(style), set[bool]()
    four = tuple(sorted(SUIT_CARDS[Suit.HEARTS])[:4])
    kinds = product(("own", "aces", "court", "magic"), range(4))
    lines = [Line(seat, name, 4, four) for name, seat in kinds]
    fewest = scored(moon(*lines[:4]), style).height
    for more in range(10):
        # With all cards each of them takes a line of its own.
        high = fewest + more * size.row > size.limit
        found = check_rows(moon(*lines[: 4 + more]), style)
        assert found == Counter({"low" if high else "whole": 4 + more})
        met.add(high)
    assert met == {False, True}


def test_many_cards_of_a_row_are_told_by_their_number() -> None:
    view = SCENES["ciapano-cappotto"]()
    assert "× 24" in written(view)
    assert check_rows(view, STYLES[0])["wide"] == 1


def written(view: AnyView, style: Style = STYLES[0]) -> list[str]:
    """Return the texts of a sheet."""
    return [text.text for text in scored(view, style).texts]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "ciapano-out",
            ["· thirds dropped", "· the rest to 11", "Cards 9 + last trick 2 = 11, without thirds"],
        ),
        ("ciapano-cappotto", ["· all 11: scores 0", "· another took all 11"]),
        ("civil-round-over", ["· 1 each", "· 3 each", "· 4 each", "· 5 each"]),
    ],
)
def test_a_row_of_a_sheet_says_what_earned_it(name: str, told: list[str]) -> None:
    view = SCENES[name]()
    assert set(told) <= set(written(view))
    for text in told:
        assert text.removeprefix("· ") in scored(view).alt


def moon(*lines: Line) -> AnyView:
    """Return a table of Civil Suits after a round with these lines on its sheet."""
    view: View[Any] = SCENES["civil-round-over"]()
    (sheet,) = view.seen.sheets
    totals = tuple(sum(line.points for line in lines if line.side == seat) for seat in range(4))
    seen = view.seen._replace(sheets=(replace(sheet, lines=lines),), totals=totals)
    return replace(view, seen=seen)


def test_a_moon_has_its_number_and_says_what_it_is() -> None:
    own, wrong = (tuple(sorted(SUIT_CARDS[suit])) for suit in (Suit.CLUBS, Suit.SPADES))
    view = moon(
        Line(0, MOON, 0, own), Line(1, WRONG_MOON, 0, wrong), Line(0, TOGETHER, -13), Line(2, MAGIC, -1)
    )
    texts = written(view)
    for label, earned in (
        ("shot the moon", "· all 13 of their own suit"),
        ("shot in the moon", "· all 13 of another suit"),
        ("together", "· both of the same colour"),
        ("Magic", "· each use takes off 1"),
    ):
        assert texts[texts.index(label) + 1] == earned
    assert sorted(pills(scored(view))) == [-13, -1, 0, 0]
    assert texts.count("× 13") == 2
    told = board.public_panel(view, WORDS).texts[1]
    assert "shot the moon **0** · all 13 of their own suit: " in told
    assert ": 13 cards, " in told


def test_a_crowded_sheet_explains_each_name_once_and_stays_low() -> None:
    """Four players have demerits of every kind, two of them by a Minion each."""
    four = tuple(sorted(SUIT_CARDS[Suit.HEARTS])[:4])
    kinds = [(seat, name) for seat in range(4) for name in ("own", "aces", "court", "minions", "magic")]
    lines = [Line(seat, name, 4, four) for seat, name in kinds if name != "minions" or seat < 2]
    crowded = moon(*lines)
    for style in STYLES:
        sketch = scored(crowded, style)
        check(sketch, crowded)
        assert check_rows(crowded, style) == Counter(low=len(lines))
        check_row_tiles(sketch)
        assert sketch.height <= 900
    assert [written(crowded).count(f"· {n} each") for n in (1, 3, 4, 5)] == [1, 1, 1, 1]


@pytest.mark.parametrize("name", ["ciapano-out", "ciapano-cappotto", "civil-round-over"])
@pytest.mark.parametrize("style", STYLES)
def test_a_sheet_is_counted_by_parts_and_nothing_is_seen_before(name: str, style: Style) -> None:
    view = SCENES[name]()
    sheet, whole = view.seen.sheets[-1], scored(view, style)
    order = {"ciapano": HAND_POINTS, "civil-suits": ROUND_POINTS}[view.game]
    points: list[int] = []
    for part in range(1, WHOLE + 1):
        sketch = scored(replace(view, counting=part), style)
        lines = counted(sheet.lines, order, part)
        check(sketch, view)
        assert sketch.height == whole.height
        assert sum(pills(sketch)) == sum(line.points for line in lines)
        assert set(sketch.cards) <= {card for line in lines for card in line.cards}
        for seat, total in enumerate(view.seen.totals):
            now = total - sheet.score(seat) + sum(line.points for line in lines if line.side == seat)
            assert f"makes {now}" in sketch.alt
        ends = {"out", "tied", "crown"} & {
            *(text.text for text in sketch.texts),
            *(item.name for item in sketch.items if isinstance(item, Icon)),
        }
        assert bool(ends) == (part == WHOLE)
        assert ("Still being counted" in sketch.alt) == (part < WHOLE)
        assert ("without thirds" in sketch.alt) == (part == WHOLE and view.game == "ciapano")
        points.append(len({line.name for line in lines}))
    assert points == sorted(points)
    assert points[0] < points[-1] == len({line.name for line in sheet.lines})
    assert sketch == whole


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_sheet_names_every_card_and_all_totals(number: int) -> None:
    for made in between_hands(number):
        view = view_of(made)
        *earlier, last = view.seen.sheets
        sketch = scored(view)
        for seat in range(len(made.seats)):
            before, gained = sum(sheet.score(seat) for sheet in earlier), last.score(seat)
            added = f"{gained:+d}" if gained else "0"
            line = f" {before}, {added}, makes {before + gained}".replace("-", "−")
            out = getattr(view.seen, "out", (0,) * 5)[seat]
            assert 0 < out <= len(earlier) or line in sketch.alt
        for card in sketch.cards:
            rank, _, suit = words_aloud(sketch.deck, WORDS).label_card(card).partition(" of ")
            assert rank in sketch.alt
            assert suit in sketch.alt


# Pixels


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        *product(["ciapano-five", "ciapano-three", "civil-tie-added", "civil-might"], [drawn]),
        *product(["ciapano-out", "civil-round-over"], [scored]),
    ],
)
def test_a_picture_is_small(name: str, draw: Callable[[AnyView], Sketch]) -> None:
    sketch = draw(SCENES[name]())
    made = Painter(Sprites(CACHE)).png(sketch)
    assert Image.open(BytesIO(made)).size == (680, sketch.height)
    assert len(made) <= 42_000


def test_names_are_told_to_who_cannot_see_them() -> None:
    assert all(name in drawn(SCENES["ciapano-five"]()).alt for name in NAMES)
