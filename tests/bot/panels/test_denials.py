"""No sentence of a panel denies a button below it, nor the one that a press on it brings."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, product
from typing import Final, NamedTuple

import pytest

from bot.blocks.blocks import Button, Panel, Press
from bot.locale import FRENCH, Catalogue, Words
from bot.messages.ledger import Opened
from bot.panels.lobby.pages import LOBBY_PAGES
from bot.panels.table import board, hand
from bot.panels.table.lookup import LOOKUP_VERBS, can_look_up
from bot.store import Status
from bot.table.situation import undoable
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import GAMES
from engine.civil_suits import Phase
from tests.bot.pictures import scenes_tricks

LANGUAGES: Final = sorted(Catalogue.load().languages)
PLAYED: Final[tuple[tuple[str, dict[str, int]], ...]] = (
    ("cicera", {"players": 4}),
    ("cicera", {"players": 2, "deal": 6, "target": 11}),
    ("ciapano", {"players": 3}),
    ("civil-suits", {}),
)
MOMENTS: Final = 220
"""The most moments of a game, of which each language and manner sees a part."""
UNDO: Final = (Button("", str(Press("0a1b2c3d", 0, "undo"))),)


class Denial(NamedTuple):
    """Sentences that do not go with a button: of this verb, and with a label that has `label` in it."""

    sentence: str
    verb: str
    label: str = ""

    def of(self, text: str, button: Button) -> bool:
        """Return whether a text denies a button."""
        press = Press.parse(button.id)
        named = press is not None and press.verb == self.verb
        found = named and re.search(self.label, button.label, re.IGNORECASE)
        return bool(found and re.search(self.sentence, text, re.IGNORECASE))


DENIALS: Final = {
    "en": (
        Denial(
            r"\b(cannot|can’t|can no longer|may not) (be )?(take|taken|change|undo)"
            r"|for good\b|once and for all|no way back|\birrev|\bfinal(ly)? (choice|decision)|no taking back"
            r"|\bis (gone|lost)\b",
            "undo",
        ),
        Denial(r"you (cannot|can’t|can no longer) (come|get) back|for good\b", "take-back"),
        Denial(r"seats are( all)? taken|no seat is free", "join"),
        Denial(r"you (cannot|may not) play (now|any)", "play"),
        Denial(r"no (more )?hints?\b|cannot give", "hint"),
        Denial(r"cannot be stopped|nobody can end", "vote"),
    ),
    "it": (
        Denial(
            r"\bnon (si può|puoi|potrai|si potrà|è possibile) (più )?(cambi|ripren|annull|tornare)"
            r"|per sempre|definitiv|una volta per tutte|\be resta\b|è pers[oa]\b|niente ripensamenti",
            "undo",
        ),
        Denial(r"(tu )?non puoi più (torn|ripren)|per sempre", "take-back"),
        Denial(r"posti sono tutti presi|nessun posto libero", "join"),
        Denial(r"non puoi giocare (ora|nessuna)", "play"),
        Denial(r"nessun suggerimento|niente suggeriment", "hint"),
        Denial(r"non si può (terminare|fermare)", "vote"),
    ),
}


def denied(text: str, buttons: tuple[Button, ...], denials: tuple[Denial, ...]) -> list[tuple[str, str]]:
    """Return the pairs of a sentence's pattern and the label of a button that it denies."""
    return [(one.sentence, button.label) for one in denials for button in buttons if one.of(text, button)]


@cache
def game(number: int) -> tuple[Table, ...]:
    """Return moments of a random game, in which every play can be taken back that may be."""
    name, options = PLAYED[number]
    made = scenes_tricks.table(name, options).with_row(id="0a1b2c3d", undo_until=1.0, claims=True)
    moments = islice(scenes_tricks.played(made, random.Random(number)), MOMENTS)
    return tuple(map(by_its_person, moments))


def by_its_person(made: Table) -> Table:
    """Return a table whose last play was made by the person of the seat."""
    last = made.last_play
    if last is None:
        return made
    row = made.at(last.seat)
    assert row is not None
    by_person = last._replace(user_id=row.user_id)
    return replace(made, last_play=by_person, pressed=by_person)


def further(made: Table, user_id: int, first: Panel, words: Words) -> Iterator[Panel]:
    """Yield the further questions that buttons of a viewer's panel open."""
    view, known, ahead = view_of(made, user_id), set[str](), [first]
    while ahead and len(known) < 30:
        for button in ahead.pop().buttons:
            press = Press.parse(button.id)
            if press is None or press.verb != "pick" or button.disabled or press.notation in known:
                continue
            known.add(press.notation)
            panel = hand.panel(view, words, Opened(press.number, "pick", press.notation))
            ahead.append(panel)
            yield panel


def pages(made: Table, user_id: int, words: Words) -> Iterator[Panel]:
    """Yield the pages that a viewer can look up."""
    view = view_of(made, user_id)
    for verb in (*sorted(LOOKUP_VERBS), "leave", *LOBBY_PAGES):
        if can_look_up(made.row.game, verb) or verb in ("leave", *LOBBY_PAGES):
            yield hand.panel(view, words, Opened(0, verb))


