"""No sentence of a panel denies a button below it, nor the one that a press on it brings."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Final

import pytest

from bot.blocks.blocks import Button, ButtonStyle, Panel, Press
from bot.locale import FRENCH, Catalogue, Words
from bot.messages.ledger import Opened
from bot.panels.lobby.own import second_start
from bot.panels.lobby.pages import LOBBY_PAGES
from bot.panels.table import board, hand
from bot.panels.table.lookup import LONG_NUMBERS, LOOKUP_VERBS, can_look_up
from bot.store import Status
from bot.table.situation import undoable
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.table.votes import FINISH
from engine import GAMES
from engine.ai import Judgement
from engine.ai.advice import Advice
from engine.ai.reasons import Reason
from engine.civil_suits import Phase
from tests.bot.panels.denials import DENIALS, LANGUAGES, denied, faults, whole
from tests.bot.pictures import scenes_tricks

PLAYED: Final[tuple[tuple[str, dict[str, int]], ...]] = (
    ("cicera", {"players": 4}),
    ("cicera", {"players": 2, "deal": 6, "target": 11}),
    ("ciapano", {"players": 3}),
    ("civil-suits", {}),
)
MOMENTS: Final = 220
"""The most moments of a game, of which each language and manner sees a part."""
TABLE_ID: Final = "0a1b2c3d"
UNDO: Final = (Button("", str(Press(TABLE_ID, 0, "undo"))),)


@cache
def game(number: int) -> tuple[Table, ...]:
    """Return moments of a random game, in which every play can be taken back that may be."""
    name, options = PLAYED[number]
    made = scenes_tricks.table(name, options).with_row(id=TABLE_ID, undo_until=1.0, claims=True)
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
    yield hand.panel(view, words, Opened(0, "fairness", LONG_NUMBERS))


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


def beginning(made: Table, words: Words) -> Iterator[Panel]:
    """Yield the panels of beginners, and where they have a choice those with a hint."""
    for row in made.seats:
        view = view_of(made, row.user_id, beginner=True)
        panel = hand.panel(view, words)
        yield panel
        if not view.my_turn or len(view.seen.legal) < 2:
            continue
        best, *_, other = view.seen.legal
        advised = replace(view, hint=Advice(Judgement(((best, 2.0), (other, 0.5)), 40), Reason("only", ())))
        yield hand.panel(advised, words)
        yield hand.panel(advised, words, Opened(0, "hint-how"))
        for button in panel.buttons:
            press = Press.parse(button.id)
            if press is not None and press.verb == "pick":
                yield hand.panel(advised, words, Opened(press.number, "pick", press.notation))


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(PLAYED)))
def test_no_sentence_denies_a_button(number: int, language: str, heard: bool) -> None:
    words, name = Catalogue.load().words(language).naming(FRENCH, aloud=heard), PLAYED[number][0]
    first, seen, denials = 2 * LANGUAGES.index(language) + heard, Counter[str](), DENIALS[language]
    for place, made in enumerate(game(number)):
        # Each way has a quarter of the turns to play a card, and all have the first ones.
        turn = getattr(made.state, "phase", Phase.PLAY) is Phase.PLAY
        if turn and place > 12 and place % 4 != first:
            continue
        for table in (made, *absent(made, place)):
            for user_id, panel in panels(table, words, paged=place % 8 == first):
                text = whole(panel)
                seen.update(press.verb for button in panel.buttons if (press := Press.parse(button.id)))
                assert not (wrong := faults(panel, name, language)), f"{wrong}: {shown(panel)}"
                following = brought(table, user_id, panel, words) if denied(text, UNDO, denials) else ()
                assert not denied(text, following, denials), text
        for panel in beginning(made, words) if place % 4 == first else ():
            assert not (wrong := faults(panel, name, language)), f"{wrong}: {shown(panel)}"
    assert {"undo", "play", "take-back", "more"} <= seen.keys()
    assert number == 0 or seen["undo"] > 5


def shown(panel: Panel) -> str:
    """Return a panel as its reader finds it, for a failure."""
    return "\n".join([whole(panel), *(f"[{button.style.name} {button.label}]" for button in panel.buttons)])


def absent(made: Table, place: int) -> tuple[Table, ...]:
    """Return now and then the same table with a computer in the place of its first player."""
    row = made.seats[0]
    return () if place % 10 else (made.marked(row, level="medium"),)


@cache
def around(name: str) -> tuple[Table, ...]:
    """Return a game's tables before, between and after its hands: lobbies, calls, cuts, votes, ends."""
    made = scenes_tricks.table(name).with_row(id=TABLE_ID)
    *every, last = scenes_tricks.played(made, random.Random(7))
    between = [at for at in every if at.between_hands]
    playing = next(at for at in every if not at.between_hands)
    kept = tuple((row.seat, row.user_id, row.name) for row in made.seats[1:])
    lobby = made.with_row(status=Status.LOBBY)
    fewer = lobby.with_seats(*lobby.seats[:-1])
    asked = lobby.with_seats(replace(lobby.seats[0], ready=True)).with_row(reserved_until=9.0, reserved=kept)
    names = {vote.name for row in made.seats for vote in view_of(playing, row.user_id).votable}
    alone = [replace(row, user_id=-1 - row.seat, level="easy") for row in playing.seats[1:]]
    ends = ["", "idle", "deserted", "concede-0"]
    return (
        *(lobby, fewer, fewer.with_seats(lobby.seats[0]), asked, asked.with_row(reserved=kept[1:])),
        lobby.with_seats(*(replace(row, ready=True) for row in lobby.seats)),
        *(at.with_row(cutter=0, cut=cut) for at in (made, *between[:2]) for cut in (0, 13)),
        *(playing.marked(playing.seats[1], votes=((vote, 0.0),)) for vote in sorted(names)),
        *(playing.with_seats(playing.seats[0], *alone), playing.with_row(due_at=9.0, warned=True)),
        *(between[0], between[0].marked(between[0].seats[0], ready=True), last),
        *(last.with_row(status=Status.STOPPED, ended=ended) for ended in ends),
        lobby.with_row(status=Status.CLOSED),
        *(watched((*every, last)) if name == "ciapano" else ()),
    )


