"""Names of teams: proposed, agreed to within a day, unlike all others there, and gone with a member."""

import asyncio
from typing import Final

import pytest

from bot.store import Scope, Store
from bot.store.ratings.statements import HIDDEN, HIDES
from bot.store.ratings.team_names import ALIKE, NO_TEAM, OVER, OWN, PROPOSED_SECONDS, NotNamed
from tests.bot.store.store_rows import ANN, BO, CY, DI, a_place, a_result, a_table, add_result, listed

GUILD: Final = 1_200_000_000_000_000_001
NOW: Final = 1_700_006_000.5
AT: Final = round(1000 * NOW)
ONE, OTHER = (ANN, CY), (BO, DI)


async def played(store: Store) -> None:
    await store.create(a_table(), a_place(), [])
    await add_result(store, a_result("t1", (ONE, 31), (OTHER, 20)))


async def name(store: Store, team: tuple[int, int], wanted: str) -> None:
    """Let the first member of a team propose a name, and the second agree."""
    await store.ratings.team_names.propose(GUILD, team, team[0], wanted, AT)
    assert await store.ratings.team_names.agree(GUILD, team, team[1], AT, NOW) == wanted


async def teams(store: Store) -> dict[tuple[int, ...], str]:
    """Return the names of teams on the leaderboard."""
    return {line.members: line.team for line in await listed(store, teams=True)}


async def why(store: Store, team: tuple[int, int], wanted: str) -> str:
    with pytest.raises(NotNamed) as refused:
        await store.ratings.team_names.propose(GUILD, team, team[0], wanted, AT)
    return refused.value.why


async def test_a_name_holds_once_the_partner_agrees(store: Store) -> None:
    await played(store)
    names = store.ratings.team_names
    await names.propose(GUILD, ONE, CY, "Gli Assi", AT)
    assert await names.of(GUILD) == {}
    with pytest.raises(NotNamed, match=OWN):
        await names.agree(GUILD, ONE, CY, AT, NOW)
    assert await names.agree(GUILD, ONE, ANN, AT, NOW) == "Gli Assi"
    assert await names.of(GUILD) == {ONE: "Gli Assi"}
    assert await teams(store) == {ONE: "Gli Assi", OTHER: ""}
    assert {line.team for line in await listed(store)} == {""}
    with pytest.raises(NotNamed, match=OVER):
        await names.agree(GUILD, ONE, ANN, AT, NOW)
    await name(store, ONE, "I Re")
    assert await names.of(GUILD) == {ONE: "I Re"}


async def test_a_proposal_ends_with_a_newer_one_and_with_its_day(store: Store) -> None:
    await played(store)
    names = store.ratings.team_names
    await names.propose(GUILD, ONE, ANN, "Gli Assi", AT)
    await names.propose(GUILD, ONE, CY, "I Re", AT + 1)
    with pytest.raises(NotNamed, match=OVER):
        await names.agree(GUILD, ONE, CY, AT, NOW)
    with pytest.raises(NotNamed, match=OVER):
        await names.agree(GUILD, ONE, ANN, AT + 1, NOW + PROPOSED_SECONDS + 1)
    with pytest.raises(NotNamed, match=OVER):
        await names.decline(GUILD, ONE, AT + 1, NOW + PROPOSED_SECONDS + 1)
    assert await names.agree(GUILD, ONE, ANN, AT + 1, NOW + PROPOSED_SECONDS - 1) == "I Re"


async def test_who_says_no_leaves_the_name_as_it_was(store: Store) -> None:
    await played(store)
    names = store.ratings.team_names
    await names.propose(GUILD, ONE, ANN, "Gli Assi", AT)
    assert await names.decline(GUILD, ONE, AT, NOW) == ANN
    assert await names.of(GUILD) == {}
    await name(store, ONE, "I Re")
    await names.propose(GUILD, ONE, CY, "Gli Assi", AT + 1)
    assert await names.decline(GUILD, ONE, AT + 1, NOW) == CY
    assert await names.of(GUILD) == {ONE: "I Re"}


