"""The private panels of Civil Suits in random games: their controls, their texts, and their secrets."""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from typing import Any

import pytest

from bot.blocks.blocks import Button, ButtonStyle, Panel, Picture, Press, Section, Select
from bot.blocks.look import NAMED, Question, allowed
from bot.games.civil_suits import PAGES, further, question
from bot.games.civil_suits.own import own_line
from bot.locale import Catalogue
from bot.messages.ledger import Opened
from bot.panels.shared.shows import sketch
from bot.panels.shared.story import tall
from bot.panels.table import hand
from bot.pictures.sketch.style import Style
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import civil_suits
from engine.cards import MINIONS, Card, Suit, card
from engine.civil_suits import DECK, Phase, State
from engine.civil_suits.actions import EXPOSE, SCORE, Action, Intelligence, Magic, Might, Note, Pass, Play
from engine.civil_suits.scoring import MAGIC, TOGETHER
from engine.civil_suits.trick import IS_CHALLENGER, taker
from engine.game import Line
from tests.bot.pictures.scenes_tricks import played, table
from tests.engine.civil_suits.moments import do, moment

WORDS = Catalogue.load().words("en")
LAYING = (Phase.OFFER, Phase.PLAY, Phase.REPLAY)
ONE_ROW = 350
"""The most pixels of height of a low picture with one row of cards."""
SMALL_TRICK = 5
"""The largest tricks of which all sets of cards are tried."""


def seated() -> Table:
    """Return a table that waits for its first deal, with an id as tables have."""
    return table("civil-suits").with_row(id="0000000a")


def bold(made: Table, seat: int, legal: Sequence[Any]) -> Any:
    """Return an action of an eventful game: Minions, powers and challengers are used."""
    rng = random.Random(f"{made.seq} {seat}")
    rare = [
        action
        for action in legal
        if action == SCORE
        or (isinstance(action, Play) and (action.card in MINIONS or action.card in IS_CHALLENGER))
    ]
    usual = legal[rng.randrange(len(legal))]
    return rng.choice(rare) if rare and rng.random() < 0.5 else usual


def games(*seeds: int) -> Iterator[Table]:
    """Yield the table after every deal and play of random games."""
    for seed in seeds:
        yield from game(seed)


@cache
def game(seed: int) -> Sequence[Table]:
    return tuple(played(seated(), random.Random(seed), bold))


def views(*seeds: int) -> Iterator[tuple[Table, Any]]:
    """Yield every table of random games with the view of each seat asked."""
    yield from asked(games(*seeds))


def asked(tables: Iterable[Table]) -> Iterator[tuple[Table, Any]]:
    """Yield every table with the view of each seat asked."""
    for made in tables:
        if made.playing and not made.between_hands:
            for seat in made.waits_for():
                yield made, view_of(made, made.seats[seat].user_id)


def buttons(asked: Question) -> list[Button]:
    return [button for row in asked.answers if not isinstance(row, Select | Section) for button in row]


def press(button: Button) -> Press:
    found = Press.parse(button.id)
    assert found is not None
    return found


def reachable(view: Any, legal: Sequence[Action]) -> set[Action]:
    """Return every action that presses on the panel lead to, without the ways back."""
    found: set[Action] = set()
    left, known = [question(view, WORDS)], set()
    while left:
        for button in buttons(left.pop()):
            pressed = press(button)
            if button.disabled or pressed.verb == "back" or pressed in known:
                continue
            known.add(pressed)
            if pressed.verb == "play":
                action = civil_suits.parse(pressed.notation)
                assert action in legal or (isinstance(action, Play) and button.style is ButtonStyle.PLAIN)
                found.add(action)
            else:
                then = further(view, pressed.notation, WORDS)
                assert then is not None
                left.append(then)
    return found


def outcome(state: State, seat: int, action: Action) -> object:
    """Return the outcome of an action, equal for actions of which one button is enough."""
    match action:
        case Might(suit):
            return taker(state.trick._replace(trump=suit))
        case Intelligence(other):
            known = civil_suits.observe(state, seat).suits
            return None if other is None or known[other] is not None else other
        case _:
            return action