def watched(every: Sequence[Table]) -> Iterator[Table]:
    """Yield tables on which only computers play on, before and after a member asks them to finish."""
    at = next(at for at in every if any(at.state.out) and not at.between_hands)
    gone = [bool(hand) for hand in at.state.out]
    at = at.with_seats(*(row if gone[row.seat] else replace(row, level="easy") for row in at.seats))
    yield at
    yield at.marked(at.seats[gone.index(True)], votes=((FINISH, 0.0),))
    yield every[-1].with_row(status=Status.FINISHED, ended=f"{FINISH}-1")


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_before_between_or_after_hands_denies_a_button(
    name: str, language: str, heard: bool
) -> None:
    words, verbs = Catalogue.load().words(language).naming(FRENCH, aloud=heard), Counter[str]()
    for at in around(name):
        first = view_of(at, at.seats[0].user_id)
        more = [second_start(first, words), hand.stopped_following(first, words)]
        for panel in (*(panel for _, panel in panels(at, words)), *more):
            verbs.update(press.verb for button in panel.buttons if (press := Press.parse(button.id)))
            assert not (wrong := faults(panel, name, language)), f"{wrong}: {shown(panel)}"
    assert {"join", "start", "accept", "come", "decline", "cut", "ready", "vote", "against"} <= verbs.keys()
    assert {"rematch", "replay", "check", "hand", "cancel", "wait", "fill"} <= verbs.keys()


def button(label: str, verb: str, style: ButtonStyle = ButtonStyle.PLAIN) -> Button:
    return Button(label, str(Press(TABLE_ID, 0, verb)), style)


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
    both = (button(label, "more"), button(label, verb))
    assert [named for _, named in denied(sentence, both, DENIALS[language])] == [label]
    assert not denied(sentence, both[:1], DENIALS[language])


@pytest.mark.parametrize(
    ("game", "language", "text", "wrong", "right"),
    [
        (
            "civil-suits",
            "en",
            "### Round 1 is over",
            button("Next hand", "ready"),
            button("Next round", "ready"),
        ),
        (
            "civil-suits",
            "en",
            "Use your Magic?",
            button("Changes nothing", "play"),
            button("Decline", "play"),
        ),
        (
            "civil-suits",
            "it",
            "Usi la Magia?",
            button("Non cambia nulla", "play"),
            button("Rinuncia", "play"),
        ),
        ("civil-suits", "en", "-# ×2: you hold two of it.", button("♥ ×3", "pick"), button("♥ ×2", "pick")),
        ("cicera", "en", "-# Ⓓ Pia ① Tino", None, None),
        ("cicera", "it", "-# Ⓓ Pia ① Tino", None, None),
        ("civil-suits", "en", "No hand has been finished yet.", None, None),
        ("ciapano", "en", "The next round is dealt in a minute.", None, None),
        ("cicera", "en", "Press My hand to go on here.", button("More", "more"), button("My hand", "hand")),
        ("cicera", "it", "Premi «Le mie carte».", button("Altro", "more"), button("Le mie carte", "hand")),
        (
            "civil-suits",
            "en",
            "Press a blue one.",
            button("7♠", "play"),
            button("7♠", "play", ButtonStyle.MAIN),
        ),
        ("ciapano", "en", "Play a blue card.", button("7♠", "pick", ButtonStyle.MAIN), None),
        (
            "cicera",
            "en",
            "Who?",
            button("Take it back", "undo", ButtonStyle.MAIN),
            button("Take it back", "undo"),
        ),
        ("cicera", "en", "Who?", button("More", "more", ButtonStyle.DANGER), button("More", "more")),
        ("ciapano", "en", "All seats are taken.", button("Next game", "wait"), button("Call me", "wait")),
    ],
)
def test_a_text_and_a_button_that_contradict_each_other_are_found(
    game: str, language: str, text: str, wrong: Button | None, right: Button | None
) -> None:
    """A wrong text has no button that goes with it; a text that is right in itself has one."""
    found = faults(Panel((text, (wrong,) if wrong else ()), 0), game, language)
    assert found
    if right is not None:
        assert not faults(Panel((text, (right,)), 0), game, language)


def test_only_one_play_may_be_green() -> None:
    take = button("Take", "play", ButtonStyle.GOOD)
    assert not faults(Panel(("Which?", (take, take._replace(disabled=True))), 0), "cicera", "en")
    assert faults(Panel(("Which?", (take, take)), 0), "cicera", "en")


def test_a_sign_that_is_explained_beside_it_is_no_fault() -> None:
    assert not faults(Panel(("Ⓓ Pia deals, ① Tino begins",), 0), "cicera", "en")
    assert not faults(Panel(("Ⓓ Pia dà le carte, ① Tino inizia",), 0), "cicera", "it")