async def test_no_two_teams_of_a_server_have_names_that_look_alike(store: Store) -> None:
    await played(store)
    names = store.ratings.team_names
    await names.propose(GUILD, OTHER, BO, "ват", AT)
    await name(store, ONE, "BAT")
    with pytest.raises(NotNamed, match=ALIKE):
        await names.agree(GUILD, OTHER, DI, AT, NOW)
    assert await why(store, OTHER, "bat") == ALIKE
    # One's own name may change a little.
    await name(store, ONE, "Bat")
    await names.clear(GUILD, ONE)
    await name(store, OTHER, "ват")
    assert await names.of(GUILD) == {OTHER: "ват"}


async def test_only_teams_that_have_played_have_names(store: Store) -> None:
    await played(store)
    assert await why(store, (ANN, BO), "Gli Assi") == NO_TEAM
    await store.choose(Scope.MEMBER, CY, HIDDEN, HIDES)
    assert await why(store, ONE, "Gli Assi") == NO_TEAM
    await store.choose(Scope.MEMBER, CY, HIDDEN, "off")
    await store.ratings.team_names.propose(GUILD, ONE, ANN, "Gli Assi", AT)
    await store.choose(Scope.MEMBER, ANN, HIDDEN, HIDES)
    with pytest.raises(NotNamed, match=NO_TEAM):
        await store.ratings.team_names.agree(GUILD, ONE, CY, AT, NOW)


@pytest.mark.parametrize("member", ONE)
async def test_a_name_goes_with_each_of_its_members(store: Store, member: int) -> None:
    await played(store)
    await name(store, ONE, "Gli Assi")
    await name(store, OTHER, "I Re")
    await store.members.forget(member, NOW)
    assert await store.ratings.team_names.of(GUILD) == {OTHER: "I Re"}
    # With a former member nobody is asked.
    lines = await listed(store, teams=True)
    assert [line.members for line in lines] == [OTHER]


@pytest.mark.parametrize("member", ONE)
async def test_a_proposal_goes_with_each_of_its_members(store: Store, member: int) -> None:
    await played(store)
    await store.ratings.team_names.propose(GUILD, ONE, ANN, "Gli Assi", AT)
    await store.members.forget(member, NOW)
    with pytest.raises(NotNamed, match=OVER):
        await store.ratings.team_names.agree(GUILD, ONE, CY, AT, NOW)


async def test_late_proposals_are_dropped_and_names_stay(store: Store) -> None:
    await played(store)
    names = store.ratings.team_names
    await name(store, ONE, "Gli Assi")
    await names.propose(GUILD, ONE, ANN, "Le Dame", AT)
    await names.propose(GUILD, OTHER, BO, "I Re", AT)
    await store.retention.drop_proposals(NOW - 1)
    assert [team["proposed"] for team in (await store.members.data(BO))["teams"]] == ["I Re"]
    await store.retention.drop_proposals(NOW)
    assert (await store.members.data(BO))["teams"] == []
    own = (await store.members.data(ANN))["teams"]
    assert [(team["name"], team["proposed"]) for team in own] == [("Gli Assi", "")]


async def test_of_two_teams_that_agree_at_once_one_gets_the_name(store: Store) -> None:
    await played(store)
    names = store.ratings.team_names
    for team in (ONE, OTHER):
        await names.propose(GUILD, team, team[0], "Gli Assi", AT)
    outcomes = await asyncio.gather(
        *(names.agree(GUILD, team, team[1], AT, NOW) for team in (ONE, OTHER)), return_exceptions=True
    )
    assert [isinstance(outcome, NotNamed) for outcome in outcomes].count(True) == 1
    assert list((await names.of(GUILD)).values()) == ["Gli Assi"]