@pytest.mark.parametrize("seed", range(2))
def test_presses_reach_every_outcome_and_each_once(seed: int) -> None:
    phases = set()
    for made, view in views(seed):
        state: State = made.state
        phases.add(state.phase)
        if state.phase is Phase.PASS or (state.phase is Phase.MAGIC and len(state.trick.laid) > SMALL_TRICK):
            continue
        seat = view.viewer.seat
        legal = [action for action in view.seen.legal if action != EXPOSE]
        found = [action for action in reachable(view, legal) if action in legal]
        assert {outcome(state, seat, a) for a in found} == {outcome(state, seat, a) for a in legal}
        assert len({outcome(state, seat, action) for action in found}) == len(found)
    assert phases >= {Phase.SUIT, Phase.PASS, Phase.OFFER, Phase.PLAY, Phase.MIGHT, Phase.CHALLENGE}


def test_cards_are_passed_with_one_press_each_and_one_more() -> None:
    rng, passed = random.Random(1), 0
    for _, view in views(1):
        if view.seen.phase is not Phase.PASS:
            continue
        number = len(view.seen.legal[0].cards)
        cards = rng.sample(view.seen.hand, number)
        asked = question(view, WORDS)
        for chosen in cards:
            there = {button.label: button for button in buttons(asked) if not button.disabled}
            assert not any(press(button).verb == "play" for button in there.values())
            then = further(view, press(there[WORDS.label_card(chosen)]).notation, WORDS)
            assert then is not None
            asked = then
        (go,) = [button for button in buttons(asked) if press(button).verb == "play"]
        assert go.style is ButtonStyle.GOOD
        assert set(civil_suits.parse(press(go).notation).cards) == set(cards)  # type: ignore[union-attr]
        taken = next(button for button in buttons(asked) if button.style is ButtonStyle.MAIN)
        # Without any chosen card it is the first question again.
        undone = further(view, press(taken).notation, WORDS) or question(view, WORDS)
        assert len([b for b in buttons(undone) if b.style is ButtonStyle.MAIN]) == number - 1
        passed += 1
    assert passed >= 8


def test_what_was_shown_is_made_public_from_more_whenever_that_is_legal() -> None:
    offered = 0
    for made in islice(games(1, 2), 0, None, 6):
        if not made.playing or made.between_hands:
            continue
        for row in made.seats:
            view = view_of(made, row.user_id)
            may = EXPOSE in view.seen.legal
            more = hand.panel(view, WORDS, Opened(0, "more"))
            assert ("expose" in {press(button).verb for button in more.buttons}) is may
            plays = [
                press(button).notation
                for block in PAGES["expose"](view, WORDS)
                if isinstance(block, tuple)
                for button in block
                if isinstance(button, Button)
            ]
            assert plays == ([str(EXPOSE)] if may else [])
            offered += may
    assert offered


def test_all_suits_that_were_seen_are_told_in_one_sentence() -> None:
    suits = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.CLUBS)
    made = next(
        t for t in games(3, 4) if any(EXPOSE in view_of(t, row.user_id).seen.legal for row in t.seats)
    )
    for row in made.seats:
        view = view_of(made, row.user_id)
        if EXPOSE in view.seen.legal:
            seen: Any = view.seen
            view = replace(view, seen=seen._replace(suits=suits, public=frozenset()))
            asked, told = str(PAGES["expose"](view, WORDS)[0]).split("\n")
            assert asked == "### Make public what you saw?"
            others = [f"{one.name} has {WORDS.suit(suits[one.seat])}" for one in made.seats if one != row]
            assert told == f"Then everybody knows that {others[0]}, {others[1]} and {others[2]}."


# Texts


LABELS = {WORDS.label_card(known): known for known in DECK}
CARD = re.compile("|".join(map(re.escape, sorted(LABELS, key=len, reverse=True))))


def named(text: str) -> list[Card]:
    """Return the cards that a text names, in its order."""
    return [LABELS[found] for found in CARD.findall(text)]


def on_buttons(panel: Panel) -> list[Card]:
    return [card for button in panel.buttons for card in named(button.label)]


