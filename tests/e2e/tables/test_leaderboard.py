"""The leaderboard as members see it: ranks, options, periods, one's own line, and what others see."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from bot.preferences.declared import OFF
from bot.store import Scope, Status
from bot.store.model.results import HandRow
from bot.store.ratings.periods import first_month, season_before, season_of
from sandbox.driver import Answer, Member
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.bot.store.store_rows import a_place, a_result, a_table, add_result
from tests.e2e.support.house import House, house
from tests.e2e.support.pictured import last, seen, since
from tests.e2e.support.pseudo import texts
from tests.e2e.support.referee import Referee, unlimited

OTHERS: Final = 2**60
"""The first id of members whom nobody has met."""
DAY: Final = 86_400.0
SEND: Final = "POST /channels/*/messages"
FORGED: Final = "That is not a move in this game."

Game = tuple[tuple[int, ...], int, tuple[int, ...], int]
"""One side, its points in each hand, the other side, and its points."""


def ranks(answer: Answer | Message) -> list[tuple[int, str]]:
    """Return the lines of a leaderboard that have a rank as (rank, mentions)."""
    found = re.findall(r"^(\d+)\\\. \*\*(.*?)\*\*", answer.text, re.MULTILINE)
    return [(int(rank), names) for rank, names in found]


def unranked(answer: Answer | Message) -> list[str]:
    """Return the mentions of the lines without a rank."""
    return re.findall(r"^– \*\*(.*?)\*\*", answer.text, re.MULTILINE)


def labels(answer: Answer | Message | None) -> list[str]:
    """Return the labels of the buttons that can be pressed."""
    message = answer.message if isinstance(answer, Answer) else answer
    assert message is not None
    return [button.label for button in message.buttons if not button.disabled]


def of(answer: Answer) -> Message:
    """Return the message of an answer."""
    assert answer.message is not None
    return answer.message


def team(*members: int) -> str:
    return " & ".join(f"<@{member}>" for member in members)


async def write_results(
    made: House, games: Iterable[Game], first: int = 0, hands: int = 1, **columns: Any
) -> None:
    """Store the results of games that have just ended, their tables numbered from `first` on."""
    assert made.bot is not None
    for index, (one, points, other, others) in enumerate(games, first):
        table_id = f"{index:08x}"
        row = a_table(table_id, guild_id=made.guild.id, status=Status.LOBBY)
        await made.bot.store.create(row, a_place(table_id, guild_id=made.guild.id), [])
        played = (HandRow((points, others), ({}, {})),) * hands
        result = a_result(
            table_id,
            (one, points),
            (other, others),
            **{"guild_id": made.guild.id, "hands": played, "ended_at": made.bot.tables.now(), **columns},
        )
        await add_result(made.bot.store, result)


async def in_mid_season(made: House) -> str:
    """Let time pass until the tenth of a season's second month; return the season."""
    assert made.bot is not None
    now = made.bot.tables.now()
    while (day := datetime.fromtimestamp(now, UTC)).month % 3 != 2 or day.day != 10:
        now += DAY
    await made.pass_time(now - made.bot.tables.now())
    return season_of({}, made.bot.tables.now())


def league(best: Sequence[int], *others: Sequence[int]) -> list[Game]:
    """Return games in which one team wins against each of the others, which are as good as each other."""
    return [(tuple(best), 7, tuple(other), 3) for other in others]


RIVALS: Final = tuple((OTHERS + 10 * n, OTHERS + 10 * n + 1) for n in range(4))
"""Teams against which others win their ranks."""


async def opened(person: Member, made: House, game: str = "cicera", **options: Any) -> Message:
    """Return the leaderboard that a member opens, in a private message."""
    answer = await person.slash(made.channel, f"{game} leaderboard", **options)
    assert of(answer).ephemeral
    return of(answer)


# Lines, pages, one's own line


