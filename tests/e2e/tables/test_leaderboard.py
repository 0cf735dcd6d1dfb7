"""The leaderboard as members see it: ranks and pages, teams or single players, the member's own place."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.store import Status
from sandbox.driver import Answer
from tests.bot.store.store_rows import a_place, a_result, a_table, add_result
from tests.e2e.support.house import House, house
from tests.e2e.support.pictured import last, seen, since
from tests.e2e.support.pseudo import texts
from tests.e2e.support.referee import Referee, unlimited


def ranks(answer: Answer) -> list[tuple[int, str]]:
    """Return the lines of a leaderboard as (rank, mentions)."""
    found = re.findall(r"^(\d+)\\\. \*\*(.*?)\*\*", answer.text, re.MULTILINE)
    return [(int(rank), names) for rank, names in found]


OTHERS: Final = 2**60
"""The first id of members whom nobody has met."""

Game = tuple[tuple[int, ...], int, tuple[int, ...], int]
"""One side, its points, the other side, and its points."""


async def write_results(made: House, games: Sequence[Game], first: int = 0) -> None:
    """Store the results of finished games, their tables numbered from `first` on."""
    assert made.bot is not None
    for index, (one, points, other, others) in enumerate(games, first):
        table_id = f"{index:08x}"
        row = a_table(table_id, guild_id=made.guild.id, status=Status.LOBBY)
        await made.bot.store.create(row, a_place(table_id, guild_id=made.guild.id), [])
        result = a_result(table_id, (one, points), (other, others), guild_id=made.guild.id)
        await add_result(made.bot.store, result)


async def test_teams_are_ranked_with_ties_and_pages_and_ones_own_always_shown(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, *_ = made.people
        # Ten teams that win once by 9, all against Ann and Bo; the best has won twice.
        games = [((OTHERS + n, OTHERS + 2000 + n), 31, (ann.id, bo.id), 22) for n in range(10)]
        games.append(((OTHERS - 2, OTHERS - 1), 31, (ann.id, bo.id), 30))
        games.append(((OTHERS - 2, OTHERS - 1), 31, (ann.id, bo.id), 30))
        await write_results(made, games)
        answer = await ann.slash(made.channel, "cicera leaderboard")
        assert answer.message is not None
        assert answer.message.ephemeral
        shown = ranks(answer)
        assert shown[0] == (1, f"<@{OTHERS - 2}> & <@{OTHERS - 1}>")
        assert [rank for rank, _ in shown[1:10]] == [2] * 9
        assert shown[10:] == [(12, f"<@{ann.id}> & <@{bo.id}>")]
        assert "**You**" in answer.text
        assert "Page 1 of 2" in answer.text
        answer = await ann.press(answer.message, label="Next ▶")
        assert [rank for rank, _ in ranks(answer)] == [2, 12]
        assert "won 0 of 12, -92 points" in answer.text
        assert "**You**" not in answer.text
        assert answer.message is not None
        assert [b.label for b in answer.message.buttons] == ["◀ Previous"]
        eva = made.sandbox.join(made.guild, "eva")
        assert "**You**" not in (await eva.slash(made.channel, "cicera leaderboard")).text


async def test_members_are_ranked_by_themselves(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, cy, di = (person.id for person in made.people)
        await write_results(
            made, [((ann, cy), 31, (bo, di), 20), ((ann, bo), 31, (cy, di), 25), ((di,), 31, (cy,), 1)]
        )
        answer = await made.people[0].slash(made.channel, "cicera leaderboard", members=True)
        expected = [(1, ann), (2, di), (3, bo), (4, cy)]
        assert ranks(answer) == [(rank, f"<@{member}>") for rank, member in expected]
        teams = await made.people[0].slash(made.channel, "cicera leaderboard")
        assert len(ranks(teams)) == 4


async def test_a_finished_game_counts_once(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        unlimited(made)
        referee = Referee(made, skims=0.8)
        await referee.begin(target=11)
        await referee.play()
        winner = referee.state.winner
        answer = await made.people[0].slash(made.channel, "cicera leaderboard")
        teams = [" & ".join(f"<@{made.people[seat].id}>" for seat in seats) for seats in ((0, 2), (1, 3))]
        assert ranks(answer) == [(1, teams[winner]), (2, teams[1 - winner])]
        apart = abs(referee.state.totals[0] - referee.state.totals[1])
        points = "point" if apart == 1 else "points"
        assert f"won 1 of 1, +{apart} {points}" in answer.text
        assert f"won 0 of 1, -{apart} {points}" in answer.text


async def test_after_a_game_of_one_against_one_its_players_are_ranked(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        ann, bo = made.people
        referee = Referee(made, skims=0.8)
        await referee.begin(target=11)
        await referee.play()
        winner = referee.state.winner
        answer = await ann.slash(made.channel, "cicera leaderboard")
        assert answer.text.startswith("## Cicera: players\n")
        assert ranks(answer) == [
            (1, f"<@{(ann, bo)[winner].id}>"),
            (2, f"<@{(bo, ann)[winner].id}>"),
        ]


async def test_where_nobody_has_played_in_a_team_all_pages_are_of_members(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, *_ = made.people
        # Ann loses to eleven members: only the last of them and she are on the second page.
        await write_results(made, [((OTHERS + n,), 31, (ann.id,), 20 + n) for n in range(11)])
        first = await ann.slash(made.channel, "cicera leaderboard")
        assert first.message is not None
        assert first.text.startswith("## Cicera: players\n")
        assert ranks(first) == [*((1 + n, f"<@{OTHERS + n}>") for n in range(10)), (12, f"<@{ann.id}>")]
        assert "**You**" in first.text
        assert "Page 1 of 2" in first.text
        second = await ann.press(first.message, label="Next ▶")
        assert second.message is not None
        assert second.text.startswith("## Cicera: players\n")
        assert ranks(second) == [(11, f"<@{OTHERS + 10}>"), (12, f"<@{ann.id}>")]
        # A pair has played meanwhile. The pages of members go on; a fresh request shows the pair.
        await write_results(made, [((ann.id, bo.id), 31, (OTHERS, OTHERS + 1), 30)], first=11)
        turned = await ann.press(second.message, label="◀ Previous")
        assert turned.text.startswith("## Cicera: players\n")
        asked = await ann.slash(made.channel, "cicera leaderboard")
        assert asked.text.startswith("## Cicera: teams\n")
        assert ranks(asked) == [(1, f"<@{ann.id}> & <@{bo.id}>"), (2, f"<@{OTHERS}> & <@{OTHERS + 1}>")]


async def test_a_page_of_teams_that_are_not_there_is_one_of_members(tmp_path: Path) -> None:
    """Such as the page after the last, reached only by a forged press."""
    async with house(tmp_path) as made:
        ann, *_ = made.people
        await write_results(made, [((OTHERS + n,), 31, (ann.id,), 20 + n) for n in range(11)])
        first = await ann.slash(made.channel, "cicera leaderboard")
        assert first.message is not None
        turned = await ann.forge(first.message, "b:cicera:teams:1")
        assert turned.text.startswith("## Cicera: players\n")
        assert ranks(turned) == [(11, f"<@{OTHERS + 10}>"), (12, f"<@{ann.id}>")]


async def test_the_leaderboard_has_its_picture_on_every_page_in_place_of_its_rows(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as made:
        ann, bo, *_ = made.people
        games: list[Game] = [((OTHERS + n, OTHERS + 2000 + n), 31, (ann.id, bo.id), 22) for n in range(12)]
        await write_results(made, games)
        number = last(made)
        answer = await ann.slash(made.channel, "cicera leaderboard")
        assert answer.message is not None
        first = answer.message
        await made.sandbox.until(lambda: first.attachments)
        [(name, alt)] = seen(first)
        assert len(name) == 28
        assert alt.count("won of") == 11
        assert ranks(answer) == []
        # Words stand in its place until it has come.
        sent = next(entry for entry in since(made, number) if entry.route.endswith("/callback"))
        assert "".join(texts(sent.json)).count(" won ") == 11
        assert answer.text.endswith("\n-# Page 1 of 2")
        await ann.press(first, label="Next ▶")
        await made.sandbox.until(lambda: seen(first) not in ([], [(name, alt)]))
        await made.shown()
        assert first.text.count("won") == 0
        assert not made.sandbox.violations
