"""The table of Ciapano in words, from the same values as the picture."""

from collections.abc import Iterable

from bot.pictures import tricks
from bot.pictures.alt import card_name, card_names
from bot.pictures.alt import told as joined
from bot.pictures.ciapano.moment import Moment
from bot.pictures.ciapano.worth import worth
from engine.ciapano.scoring import OUT, THIRDS
from engine.game import DEALER


def told(moment: Moment) -> str:
    """Return the description of a table: the hand, the trick, who plays, the points, the last trick."""
    words = moment.words
    return joined(
        (
            words("alt.ciapano.title", hand=moment.hand, n=OUT),
            _trick(moment),
            _turn(moment),
            words(
                "alt.ciapano.points",
                points=_listed(moment, (_points(moment, seat) for seat in moment.playing)),
            ),
            _ahead(moment),
            _gone(moment),
        ),
        (_last(moment),),
    )


def _listed(moment: Moment, parts: Iterable[str]) -> str:
    return moment.words("comma").join(parts)


def _trick(moment: Moment) -> str:
    """Return who has played what, the suit led and who takes the trick so far; or how the hand has ended."""
    words, seen = moment.words, moment.seen
    if moment.scored is not None:
        return _over(moment)
    if not seen.table:
        return words("alt.ciapano.no-trick")
    plays = _listed(
        moment,
        (
            words(
                "alt.ciapano.play",
                name=moment.people[seat].said,
                card=card_name(card, moment.style.deck, words),
            )
            for seat, card in seen.table
        ),
    )
    assert moment.taking is not None
    taker = moment.people[moment.taking[0]].said
    latest = words("alt.just-laid", name=moment.people[seen.table[-1][0]].said)
    return words("alt.ciapano.trick", plays=plays, name=taker) + " " + latest


def _over(moment: Moment) -> str:
    words, seen = moment.words, moment.seen
    assert moment.scored is not None
    if seen.winner is not None:
        news = words("alt.wins", name=moment.people[seen.winner].said)
    elif moment.tied:
        names = _listed(moment, (moment.people[seat].said for seat in moment.tied))
        news = words("alt.ciapano.tie", names=names)
    elif moment.scored.cappotto is not None:
        news = words("alt.ciapano.cappotto", name=moment.people[moment.scored.cappotto].said)
    else:
        news = ""
    return joined((words("alt.ciapano.over"), news))


def _turn(moment: Moment) -> str:
    names = _listed(moment, (moment.people[seat].said for seat in moment.shown.waits_for))
    if not names:
        return ""
    key = "alt.ciapano.to-discard" if moment.discarding else "alt.ciapano.to-play"
    return moment.words(key, names=names)


def _points(moment: Moment, seat: int) -> str:
    """Return the points of a seat, what the hand brought, and how far it is from the end."""
    words, total = moment.words, moment.seen.totals[seat]
    key = "out" if moment.is_out(seat) else "one"
    told = words(f"alt.ciapano.points.{key}", name=moment.people[seat].said, n=total, left=moment.to_go(seat))
    if moment.scored is not None:
        told += words("alt.ciapano.gained", n=tricks.signed(moment.scored.score(seat)))
    return told + words("alt.dealer") if seat == moment.seen.dealer else told


def _ahead(moment: Moment) -> str:
    names = _listed(moment, (moment.people[seat].said for seat in moment.ahead))
    return moment.words("alt.ahead", names=names) if names else ""


def _gone(moment: Moment) -> str:
    words = moment.words
    if not moment.gone:
        return ""
    names = (
        words("alt.ciapano.gone", name=moment.people[seat].said, n=moment.seen.totals[seat])
        for seat in moment.gone
    )
    return words("alt.ciapano.out", names=_listed(moment, names))


def _last(moment: Moment) -> str:
    words, seen, last = moment.words, moment.seen, moment.last
    if last is None:
        if seen.dealer is None or seen.to_act in ((), (DEALER,)):
            return ""
        return words("alt.ciapano.dealt", name=moment.people[seen.dealer].said)
    cards = [card for _, card in last.plays]
    if moment.scored is not None and seen.discard is not None:
        cards.append(seen.discard)
    return words(
        "alt.ciapano.last",
        name=moment.people[last.taker].said,
        cards=card_names(cards, moment.style.deck, words),
        worth=worth(sum(THIRDS[card] for card in cards), words),
    )
