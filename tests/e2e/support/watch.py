"""A watch on all requests of the bot: does one have a card or a civil suit hidden from a receiver?

Cards are found as notation, as glyph, in words and by the names of their tiles, civil suits by sign and name
near their owner's. Descriptions and names of pictures are texts like others; a picture's file has no text.

A replay of a game that is over names the cards of all hands, which are also those of the game that is
watched. So a request is left out where all its ids are those of replays, and all of them of games that the
test has named as over. No request has an id of a replay of the game under way.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from bot.games import PICTURES
from bot.locale import Catalogue
from bot.panels.replays.state import LETTER
from bot.panels.table.rules import pages, rules_page
from bot.pictures.decks import Deck
from bot.pictures.parts.examples import picture as drawn
from bot.pictures.sketch.alt import card_names
from bot.pictures.sketch.style import Style
from engine import GAMES
from engine.cards import FRENCH_DECK, MINIONS, Card, Suit, card
from engine.civil_suits import CHALLENGERS
from sandbox.components import walk
from sandbox.rest import Request
from tests.e2e.support.books import Books
from tests.e2e.support.house import House
from tests.e2e.support.pictured import CHUNKS, PAUSE, chunks, extensions
from tests.e2e.support.reading import glyph
from tests.engine.contract import lying

RANKS = {
    "A": ("ace", "asso"), "2": ("two", "2"), "3": ("three", "3"), "4": ("four", "4"), "5": ("five", "5"),
    "6": ("six", "6"), "7": ("seven", "7"), "8": ("eight", "8"), "9": ("nine", "9"), "T": ("ten", "10"),
    "J": ("jack", "fante"), "Q": ("queen", "cavallo"), "K": ("king", "re"),
}  # fmt: skip
SUITS = {
    "S": ("spades", "spade"),
    "H": ("hearts", "coppe"),
    "D": ("diamonds", "denari"),
    "C": ("clubs", "bastoni"),
}
CARDS: Final = FRENCH_DECK + MINIONS

EPHEMERAL = 1 << 6
WORDS: Final = Catalogue.load().words("en")


def forms(card: Card) -> re.Pattern[str]:
    """Return a pattern that finds a card in a text, however it is written."""
    written = rf"(?<![0-9A-Za-z_-]){card}(?![0-9A-Za-z_-])"
    if card.suit is None:
        return re.compile(rf"{written}|(?i:\bminion[ _]{card.text[1]}\b)")
    rank, suit = card.text[0], card.text[1]
    words = "|".join(rf"{r} (?:of|di) {s}" for r in RANKS[rank] for s in SUITS[suit])
    tiles = "|".join(rf"{s}_{r}" for r in RANKS[rank] for s in SUITS[suit])
    glyphs = rf"(?<!\d){re.escape(glyph(card))}"
    return re.compile(rf"{written}|{glyphs}|(?i:\b(?:{words})\b|\b(?:{tiles})(?:_\D|\b))")


RANK: Final = {name: rank for rank, names in RANKS.items() for name in names}
SUIT: Final = {name: suit for suit, names in SUITS.items() for name in names} | dict(
    zip("♠♥♦♣", SUITS, strict=True)
)
MARKS: Final = re.compile("(10|[2-9TJQKA])([SHDC♠♥♦♣])")
IN_WORDS: Final = re.compile(f"({'|'.join(RANK)}) (?:of|di) ({'|'.join(SUIT)})")
ON_TILES: Final = re.compile(f"({'|'.join(SUIT)})_({'|'.join(RANK)})")
"""A card as notation or glyph, in words, and as the name of a tile: its rank and its suit, or the reverse."""

COUNTED: Final = tuple(map(card, ("2S", "TD", "JH")))
"""The cards that count at the end of a hand of Cicera; a line that names all three is a rule."""

FORMS = {each: forms(each) for each in CARDS}


def named(text: str) -> set[str]:
    """Return the notation of every card that a text may name: a quick look, which misses none."""
    low = text.lower()
    pairs = [*MARKS.findall(text), *IN_WORDS.findall(low), *((r, s) for s, r in ON_TILES.findall(low))]
    return {RANK.get(rank, rank) + SUIT.get(suit, suit) for rank, suit in pairs}


def said(cards: Iterable[Card], text: str) -> list[str]:
    """Return the cards that a text names."""
    some = named(text)
    return [card.text for card in cards if (card.text in some or not card.suit) and FORMS[card].search(text)]


ELSE: Final = re.compile(
    rf"(?i:\b(?:{'|'.join(sum(RANKS.values(), ()))}) (?:of|di) (?:{'|'.join(sum(SUITS.values(), ()))})\b)"
    r"|, \w+ being trump"
)
"""A card in words, or a trump in the description of a picture: suits that are no civil suits."""

A_SUIT: Final = re.compile(
    r"(?<![\dAJQK])(?P<S>♠)|(?<![\dAJQK])(?P<H>♥)|(?<![\dAJQK])(?P<D>♦)|(?<![\dAJQK])(?P<C>♣)"
    r"|(?i:\b(?:(?P<s>spades?)|(?P<h>hearts|coppe)|(?P<d>diamonds|denari)|(?P<c>clubs|bastoni))\b)"
    r"|\bsuit:? (?P<n>[SHDC])\b"
)
"""A suit that is named for itself, not that of a card; as notation too."""

IN_PUBLIC: Final = ("anned", "used Might", "Trump", "🚫", "🔨")
"""Texts about suits that are no civil suits."""

OWN: Final = "your suit"
"""Stands for the reader, in any case of letters."""


def of_whom(text: str, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the suits that a text tells, each after its owner: a name, OWN, or nothing where it stands alone.

    Bans and trumps are left out.
    """
    pattern = re.compile(rf"\b(?:(?i:{OWN})|{'|'.join(names)})\b")
    for piece in re.split(r'\\n|"|\.(?:\*\*)? ', ELSE.sub("", text)):
        for found in A_SUIT.finditer(piece):
            named = list(pattern.finditer(piece, 0, found.start()))
            between = piece[named[-1].end() if named else 0 : found.start()]
            if not any(words in between for words in IN_PUBLIC):
                suit = str(found.lastgroup)
                yield (named[-1][0] if named else ""), (found["n"] if suit == "n" else suit.upper())