def test_every_card_of_the_hand_stands_in_the_panel_once() -> None:
    for made in islice(games(3), 0, None, 6):
        if not made.playing or made.between_hands:
            continue
        for row in made.seats:
            view: Any = view_of(made, row.user_id)
            panel, asked = hand.panel(view, WORDS), question(view, WORDS)
            pressed = on_buttons(panel)
            assert sorted([*pressed, *named(asked.state)]) == sorted(view.seen.hand)
            assert all(not button.disabled for button in panel.buttons)


def test_every_number_of_a_power_has_its_sign_and_no_line_is_cut() -> None:
    signs, told = [WORDS.sign(power) for power in ("intelligence", "might", "magic")], 0
    for _, view in views(4):
        panel = hand.panel(view, WORDS)
        texts = [*"\n".join(panel.texts).split("\n"), *(button.label for button in panel.buttons)]
        for text in texts:
            assert not text.endswith("…")
            assert not re.search(r"\d·\d", text)
            told += all(sign in text for sign in signs)
    assert told > 20


def test_blue_cards_are_the_legal_ones_and_a_line_names_them_where_not_all_are() -> None:
    firsts = told = 0
    for _, view in views(0, 1):
        seen = view.seen
        if seen.phase not in LAYING:
            continue
        asked = question(view, WORDS)
        plays = {action.card for action in seen.legal if isinstance(action, Play)}
        blue = {c for b in buttons(asked) if b.style is ButtonStyle.MAIN for c in named(b.label)}
        assert blue == plays
        last = named(asked.line.rpartition("\n")[2])
        if plays == set(seen.hand):
            continue
        told += 1
        assert set(last) in (plays, set(seen.hand) - plays)
        firsts += not seen.sheets and not seen.tricks
    assert firsts
    assert told > firsts


def test_in_the_first_trick_nobody_is_told_any_card_nor_of_a_minion_that_they_do_not_hold() -> None:
    anything = [WORDS(f"civil-suits.asked.{kind}") for kind in ("play", "lead")]
    seen = 0
    beginnings = (played(seated(), random.Random(seed), bold) for seed in range(10, 16))
    for made, view in chain(*(islice(asked(tables), 40) for tables in beginnings)):
        if made.state.sheets or made.state.tricks or made.state.phase not in (*LAYING, Phase.CHALLENGE):
            continue
        seen += 1
        panel = hand.panel(view, WORDS)
        told = "\n".join([*panel.texts, *(button.label for button in panel.buttons)])
        assert not any(text in told for text in anything)
        assert set(named(told)) & set(MINIONS) <= {*view.seen.hand, *view.seen.received}
    assert seen


def test_few_cards_are_named_or_those_that_may_not_be_played() -> None:
    whole = DECK[:12]
    assert allowed(whole, whole, WORDS) == ""
    for number in range(1, 12):
        text = allowed(whole, whole[:number], WORDS)
        named_ones = whole[:number] if number <= NAMED else whole[number:]
        assert tuple(named(text)) == named_ones


def test_demerits_so_far_are_those_of_the_sheet_when_the_round_ends() -> None:
    rounds = 0
    for made in games(0, 1):
        state: State = made.state
        if not state.sheets or state.phase not in (Phase.DEAL, Phase.OVER):
            continue
        sheet, rounds = state.sheets[-1], rounds + 1
        # As before the sheet was made.
        magic = tuple(line for line in sheet.lines if line.name == MAGIC)
        before = replace(made, state=state._replace(lines=magic, phase=Phase.PLAY))
        for row in made.seats:
            own_lines = [line for line in sheet.lines if line.side == row.seat]
            score = sum(line.points for line in own_lines if line.name != TOGETHER)
            assert number(before, row.user_id) == score
    assert rounds == 8


def number(made: Table, user_id: int) -> int:
    """Return the demerits on a member's panel."""
    view: Any = view_of(made, user_id)
    (found,) = re.findall(r"-?\d+", own_line(view, WORDS))
    return int(found)


def test_demerits_so_far_count_what_was_taken_and_what_magic_took_off() -> None:
    state = moment("2S", "3S", "4S", "5S", suits="HSDC", taken=("KH AS QD M1 4C", "", "", ""))
    state = state._replace(lines=(Line(1, MAGIC, -1), Line(1, MAGIC, -1)))
    made = replace(seated(), state=state, dealt=1)
    assert number(made, made.seats[0].user_id) == 13
    assert [number(made, row.user_id) for row in made.seats[1:]] == [-2, 0, 0]


