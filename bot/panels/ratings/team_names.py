"""The names of teams: the button and the form for one, the partner's question, and a moderator's list."""

from collections.abc import Mapping, Sequence
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
    lines,
)
from bot.blocks.fit import turning
from bot.blocks.people import plain
from bot.locale import Words
from bot.locale.names import clean, isolated
from bot.panels.ratings.listed import ListChoice, mentioned
from bot.store import OwnTeam

Team = tuple[int, int]
"""The ids of the members of a team, in their order."""

MOST_LETTERS: Final = 24
"""The most letters of a name."""
PER_PAGE: Final = 25
"""The most entries of a select."""


def naming(own: Sequence[OwnTeam], words: Words) -> Button | Select | None:
    """Return the button by which a member names their team, a select of several, None without one."""
    if not own:
        return None
    if len(own) == 1:
        return Button(words("team.propose"), _id("new", *own[0].team))
    options = tuple([Option(_with(one, words), _value(one.team)) for one in own[:PER_PAGE]])
    return Select(_id("new"), options, words("team.propose"))


def _with(own: OwnTeam, words: Words) -> str:
    partner = isolated(clean(own.partner) or words("team.partner"))
    if not own.name:
        return words("team.with", name=partner)
    return words("team.with-named", name=partner, team=isolated(own.name))


def clear_button(choice: ListChoice, words: Words) -> Button:
    """Return the button to the names of teams for moderators, on a page behind a leaderboard."""
    return Button(words("team.clear"), _id("clear", 0, *choice))


def name_form(team: Team, words: Words) -> Form:
    """Return the form for the name."""
    return Form(
        _id("new", *team), words("team.propose"), words("team.form"), words("team.form.hint"), MOST_LETTERS
    )


def proposal_panel(team: Team, proposer_id: int, name: str, at: int, until: float, words: Words) -> Panel:
    """Return the question to the partner of a proposer, made `at` a time in milliseconds."""
    (partner_id,) = set(team) - {proposer_id}
    asked = words(
        "team.proposed",
        proposer=mentioned(proposer_id, words),
        team=_members((proposer_id, partner_id), words),
        name=plain(name),
        partner=mentioned(partner_id, words),
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
    return Panel((words(key, name=mentioned(user_id, words)),), CLOSED_ACCENT)


def over_panel(words: Words) -> Panel:
    """Return a proposal to which nobody can agree any more."""
    return Panel((words("team.over"),), CLOSED_ACCENT)


def clearing_panel(
    names: Mapping[Team, str], page: int, choice: ListChoice, words: Words, notice: str = ""
) -> Panel:
    """Return a page of names of teams, counted from 0, from which a moderator takes one away.

    Its last button leads to the page behind the leaderboard of `choice`.
    """
    ordered = sorted(names.items(), key=lambda item: (item[1].casefold(), item[0]))
    last = max(0, (len(ordered) - 1) // PER_PAGE)
    page = min(page, last)
    options = tuple(
        [Option(isolated(name), _value(team)) for team, name in ordered[page * PER_PAGE :][:PER_PAGE]]
    )
    told = notice or ("" if options else words("team.clear.none"))
    chosen = [Select(_id("clear", page, *choice), options, words("team.clear.hint"))] if options else []
    turns = turning(page, 0, last, words, lambda to: _id("clear", to, *choice))
    buttons = (*turns, Button(words("button.back"), choice.id("more")))
    return Panel((lines(words("team.clear.title"), told), *chosen, buttons), OVER_ACCENT)


def _id(verb: str, *parts: object) -> str:
    return ":".join(["n", verb, *map(str, parts)])


def _value(team: Team) -> str:
    return ":".join(map(str, team))


def _members(team: Team, words: Words) -> str:
    return words("and").join(mentioned(member, words) for member in team)