def reaches(made: House, request: Request) -> int | None:
    """Return the only member who sees a request's content, None if others do."""
    interactions, world = made.sandbox.interactions, made.sandbox.world
    parts = request.path.strip("/").split("/")
    if parts[0] == "interactions":
        source = interactions.by_id[int(parts[1])]
        if request.json["type"] in (6, 7):
            return source.source.viewer if source.source is not None else None
    elif parts[0] == "webhooks":
        source = interactions.by_token[parts[2]]
        if request.method != "POST":
            which = parts[4]
            message = source.original if which == "@original" else world.messages.get(int(which))
            return message.viewer if message is not None else None
        return source.member.user.id if request.json.get("flags", 0) & EPHEMERAL else None
    else:
        return None
    flags = (request.json.get("data") or {}).get("flags", 0)
    return source.member.user.id if flags & EPHEMERAL else None


def sent(request: Request) -> str:
    """Return the whole content of a request, without the token in its path."""
    path = re.sub(r"/[\w-]{80,}", "", request.path)
    return json.dumps([path, request.query, request.json, request.files], ensure_ascii=False)


@cache
def fan(game: str) -> str:
    """Return the description of the cards in a lobby, as a request has it."""
    told = WORDS("alt.lobby.fan", cards=card_names(PICTURES[game].FAN, Style().deck_of(game), WORDS))
    return json.dumps(told, ensure_ascii=False)[1:-1]