def panels(made: Table, words: Words, *, paged: bool = True) -> Iterator[tuple[int | None, Panel]]:
    """Yield the panels of everybody at a moment, each with its reader, None for the public one."""
    yield None, board.public_panel(view_of(made), words)
    yield None, hand.panel(view_of(made, 1), words)
    for row in made.seats:
        panel = hand.panel(view_of(made, row.user_id), words)
        yield row.user_id, panel
        for page in further(made, row.user_id, panel, words):
            yield row.user_id, page
        for page in pages(made, row.user_id, words) if paged else ():
            yield row.user_id, page


def brought(made: Table, user_id: int | None, panel: Panel, words: Words) -> tuple[Button, ...]:
    """Return *Take it back* if a play that the panel offers can be taken back."""
    row = None if user_id is None else made.seat_of(user_id)
    for button in panel.buttons if row is not None else ():
        press = Press.parse(button.id)
        if row is None or press is None or press.verb != "play" or button.disabled:
            continue
        action = made.game.parse(press.notation)
        if action in made.game.legal(made.state, row.seat):
            after = made.with_play(row.seat, action, user_id)
            if undoable(after) == user_id:
                return (Button(words("button.undo"), str(Press(made.row.id, 0, "undo"))),)
    return ()


def whole(panel: Panel) -> str:
    """Return all sentences of a panel, without its buttons."""
    lists = [f"{select.hint} {option.label}" for select in panel.selects for option in select.options]
    return "\n".join([*panel.texts, *lists])


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(PLAYED)))
def test_no_sentence_denies_a_button(number: int, language: str, heard: bool) -> None:
    words = Catalogue.load().words(language).naming(FRENCH, aloud=heard)
    denials = DENIALS[language]
    first, seen = 2 * LANGUAGES.index(language) + heard, Counter[str]()
    for place, made in enumerate(game(number)):
        # Each way has a quarter of the turns to play a card, and all have the first ones.
        turn = getattr(made.state, "phase", Phase.PLAY) is Phase.PLAY
        if turn and place > 12 and place % 4 != first:
            continue
        for table in (made, *absent(made, place)):
            for user_id, panel in panels(table, words, paged=place % 8 == first):
                text = whole(panel)
                seen.update(press.verb for button in panel.buttons if (press := Press.parse(button.id)))
                following = brought(table, user_id, panel, words) if denied(text, UNDO, denials) else ()
                assert not denied(text, (*panel.buttons, *following), denials), text
    assert {"undo", "play", "take-back", "more"} <= seen.keys()
    assert number == 0 or seen["undo"] > 5


def absent(made: Table, place: int) -> tuple[Table, ...]:
    """Return now and then the same table with a computer in the place of its first player."""
    row = made.seats[0]
    return () if place % 10 else (made.marked(row, level="medium"),)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_a_lobby_or_an_end_denies_a_button(game: str, language: str) -> None:
    words, denials = Catalogue.load().words(language), DENIALS[language]
    table = scenes_tricks.table(game)
    fewer = table.with_seats(*table.seats[:-1])
    found = 0
    for made, status in product((table, fewer), (Status.LOBBY, Status.CLOSED, Status.STOPPED)):
        at = made.with_row(id="0a1b2c3d", status=status)
        for _, panel in panels(at, words):
            found += len(panel.buttons)
            assert not denied(whole(panel), panel.buttons, denials), whole(panel)
    assert found > 20


@pytest.mark.parametrize(
    ("language", "sentence", "verb"),
    [
        ("en", "It counts for whoever takes the last trick, and it cannot be taken back.", "undo"),
        ("en", "You cannot change it until the round ends.", "undo"),
        ("en", "It counts at once, and for good.", "undo"),
        ("en", "Then it is theirs, and you cannot come back.", "take-back"),
        ("it", "Conta per chi fa l’ultima presa e non si può riprendere.", "undo"),
        ("it", "Non potrai cambiarlo fino alla fine della mano.", "undo"),
        ("it", "Vale subito e resta, comunque vada.", "undo"),
        ("it", "Da quel momento è suo, e tu non puoi più tornare.", "take-back"),
    ],
)
def test_a_sentence_that_denies_a_button_is_found(language: str, sentence: str, verb: str) -> None:
    label = Catalogue.load().words(language)(f"button.{verb}")
    button = Button(label, str(Press("0a1b2c3d", 0, verb)))
    other = Button(label, str(Press("0a1b2c3d", 0, "more")))
    assert [named for _, named in denied(sentence, (other, button), DENIALS[language])] == [label]
    assert not denied(sentence, (other,), DENIALS[language])


def test_a_label_that_denies_the_text_above_is_found() -> None:
    """The same finder takes any pair: a hand that is called a round, or a power that is called nothing."""
    hands = (Denial(r"round \d+ is over", "ready", r"\bhand\b"),)
    ready = str(Press("0a1b2c3d", 0, "ready"))
    assert denied("### Round 1 is over", (Button("Next hand · 1 of 4", ready),), hands)
    assert not denied("### Round 1 is over", (Button("Next round · 1 of 4", ready),), hands)
