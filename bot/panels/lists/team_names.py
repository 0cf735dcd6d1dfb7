"""The names of teams: the button and the form for one, the partner's question, and a moderator's list."""

from collections.abc import Mapping
from typing import Final

from bot.blocks.blocks import (
    CLOSED_ACCENT,
    OVER_ACCENT,
    TURN_ACCENT,
    Button,
    ButtonStyle,
    Form,
    Option,
    Panel,
    Select,
)
from bot.blocks.fit import turning
from bot.blocks.people import plain
from bot.locale import Words
from bot.locale.names import isolated

Team = tuple[int, int]
"""The ids of the members of a team, in their order."""

LETTERS: Final = 24
"""The most letters of a name."""
PER_PAGE: Final = 25
"""The most entries of a select."""


def name_button(team: Team, words: Words) -> Button:
    """Return the button by which a member of a team proposes a name for it."""
    return Button(words("team.propose"), _id("new", *team))


def name_form(team: Team, words: Words) -> Form:
    """Return the form for the name."""
    return Form(
        _id("new", *team), words("team.propose"), words("team.form"), words("team.form.hint"), LETTERS
    )


def proposal_panel(team: Team, proposer_id: int, name: str, at: int, until: float, words: Words) -> Panel:
    """Return the question to the partner of a proposer, made `at` a time in milliseconds."""
    (partner_id,) = set(team) - {proposer_id}
    asked = words(
        "team.proposed",
        proposer=_mention(proposer_id, words),
        team=_members((proposer_id, partner_id), words),
        name=plain(name),
        partner=_mention(partner_id, words),
    )
    agree = Button(words("team.agree"), _id("agree", *team, at), ButtonStyle.GOOD)
    no = Button(words("team.no"), _id("no", *team, at))
    return Panel((asked, words("team.until", at=int(until)), (agree, no)), TURN_ACCENT)


def agreed_panel(team: Team, name: str, words: Words) -> Panel:
    """Return the proposal once the partner has agreed."""
    return Panel((words("team.agreed", team=_members(team, words), name=plain(name)),), OVER_ACCENT)


def declined_panel(user_id: int, proposer_id: int, words: Words) -> Panel:
    """Return the proposal once a member of the team has said no to it."""
    key = "team.withdrawn" if user_id == proposer_id else "team.declined"
    return Panel((words(key, name=_mention(user_id, words)),), CLOSED_ACCENT)


def over_panel(words: Words) -> Panel:
    """Return a proposal to which nobody can agree any more."""
    return Panel((words("team.over"),), CLOSED_ACCENT)


def clearing_panel(names: Mapping[Team, str], page: int, words: Words, notice: str = "") -> Panel:
    """Return a page of names of teams, counted from 0, from which a moderator takes one away."""
    ordered = sorted(names.items(), key=lambda item: (item[1].casefold(), item[0]))
    last = max(0, (len(ordered) - 1) // PER_PAGE)
    page = min(page, last)
    shown = ordered[page * PER_PAGE : (page + 1) * PER_PAGE]
    options = tuple([Option(isolated(name), f"{one}:{other}") for (one, other), name in shown])
    title = words("team.clear.title")
    if not options:
        return Panel((title, notice or words("team.clear.none")), OVER_ACCENT)
    chosen = Select(_id("clear", page), options, words("team.clear.hint"))
    turns = turning(page, 0, last, words, lambda to: _id("clear", to))
    return Panel(tuple([block for block in (title, notice, chosen, turns) if block]), OVER_ACCENT)


def _id(verb: str, *numbers: int) -> str:
    return ":".join(["n", verb, *map(str, numbers)])


def _mention(user_id: int, words: Words) -> str:
    return words("board.member", id=user_id)


def _members(team: Team, words: Words) -> str:
    return words("and").join(_mention(member, words) for member in team)