@cache
def headings(game: str) -> frozenset[str]:
    """Return the first lines of the pages of the rules."""
    every = (rules_page(game, number, WORDS)[0][0] for number in range(1, pages(game, WORDS) + 1))
    return frozenset(page.partition("\n")[0] for page in every)


def is_rules(game: str, content: str) -> bool:
    """Return whether a text is a page of the rules, which names suits and cards for themselves."""
    return not headings(game).isdisjoint(content.split("\n"))


def is_sheet(game: str, content: str, hands: int) -> bool:
    """Return whether a text is the score sheet of one of the first `hands` of a game."""
    titles = {WORDS(f"{game}.sheet.title", number=number) for number in range(1, hands + 1)}
    return not titles.isdisjoint(content.split("\n"))


def ids_in(request: Request) -> list[str]:
    """Return the ids of all buttons and selects in a request."""
    body = request.json if isinstance(request.json, dict) else {}
    parts = walk((body.get("data") or body).get("components") or [])
    return [part["custom_id"] for part in parts if "custom_id" in part]


@cache
def examples(game: str) -> frozenset[str]:
    """Return the descriptions of the pictures of the rules, whose cards are in nobody's hand."""
    every = PICTURES[game].examples(GAMES[game].options({}))
    return frozenset(drawn(example, WORDS, Style(deck)).alt for example in every for deck in Deck)


