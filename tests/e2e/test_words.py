"""A game in a language that nobody speaks: whatever the bot says is from the catalogue, or it is found.

Every text of the English catalogue is taken with its letters and signs changed for others that look alike, as
the Italian one. A whole game is played in it, with all that there is to press, and then everything that was
sent is searched for what has not been changed.
"""

import gettext
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import bot.locale
from bot.locale import Catalogue, Words
from bot.sandbox.driver import Member
from bot.sandbox.permissions import Permission
from bot.sandbox.view import Button, Message
from tests.e2e.house import House, running, sandboxed, verb
from tests.e2e.referee import notation, number, unlimited

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ&+•♠♥♦♣▶◀⚠🏆·"
OTHER = "áƀçđéƒǧĥíĵķĺɱñóþɋřšťúṽŵẋýžÁƁÇĐÉƑǦĤÍĴĶĹṀÑÓÞɊŘŠŤÚṼŴẊÝŽ＆＋◦♤♡♢♧▷◁△♕∙"
CHANGED = str.maketrans(PLAIN, OTHER)
LOCALE = "it"


def changed(text: str) -> str:
    """Return a text with its letters changed, what is filled in and Discord's own marks left alone."""
    parts = re.split(r"(\{[^}]*\}|<[^>]*>)", text)
    return "".join(part if index % 2 else part.translate(CHANGED) for index, part in enumerate(parts))


class Heard(Words):
    """Words that remember which of them were asked for."""

    def __init__(self, texts: gettext.NullTranslations) -> None:
        super().__init__(LOCALE, texts)
        self.asked: set[str] = set()

    def __call__(self, key: str, /, **values: object) -> str:
        self.asked.add(key)
        return super().__call__(key, **values)

    def count(self, key: str, number: int, /, **values: object) -> str:
        self.asked.add(key)
        return super().count(key, number, **values)


def pseudo() -> tuple[Catalogue, Heard]:
    """Return the catalogue with English and, as Italian, English changed."""
    source = Path(bot.locale.__file__).with_name("en.po")
    with source.open("rb") as file:
        texts = read_po(file, locale="en")
    for message in texts:
        if message.id:
            if isinstance(message.string, tuple):
                message.string = tuple(changed(str(text)) for text in message.string)
            else:
                message.string = changed(str(message.string))
    compiled = io.BytesIO()
    write_mo(compiled, texts)
    compiled.seek(0)
    heard = Heard(gettext.GNUTranslations(compiled))
    return Catalogue({**Catalogue.load().languages, LOCALE: heard}), heard


