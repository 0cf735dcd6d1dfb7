"""Games in a language that nobody speaks: a text of the bot that is not from the catalogue is found.

A whole game of each is played in it, with every kind of press, and then all requests are searched for
unchanged text.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.panels.table.rules import pages
from cogs.commands.menus import REPLAY
from sandbox.driver import Member
from sandbox.permissions import Permission
from sandbox.view import Button, Message
from tests.e2e.support.house import COMMANDS, House, running, sandboxed
from tests.e2e.support.hurried import Kinds, hurry
from tests.e2e.support.pseudo import LOCALE, changed, plain_words, pseudo, untranslated
from tests.e2e.support.reading import notation, number, verb, verbs
from tests.e2e.support.replays import choose, does, open_replay, turn
from tests.e2e.support.umpire import unlimited


def as_italian(made: House) -> House:
    """Let the server and its members speak the changed language."""
    made.guild.locale = LOCALE
    for person in made.people:
        person.user.locale = LOCALE
    return made


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
    """Presses of the members in this language: buttons are found by verbs, since nobody can read them."""

    def __init__(self, made: House) -> None:
        self.made = made
        self.channel = made.channel

    async def press(self, person: Member, wanted: str, text: str = "") -> Message | None:
        """Press a button of the public message; return the message that answers."""
        public = self.made.public()
        return (await person.press(public, button(public, wanted, text))).message

    async def forge(self, person: Member, message: Message, custom_id: str) -> None:
        """Send a press that the message does not offer."""
        await person.forge(message, custom_id)

    async def seat(self) -> None:
        """Open a table, and fill and start it."""
        ann, bo, cy, di = self.made.people
        await ann.slash(self.channel, "cicera start", target=11, picada="rank")
        await self.made.sandbox.until(lambda: len(ann.sees(self.channel)) >= 2)
        public = self.made.public()
        start = (button(public, "hand").custom_id or "").replace(":hand", ":start")
        await bo.press(public, button(public, "join", "1"))
        await cy.press(public, button(public, "join", "0"))
        await self.forge(di, public, button(public, "join", "0").custom_id or "")  # full
        await self.forge(ann, public, start)  # a seat is free
        await self.forge(di, public, start.replace("start", "cancel"))  # not the host
        await di.press(public, button(public, "join", "1"))
        await self.forge(di, public, start)  # not the host
        await self.press(ann, "start")
        await self.made.sandbox.until(lambda: all(map(self.made.panel, self.made.people)))

    async def refused(self) -> None:
        """Press cards that cannot be played, one for each reason."""
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
        """Press every button that only shows something, and turn every page."""
        ann, bo, cy, _ = self.made.people
        eva = self.made.sandbox.join(self.made.guild, "eva", LOCALE)
        for person in (eva, ann):
            for wanted in ("last", "more", "hand"):
                await self.press(person, wanted)
        acting = next(person for person in self.made.people if self.made.to_press(person))
        panel = self.made.panel(acting)
        assert panel is not None
        await acting.press(panel, button(panel, "hint"))
        await self.made.sandbox.until(lambda: "💡" in panel.text)
        more = await self.press(bo, "more")
        assert more is not None
        for wanted in verbs(more):
            await bo.press(more, button(more, wanted))
            # The table has been brought down, and the panel with it.
            more = self.made.panel(bo)
            assert more is not None
            if "back" in verbs(more):
                await bo.press(more, button(more, "back"))
            await bo.press(more, button(more, "more"))
        for words in ("cicera rules", "cicera leaderboard", "cicera hand", "cicera table"):
            await ann.slash(self.channel, words)
        await eva.slash(self.channel, "cicera stop")
        await eva.slash(self.channel, "cicera hand")
        pages = (await ann.slash(self.channel, "cicera rules")).message
        assert pages is not None
        for page in range(2, 6):
            [turning] = [b for b in pages.buttons if (b.custom_id or "").startswith(f"r:cicera:{page}:")]
            await ann.press(pages, turning)
        leaving = (await bo.slash(self.channel, "cicera leave")).message
        assert leaving is not None
        await self.vote(bo, leaving, "stop")
        await self.press(cy, "against")
        await self.press(ann, "against")
        for message in ann.sees(self.channel) + bo.sees(self.channel):
            if message.ephemeral and any(verb(b) == "vote" for b in message.buttons):
                (ann if ann.can_see(message) else bo).dismiss(message)

    async def vote(self, person: Member, page: Message, name: str) -> None:
        """Press a vote, and wait until the others are asked."""
        await person.press(page, button(page, "vote", name))

        def asked() -> bool:
            return any((verb(b), notation(b)) == ("against", name) for b in self.made.public().buttons)

        await self.made.sandbox.until(asked, what=name)

    async def look_back(self, person: Member) -> None:
        """Press every button for looking back when the game is over."""
        # The board may show the end before the member's own panel does.
        await self.made.shown()
        more = await self.press(person, "more")
        assert more is not None
        for wanted in verbs(more):
            if wanted != "back":
                await person.press(more, button(more, wanted))
            for then in ("check", "back"):
                if then in verbs(more):
                    await person.press(more, button(more, then))
            if "back" not in verbs(more):
                await person.press(more, button(more, "more"))

    async def look_again(self, person: Member) -> None:
        """Turn a replay to each kind of moment, and open all that is behind its buttons."""
        made = self.made
        message = await open_replay(made, person)
        await turn(made, person, message, "back")
        await turn(made, person, message, "first")
        await choose(made, person, message, "view", "a")
        while not any(does(one) == "hard" for one in message.buttons):
            await turn(made, person, message, "next")
        for wanted in ("hard", "review", "key"):
            await turn(made, person, message, wanted)
            if back := [one for one in message.buttons if does(one) == "show"]:
                await person.press(message, back[-1])
                await made.answered()
        await turn(made, person, message, "here")


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
        await made.pass_time(121)
        await made.sandbox.until(lambda: any(m.mentions for m in ann.sees(made.channel)))
        kinds = Kinds(lambda row: row.seat % 2)
        while not made.over():
            await hurry(made, kinds.new)
            await made.play_on(5)
        over = made.public()
        await play.look_back(ann)
        made.bot.adviser.worlds = 2
        await play.look_again(ann)
        await ann.slash(made.channel, "cicera leaderboard", members=True)
        await ann.slash(made.channel, "cicera leaderboard")
        await cy.press(over, button(over, "rematch"))
        await made.sandbox.until(lambda: "come" in verbs(made.public()))
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
        await play.press(bo, "join")
        await made.pass_time(14.5 * 60 + 1)  # the panels stop following: their people are called
        await play.press(ann, "start")
        await made.sandbox.until(lambda: any(m.mentions for m in ann.sees(made.channel)))
        for person in made.people:
            await play.press(person, "hand")
        await made.play_on(50)
        for person in made.people:
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        panel = made.panel(ann)
        if panel is not None:
            await play.forge(ann, panel, panel.buttons[0].custom_id or "")
        assert untranslated(made) == {}


FORGED = {
    "ciapano": ("AS", "4C", "discard 4C", "discard AS", "nonsense", "M1"),
    "civil-suits": (
        *("AS", "2H", "M1", "M2", "KD", "suit H", "decline", "ban H", "might S", "magic none", "expose"),
        *("pass AS 2S 3S", "pass AS AS 2S", "pass AS 2S 3S 4S 5S", "challenge 2S", "challenge KH"),
        *("intelligence 7", "intelligence none", "magic aside AS AS", "magic aside 2D 3D", "nonsense"),
    ),
}
"""Notations that members without scruples send at any time."""


async def played_in_another_language(play: Play, game: str) -> None:
    """Play a whole game, with presses now and then on all that only shows something, and forged ones.

    Kinds of questions that have been asked before are answered without a press.
    """
    made, rng, kinds = play.made, play.made.rng, Kinds(lambda row: row.seat)
    ways = ("last", "last-trick", "powers", "more", "scores", "rules", "leave", "hint", "back")
    while not made.over():
        await hurry(made, kinds.new)
        await made.play_on(5)
        person = rng.choice(made.people)
        panel = made.panel(person)
        if made.over() or panel is None:
            continue
        for _ in range(rng.randrange(4)):
            asking = [b for b in panel.buttons if verb(b) in ways]
            answer = await person.press(panel, rng.choice(asking))
            for message in answer.followups:
                person.dismiss(message)
        while "back" in verbs(panel):
            await person.press(panel, button(panel, "back"))
        for text in rng.sample(FORGED[game], 3):
            for control in made.controls(person)[:1]:
                start = (control.custom_id or "").rpartition(f":{verb(control)}")[0]
                await play.forge(person, panel, f"{start}:play:{text}")


@pytest.mark.parametrize(("game", "players"), [("ciapano", 3), ("civil-suits", 4)])
async def test_a_game_where_everybody_plays_alone_in_another_language(
    tmp_path: Path, game: str, players: int
) -> None:
    catalogue, heard = pseudo()
    async with (
        sandboxed(players) as made,
        running(as_italian(made), tmp_path / "cards.db", catalogue, pause_seconds=0),
    ):
        unlimited(made)
        play = Play(made)
        ann, *others = made.people
        command = COMMANDS.get(game, game)
        await ann.slash(made.channel, f"{command} start", **({"players": 3} if players == 3 else {}))
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        for person in others:
            await play.press(person, "join")
        await play.press(ann, "start")
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        rules = (await ann.slash(made.channel, f"{command} rules")).message
        assert rules is not None
        for page in range(2, pages(game, heard) + 1):
            [turning] = [b for b in rules.buttons if (b.custom_id or "").startswith(f"r:{game}:{page}:")]
            await ann.press(rules, turning)
        ann.dismiss(rules)
        await played_in_another_language(play, game)
        await play.look_back(ann)
        assert made.bot is not None
        made.bot.adviser.worlds = 2
        await play.look_again(ann)
        await ann.slash(made.channel, f"{command} leaderboard")
        await ann.slash(made.channel, f"{command} stats")
        over = made.public()
        await ann.press(over, button(over, "rematch"))
        await made.sandbox.until(lambda: "come" in verbs(made.public()))
        assert untranslated(made) == {}
        # A text read aloud has its own key, asked for by its own readers.
        game_keys = {key for key in heard.keys if key.startswith(f"{game}.")}
        # Nobody here has the Italian deck, and some first times and rarities never come.
        keys = {key for key in game_keys if not key.endswith((".aloud", ".italian")) and ".stats." not in key}
        assert len(keys - heard.asked) < len(keys) / 5


async def test_commands_are_described_in_every_language(tmp_path: Path) -> None:
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
    # A command in the menu of a message has only a name, the same in every language.
    menus = [entry for entry in entries if not entry.keys() & {"description", "value"}]
    assert [(entry["name"], entry.get("name_localizations")) for entry in menus] == [(REPLAY, None)]
    for entry in [entry for entry in entries if entry not in menus]:
        choice = "value" in entry
        told, typed = ("name", "") if choice else ("description", "name")
        assert entry[f"{told}_localizations"] == {LOCALE: changed(entry[told])}
        assert not entry.get(f"{typed}_localizations")
