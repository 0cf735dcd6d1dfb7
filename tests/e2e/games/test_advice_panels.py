"""Advice as it is drawn: it fits every panel, is offered where there is a choice, and reads as a sentence."""

import random
import re
from dataclasses import replace
from functools import cache

import pytest

from bot.blocks.blocks import Press
from bot.games import LOOKS
from bot.locale import Catalogue, filling
from bot.locale.glyphs import as_text
from bot.panels.shared.story import tall
from bot.panels.table import advice, hand
from bot.store import Status
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import GAMES
from engine.ai import Budget, Judgement, added
from engine.ai.advice import Advice, advise
from engine.ai.reasons import Reason, no_reasons, reason
from engine.ai.review import LEAST, Decision, Finding, decisions, review
from tests.e2e.messages.test_panels import kind_of, wrong
from tests.e2e.support.drawn import NAMES, WORDS, moment, table_of, tables_of, tiled
from tests.e2e.support.reading import cards, glyph, tokens
from tests.engine.ai.hints import hints
from tests.engine.strategies import all_options, played

FEW = Budget(worlds=2)
ITALIAN = Catalogue.load().words("it")
SENTENCE = re.compile(r"(?s)[A-Z0-9\\(*♠♥♦♣💡].*\.")


@cache
def states(game: str) -> list[Table]:
    """Return a table in every kind of state that a few games reach, and some more."""
    found: dict[object, Table] = {}
    for options in all_options(GAMES[game])[-3:]:
        for seed, tempers in enumerate((["any"], ["hoard"], ["last", "any"])):
            whole = played(GAMES[game], options, seed, 2000, tempers)
            for length, table in enumerate(tables_of(whole), 1):
                found.setdefault(length if length % 23 == 0 else kind_of(moment(whole, length)), table)
    return list(found.values())


def named(table: Table, *names: str) -> Table:
    """Return a table with people of these names, in rotation."""
    rows = (replace(row, name=names[row.seat % len(names)]) for row in table.seats)
    return replace(table, seats=tuple(rows))


def hint_buttons(table: Table, user_id: int) -> list[Press | None]:
    panel = hand.panel(view_of(table, user_id), WORDS)
    return [press for press in (Press.parse(b.id) for b in panel.buttons) if press and press.verb == "hint"]


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_offered_where_there_is_a_choice_and_fits(game: str) -> None:
    given = 0
    for table in states(game):
        held = replace(table, seats=tuple(replace(row, level="medium") for row in table.seats))
        for row in table.seats:
            seen = view_of(table, row.user_id).seen
            choice = row.seat in table.waits_for() and len(seen.legal) > 1
            assert len(hint_buttons(table, row.user_id)) == choice
            if not choice:
                continue
            # A seat that a computer plays gets no advice.
            assert hint_buttons(held, row.user_id) == []
            found = advise(game, seen, random.Random(1), FEW)
            for names in (NAMES, ("𝕎" * 32,)):
                view = view_of(named(table, *names), row.user_id)
                told, buttons = advice.hint(view, found, WORDS), hand.panel(view, WORDS).buttons
                # The notice about a wrong press replaces the hint.
                for notice in ("", "x" * 100):
                    panel = hand.panel(replace(view, hint=found, notice=notice), WORDS)
                    assert wrong(panel) == []
                    texts = "\n".join(block for block in panel.blocks if isinstance(block, str))
                    assert (told in texts, notice in texts) == (not notice, True)
                    asks, how = Press(view.id, view.asked, "hint"), Press(view.id, 0, "hint-how")
                    wanted = [str(how) if button.id == str(asks) else button.id for button in buttons]
                    assert [button.id for button in panel.buttons] == wanted
                given += 1
    assert given > 20


TOLD = {"cicera": 9, "ciapano": 9, "civil-suits": 26}
"""The least number of different reasons given in a game; in others one, if they have any of their own."""


@pytest.mark.parametrize("game", GAMES)
def test_all_that_can_be_done_and_said_is_a_sentence(game: str) -> None:
    reasons = added(game).reasons
    told: set[str] = set()
    for table in (named(table, "Ann", "Bo", "Cy", "Di", "Ed") for table in states(game)):
        for seat in table.waits_for():
            view, rng = view_of(table, 100 + seat), random.Random(3)
            legal = view.seen.legal
            for action in {legal[0], legal[-1], *(rng.choice(legal) for _ in range(4))}:
                found = list(reasons(view.seen, action, legal[0]))
                told |= {one.key for one in found}
                for one in (*found, Reason("only"), reason("costs", action=legal[0], points=0.4)):
                    text = advice.why(one, view, WORDS)
                    assert SENTENCE.fullmatch(text), text
                    assert not re.search(r"[{}]|Suit|engine", text), text
                    given = Advice(Judgement(((action, 1.0), (legal[-1], 0.4)), 7), one)
                    line = advice.hint(view, given, WORDS)
                    assert not re.search(r"[{}]|Suit\.|None(?! of)", line), line
    assert len(told) >= TOLD.get(game, int(reasons is not no_reasons))


