"""The powers of a trick's champions: each button says the result of its press."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.blocks.blocks import ButtonStyle, in_rows, lines
from bot.blocks.look import Question, ask, back_button, learning, named_chosen, play, toggled
from bot.blocks.people import label_name
from bot.games.civil_suits.own import state
from bot.locale import Words
from bot.table.view import View
from engine.cards import in_order
from engine.civil_suits import Seen
from engine.civil_suits.actions import LOOKS, MIGHTS, NO_LOOK, NO_MAGIC, NO_MIGHT, SCORE, Magic, Might
from engine.civil_suits.trick import lying, taker

ASIDE: Final = "magic aside"


def intelligence(view: View[Seen], words: Words) -> Question:
    assert view.viewer is not None
    known = [seat for seat, suit in enumerate(view.seen.suits) if suit is not None]
    buttons = [
        ask(
            view,
            words("civil-suits.button.look", name=label_name(view, look.seat, words)),
            str(look),
            ButtonStyle.MAIN,
        )
        for look in LOOKS[view.viewer.seat]
        if look.seat is not None and look.seat not in known
    ]
    nobody = ask(view, words("civil-suits.do.no-intelligence"), str(NO_LOOK))
    return Question(
        words("civil-suits.asked.intelligence", sign=words.sign("intelligence")),
        tuple(in_rows([*buttons, nobody])),
        state=state(view, words),
        legend=_champion(view, "intelligence", words),
    )


def magic(view: View[Seen], words: Words) -> Question:
    buttons = [ask(view, words("civil-suits.button.score"), str(SCORE), ButtonStyle.MAIN)]
    last = not any(view.seen.counts)
    if not last:
        buttons.append(ask(view, words("civil-suits.button.aside"), ASIDE, ButtonStyle.MAIN))
    buttons.append(ask(view, words("civil-suits.do.no-magic"), str(NO_MAGIC)))
    text = words("civil-suits.ask.magic-last") if last else ""
    return Question(
        words("civil-suits.asked.magic", sign=words.sign("magic")),
        tuple(in_rows(buttons, 2)),
        text,
        state(view, words),
        legend=_champion(view, "magic", words),
    )


def might(view: View[Seen], words: Words) -> Question:
    """Return the seats that can be made to take the trick, each once, and the way to leave it as it is."""
    now = taker_after(view, NO_MIGHT)
    outcomes: dict[int, list[Might]] = {}
    for might in MIGHTS:
        outcomes.setdefault(taker_after(view, might), []).append(might)
    buttons = [
        ask(view, _trumps(view, seat, mights, words), str(mights[0]), ButtonStyle.MAIN)
        for seat, mights in outcomes.items()
        if seat != now
    ]
    leave = words("civil-suits.button.no-might", name=label_name(view, now, words))
    return Question(
        words("civil-suits.asked.might", sign=words.sign("might")),
        tuple(in_rows([*buttons, ask(view, leave, str(NO_MIGHT))], 2)),
        state=state(view, words),
        legend=_champion(view, "might", words),
    )


def _champion(view: View[Seen], power: str, words: Words) -> str:
    """Return the legend of the first powers that a beginner gets."""
    return words("civil-suits.legend.champion", sign=words.sign(power)) if learning(view, power) else ""


def _trumps(view: View[Seen], seat: int, mights: Iterable[Might], words: Words) -> str:
    """Return the trumps with which a seat takes the trick, for a button (V20)."""
    suits = words.suits(might.suit for might in mights if might.suit is not None)
    return words("civil-suits.button.might", suits=suits, name=label_name(view, seat, words))


def taker_after(view: View[Seen], action: Might | Magic) -> int:
    """Return the seat that takes the trick after a use of Might, or of Magic if Might is let be."""
    trick = view.seen.trick
    if isinstance(action, Might):
        trick = trick._replace(trump=action.suit)
    else:
        trick = trick._replace(aside=action.aside)
    return taker(trick)


def setting_aside(view: View[Seen], texts: Sequence[str], words: Words) -> Question:
    """Return the cards of the trick to be chosen one by one, and its taker without them (V19)."""
    cards = in_order([card for _, card in lying(view.seen.trick)])
    chosen = tuple(card for card in cards if card.text in texts)
    toggles = [toggled(view, ASIDE, card, chosen, words, full=False) for card in cards]
    action = Magic(in_order(chosen), False)
    name = label_name(view, taker_after(view, action), words)
    label = words("civil-suits.do.aside", name=name) if chosen else words("civil-suits.button.aside")
    go = play(view, label, action if chosen else "", ButtonStyle.GOOD, disabled=not chosen)
    return Question(
        words("civil-suits.asked.aside", sign=words.sign("magic")),
        (*in_rows(toggles), (go, back_button(view, words))),
        lines(words("civil-suits.ask.aside"), named_chosen(chosen, words)),
    )
