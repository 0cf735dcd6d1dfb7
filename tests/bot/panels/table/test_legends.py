"""The legend of a beginner's first turns, and the lines on what happens for the first time."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

from bot.blocks.people import seat_name
from bot.games import LOOKS
from bot.locale import FRENCH, ITALIAN, Catalogue, Words
from bot.panels.table.hand import panel
from bot.table.table import Table
from bot.table.view import View
from engine import GAMES
from engine.ai import Judgement
from engine.ai.advice import Advice
from engine.ai.reasons import Reason
from engine.game import DEALER
from tests.bot.panels.presses import WORDS, asked, to
from tests.bot.pictures import scenes_tricks
from tests.bot.pictures.scenes_cicera import dealt, played, seated

NOTICE: Final = "You may not play this."
WIDE: Final = tuple("W" * 31 + letter for letter in "WMQGO")
PLAYED: Final = ("lead", "play", "leave", "capture")
"""The events with which a card is played from a hand."""
TAUGHT: Final = ("cicera", "ciapano", "civil-suits")
HANDS: Final = 2
LANGUAGES: Final = Catalogue.load().languages
SCENES: Final = pytest.mark.parametrize("scene", [(), ("the table",)], ids=["in words", "with a picture"])


def moments(name: str, names: tuple[str, ...] = scenes_tricks.NAMES, seed: int = 5) -> Iterator[Table]:
    """Yield every moment of a random game's first hands, in which cards are taken wherever they can be."""
    rng = random.Random(seed)

    def choose(_: Table, __: int, legal: Sequence[Any]) -> Any:
        return rng.choice([action for action in legal if getattr(action, "taken", ())] or legal)

    for table in scenes_tricks.played(scenes_tricks.table(name, names=names), rng, choose):
        yield table
        if len(table.state.sheets) == HANDS:
            break


@cache
def turns(name: str, names: tuple[str, ...] = scenes_tricks.NAMES) -> tuple[View[Any], ...]:
    """Return the first turns of these hands in the view of their player, a beginner."""
    views = (beginner(table, seat) for table in moments(name, names) for seat in table.waits_for())
    return tuple(view for view in views if own_plays(view) < 5)


def beginner(table: Table, seat: int) -> View[Any]:
    return replace(to(table, seat), beginner=True)


def own_plays(view: View[Any]) -> int:
    seat = view.seen.viewer
    return sum(told.seat == seat and told.events[0].name in PLAYED for told in view.story)


def on_a_card(view: View[Any]) -> bool:
    """Return whether a card is to be played as in any trick or turn."""
    return type(view.seen.legal[0]).__name__ == "Play" and getattr(view.seen, "phase", "play") == "play"


def legend(view: View[Any], words: Words = WORDS) -> str:
    return LOOKS[view.game].question(view, words).legend


def texts(view: View[Any], words: Words = WORDS, scene: tuple[str, ...] = ()) -> str:
    return "\n".join(panel(view, words, scene=scene).texts)


@SCENES
@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("name", TAUGHT)
def test_on_three_turns_a_beginner_has_the_whole_legend_whatever_else_there_is_to_tell(
    name: str, language: str, scene: tuple[str, ...]
) -> None:
    for names in (scenes_tricks.NAMES, WIDE):
        for deck in (FRENCH, ITALIAN):
            words, full = LANGUAGES[language].naming(deck), set[int]()
            for view in turns(name, names):
                if not on_a_card(view):
                    continue
                taught, shown = legend(view, words), texts(view, words, scene)
                assert bool(taught) == (view.hand == 1 and own_plays(view) < 3)
                assert taught.count("\n") == bool(taught)
                assert taught in shown, shown
                full |= {view.seen.viewer} if taught and not own_plays(view) else set()
            assert len(full) >= 3


@SCENES
def test_whoever_plays_last_has_the_legend_on_their_first_turn_with_twelve_cards(
    scene: tuple[str, ...],
) -> None:
    table = played(dealt(seated(WIDE[:4]), "3S 7D KS 2C", ["QD", "KH:KS", "4C"]), ["QD", "KH:KS", "4C"])
    view = beginner(table, table.waits_for()[0])
    assert len(view.seen.hand) == 12
    first, second = WORDS("cicera.legend", cards="2♠ 10♦ J♥").split("\n")
    assert f"{first}\n{second}" in texts(view, scene=scene)