async def test_teams_share_ranks_and_ones_own_line_is_on_every_page(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, *_ = made.people
        # In a month everybody has a rank: ten teams have won, ten have lost, each once.
        teams = [(OTHERS + n, OTHERS + 2000 + n) for n in range(19)]
        games: list[Game] = [(teams[n], 7, teams[10 + n], 3) for n in range(9)]
        games.append((teams[9], 7, (ann.id, bo.id), 3))
        assert made.bot is not None
        await write_results(made, games, ended_at=made.bot.tables.now())
        shown = await opened(ann, made)
        assert ranks(shown) == []
        assert len(unranked(shown)) == 5
        await ann.press(shown, label="Month")
        assert shown.text.startswith("**Cicera: teams · ")
        mine = f"**You** · 11\\. **{team(ann.id, bo.id)}** · "
        for page in range(1, 5):
            assert f"Page {page} of 4" in shown.text
            assert [rank for rank, _ in ranks(shown)] == [1 if page < 3 else 11] * 5
            assert (team(ann.id, bo.id) in [names for _, names in ranks(shown)]) != (mine in shown.text)
            if page < 4:
                await ann.press(shown, label="Next ▶")
        assert "◀ Previous" in labels(shown)
        assert "Next ▶" not in labels(shown)
        assert re.search(r"· −\d\.\d ± \d\.\d · won 0 of 1$", shown.text, re.MULTILINE)
        eva = made.sandbox.join(made.guild, "eva")
        theirs = await opened(eva, made)
        await eva.press(theirs, label="Month")
        assert "**You**" not in theirs.text


async def test_who_has_played_enough_has_a_rank_and_others_stand_apart(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, *_ = made.people
        await write_results(made, league((ann.id, bo.id), *RIVALS), hands=40)
        shown = await opened(ann, made)
        assert ranks(shown) == [(1, team(ann.id, bo.id))]
        assert set(unranked(shown)) == {team(*rival) for rival in RIVALS}
        assert "No rank yet" in shown.text
        assert "4 in a row" in shown.text
        assert "**You**" not in shown.text
        # Nearly all of their hands are with one partner: as members they have no rank of their own.
        await ann.press(shown, label="More")
        await ann.press(shown, label="Players")
        assert shown.text.startswith("**Cicera: players · ")
        assert ranks(shown) == []
        assert shown.text.count("nearly always with one partner") >= 2


async def test_members_are_ranked_by_the_commands_option_or_a_button(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, cy, di = (person.id for person in made.people)
        await write_results(made, [((ann, cy), 7, (bo, di), 3), ((ann, bo), 7, (cy, di), 3)])
        shown = await opened(made.people[0], made, members=True)
        await made.people[0].press(shown, label="All time")
        assert {*unranked(shown)} == {f"<@{member}>" for member in (ann, bo, cy, di)}
        assert unranked(shown)[0] == f"<@{ann}>"
        await made.people[0].press(shown, label="More")
        await made.people[0].press(shown, label="Teams")
        assert len(unranked(shown)) == 4
        assert shown.text.startswith("**Cicera: teams · all time**")


async def test_a_finished_game_counts_once(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        unlimited(made)
        referee = Referee(made, skims=0.8)
        await referee.begin(target=11)
        await referee.play()
        winner = referee.state.winner
        shown = await opened(made.people[0], made)
        teams = [team(*(made.people[seat].id for seat in seats)) for seats in ((0, 2), (1, 3))]
        assert unranked(shown) == [teams[winner], teams[1 - winner]]
        first, second = (line for line in shown.text.splitlines() if line.startswith("–"))
        assert first.endswith("won 1 of 1")
        assert second.endswith("won 0 of 1")


@pytest.mark.parametrize("game", ["ciapano", "civil"])
async def test_where_nobody_has_played_one_is_invited(tmp_path: Path, game: str) -> None:
    async with house(tmp_path) as made:
        shown = await opened(made.people[0], made, game)
        assert "The first one is yours to win." in shown.text
        assert labels(shown) == ["Month", "All time"]
        await made.people[0].press(shown, label="All time")
        assert labels(shown) == ["This season", "Month"]


# Options


async def test_each_set_of_options_has_its_own_list(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, cy, di = (person.id for person in made.people)
        await write_results(made, [((ann, cy), 7, (bo, di), 3)])
        # Two against each other: most games of late, so this list opens, and it has no teams.
        await write_results(made, [((ann,), 7, (bo,), 3), ((ann,), 7, (cy,), 3)], first=1)
        reader = made.people[0]
        shown = await opened(reader, made)
        assert shown.text.startswith("**Cicera: players · ")
        assert "-# one against one" in shown.text
        assert unranked(shown)[0] == f"<@{ann}>"
        await reader.press(shown, label="More")
        assert labels(shown) == ["Back"]
        (menu,) = shown.selects
        assert [label for label, _ in menu.options] == [
            "one against one (2 games)",
            "the usual rules (1 game)",
        ]
        await reader.select(shown, values=["the usual rules (1 game)"])
        assert shown.text.startswith("**Cicera: teams · ")
        assert unranked(shown) == [team(ann, cy), team(bo, di)]
        # A list that nobody has, or values that nobody offers.
        for custom_id, values in (
            (menu.custom_id, ["4-6-rank"]),
            (menu.custom_id, ["a:b"]),
            (menu.custom_id.replace("variants", "seasons"), ["all"]),
            (menu.custom_id, None),
        ):
            answer = await reader.forge(shown, custom_id, values=values)
            assert answer.text == FORGED


@pytest.mark.parametrize(
    "custom_id",
    [
        "b:tressette:teams:4-12-any:all:0",
        "b:cicera:seats:4-12-any:all:0",
        "b:cicera:teams:9-9-none:all:0",
        "b:cicera:teams:4-12-any:m2026-13:0",
        "b:cicera:teams:4-12-any:all:-1",
        "b:cicera:teams:4-12-any:all:99999",
        "b:cicera:teams:4-12-any:all:0:delete",
        "b:cicera:teams:4-12-any:all:0:more:more",
        "b:cicera:teams:4-12-any:all",
        "b:cicera:teams:0",
        "b:",
    ],
)
async def test_a_forged_press_shows_nothing(tmp_path: Path, custom_id: str) -> None:
    async with house(tmp_path) as made:
        ann, bo, *_ = made.people
        await write_results(made, [((ann.id, bo.id), 7, RIVALS[0], 3)])
        shown = await opened(ann, made)
        before = shown.text
        answer = await ann.forge(shown, custom_id)
        assert answer.text == FORGED
        assert shown.text == before


async def test_a_page_that_is_not_there_is_the_last_one(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, *_ = made.people
        await write_results(
            made, [((OTHERS + n, OTHERS + 2000 + n), 7, (ann.id, bo.id), 3) for n in range(9)]
        )
        shown = await opened(ann, made)
        await ann.forge(shown, "b:cicera:teams:4-12-any:all:7")
        assert "Page 2 of 2" in shown.text
        assert len(unranked(shown)) == 5


# Periods


async def test_a_season_that_ended_shows_its_winners_once_to_each_member(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, cy, _ = made.people
        season = await in_mid_season(made)
        await write_results(made, league((ann.id, bo.id), *RIVALS), hands=40)
        assert "winners" not in (await opened(ann, made)).text
        await made.pass_time(92 * DAY)
        assert made.bot is not None
        now = season_of({}, made.bot.tables.now())
        assert season_before(now) == season
        year = first_month(season).year
        shown = await opened(ann, made)
        assert shown.text.startswith("🏆 **The winners · Cicera: teams · ")
        assert str(year) in shown.text
        assert ranks(shown) == [(1, team(ann.id, bo.id))]
        assert unranked(shown) == []
        await ann.press(shown, label="This season")
        assert "Nobody has finished a game in this time yet." in shown.text
        # It has been seen, by this member alone, also after the next game.
        assert (await opened(ann, made)).text.startswith("**Cicera: teams")
        assert (await opened(cy, made)).text.startswith("🏆")
        # Past seasons can be turned to, as they were at their end.
        await ann.press(shown, label="More")
        (menu,) = shown.selects
        assert [value for _, value in menu.options] == [season]
        await ann.select(shown, values=[season])
        assert ranks(shown) == [(1, team(ann.id, bo.id))]
        assert len(unranked(shown)) == 4
        assert labels(shown)[:3] == ["This season", "Month", "All time"]
        await ann.press(shown, label="Winners")
        assert shown.text.startswith("🏆")
        await ann.press(shown, label="Whole list")
        assert len(unranked(shown)) == 4
        # In the season after the next one, nobody has won the last.
        await made.pass_time(92 * DAY)
        assert (await opened(bo, made)).text.startswith("**Cicera: teams")


async def test_without_a_rank_those_who_were_ahead_are_shown(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, *_ = made.people
        await in_mid_season(made)
        await write_results(made, league((ann.id, bo.id), *RIVALS))
        await made.pass_time(92 * DAY)
        shown = await opened(ann, made)
        assert shown.text.startswith("🏆")
        assert len(unranked(shown)) == 3
        assert unranked(shown)[0] == team(ann.id, bo.id)
        assert "Nobody had played enough for a rank." in shown.text


async def test_where_seasons_are_off_all_time_comes_first(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        assert made.bot is not None
        ann, bo, *_ = made.people
        season = await in_mid_season(made)
        await write_results(made, league((ann.id, bo.id), *RIVALS), hands=40)
        await made.pass_time(92 * DAY)
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "seasons", OFF)
        shown = await opened(ann, made)
        assert shown.text.startswith("**Cicera: teams · all time**")
        assert labels(shown)[0] == "Month"
        assert "This season" not in labels(shown)
        # A button of before leads to the list of all time.
        await ann.forge(shown, f"b:cicera:teams:4-12-any:{season}:0")
        assert shown.text.startswith("**Cicera: teams · all time**")
        await ann.press(shown, label="Month")
        await ann.forge(shown, f"b:cicera:teams:4-12-any:{season}:0:winners")
        assert shown.text.startswith("**Cicera: teams · all time**")
        await ann.press(shown, label="More")
        assert shown.selects == []


# Others


async def test_a_hidden_member_is_seen_by_themselves_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        assert made.bot is not None
        ann, bo, cy, di = made.people
        await write_results(made, [((ann.id, bo.id), 7, (cy.id, di.id), 3)])
        await made.bot.preferences.choose(Scope.MEMBER, ann.id, "hidden", "on")
        for person in (bo, cy):
            shown = await opened(person, made)
            assert unranked(shown) == [team(cy.id, di.id)]
            assert str(ann.id) not in shown.text
        shown = await opened(ann, made)
        assert unranked(shown) == [team(cy.id, di.id)]
        assert f"**You**, no rank yet · – **{team(ann.id, bo.id)}** · " in shown.text
        posted = await shows_here(ann, made, shown)
        assert unranked(posted) == [team(cy.id, di.id)]
        assert str(ann.id) not in posted.text


async def shows_here(person: Member, made: House, shown: Message) -> Message:
    """Let a member show what they see to everybody, and return the message."""
    before = {message.id for message in person.sees(made.channel)}
    await person.press(shown, label="Show it here")
    (posted,) = [message for message in person.sees(made.channel) if message.id not in before]
    assert not posted.ephemeral
    return posted


async def test_a_list_is_shown_to_everybody_and_opened_by_anybody(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, cy, _ = made.people
        await write_results(
            made, [((OTHERS + n, OTHERS + 2000 + n), 7, (ann.id, bo.id), 3) for n in range(9)]
        )
        shown = await opened(ann, made)
        assert "**You**" in shown.text
        before = shown.text
        posted = await shows_here(ann, made, shown)
        assert shown.text == before
        assert "**You**" not in posted.text
        assert team(ann.id, bo.id) not in posted.text
        assert labels(posted) == ["Leaderboard"]
        answer = await cy.press(posted, label="Leaderboard")
        assert of(answer).ephemeral
        assert unranked(of(answer)) == unranked(posted)
        assert "Next ▶" in labels(answer)
        # Nothing else can be done on a message that everybody sees.
        custom_id = posted.buttons[0].custom_id
        assert custom_id is not None
        for verb in ("", ":here", ":more", ":winners"):
            answer = await cy.forge(posted, custom_id.removesuffix(":open") + verb)
            assert answer.text == FORGED
        assert not made.sandbox.violations


async def test_winners_are_shown_to_everybody(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, cy, _ = made.people
        await in_mid_season(made)
        await write_results(made, league((ann.id, bo.id), *RIVALS), hands=40)
        await made.pass_time(92 * DAY)
        posted = await shows_here(ann, made, await opened(ann, made))
        assert posted.text.startswith("🏆")
        assert ranks(posted) == [(1, team(ann.id, bo.id))]
        answer = await cy.press(posted, label="Leaderboard")
        assert of(answer).text.startswith("**Cicera: teams")


async def test_a_list_is_shown_once_a_member_a_channel_and_ten_minutes(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, *_ = made.people
        await write_results(made, [((ann.id, bo.id), 7, RIVALS[0], 3)])
        shown = await opened(ann, made)
        posted = await shows_here(ann, made, shown)
        answer = await ann.press(shown, label="Show it here")
        assert of(answer).ephemeral
        seconds = re.search(r"in (\d+) s", answer.text)
        assert seconds is not None
        assert 500 < int(seconds[1]) <= 600
        # Another member may, and so may she in another channel, and later.
        other = made.guild.add_channel("altro")
        await shows_here(bo, made, await opened(bo, made))
        there = of(await ann.slash(other, "cicera leaderboard"))
        await ann.press(there, label="Show it here")
        assert [message.text for message in bo.sees(other)] == [posted.text]
        await made.pass_time(600)
        await shows_here(ann, made, shown)


async def test_a_list_is_not_shown_where_that_is_not_allowed(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        assert made.bot is not None
        ann, bo, *_ = made.people
        await write_results(made, [((ann.id, bo.id), 7, RIVALS[0], 3)])
        shown = await opened(ann, made)
        public = [message for message in ann.sees(made.channel) if not message.ephemeral]
        made.channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        answer = await ann.press(shown, label="Show it here")
        assert answer.text.startswith("I cannot do that here: I lack Send Messages.")
        made.channel.allow(made.sandbox.bot, Permission.SEND_MESSAGES)
        made.channel.deny(ann.user, Permission.SEND_MESSAGES)
        answer = await ann.press(shown, label="Show it here")
        assert answer.text.startswith("You may not write in this channel")
        made.channel.allow(ann.user, Permission.SEND_MESSAGES)
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "public-lists", OFF)
        answer = await ann.press(shown, label="Show it here")
        assert answer.text.startswith("In this server leaderboards and statistics stay private.")
        assert [message for message in ann.sees(made.channel) if not message.ephemeral] == public
        assert "Show it here" not in labels(await opened(ann, made))
        # None of these tries counts.
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "public-lists", "on")
        await shows_here(ann, made, shown)
        assert not made.sandbox.violations


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ({"status": 403}, "Discord did not let me do that here, and does not say why."),
        (None, "Discord did not take that just now."),
    ],
)
async def test_a_list_that_discord_does_not_take_can_be_shown_again(
    tmp_path: Path, fault: dict[str, Any] | None, told: str
) -> None:
    async with house(tmp_path) as made:
        ann, bo, *_ = made.people
        await write_results(made, [((ann.id, bo.id), 7, RIVALS[0], 3)])
        shown = await opened(ann, made)
        if fault is None:
            made.sandbox.faults.dropped(SEND, times=None)
        else:
            made.sandbox.faults.error(SEND, times=None, **fault)
        answer = await ann.press(shown, label="Show it here")
        await made.shown()
        assert told in "".join(message.text for message in [*answer.followups, of(answer)])
        made.sandbox.faults.clear()
        await shows_here(ann, made, shown)


async def test_a_list_whose_answer_is_lost_stands_there_once(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, *_ = made.people
        await write_results(made, [((ann.id, bo.id), 7, RIVALS[0], 3)])
        shown = await opened(ann, made)
        made.sandbox.faults.lost(SEND)
        await ann.press(shown, label="Show it here")
        await made.shown()
        posted = [message for message in bo.sees(made.channel) if message.text.startswith("**Cicera")]
        assert len(posted) == 1


# Pictures


async def test_the_leaderboard_has_its_picture_on_every_page_in_place_of_its_lines(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as made:
        ann, bo, *_ = made.people
        games: list[Game] = [((OTHERS + n, OTHERS + 2000 + n), 7, (ann.id, bo.id), 3) for n in range(12)]
        await write_results(made, games)
        number = last(made)
        answer = await ann.slash(made.channel, "cicera leaderboard")
        first = of(answer)
        await made.sandbox.until(lambda: first.attachments)
        [(name, alt)] = seen(first)
        assert len(name) == 28
        assert alt.count(" won of ") == 9
        assert unranked(answer) == []
        # Words stand in its place until it has come.
        sent = next(entry for entry in since(made, number) if entry.route.endswith("/callback"))
        assert "".join(texts(sent.json)).count("** · ") == 9
        assert "-# Page 1 of 2" in answer.text
        await ann.press(first, label="Next ▶")
        await made.sandbox.until(lambda: seen(first) not in ([], [(name, alt)]))
        await made.shown()
        assert first.text.count(" won ") == 0
        posted = await shows_here(ann, made, first)
        await made.sandbox.until(lambda: posted.attachments)
        [(_, alt)] = seen(posted)
        assert "You" not in alt
        assert not made.sandbox.violations