# Secrets


def other_world(state: State, seat: int, rng: random.Random) -> State:
    """Return a state that looks the same to `seat`: other hands, suits and passes of the others."""
    seen = civil_suits.observe(state, seat)
    others = [other for other in range(4) if other != seat]
    cards = [c for other in others for c in state.hands[other]]
    rng.shuffle(cards)
    hands, suits, passes = list(state.hands), list(state.suits), list(state.passes)
    for other in others:
        number = len(state.hands[other])
        hands[other], cards = tuple(sorted(cards[:number])), cards[number:]
        if seen.suits[other] is None and state.suits[other] is not None:
            suits[other] = rng.choice([note.suit for note in civil_suits.actions.NOTES])
        if not set(passes[other]) & set(seen.received) and passes[other]:
            passes[other] = tuple(sorted(rng.sample(DECK, len(passes[other]))))
    return state._replace(hands=tuple(hands), suits=tuple(suits), passes=tuple(passes))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_panel_depends_on_nothing_but_what_its_viewer_sees(seed: int) -> None:
    rng, differing = random.Random(seed), 0
    for count, made in enumerate(games(seed)):
        if not made.playing or made.between_hands or count % 16:
            continue
        for row in made.seats:
            other = replace(made, state=other_world(made.state, row.seat, rng))
            seen = civil_suits.observe(made.state, row.seat)
            assert civil_suits.observe(other.state, row.seat) == seen
            differing += other.state != made.state
            view, same = view_of(made, row.user_id), view_of(other, row.user_id)
            for opened in (None, *(Opened(0, verb) for verb in ("powers", "passed", "more", "last"))):
                assert hand.panel(same, WORDS, opened) == hand.panel(view, WORDS, opened)
    assert differing > 20


def test_a_choice_that_cannot_be_undone_takes_a_second_press() -> None:
    for _, view in views(3):
        for button in buttons(question(view, WORDS)):
            if press(button).verb == "play" and not button.disabled:
                action = civil_suits.parse(press(button).notation)
                assert not isinstance(action, Note | Pass | Intelligence | Magic | Might), action


def test_a_card_that_is_no_card_of_the_hand_is_not_offered() -> None:
    for _, view in views(3):
        if view.seen.phase in LAYING:
            plays = [press(button).notation for button in buttons(question(view, WORDS))]
            assert [card(text) for text in plays if text != "decline"] == list(view.seen.hand)


def test_the_question_says_whether_a_banned_suit_may_be_played_after_all() -> None:
    state = do(moment("M1 2S", "3S 4H", "7H 9H", "8H 5C"), "0 M1, 0 ban H")
    for seat, play, key in ((1, "3S", "banned"), (2, "7H", "banned-only"), (3, "5C", "banned")):
        made = replace(seated(), state=state, dealt=1)
        view: Any = view_of(made, made.seats[seat].user_id)
        said = question(view, WORDS).asked
        assert said.startswith(WORDS(f"civil-suits.asked.{key}", suits=WORDS("suit.H")))
        state = do(state, f"{seat} {play}")


def test_texts_give_way_to_a_picture_with_two_rows_of_cards() -> None:
    met = set()
    for made, view in views(1, 2, 3, 4, 5, 6):
        drawn = sketch(view_of(made), WORDS, Style(low=True))
        if drawn is None or drawn.height <= ONE_ROW or not view.my_turn:
            continue
        blocks = hand.panel(view, WORDS, scene=(Picture.of(drawn),)).blocks
        place = next(place for place, block in enumerate(blocks) if isinstance(block, Picture))
        told = blocks[place + 1]
        assert isinstance(told, str)
        # Above the buttons of a tie stand its rule and one's numbers.
        assert tall(told) <= (4 if made.state.phase is Phase.CHALLENGE else 2), told
        met.add(made.state.phase)
    assert {Phase.CHALLENGE, Phase.MAGIC, Phase.MIGHT} <= met