def test_how_a_hint_reads() -> None:
    position = played(GAMES["cicera"], {}, 2, 30)
    table = table_of(position, names=("Ann", "Bo", "Cy", "Di"))
    (seat,) = table.waits_for()
    view = view_of(table, 100 + seat)
    take = next(action for action in view.seen.legal if action.taken)
    leave, other = [action for action in view.seen.legal if not action.taken][:2]
    reason = Reason("spades", (("n", 3), ("spades", 1)))
    why = advice.why(reason, view, WORDS)
    assert tokens(why, []) == ["3", "1"]
    scored = Reason("scores", (("lines", ("scua", "simili")), ("n", 2)))
    assert advice.why(scored, view, WORDS) == "It scores scua and simili: 2 points."
    for best, besides, less in ((take, leave, 0.01), (leave, other, 1.75)):
        given = Advice(Judgement(((best, 1.25), (besides, 1.25 - less)), 99), reason)
        told = advice.hint(view, given, WORDS)
        doing = LOOKS["cicera"].doing(best, view, WORDS)
        assert told == WORDS("hint.line", doing=doing, why=why)
        assert sorted(cards(as_text(told.split(why)[0]))) == sorted(map(glyph, (best.card, *best.taken)))
        # How it was found, and what else costs, stand on a page of their own.
        line, found = advice.how(replace(view, hint=given), WORDS)
        assert line == told
        assert "99" in found
        last = as_text(found.split("\n")[-1])
        assert cards(last) == [glyph(besides.card)]
        assert ("1.8" in last) == (less > 1)
    # That the second best is as good is no reason.
    for less, key in ((1.75, "hint.costs"), (0.01, "hint.same")):
        costs = Reason("costs", (("action", leave), ("points", less)))
        given = Advice(Judgement(((take, 1.25), (leave, 1.25 - less)), 99), costs)
        doing = LOOKS["cicera"].doing(take, view, WORDS)
        why = WORDS(key, doing=LOOKS["cicera"].doing(leave, view, WORDS), points=less)
        assert advice.hint(view, given, WORDS) == WORDS("hint.line", doing=doing, why=why)


@pytest.mark.searches
@pytest.mark.parametrize("game", ["cicera", "ciapano"])
def test_a_hint_with_its_reason_takes_two_small_lines(game: str) -> None:
    view = view_of(table_of(played(GAMES[game], {}, 2, 30), names=("Ann", "Bo", "Cy", "Di")), 100)
    for given in hints(game, 150):
        # A set of several cards may take more room.
        if len(getattr(given.judgement.action, "taken", ())) < 2:
            told = Advice(given.judgement, given.reason)
            for words in (WORDS, ITALIAN):
                line = advice.hint(replace(view, seen=given.seen), told, words)
                assert tall(line) <= 2, line


@pytest.mark.parametrize("game", GAMES)
def test_a_review_fits(game: str) -> None:
    position = played(GAMES[game], {"target": 11} if game == "cicera" else {}, 2, 3000)
    every = {seat: review(position.record, seat, worlds=2) for seat in position.seats}
    for names in (NAMES, ("𝕎" * 32,), ("Ann", "Bo", "Cy", "Di")):
        table = table_of(position, Status.FINISHED, names)
        for seat, found in every.items():
            view = view_of(table, 100 + seat)
            assert found
            for number, finding in enumerate(found, 1):
                for words in (WORDS, tiled(game)):
                    panel = advice.review(view, found, words, number)
                    assert wrong(panel) == []
                    told = advice.told_of(finding, view, words)
                    assert told in panel.blocks
                    assert filling.formatted_number(finding.loss, "0.0", "en") in told
                    assert str(finding.hand) in told.split("\n")[0]
                    assert "\n\n" not in told
                    turns = [press.notation for b in panel.buttons if (press := Press.parse(b.id))]
                    assert turns == [str(to) for to in (number - 1, number + 1) if 1 <= to <= len(found)]
        nothing = advice.review(view_of(table, 100), (), WORDS)
        assert wrong(nothing) == []
        assert nothing.blocks[0] == WORDS("review.none")


def test_a_review_gives_a_reason_against_what_was_played() -> None:
    """What the better play gains is told once: where there is no other reason, none is given."""
    position = played(GAMES["cicera"], {"target": 11}, 2, 3000)
    view = view_of(table_of(position, Status.FINISHED, ("Ann", "Bo", "Cy", "Di")), 100)
    for finding in review(position.record, 0, worlds=2):
        costs = reason("costs", action=finding.played, points=finding.loss)
        silent = replace(finding, advice=replace(finding.advice, reason=costs))
        told, bare = (advice.told_of(one, view, WORDS) for one in (finding, silent))
        then = replace(view, seen=finding.seen, active=finding.active)
        if finding.advice.reason.key != "costs":
            assert told == f"{bare} {advice.why(finding.advice.reason, then, WORDS)}"
        assert WORDS("hint.costs", doing="", points=finding.loss).split(":")[0] not in bare


def test_the_fullest_review_fits() -> None:
    """Three decisions among the longest that a review can have: every set of cards as large as possible."""
    position = played(GAMES["civil-suits"], {}, 5, 3000, ["hoard"])
    table = table_of(position, Status.FINISHED, NAMES)
    view = view_of(table, 100)
    longest = sorted(
        decisions(position.record, 0, None),
        key=lambda d: -len(advice.told_of(_found(d), view, WORDS)),
    )
    for words in (WORDS, tiled(table.row.game)):
        for number in (1, 2, 3):
            panel = advice.review(view, [_found(decision) for decision in longest[:3]], words, number)
            assert wrong(panel) == []


def _found(decision: Decision) -> Finding:
    return Finding(
        decision.hand,
        decision.number,
        decision.active,
        decision.seen,
        decision.played,
        LEAST,
        Advice(Judgement(((decision.played, 1.0),), 9), Reason("only")),
    )
