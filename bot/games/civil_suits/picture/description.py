"""The description of the table of Civil Suits, from the same values as the picture."""

from collections.abc import Iterable

from bot.games.civil_suits.board import price
from bot.games.civil_suits.faces import face_text
from bot.games.civil_suits.picture.moment import CivilMoment
from bot.pictures.decks import Deck
from bot.pictures.parts import tricks
from bot.pictures.sketch.alt import card_names, words_aloud
from bot.pictures.sketch.alt import told as joined
from engine.cards import Card, Suit
from engine.civil_suits import begins
from engine.civil_suits.trick import lying, spoils


def description(moment: CivilMoment) -> str:
    """Return the description of a table: round, trick, question, plates, powers, last trick."""
    words = moment.words
    return joined(
        (
            words("alt.civil-suits.title", round=moment.hand),
            _besides(moment, "banned", moment.listed(_suit(moment, suit) for suit in moment.bans)),
            *_trick(moment),
            _besides(moment, "waiting", _names(moment, moment.trick.waiting)),
            _besides(moment, "aside", _names(moment, moment.trick.aside)),
            _turn(moment),
            words(
                "alt.civil-suits.demerits",
                seats=moment.listed(_seat(moment, seat) for seat in moment.playing),
            ),
            moment.leading,
        ),
        (_champions(moment), _last(moment)),
    )


def _names(moment: CivilMoment, cards: Iterable[Card]) -> str:
    return card_names(cards, Deck.CIVIL, moment.words)


def _suit(moment: CivilMoment, suit: Suit) -> str:
    return words_aloud(Deck.CIVIL, moment.words).suit(suit)


def _besides(moment: CivilMoment, key: str, what: str) -> str:
    return moment.words(f"alt.civil-suits.{key}", what=what) if what else ""


def _face(moment: CivilMoment, card: Card) -> str:
    """Return a card, a challenger with its numbers."""
    return face_text(card, moment.seen.options, words_aloud(Deck.CIVIL, moment.words))


def _trick(moment: CivilMoment) -> tuple[str, ...]:
    """Return the cards of the trick, its taker as it lies, and the player of the latest card."""
    words = moment.words
    left, taking = lying(moment.trick), moment.taking
    if taking is None:
        return (words("alt.civil-suits.no-trick"),)
    plays = words_aloud(Deck.CIVIL, words)("civil-suits.between").join(
        words("alt.civil-suits.play", name=moment.people[seat].said, card=_face(moment, card))
        for seat, card in left
    )
    taker = moment.people[taking[0]].said
    told = words("alt.civil-suits.trick", plays=plays, name=taker)
    latest = next((seat for seat, card in left if card is moment.latest), None)
    return (told,) if latest is None else (told, words("alt.just-laid", name=moment.people[latest].said))


def _turn(moment: CivilMoment) -> str:
    """Return the players who are asked, and their question."""
    names = moment.named(moment.view.waits_for)
    if not names:
        return ""
    return moment.words(f"alt.civil-suits.turn.{moment.seen.phase}", names=names)


def _seat(moment: CivilMoment, seat: int) -> str:
    """Return a plate: demerits, cards left, the civil suit once it is public."""
    words, seen = moment.words, moment.seen
    suit = seen.suits[seat]
    parts = [f"{moment.people[seat].said} {tricks.number_text(seen.totals[seat])}"]
    if any(seen.counts):
        parts.append(words("alt.civil-suits.held", n=seen.counts[seat]))
    if suit is not None:
        parts.append(words("alt.civil-suits.suit", suit=_suit(moment, suit)))
    elif any(other == seat for _, other in seen.looked):
        parts.append(words("alt.civil-suits.looked"))
    told = " ".join(parts)
    if seat == begins(seen):
        told += words("alt.begins")
    return told + words("alt.dealer") if seat == seen.dealer else told


def _champions(moment: CivilMoment) -> str:
    words = moment.words
    parts = [
        words(
            "alt.civil-suits.champion",
            power=words(f"picture.civil-suits.{champion.power}"),
            name=moment.people[champion.seat].said,
            n=champion.number,
        )
        for champion in moment.champions
        if champion.seat is not None
    ]
    return words("alt.civil-suits.champions", champions=moment.listed(parts)) if parts else ""


def _last(moment: CivilMoment) -> str:
    """Return the taker of the last trick, where the picture shows it: while no card lies in the new one."""
    words, last = moment.words, moment.last
    if last is None or last.taker is None or moment.trick.laid:
        return ""
    trump = words("alt.civil-suits.trump", suit=_suit(moment, last.trump)) if last.trump is not None else ""
    name, n = moment.people[last.taker].said, price(moment.seen, last)
    cost = words.count("alt.civil-suits.cost", n) if n is not None else ""
    cards = _names(moment, spoils(last))
    key = "alt.civil-suits.last" if cards else "alt.civil-suits.last-no-cards"
    return words(key, name=name, cards=cards, trump=trump) + cost