def test_where_time_runs_out_a_phone_still_has_room_for_the_cards() -> None:
    found = 0
    for view in turns("cicera"):
        if legend(view) and len(view.seen.hand) > 8:
            late = replace(view, clock=120, due_at=1000.0, warned=True)
            small = [line for line in texts(late, scene=("the table",)).split("\n") if line.startswith("-#")]
            assert small[0] == WORDS("clock.warned", at=1000)
            assert len(small) <= 3
            found += 1
    assert found > 8


@pytest.mark.parametrize("name", GAMES)
def test_everybody_else_has_none(name: str) -> None:
    assert not any(legend(replace(view, beginner=False)) for view in turns(name))


def test_each_choice_before_the_tricks_and_each_first_power_has_a_legend_of_its_own() -> None:
    taught: dict[str, set[str]] = {}
    for view in turns("civil-suits"):
        if view.hand == 1:
            taught.setdefault(str(view.seen.phase), set()).add(legend(view))
    assert taught["suit"] == {WORDS("civil-suits.legend.suit")}
    assert taught["pass"] == {WORDS("civil-suits.legend.pass")}
    powers = ("intelligence", "magic", "might")
    assert {phase: taught[phase] - {""} for phase in (*powers, "challenge")} == {
        **{power: {WORDS("civil-suits.legend.champion", sign=WORDS.sign(power))} for power in powers},
        "challenge": {WORDS("civil-suits.legend.challenge")},
    }


@pytest.mark.parametrize("name", TAUGHT)
def test_a_hint_a_refusal_and_the_offer_to_settle_take_the_place_of_the_legend(name: str) -> None:
    view = next(view for view in turns(name) if on_a_card(view))
    taught, line = legend(view), asked(view).line
    given = Advice(Judgement(((view.seen.legal[0], 1.0),), 7), Reason("only"))
    refused = replace(view, notice=NOTICE)
    assert taught in texts(view)
    for urgent in (replace(view, hint=given), refused, replace(view, agreeing=3)):
        assert taught not in texts(urgent)
    assert NOTICE in texts(refused)
    assert all(fact in texts(refused) for fact in line.removeprefix("-# ").splitlines())


# The first time


FIRSTS: Final = {
    "cicera": ("scua", "picada", "simili", "quadriglia"),
    "ciapano": ("taken", "ranks", "last"),
    "civil-suits": ("minion", "ban", "tie", "intelligence", "might", "magic"),
}


def explained(name: str, shown: str) -> set[str]:
    return {
        first
        for first in FIRSTS[name]
        if any(WORDS(f"{name}.first.{first}", name=player) in shown for player in scenes_tricks.NAMES)
    }


@pytest.mark.parametrize("name", TAUGHT)
def test_what_happens_for_the_first_time_is_explained_until_ones_next_play_and_never_again(name: str) -> None:
    found = set[str]()
    for seed in (1, 2) if name == "civil-suits" else range(4):
        for seat in (0, 2):
            over, now = set[str](), set[str]()
            for table in moments(name, seed=seed):
                view = beginner(table, seat)
                shown = explained(name, texts(view, scene=("the table",)))
                if table.story[-1].seat in (seat, DEALER):
                    over |= now
                    now = set()
                assert not shown & over, texts(view)
                now |= shown
                assert not shown or not explained(name, texts(replace(view, beginner=False)))
            found |= over | now
    assert found == set(FIRSTS[name])


@pytest.mark.parametrize("scene", [(), ("the table",)])
def test_a_scua_against_a_beginner_is_explained_beside_the_legend(scene: tuple[str, ...]) -> None:
    order = ["TC:2S+3D+4S+AC"]
    table = played(dealt(seated(), "2S 3D 4S AC", order), order)
    view = beginner(table, table.waits_for()[0])
    shown = texts(view, scene=scene)
    assert WORDS("cicera.first.scua", name=seat_name(view, view.story[-1].seat, WORDS)) in shown
    assert legend(view) in shown


def test_a_picada_is_explained_by_the_rule_of_the_table() -> None:
    for rule, key in (("any", "picada"), ("rank", "picada-rank")):
        table = played(dealt(seated(picada=rule), "3S 9D KS 2C", ["QD", "QH"]), ["QD", "QH:QD"])
        view = beginner(table, table.waits_for()[0])
        told = WORDS(f"cicera.first.{key}", name=seat_name(view, view.story[-1].seat, WORDS))
        assert told in texts(view)
