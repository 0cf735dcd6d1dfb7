"""The presentation of a table to a member: the words, the deck, and pictures or none."""

from typing import Final, NamedTuple

from bot.blocks.blocks import Panel
from bot.caches import BoundedDict
from bot.locale import FALLBACK, FRENCH, ITALIAN, Catalogue, Words
from bot.panels.ending.past import UNKNOWN, Past, Pasts
from bot.panels.lobby.rivals import Rivalries
from bot.panels.table import board, hand
from bot.panels.table.pictured import scene
from bot.panels.tiles import Tiles
from bot.pictures.decks import Deck, own_deck
from bot.pictures.sketch.style import Style
from bot.preferences.cache import PreferenceCache
from bot.preferences.declared import AS_DISCORD, AS_SERVER, OFF, ON, Values
from bot.store import Scope, TableRow
from bot.store.ratings.rivalry.before import Rivalry
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.beginners import Beginners
from engine import GAMES

_REMEMBERED: Final = 10_000
"""The number of members whose languages are remembered."""


class Presentation(NamedTuple):
    """The presentation of a table to everybody, or to one member.

    `words` are for reading, with tiles if there are any; pictures are in their language too. The `style` of
    pictures is None without any. A `beginner` plays one of their first games. `past` is that of a game which
    is over, and `rivalry` how the people in a full lobby stand.
    """

    words: Words
    style: Style | None
    beginner: bool = False
    past: Past = UNKNOWN
    rivalry: Rivalry | None = None

    def board(self, table: Table) -> Panel:
        """Return the public message of a table."""
        view = view_of(table)
        seen = scene(table, self.words, self.style)
        return board.public_panel(view, self.words, seen, self.past, self.rivalry)

    def hand(self, table: Table, user_id: int, *, afresh: bool = False) -> Panel:
        """Return a user's private panel with the page they have opened, unless it is made `afresh`.

        A user who is asked sees a picture.
        """
        view = view_of(table, user_id, beginner=self.beginner)
        low = self.style and self.style._replace(low=not view.between_hands)
        seen = scene(table, self.words, low) if hand.asked(view) else ()
        opened = None if afresh else table.ledger.opened.get(user_id)
        return hand.panel(view, self.words, opened, seen, self.style, self.past)


