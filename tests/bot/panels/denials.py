"""Sentences that deny, contradict or misname a button below them, as data, and the finder of such pairs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.blocks.blocks import Button, ButtonStyle, Panel, Press
from bot.locale import Catalogue

LANGUAGES: Final = sorted(Catalogue.load().languages)
Patterns = Mapping[str, Mapping[str, str]]


class Denial(NamedTuple):
    """Sentences that do not go with a button of this verb, any if it is empty, and with a label like `label`.

    A pair without a sentence is a name that is wrong below any text.
    """

    sentence: str
    verb: str
    label: str = ""

    def of(self, text: str, button: Button) -> bool:
        """Return whether a text denies a button."""
        press = Press.parse(button.id)
        named = press is not None and self.verb in ("", press.verb)
        found = named and re.search(self.label, button.label, re.IGNORECASE)
        return bool(found and re.search(self.sentence, text, re.IGNORECASE))


DENIALS: Final[Mapping[str, tuple[Denial, ...]]] = MappingProxyType(
    {
        "en": (
            Denial(
                r"\b(cannot|can’t|can no longer|may not) (be )?(take|taken|change|undo)"
                r"|for good\b|once and for all|no way back|\birrev|\bfinal(ly)? (choice|decision)"
                r"|no taking back|\bis (gone|lost)\b",
                "undo",
            ),
            Denial(r"you (cannot|can’t|can no longer) (come|get) back|for good\b", "take-back"),
            Denial(r"seats are( all)? taken|no seat is free|lobby is closed", "join"),
            Denial(r"lobby is closed|waiting for .+ to agree", "start"),
            Denial(r"you (cannot|may not) play (now|any)", "play"),
            Denial(r"you (cannot|may not) cut|nobody cuts|has cut\b", "cut", r"^[⅙⅓½⅔⅚]|sixth|third|half"),
            Denial(r"no (more )?hints?\b|cannot give", "hint"),
            Denial(r"cannot be stopped|nobody can end", "vote"),
            Denial(r"there is nothing to ask", "vote"),
            Denial(r"you (cannot|may not) leave|nobody can leave", "leave"),
            Denial(r"no (more )?rematch|nobody (can|may) play again", "rematch"),
            Denial(r"nothing has been scored|no (hand|round) has been finished", "scores", r"previous"),
            Denial(r"\bplay a blue card", "pick"),
            Denial(r"\b(hand|game) \d+ is over|next hand is dealt", "ready", r"\bround\b"),
            Denial(r"\bround \d+ is over|next round is dealt", "ready", r"\bhand\b"),
            Denial(r"nothing can be set aside", "pick", r"\baside\b"),
            Denial(r"you have none to add", "play", r"^(?!add none)"),
            Denial("", "", r"^changes nothing"),
            Denial("", "wait", r"\bgame\b"),
        ),
        "it": (
            Denial(
                r"\bnon (si può|puoi|potrai|si potrà|è possibile) (più )?(cambi|ripren|annull|tornare)"
                r"|per sempre|definitiv|una volta per tutte|\be resta\b|è pers[oa]\b|niente ripensamenti",
                "undo",
            ),
            Denial(r"(tu )?non puoi più (torn|ripren)|per sempre", "take-back"),
            Denial(r"posti sono tutti presi|nessun posto libero|tavolo è chiuso", "join"),
            Denial(r"tavolo è chiuso|manca ancora il sì", "start"),
            Denial(r"non puoi giocare (ora|nessuna)", "play"),
            Denial(r"non puoi tagliare|nessuno taglia|ha tagliato\b", "cut", r"^[⅙⅓½⅔⅚]|sest|terz|metà"),
            Denial(r"nessun suggerimento|niente (suggeriment|consigli)", "hint"),
            Denial(r"non si può (terminare|fermare)", "vote"),
            Denial(r"non c’è niente da chiedere", "vote"),
            Denial(r"non puoi (alzarti|lasciare)|nessuno (si )?può (alzar|lasciar)", "leave"),
            Denial(r"nessuna rivincita", "rematch"),
            Denial(r"ancora nessuna mano finita", "scores", r"precedente"),
            Denial(r"\bgioca una blu\b", "pick"),
            Denial(r"non si può mettere da parte", "pick", r"\bda parte\b"),
            Denial(r"non hai sfidanti", "play", r"^(?!nessuno\b)"),
            Denial("", "", r"^non cambia"),
            Denial("", "wait", r"\bpartita\b"),
        ),
    }
)
ROUNDS: Final[Patterns] = MappingProxyType(
    {
        "civil-suits": {
            "en": r"\b(next|this|last|first|each|every|previous|new|of a|after a|no) hand\b|\bhands? \d"
        },
        "cicera": {"en": r"\b(next|this|last|first|each|previous|after a|no) round\b|\bround \d"},
        "ciapano": {"en": r"\b(next|this|last|first|each|previous|after a|no) round\b|\bround \d"},
    }
)
"""The wrong word for a part of a game: Civil Suits has rounds, and the others have hands."""
TAUGHT: Final[Patterns] = MappingProxyType(
    {
        "Ⓓ": {"en": r"\bdeal", "it": r"dà le carte|mazziere"},
        "①": {"en": r"\b(begins|leads|plays first)", "it": r"inizia|apre"},
    }
)
"""Signs of pictures, and the words of which one has to stand in the same text."""
COLOURS: Final[Mapping[str, str]] = MappingProxyType(
    {"en": r"\b(play|press|choose)\b[^.\n]*\bblue\b", "it": r"\b(gioca|premi|scegli)\b[^.\n]*\bblu\b"}
)
"""A text that sends its reader to a blue button."""
NAMED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "en": r"\b[Pp]ress (?P<here>[A-Z][a-z]+(?: (?!in|on|to|and)[a-z]+)?)\b(?! [io]n the table)"
        r"|\bunder \*\*(?P<behind>[^*]+)\*\*",
        "it": r"\b[Pp]remi «(?P<here>[^»]+)»(?! nel messaggio| sul tavolo)|\bin \*\*(?P<behind>[^*]+)\*\*",
    }
)
"""The name of a button in a text: one to be pressed here, or one that may stand behind the way back."""
_EXAMPLE: Final = re.compile(r"×(\d+)[^.\n]*[:=]")
"""A number behind × that a text explains as an example."""
_COUNT: Final = re.compile(r"×(\d+)")
STOPS: Final = frozenset({"leave", "cancel", "hand-over", "end", "vote"})
"""The verbs of buttons that may be red: they leave or end something."""
ANSWERS: Final = frozenset(
    {"play", "pick", "cut", "join", "hand", "back", "vote", "fill", "come", "claim", "down", "check"}
)
"""The verbs of buttons that may be blue: answers to a question, or the one thing to do in a message."""


def denied(text: str, buttons: Sequence[Button], denials: Sequence[Denial]) -> list[tuple[str, str]]:
    """Return the pairs of a sentence's pattern and the label of a button that it denies."""
    return [(one.sentence, button.label) for one in denials for button in buttons if one.of(text, button)]