def texts(value: Any, key: str = "") -> Iterator[str]:
    """Yield all that people read in a request's body."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from texts(item, name)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item, key)
    elif isinstance(value, str) and key in {
        "content",
        "label",
        "placeholder",
        "description",
        "title",
        "name",
    }:
        yield value


NOT_WORDS = re.compile(
    r"<@\d+>|<t:\d+:[RtTdDfF]>"  # mentions and times, which Discord writes out
    r"|`[0-9a-f]{64}`"  # the fingerprint and the number of the shuffle
    r"|\b(?:Ann|Bo|Cy|Di)\b"  # people
    r"|\bC\d+(?=\))|[+-]\d+"  # the numbers of the rules, and points with their sign
    r"|(?<= )[AB](?= |\*|$)"  # the letters of the teams
    r"| · "  # between the items of a line
)


def plain_words(text: str) -> str:
    """Return what is left of a text that no catalogue has changed."""
    return "".join(re.findall(f"[{re.escape(PLAIN)}]", NOT_WORDS.sub("", text)))


@pytest.mark.parametrize(
    "text", ["Your turn", "▶ Ann", "7♠", "A + B", "<@12> plays", "`abc`", "hand 3", "Tťám A x", "Ann & Bo"]
)
def test_a_text_that_is_not_from_the_catalogue_is_found(text: str) -> None:
    assert plain_words(text)


def test_changed_texts_names_and_numbers_pass() -> None:
    text = changed("### ▶ Your turn, {name} <t:{at}:R> & {n} (rule)").format(name="Ann", at=12, n=3)
    assert plain_words(f"{text} · <@99> `{'0f' * 32}`") == ""


def button(message: Message, wanted: str, text: str = "") -> Button:
    """Return the button of a message with this verb (and notation)."""
    return next(b for b in message.buttons if verb(b) == wanted and (not text or notation(b) == text))


class Play:
    """What the members do in this language: found by what buttons ask for, since nobody can read them."""

    def __init__(self, made: House) -> None:
        self.made = made
        self.channel = made.channel

    async def press(self, person: Member, wanted: str, text: str = "") -> Message | None:
        """Press a button of the public message; return what is answered."""
        public = self.made.public()
        return (await person.press(public, button(public, wanted, text))).message

    async def forge(self, person: Member, message: Message, custom_id: str) -> None:
        """Press what is not on the message."""
        await person.forge(message, custom_id)

    async def seat(self) -> None:
        """Open a table, and fill and start it."""
        ann, bo, cy, di = self.made.people
        await ann.slash(self.channel, "cicera start", target=11, picada="rank")
        await self.made.sandbox.until(lambda: len(ann.sees(self.channel)) >= 2)
        public = self.made.public()
        start = button(public, "start").custom_id
        assert start is not None
        await bo.press(public, button(public, "join", "1"))
        await cy.press(public, button(public, "join", "0"))
        await self.forge(di, public, button(public, "join", "0").custom_id or "")  # full
        await self.forge(ann, public, start)  # a seat is free
        await di.press(public, button(public, "cancel"))  # not the host
        await di.press(public, button(public, "join", "1"))
        await self.forge(di, public, start)  # not the host
        await self.press(ann, "start")
        await self.made.sandbox.until(lambda: all(map(self.made.panel, self.made.people)))

    async def refused(self) -> None:
        """Press what cannot be played, one for each reason that there is."""
        made = self.made
        acting = next(person for person in made.people if made.to_press(person))
        waiting = next(person for person in made.people if not made.to_press(person))
        panel, other = made.panel(acting), made.panel(waiting)
        assert panel is not None
        assert other is not None
        cards = [b for b in panel.buttons if verb(b) in ("play", "pick")]
        table_id, at = (cards[0].custom_id or "").split(":")[1], number(cards[0])
        assert made.bot is not None
        state = (await made.bot.tables.get(table_id)).state
        mine = [card.text for card in state.hands[state.turn]]
        lies = [card.text for card in state.table]
        their = state.hands[(state.turn + 1) % 4][0].text
        face = next((c for c in mine if c[0] in "JQK"), None)
        low = next(c for c in mine if c[0] not in "JQK")
        plays = [
            their,
            f"{mine[0]}:{their}",
            f"{mine[0]}:{lies[0]}+{lies[0]}",
            f"{low}:{'+'.join(lies)}",
            "nonsense",
        ]
        plays += [f"{face}:{lies[0]}+{lies[1]}"] if face else []
        for action in plays:
            await self.forge(acting, panel, f"t:{table_id}:{at}:play:{action}")
        await self.forge(waiting, other, f"t:{table_id}:0:play:{their}")
        await self.forge(waiting, other, f"t:{table_id}:{at + 9}:pick:{their}")
        await self.forge(acting, panel, f"t:{table_id}:{at + 1}:play:{mine[0]}")
        await self.forge(acting, panel, "t:00000000:0:hand")
        await self.forge(acting, panel, "nonsense")
        for name in ("start", "rematch", "record", "ready"):
            await self.forge(acting, made.public(), f"t:{table_id}:0:{name}")

    async def look_around(self) -> None:
        """Press all that only shows something, and turn every page."""
        ann, bo, *_ = self.made.people
        eva = self.made.sandbox.join(self.made.guild, "eva", LOCALE)
        for wanted in ("last", "scores", "hand"):
            await self.press(ann, wanted)
        await self.press(eva, "hand")  # not seated
        more = await self.press(bo, "more")
        assert more is not None
        pages = (await bo.press(more, button(more, "rules"))).message
        for words in ("cicera rules", "cicera leaderboard", "cicera hand", "cicera table"):
            await ann.slash(self.channel, words)
        await eva.slash(self.channel, "cicera stop")
        await eva.slash(self.channel, "cicera hand")
        pages = (await ann.slash(self.channel, "cicera rules")).message
        assert pages is not None
        for page in range(2, 6):
            [turning] = [b for b in pages.buttons if (b.custom_id or "").startswith(f"r:cicera:{page}:")]
            await ann.press(pages, turning)
        for message in [
            m for m in bo.sees(self.channel) if m.ephemeral and any(verb(b) == "down" for b in m.buttons)
        ]:
            await bo.press(message, button(message, "down"))
            bo.dismiss(message)
        leaving = (await bo.slash(self.channel, "cicera leave")).message
        assert leaving is not None
        await bo.press(leaving, button(leaving, "agree"))
        await self.made.sandbox.until(lambda: any(verb(b) == "play-on" for b in self.made.public().buttons))
        await self.press(ann, "play-on")
        for message in ann.sees(self.channel) + bo.sees(self.channel):
            if message.ephemeral and any(verb(b) == "agree" for b in message.buttons):
                (ann if ann.can_see(message) else bo).dismiss(message)


def untranslated(made: House) -> dict[str, str]:
    """Return every text that was sent to people with what in it is not from the catalogue, if anything."""
    sent = {
        text
        for request in made.sandbox.requests
        if not request.path.endswith("/commands")
        for text in texts(request.json)
    }
    assert len(sent) > 100
    return {text: left for text in sent if (left := plain_words(text))}


def as_italian(made: House) -> House:
    """Let the server and its members speak the changed language."""
    made.guild.locale = LOCALE
    for person in made.people:
        person.user.locale = LOCALE
    return made


async def test_a_whole_game_in_another_language(tmp_path: Path) -> None:
    catalogue, heard = pseudo()
    async with (
        sandboxed() as made,
        running(as_italian(made), tmp_path / "cards.db", catalogue, nudge_seconds=30),
    ):
        assert made.bot is not None
        unlimited(made)
        play = Play(made)
        ann, bo, cy, di = made.people
        await ann.slash(made.channel, "cicera hand")  # no table yet
        await ann.slash(made.channel, "cicera leaderboard")
        closed = made.guild.add_channel("closed")
        closed.deny(made.sandbox.bot, Permission.EMBED_LINKS, Permission.ATTACH_FILES)
        await ann.slash(closed, "cicera start")
        await play.seat()
        await play.refused()
        await play.look_around()
        made.sandbox.clock.advance(31)
        made.bot.clock.expect(0.0)
        await made.sandbox.until(lambda: any(m.mentions for m in ann.sees(made.channel)))
        await made.play()
        over = made.public()
        for wanted in ("scores", "record"):
            await play.press(ann, wanted)
        await ann.slash(made.channel, "cicera leaderboard", members=True)
        await ann.slash(made.channel, "cicera leaderboard")
        await cy.press(over, button(over, "rematch"))
        await made.sandbox.until(lambda: any(verb(b) == "join" for b in made.public().buttons))
        lobby = made.public()
        await di.press(over, button(over, "rematch"))
        await di.slash(made.channel, "cicera leave")
        await bo.slash(made.channel, "cicera stop")
        await cy.slash(made.channel, "cicera stop")
        await made.sandbox.until(lambda: not lobby.buttons)
        assert untranslated(made) == {}
        assert len(heard.asked) > 150


async def test_a_game_for_two_ended_in_another_language(tmp_path: Path) -> None:
    catalogue, _ = pseudo()
    async with sandboxed(2) as made, running(as_italian(made), tmp_path / "cards.db", catalogue):
        unlimited(made)
        play = Play(made)
        ann, bo = made.people
        await ann.slash(made.channel, "cicera start", players=2, deal=6)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        await play.press(bo, "join", "1")
        made.sandbox.clock.advance(14.5 * 60 + 1)  # the panels follow no more: their people are called
        await play.press(ann, "start")
        await made.sandbox.until(lambda: any(m.mentions for m in ann.sees(made.channel)))
        for person in made.people:
            await play.press(person, "hand")
        presses = await made.play(lambda: made.rng.random() < 0.02)
        assert presses
        for person in made.people:
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        panel = made.panel(ann)
        if panel is not None:
            await play.forge(ann, panel, panel.buttons[0].custom_id or "")
        assert untranslated(made) == {}


async def test_commands_are_registered_in_every_language(tmp_path: Path) -> None:
    catalogue, _ = pseudo()
    async with sandboxed() as made, running(made, tmp_path / "cards.db", catalogue):
        (sent,) = [
            r.json for r in made.sandbox.requests if r.path.endswith("/commands") and r.method == "PUT"
        ]

    def named(entry: Any) -> Iterator[dict[str, Any]]:
        if isinstance(entry, list):
            for item in entry:
                yield from named(item)
        elif isinstance(entry, dict):
            if "name" in entry:
                yield entry
            for key in ("options", "choices"):
                yield from named(entry.get(key, []))

    entries = list(named(sent))
    assert len(entries) > 20
    for entry in entries:
        for key in ("name", "description"):
            if key in entry:
                assert entry[f"{key}_localizations"] == {LOCALE: changed(entry[key])}
