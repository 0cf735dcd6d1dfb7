"""Words with tiles: in texts, never where Discord shows none."""

from bot.blocks.blocks import Button, Option, Panel, Select
from bot.blocks.fit import MOST_CHARACTERS, text_length, with_room
from bot.blocks.look import Face, card_face
from bot.locale import Catalogue
from bot.locale.glyphs import as_text
from bot.panels.tiles import Tiles, drawing_digest
from bot.pictures.decks import Deck
from bot.pictures.decks.tiles.naming import EMOJI_NAMES
from cogs.sending.layout import layout
from engine.cards import card

WORDS = Catalogue.load().words("en")
SEVEN, KING = card("7S"), card("KD")
IDS = {name: number for number, name in enumerate(EMOJI_NAMES[Deck.FRENCH].values(), 5)}
MARK = f"<:spades_7:{IDS['spades_7']}>"


def known(**more: int) -> Tiles:
    tiles = Tiles()
    tiles.know({**IDS, **more})
    return tiles


def test_a_text_has_tiles_and_a_label_words() -> None:
    words = known().words(WORDS, Deck.FRENCH)
    assert words.card(SEVEN) == words.tile(SEVEN) == MARK
    assert words.cards([SEVEN, KING]) == f"{MARK} <:diamonds_king:{IDS['diamonds_king']}>"
    assert words.label_card(SEVEN) == WORDS.card(SEVEN) == "7♠"
    assert card_face(SEVEN, words) == Face("7♠", MARK)
    assert card_face(SEVEN, WORDS) == Face("7♠")
    assert words.plain is WORDS
    assert words("suit.S") == "♠"


def test_a_deck_has_tiles_once_it_is_whole() -> None:
    tiles = Tiles()
    assert tiles.words(WORDS, Deck.FRENCH) is WORDS
    tiles.know({name: number for name, number in IDS.items() if name != "clubs_2"})
    assert tiles.words(WORDS, Deck.FRENCH) is WORDS
    tiles.know(IDS)
    words = tiles.words(WORDS, Deck.FRENCH)
    assert words.tile(SEVEN) == MARK
    assert tiles.words(WORDS, Deck.ITALIAN) is WORDS
    assert tiles.words(words, Deck.ITALIAN) is WORDS
    assert tiles.words(WORDS, Deck.FRENCH) is tiles.words(words, Deck.FRENCH) is words


def test_a_new_tile_is_used_at_once_and_a_doubtful_one_no_more() -> None:
    tiles = known()
    tiles.words(WORDS, Deck.FRENCH)
    tiles.know({**IDS, "spades_7": 999})
    assert tiles.words(WORDS, Deck.FRENCH).card(SEVEN) == "<:spades_7:999>"
    tiles.doubt()
    assert tiles.words(WORDS, Deck.FRENCH) is WORDS
    assert tiles.doubted.is_set()


def test_an_icon_is_a_tile_of_its_own() -> None:
    assert known(might=7).icon("might") == "<:might:7>"
    assert known().icon("might") == ""


def test_pictures_differ_by_their_digest() -> None:
    assert drawing_digest("<svg/>") == drawing_digest("<svg/>") != drawing_digest("<svg />")
    assert len(drawing_digest("")) == 64


def test_a_button_shows_its_emoji_or_else_its_label() -> None:
    row = (
        Button("7♠", "a"),
        Button("7♠", "b", emoji=MARK),
        Button("7♠ •", "c", emoji=MARK, beside="•"),
        Button("Hint", "d", emoji="💡", beside="Hint"),
    )
    select = Select("e", (Option("7♠", "7S", emoji=MARK), Option("K♦", "KD")), "Choose")
    panel = Panel((row, select), 0)
    [container] = layout(panel).to_components()
    shown = [{k: b.get(k) for k in ("label", "emoji")} for b in container["components"][0]["components"]]
    seven = {"id": str(IDS["spades_7"]), "name": "spades_7"}
    assert shown == [
        {"label": "7♠\ufe0e", "emoji": None},
        {"label": None, "emoji": seven},
        {"label": "•", "emoji": seven},
        {"label": "Hint", "emoji": {"name": "💡"}},
    ]
    assert "label" not in container["components"][0]["components"][1]
    options = container["components"][1]["components"][0]["options"]
    assert [option.get("emoji") for option in options] == [seven, None]
    [plain] = layout(panel.without_tiles()).to_components()
    assert "emoji" not in str(plain)
    assert [b["label"] for b in plain["components"][0]["components"]] == [as_text(b.label) for b in row]
    assert panel.without_tiles().without_tiles() == panel.without_tiles()


def test_where_tiles_are_too_long_cards_are_written() -> None:
    words = known().words(WORDS, Deck.FRENCH)

    def drawn(count: int) -> str:
        panel = with_room(lambda words: Panel((words.cards([SEVEN] * count),), 0), words)
        assert text_length(panel) <= MOST_CHARACTERS
        return str(panel.blocks[0])

    assert drawn(10) == " ".join([MARK] * 10)
    assert drawn(500) == " ".join(["7♠"] * 500)