def whole(panel: Panel) -> str:
    """Return all sentences of a panel, without its buttons."""
    lists = [f"{select.hint} {option.label}" for select in panel.selects for option in select.options]
    return "\n".join([*panel.texts, *lists])


def faults(panel: Panel, game: str, language: str) -> list[str]:
    """Return everything in a panel that denies, contradicts or misnames one of its buttons."""
    text, buttons = whole(panel), panel.buttons
    found = [
        f"{label} is denied by {sentence}" for sentence, label in denied(text, buttons, DENIALS[language])
    ]
    found += _misnamed(text, buttons, game, language)
    found += [f"{sign} is not taught" for sign in untaught(text, language)]
    found += [f"{example} does not hold for {label}" for example, label in miscounted(text, buttons)]
    blue = any(button.style is ButtonStyle.MAIN and not button.disabled for button in buttons)
    found += ["no button is blue"] * (not blue and bool(re.search(COLOURS[language], text, re.IGNORECASE)))
    return found + misstyled(buttons)


def _misnamed(text: str, buttons: Sequence[Button], game: str, language: str) -> Iterator[str]:
    wrong = ROUNDS[game].get(language)
    said = [text, *(button.label for button in buttons)]
    if wrong is not None:
        yield from (
            f"{one} has the wrong name of a part" for one in said if re.search(wrong, one, re.IGNORECASE)
        )
    labels = "\n".join(button.label for button in buttons)
    back = any((press := Press.parse(button.id)) and press.verb == "back" for button in buttons)
    for named in re.finditer(NAMED[language], text):
        here, behind = named["here"], named["behind"]
        if (here and here not in labels) or (behind and behind not in labels and not back):
            yield f"{here or behind} is no button here"


def untaught(text: str, language: str) -> list[str]:
    """Return the signs of pictures in a text that it does not explain."""
    return [
        sign
        for sign, words in TAUGHT.items()
        if sign in text and not re.search(words[language], text, re.IGNORECASE)
    ]


def miscounted(text: str, buttons: Sequence[Button]) -> list[tuple[str, str]]:
    """Return examples of a count that a text explains, each with the label of a button that has another."""
    return [
        (example.group(), button.label)
        for example in _EXAMPLE.finditer(text)
        for button in buttons
        if (count := _COUNT.search(button.label)) and count[1] != example[1]
    ]


def misstyled(buttons: Sequence[Button]) -> list[str]:
    """Return the faults of colours: red that stops nothing, blue that answers nothing, green twice."""
    found, plays = [], 0
    for button in buttons:
        press = Press.parse(button.id)
        verb = press.verb if press is not None else ""
        if button.style is ButtonStyle.DANGER and verb not in STOPS:
            found.append(f"{button.label} is red")
        if button.style is ButtonStyle.MAIN and verb not in ANSWERS:
            found.append(f"{button.label} is blue")
        plays += button.style is ButtonStyle.GOOD and verb == "play" and not button.disabled
    return [*found, *(["two plays are green"] if plays > 1 else [])]