@dataclass
class Watch:
    """Searches the requests since the last look for anything hidden in the hand under way."""

    made: House
    umpire: Books
    looked: int = 0
    searched: int = 0
    shown: set[tuple[int | None, str, str]] = field(default_factory=set)
    pictures: set[int] = field(default_factory=set)
    found: list[str] = field(default_factory=list)
    told: set[Card] = field(default_factory=set)
    over: set[str] = field(default_factory=set)
    """The tables of other games that are over, whose replays are looked at meanwhile."""
    replayed: int = 0
    dealt: int = 0
    """The log's length when the hand under way was dealt."""

    def hidden_from(self, viewer: int | None) -> list[Card]:
        """Return the cards that a member (None: anybody) has not seen yet in this hand."""
        return lying(self.umpire.GAME).hidden(self.umpire.state, self.seat_of(viewer))

    def seat_of(self, viewer: int | None) -> int | None:
        """Return the seat of a member."""
        return next((seat for seat, person in enumerate(self.made.people) if person.id == viewer), None)

    def look(self) -> None:
        """Search all requests that came since the last look."""
        events = [event for told in list(self.umpire.story)[-3:] for event in told]
        if any(event.name == "deal" for event in self.umpire.story[-1]):
            self.dealt = len(self.umpire.pressed) + self.umpire.deals
        # The first messages of a new hand still tell how the one before ended.
        told = {card for event in events for card in event.cards}
        requests = list(self.made.sandbox.requests)
        for request in requests[self.looked :]:
            if "/emojis" in request.route:
                # All tiles are uploaded before any game.
                continue
            self.found += [f"{request.method} {request.route}: {one}" for one in self.replays_it(request)]
            if self.replays_another(request):
                self.replayed += 1
                continue
            text, viewer = sent(request), reaches(self.made, request)
            text = self.without_kept(text, request, viewer)
            if self.before_the_deal(text):
                # It was still on its way when the last press came.
                continue
            hidden = set(self.hidden_from(viewer)) - told - self.told
            secrets = [*said(hidden, text), *self.suits_told(viewer, text)]
            self.found += [f"{request.method} {request.route}: {secret}" for secret in secrets]
            self.searched += 1
        self.looked = len(requests)
        self.told = told
        self.look_into_pictures()

    def replays_it(self, request: Request) -> list[str]:
        """Return the ids in a request of a replay of the game that is watched, while it is under way."""
        replay = f"{LETTER}:{self.umpire.table_id}:"
        return [] if self.umpire.over else [one for one in ids_in(request) if one.startswith(replay)]

    def replays_another(self, request: Request) -> bool:
        """Return whether a request shows a replay of another game that is over, and nothing of any table."""
        ids = [one.split(":") for one in ids_in(request)]
        return bool(ids) and all(letter == LETTER and table in self.over for letter, table, *_ in ids)

    def before_the_deal(self, text: str) -> bool:
        """Return whether a message asks for the hand under way, and was drawn before it was dealt."""
        return any(int(number) < self.dealt for number in re.findall(r":(\d+):ready", text))

    def without_kept(self, text: str, request: Request, viewer: int | None) -> str:
        """Return a text without old descriptions of pictures of its message, or without a page of rules.

        An old picture stays until the new one is there, and tells of a hand that may be over by then. A page
        with all challengers of Civil Suits says nothing of where they are, nor a line with all cards that
        count in Cicera, nor the sheet of a hand that is over, nor the fan in a lobby and the pictures of the
        rules, which are always the same.
        """
        game, hands = self.umpire.GAME, len(self.umpire.state.sheets)
        text = text.replace(fan(game), "")
        body = request.json if isinstance(request.json, dict) else {}
        for part in walk((body.get("data") or body).get("components") or []):
            content = part.get("content", "")
            always = all(FORMS[card].search(content) for card in CHALLENGERS) or is_rules(game, content)
            if always or is_sheet(game, content, hands):
                text = text.replace(json.dumps(content, ensure_ascii=False), '""')
            if WORDS("last.title") in content.split("\n"):
                # Cards played before the last deal belong to a hand that is over.
                earlier = content.rpartition(" dealt")[0]
                text = text.replace(json.dumps(earlier, ensure_ascii=False)[1:-1], "")
            # Last, as a longer text with such a line in it is not found once the line is gone.
            for line in content.split("\n"):
                if all(FORMS[card].search(line) for card in COUNTED):
                    text = text.replace(json.dumps(line, ensure_ascii=False)[1:-1], "")
            for item in part.get("items", ()):
                if item["description"] in examples(game):
                    text = text.replace(json.dumps(item["description"], ensure_ascii=False), '""')
                picture = (viewer, item["media"]["url"], item["description"])
                if picture in self.shown:
                    text = text.replace(json.dumps(item["description"], ensure_ascii=False), '""')
                self.shown.add(picture)
        return text

    def look_into_pictures(self) -> None:
        """Search the files since the last look for anything but a picture, or a clip of pictures."""
        for number, file in self.made.sandbox.world.attachments.items():
            if number in self.pictures:
                continue
            more = set[str]()
            if file.filename.endswith(".png"):
                more = set(chunks(file.data)) - CHUNKS
            elif file.filename.endswith(".gif"):
                more = set(extensions(file.data)) - PAUSE
            self.found += [f"{file.filename}: {kind}" for kind in sorted(more)]
            self.pictures.add(number)

    def names(self) -> list[str]:
        """Return the names of the members."""
        return [self.umpire.name(seat) for seat in range(len(self.made.people))]

    def suits_told(self, viewer: int | None, text: str) -> list[str]:
        """Return the civil suits that a text tells and that a member (None: anybody) may not know."""
        seat, state = self.seat_of(viewer), self.umpire.state
        if self.umpire.GAME != "civil-suits" or not self.umpire.waits_for():
            return []
        seen = self.umpire.game.observe(state, seat)
        told = dict.fromkeys(of_whom(text, self.names()))
        return [f"{name} {suit}" for name, suit in told if not self._may_know(seen, name, suit)]

    def _may_know(self, seen: Any, name: str, suit: str) -> bool:
        if not name:
            # A choice; texts for everybody name no suit without its owner.
            return seen.viewer is not None
        if name.lower() == OWN:
            return seen.viewer is not None and seen.suits[seen.viewer] == Suit(suit)
        seats = [seat for seat in range(len(self.made.people)) if self.umpire.name(seat) == name]
        return all(seen.suits[seat] == Suit(suit) for seat in seats)