class Audience:
    """The words of each member, and the presentations of tables to them and to everybody."""

    def __init__(
        self,
        catalogue: Catalogue,
        preferences: PreferenceCache,
        beginners: Beginners,
        pasts: Pasts,
        rivalries: Rivalries,
        tiles: Tiles,
        *,
        pictures: bool,
    ) -> None:
        self._catalogue = catalogue
        self._preferences = preferences
        self._beginners = beginners
        self._pasts = pasts
        self._rivalries = rivalries
        self._tiles = tiles
        self._pictures = pictures
        self._locales: BoundedDict[int, str] = BoundedDict(_REMEMBERED)

    def unseen(self) -> None:
        """Have all that is said of people read anew: a member hides or was forgotten."""
        self._pasts.expire()
        self._rivalries.expire()

    async def heard(self, user_id: int, locale: str) -> Words:
        """Return the words for a user who has just acted, and remember the language of their Discord."""
        self._locales[user_id] = locale
        return await self.words_of(user_id, locale)

    async def words_of(self, user_id: int, otherwise: str) -> Words:
        """Return the words for a user: in the language that they chose, or else that of their Discord.

        `otherwise` is the language for a user who has not pressed anything since the start.
        """
        member = await self._preferences.of(Scope.MEMBER, user_id)
        language = member["language"]
        if language == AS_DISCORD:
            language = self._locales.get(user_id, otherwise)
        return self._catalogue.words(language).naming(FRENCH, aloud=speaks(member))

    async def public(self, table: Table) -> Presentation:
        """Return the presentation of a table to everybody: in its language, as its server has chosen."""
        row = table.row
        shown = await self._presentation(self._catalogue.words(row.language), row, None)
        past, rivalry = await self._pasts.of(row), await self._rivalries.of(table)
        return shown._replace(past=past, rivalry=rivalry)

    async def own(self, words: Words, row: TableRow, user_id: int) -> Presentation:
        """Return the presentation of a table to a user, in `words` and as they have chosen."""
        member = await self._preferences.of(Scope.MEMBER, user_id)
        shown = await self._presentation(words, row, member)
        beginner = await self._beginners.plays(row, user_id)
        return shown._replace(beginner=beginner, past=await self._pasts.of(row))

    async def _presentation(self, words: Words, row: TableRow, member: Values | None) -> Presentation:
        server = await self._preferences.of(Scope.SERVER, row.guild_id)
        deck = deck_of(row.game, server, member)
        named = naming_of(deck, words, member)
        dressed = named if named.aloud else self._tiles.words(named, deck)
        return Presentation(dressed, self._style(row.game, server, member))

    async def shown(self, words: Words, row: TableRow, user_id: int | None = None) -> Presentation:
        """Return the presentation of a game that is over, in `words`, to a user or else to everybody."""
        member = None if user_id is None else await self._preferences.of(Scope.MEMBER, user_id)
        return await self._presentation(words, row, member)

    async def style(self, game: str, guild_id: int, user_id: int) -> Style | None:
        """Return the style of a game's pictures for this user alone, None for no pictures."""
        server, member = (
            await self._preferences.of(Scope.SERVER, guild_id),
            await self._preferences.of(Scope.MEMBER, user_id),
        )
        return self._style(game, server, member)

    async def everybody(self, game: str, guild_id: int, locale: str | None) -> tuple[Words, Style | None]:
        """Return the words and the style for everybody in a server; `locale` is its language in Discord."""
        server = await self._preferences.of(Scope.SERVER, guild_id)
        words = self._catalogue.words(await self.language_in(guild_id, locale))
        return naming_of(deck_of(game, server), words), self._style(game, server, None)

    def _style(self, game: str, server: Values, member: Values | None) -> Style | None:
        return style_of(game, server, member) if self._pictures else None

    async def language_in(self, guild_id: int, locale: str | None) -> str:
        """Return the language of public messages in a server; `locale` is its language in Discord."""
        language = (await self._preferences.of(Scope.SERVER, guild_id))["language"]
        return locale or FALLBACK if language == AS_DISCORD else language


def deck_of(game: str, server: Values, member: Values | None = None) -> Deck:
    """Return the deck of a game for a server or, with the values of a `member`, for that member.

    A game with cards of its own has a deck of its own; the Italian deck has no four colours.
    """
    if (own := own_deck(GAMES[game].DECK)) is not None:
        return own
    if _chosen("deck", server, member) == ITALIAN:
        return Deck.ITALIAN
    return Deck.FOUR if _chosen("four-colours", server, member) == ON else Deck.FRENCH


def style_of(game: str, server: Values, member: Values | None = None) -> Style | None:
    """Return the style of pictures for a server or for a member, None for no pictures.

    A member who has cards named in words gets none.
    """
    if _chosen("pictures", server, member) == OFF or speaks(member):
        return None
    return Style(deck_of(game, server, member), big=member is not None and member["big-text"] == ON)


def naming_of(deck: Deck, words: Words, member: Values | None = None) -> Words:
    """Return `words` with cards named by the suits of a deck; aloud for a member who chose that."""
    return words.naming(ITALIAN if deck is Deck.ITALIAN else FRENCH, aloud=speaks(member))


def speaks(member: Values | None) -> bool:
    """Return whether a member has cards named in words, as a screen reader says them."""
    return member is not None and member["words"] == ON


def _chosen(name: str, server: Values, member: Values | None) -> str:
    if member is None or member[name] == AS_SERVER:
        return server[name]
    return member[name]
