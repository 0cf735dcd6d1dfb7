"""Four members at a table, two of them Italian, one with cards in words and one with a language 40 % longer.

Each language is written in letters of its own, so that every text can be checked against its reader.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from bot.locale import Catalogue, Words, own_name
from bot.messages.ledger import HERE_SECONDS
from bot.pictures.sketch.sketch import Sketch
from bot.store import Scope
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.support.choosing import opened
from tests.e2e.support.house import COMMANDS, House, button, running, sandboxed, tap
from tests.e2e.support.hurried import Kinds, hurry
from tests.e2e.support.pictured import at_hand, painted
from tests.e2e.support.pictured import seen as pictures
from tests.e2e.support.pseudo import CHANGED, NOT_WORDS, changed, disguised, longer, texts
from tests.e2e.support.reading import verb, verbs
from tests.e2e.support.replays import open_replay, turn
from tests.e2e.support.umpire import unlimited

PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ITALIAN: Final = "ąḅċďęḟģḥįǰḵļṃņǫṗɋŗşţųṿẁẋỵẕĄḄĊĎĘḞĢḤĮɈḴĻṂŅǪṖɊŖŞŢŲṾẀẊỴẔ"
"""The letters of Italian here, but for its accents and the sign of its ordinals."""
IN_ITALIAN: Final = str.maketrans(PLAIN, ITALIAN)
LETTERS: Final = {
    "en": set(PLAIN),
    "it": set(ITALIAN) | set("àèéìòùÀÈÉÌÒÙº"),
    "de": set("".join(chr(CHANGED[ord(letter)]) for letter in PLAIN)),
}
SIGNS: Final = re.compile("[♠♥♦♣♤♡♢♧①Ⓓ▶👁🔨⭐✓✗•]|<:")
OWN_NAMES: Final = {own_name(language) for language in LETTERS}
IN_ALL: Final = set("ABCDEFGHJKQáãí")
"""Letters of teams and ranks, and letters in names of cities that are not translated."""
OPTIONS: Final = {"cicera": {"target": 11}, "ciapano": {"players": 4}, "civil-suits": {}}


@cache
def catalogue() -> Catalogue:
    """Return English as it is, Italian in letters of its own, and as German a long English, changed."""
    italian, _ = disguised("it", lambda text: changed(text, IN_ITALIAN))
    german, _ = disguised("en", longer)
    return Catalogue(
        {"en": Catalogue.load().words("en"), "it": Words("it", italian), "de": Words("de", german)}
    )


class Reader:
    """Looks at every state of every message, and notes the texts that its reader cannot read."""

    def __init__(self, made: House) -> None:
        self.made = made
        self.languages = {0: "it"}
        self.hears: int | None = None
        """The member with cards in words."""
        self.painted: list[Sketch] = []
        """All sketches that the bot has painted."""
        self.seen: set[tuple[int, str]] = set()
        self.wrong: dict[str, str] = {}
        self._last: dict[int, object] = {}
        made.sandbox.world.watchers.append(self.look)

    def look(self) -> None:
        """Look at all messages that have changed, and at the names of threads."""
        for stored in list(self.made.sandbox.world.messages.values()):
            if self._last.get(stored.id) is not stored.components:
                self._last[stored.id] = stored.components
                drawn = self.drawn(Message(stored))
                self.read(stored.viewer or 0, [*stored.components, {"content": stored.content}, *drawn])
        for channel in self.made.guild.channels.values():
            if channel.parent is not None:
                self.read(0, {"name": channel.name})

    def drawn(self, message: Message) -> list[dict[str, str]]:
        """Return the texts that are drawn in the pictures of a message."""
        names = {name for name, _ in pictures(message)}
        sketches = [sketch for sketch in self.painted if sketch.name in names]
        return [{"content": text.text} for sketch in sketches for text in sketch.texts]

    def read(self, viewer: int, shown: object) -> None:
        """Read all texts of a message: buttons, lists and descriptions of pictures among them."""
        for text in texts(shown):
            if (viewer, text) not in self.seen:
                self.seen.add((viewer, text))
                self._check(viewer, text)

    def _check(self, viewer: int, text: str) -> None:
        language = self.languages[viewer]
        if text in OWN_NAMES:
            return
        left = re.sub(r"\b(?:Ann|Bo|Cy|Di)\b|<:\w+:\d+>|`[^`]*`|https?://\S+|[\w-]+\.(?:json|png)", "", text)
        words = {letter for letter in NOT_WORDS.sub("", left) if letter.isalpha()}
        others = words - LETTERS[language] - IN_ALL
        if others:
            self.wrong[text] = f"{language}: {''.join(sorted(others))}"
        if viewer == self.hears and SIGNS.search(text):
            self.wrong[text] = "a sign"


async def press_all(made: House, person: Member, panel: Message | None, *ways: str) -> None:
    """Let a member press every button that only shows something, and go back from each page."""
    for wanted in ways:
        found = [b for b in panel.buttons if verb(b) == wanted and not b.disabled] if panel else []
        if panel is None or not found:
            continue
        await person.press(panel, found[0])
        if wanted == "hint":
            await made.answered()
            continue
        await made.sandbox.until(lambda: "back" in verbs(panel), what=f"{wanted} has opened")
        await tap(person, panel, "back")
        await made.sandbox.until(lambda: "back" not in verbs(panel), what=f"{wanted} is closed")


def speak(made: House, *locales: str) -> Reader:
    """Let the server speak Italian and the members these languages; return the reader of all messages."""
    made.guild.locale = "it"
    reader = Reader(made)
    for person, locale in zip(made.people, locales, strict=True):
        person.user.locale = locale
        reader.languages[person.id] = locale.partition("-")[0]
    return reader


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(OPTIONS))
async def test_everybody_reads_their_own_language_all_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    spoken = catalogue()
    async with (
        sandboxed() as made,
        running(made, tmp_path / "cards.db", spoken, pause_seconds=0, nudge_seconds=30, pictures=True),
    ):
        assert made.bot is not None
        at_hand(made.bot)
        unlimited(made)
        made.bot.adviser.worlds = 2
        reader = speak(made, "it", "it", "en-US", "de")
        reader.painted = painted(made, monkeypatch)
        kinds = Kinds(lambda row: reader.languages[row.user_id])
        _, bo, cy, di = made.people
        command = COMMANDS.get(game, game)
        await made.bot.preferences.choose(Scope.MEMBER, cy.id, "words", "on")
        reader.hears = cy.id
        for person in made.people:
            mine = await opened(person, made, "me")
            for page in range(5):
                if turns := [b for b in mine.buttons if b.custom_id == f"s:member:page:{page}"]:
                    await person.press(mine, turns[0])
            person.dismiss(mine)
        await made.open(game, **OPTIONS[game])
        for person in (cy, di):
            rules = (await person.slash(made.channel, f"{command} rules")).message
            assert rules is not None
            person.dismiss(rules)
        await made.pass_time(HERE_SECONDS + 31)
        await made.sandbox.until(made.pings, what="whoever is asked is called")
        ways = ("last", "last-trick", "powers", "hint", "more")
        for _ in range(400):
            if made.over():
                break
            await hurry(made, kinds.new)
            await made.play_on(1)
            person = made.rng.choice(made.people)
            await press_all(made, person, made.panel(person), *made.rng.sample(ways, 2))
        assert made.over()
        for person in (bo, cy, di):
            for asked in ("leaderboard", "stats"):
                assert (await person.slash(made.channel, f"{command} {asked}")).message is not None
        replay = await open_replay(made, di)
        for wanted in ("first", "next", "review"):
            await turn(made, di, replay, wanted)
        again = await di.press(made.public(), button(made.public(), "rematch"))
        await made.sandbox.until(lambda: "come" in verbs(made.public()))
        await made.answered()
        await tap(bo, made.public(), "decline")
        await made.sandbox.until(lambda: "join" in verbs(made.public()))
        lobby = again.followups[0] if again.followups else again.message
        assert lobby is not None
        for shown in ("options", "computers"):
            if shown not in verbs(lobby):
                await tap(di, lobby, "lobby")
            await press_all(made, di, lobby, shown)
        told = "".join(text for viewer, text in reader.seen if viewer == di.id)
        assert all(spoken.words("de")(key) in told for key in ("options.title", "computers.title"))
        assert reader.wrong == {}
        read = dict.fromkeys(LETTERS, 0)
        for viewer, _ in reader.seen:
            read[reader.languages[viewer]] += 1
        assert min(read.values()) > 60


async def test_a_thread_is_named_in_the_language_of_the_server(tmp_path: Path) -> None:
    async with sandboxed(2) as made, running(made, tmp_path / "cards.db", catalogue()) as bot:
        unlimited(made)
        reader = speak(made, "en-US", "de")
        await bot.preferences.choose(Scope.SERVER, made.guild.id, "threads", "on")
        ann, bo = made.people
        await ann.slash(made.channel, "cicera start", players=2)
        await made.join(bo)
        await made.start(ann)
        await made.sandbox.until(lambda: any(channel.parent for channel in made.guild.channels.values()))
        await made.shown()
        assert reader.wrong == {}


async def test_whoever_is_refused_is_told_so_in_their_own_language(tmp_path: Path) -> None:
    async with sandboxed(2) as made, running(made, tmp_path / "cards.db", catalogue()):
        reader = speak(made, "en-US", "de")
        for person in made.people:
            refused = await person.slash(made.channel, "cicera hand")
            assert refused.text
        assert reader.wrong == {}
        assert {viewer for viewer, _ in reader.seen} == {person.id for person in made.people}
