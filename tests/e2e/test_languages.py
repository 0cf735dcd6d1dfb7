"""Four members at a table, two of them Italian, one with cards in words and one with a language 40 % longer.

Each language is written in letters of its own, so that every text can be held against its reader.
"""

import re
from pathlib import Path
from typing import Final

import pytest

from bot.locale import Catalogue, Words
from bot.preferences import Scope
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.choosing import opened
from tests.e2e.house import COMMANDS, House, running, sandboxed
from tests.e2e.pseudo import CHANGED, NOT_WORDS, changed, disguised, longer, texts
from tests.e2e.reading import verb, verbs
from tests.e2e.umpire import unlimited

PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ITALIAN: Final = "ąḅċďęḟģḥįǰḵļṃņǫṗɋŗşţųṿẁẋỵẕĄḄĊĎĘḞĢḤĮɈḴĻṂŅǪṖɊŖŞŢŲṾẀẊỴẔ"
"""The letters of Italian here, but for its accents."""
IN_ITALIAN: Final = str.maketrans(PLAIN, ITALIAN)
LETTERS: Final = {
    "en": set(PLAIN),
    "it": set(ITALIAN) | set("àèéìòùÀÈÉÌÒÙ"),
    "de": set("".join(chr(CHANGED[ord(letter)]) for letter in PLAIN)),
}
SIGNS: Final = re.compile("[♠♥♦♣♤♡♢♧①Ⓓ▶👁🔨⭐✓✗•]|<:")
IN_ALL: Final = set("ABCDEFGHJKQáãí")
"""The letters of teams and ranks, and those of the names of cities that are left alone."""
OPTIONS: Final = {"cicera": {"target": 11}, "ciapano": {"players": 4}, "civil-suits": {}}


def catalogue() -> Catalogue:
    """Return English as it is, Italian in letters of its own, and as German a long English, changed."""
    italian, _ = disguised("it", lambda text: changed(text, IN_ITALIAN))
    german, _ = disguised("en", longer)
    return Catalogue(
        {"en": Catalogue.load().words("en"), "it": Words("it", italian), "de": Words("de", german)}
    )


class Reader:
    """Who looks at every state of every message, and notes what its reader cannot read."""

    def __init__(self, made: House) -> None:
        self.made = made
        self.languages = {0: "it"}
        self.seen: set[tuple[int, str]] = set()
        self.wrong: dict[str, str] = {}

    def look(self) -> None:
        """Look at all messages that there are now."""
        for stored in list(self.made.sandbox.world.messages.values()):
            self.read(stored.viewer or 0, Message(stored))

    def read(self, viewer: int, message: Message) -> None:
        for text in texts([*message.components, {"content": message.stored.content}]):
            if (viewer, text) not in self.seen:
                self.seen.add((viewer, text))
                self._check(viewer, text)

    def _check(self, viewer: int, text: str) -> None:
        language = self.languages[viewer]
        left = re.sub(r"\b(?:Ann|Bo|Cy|Di)\b|<:\w+:\d+>|`[^`]*`|https?://\S+|[\w-]+\.(?:json|png)", "", text)
        words = {letter for letter in NOT_WORDS.sub("", left) if letter.isalpha()}
        others = words - LETTERS[language] - IN_ALL
        if others:
            self.wrong[text] = f"{language}: {''.join(sorted(others))}"
        if language == "en" and SIGNS.search(text):
            self.wrong[text] = "a sign"


async def press_all(made: House, reader: Reader, person: Member, *ways: str) -> None:
    """Let somebody press what only shows something, and go back."""
    for wanted in ways:
        panel = made.panel(person)
        found = [b for b in panel.buttons if verb(b) == wanted and not b.disabled] if panel else []
        if panel is None or not found:
            continue
        answer = await person.press(panel, found[0])
        reader.look()
        for message in answer.followups:
            person.dismiss(message)
        while "back" in verbs(panel):
            await person.press(panel, next(b for b in panel.buttons if verb(b) == "back"))
        reader.look()


@pytest.mark.parametrize("game", sorted(OPTIONS))
async def test_everybody_reads_their_own_language_all_the_game(tmp_path: Path, game: str) -> None:
    async with (
        sandboxed() as made,
        running(made, tmp_path / "cards.db", catalogue(), pause_seconds=0, nudge_seconds=30),
    ):
        assert made.bot is not None
        unlimited(made)
        made.guild.locale = "it"
        reader = Reader(made)
        for person, locale in zip(made.people, ("it", "it", "en-US", "de"), strict=True):
            person.user.locale = locale
            reader.languages[person.id] = locale.partition("-")[0]
        _, bo, cy, di = made.people
        command = COMMANDS.get(game, game)
        for person in made.people:
            mine = await opened(person, made, "me")
            if person is cy:
                await made.bot.chosen.choose(Scope.MEMBER, cy.id, "words", "on")
            for page in range(5):
                if turns := [b for b in mine.buttons if b.custom_id == f"s:member:page:{page}"]:
                    await person.press(mine, turns[0])
                    reader.read(person.id, mine)
            person.dismiss(mine)
        await made.open(game, **OPTIONS[game])
        reader.look()
        rules = (await cy.slash(made.channel, f"{command} rules")).message
        assert rules is not None
        reader.look()
        cy.dismiss(rules)
        ways = ("last", "last-trick", "powers", "hint", "more")
        for _ in range(400):
            if made.over():
                break
            await made.play(lambda: made.rng.random() < 0.2, most=60)
            reader.look()
            await press_all(made, reader, made.rng.choice(made.people), *made.rng.sample(ways, 2))
        assert made.over()
        for person in (bo, cy, di):
            board = (await person.slash(made.channel, f"{command} leaderboard")).message
            assert board is not None
        reader.look()
        assert reader.wrong == {}
        read = dict.fromkeys(LETTERS, 0)
        for viewer, _ in reader.seen:
            read[reader.languages[viewer]] += 1
        assert min(read.values()) > 60
