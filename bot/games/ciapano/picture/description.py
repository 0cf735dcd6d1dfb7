"""The description of the table of Ciapano, from the same values as the picture."""

from bot.games.ciapano.picture.moment import CiapanoMoment
from bot.games.ciapano.picture.worth import worth
from bot.pictures.sketch.alt import told as joined
from bot.pictures.sketch.alt import words_aloud
from engine.ciapano.scoring import OUT, THIRDS
from engine.ciapano.seen import begins, discards


def description(moment: CiapanoMoment) -> str:
    """Return the description of a table: hand, trick, player on turn, points, last trick."""
    words = moment.words
    return joined(
        (
            words("alt.ciapano.title", hand=moment.hand, n=OUT),
            *_trick(moment),
            _turn(moment),
            words(
                "alt.ciapano.points",
                points=words_aloud(moment.style.deck, words)("between").join(
                    _points(moment, seat) for seat in moment.playing
                ),
            ),
            moment.leading,
            _gone(moment),
        ),
        (_last(moment),),
    )


def _trick(moment: CiapanoMoment) -> tuple[str, ...]:
    """Return the plays of the trick, its taker so far, and the player of the latest card."""
    words, seen = words_aloud(moment.style.deck, moment.words), moment.seen
    if not seen.table:
        return (words("alt.ciapano.no-trick"),)
    plays = moment.listed(
        words("alt.ciapano.play", name=moment.people[seat].said, card=words.card(card))
        for seat, card in seen.table
    )
    assert moment.taking is not None
    taker = moment.people[moment.taking[0]].said
    latest = words("alt.just-laid", name=moment.people[seen.table[-1][0]].said)
    return words("alt.ciapano.trick", plays=plays, name=taker), latest


def _turn(moment: CiapanoMoment) -> str:
    if not moment.view.waits_for:
        return ""
    key = "alt.ciapano.to-discard" if discards(moment.seen) else "alt.ciapano.to-play"
    return moment.words(key, names=moment.named(moment.view.waits_for))


def _points(moment: CiapanoMoment, seat: int) -> str:
    """Return the points of a seat and its distance from the end."""
    words, name, total = moment.words, moment.people[seat].said, moment.seen.totals[seat]
    told = words("alt.ciapano.points.one", name=name, n=total, left=moment.to_go(seat))
    if thirds := moment.seen.thirds[seat]:
        told = words("alt.ciapano.points.hand", told=told, worth=worth(thirds, words))
    if seat == begins(moment.seen):
        told += words("alt.begins")
    return told + words("alt.dealer") if seat == moment.seen.dealer else told


def _gone(moment: CiapanoMoment) -> str:
    words = moment.words
    if not moment.gone:
        return ""
    names = (
        words("alt.ciapano.gone", name=moment.people[seat].said, n=moment.seen.totals[seat])
        for seat in moment.gone
    )
    return words("alt.ciapano.out", names=moment.listed(names))


def _last(moment: CiapanoMoment) -> str:
    words, seen, last = words_aloud(moment.style.deck, moment.words), moment.seen, moment.last
    if last is None:
        assert seen.dealer is not None
        return words("alt.ciapano.dealt", name=moment.people[seen.dealer].said)
    cards = [card for _, card in last.plays]
    return words(
        "alt.ciapano.last",
        name=moment.people[last.taker].said,
        cards=words.cards(cards),
        worth=worth(sum(THIRDS[card] for card in cards), words),
    )
