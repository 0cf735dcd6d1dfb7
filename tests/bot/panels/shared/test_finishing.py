"""*Finish now* on messages: its buttons, and the hands that were played at once."""

from bot.blocks.blocks import Press
from bot.locale import Catalogue
from bot.panels.shared.finishing import finished_hands
from bot.panels.table import board, hand
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.table.votes import FINISH, OBJECTED_SECONDS, SILENCE_SECONDS
from tests.bot.pace import later
from tests.bot.tavern import PEOPLE, Tavern, playing
from tests.bot.watched import over, watched

ANN, BO = PEOPLE[:2]
WORDS = Catalogue.load().words("en")


async def test_the_hands_played_at_once_are_told_at_the_end(tavern: Tavern) -> None:
    table = await watched(tavern)
    await tavern.seats.vote(table.row.id, ANN, FINISH)
    async with playing(tavern, tavern.finisher):
        table = await over(tavern, table)
    sheets, out = table.state.sheets, table.state.out
    hands = len(sheets)
    whole = finished_hands(view_of(table.with_row(ended=f"{FINISH}-{hands - 1}")), WORDS).splitlines()
    assert whole[0] == WORDS("finish.told")
    assert [line.split(":")[0] for line in whole[1:]] == [f"-# Hand {hands - 1}", f"-# Hand {hands}"]
    (winner,) = table.game.outcome(table.state).winners
    names = {row.seat: row.name for row in table.seats}
    for seat in range(4):
        played = not out[seat] or out[seat] >= hands
        assert (f"{names[seat]} {sheets[-1].score(seat)}" in whole[-1]) == played
        assert played == (out[seat] == hands or seat == winner)
        # The line below the winner says who went out in the last hand.
        gone = f"**{names[seat]}** is out with {table.state.totals[seat]}"
        assert gone not in whole[-1]
        assert (gone in whole[-2]) == (out[seat] == hands - 1)
    # The others are under *Scores*.
    assert (
        len(finished_hands(view_of(table.with_row(ended=f"{FINISH}-{hands - 3}")), WORDS).splitlines()) == 4
    )
    most = finished_hands(view_of(table.with_row(ended=f"{FINISH}-1")), WORDS).splitlines()
    assert most[0] == WORDS.count("finish.more", hands - 3)
    assert len(most) == 4
    assert finished_hands(view_of(table.with_row(ended="")), WORDS) == ""


async def test_only_who_may_press_it_is_offered_the_end(tavern: Tavern) -> None:
    def offers(table: Table) -> list[list[str]]:
        """Return the buttons on the end of the game, of everybody and of each member."""
        panels = [board.public_panel(view_of(table), WORDS)]
        panels += [hand.panel(view_of(table, user_id), WORDS) for user_id in (ANN, BO, 999)]
        presses = [[Press.parse(button.id) for button in panel.buttons] for panel in panels]
        return [[press.verb for press in every if press and press.notation == FINISH] for every in presses]

    table = await watched(tavern, people=2, players=5)
    assert offers(table) == [["vote"], ["vote"], ["vote"], []]
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    assert offers(table) == [["against"], [], ["against", "vote"], []]
    asked = hand.panel(view_of(table, ANN), WORDS)
    at = int(tavern.at + SILENCE_SECONDS)
    assert any(WORDS("finish.soon.yours", at=at) in text for text in asked.texts)
    others = hand.panel(view_of(table, BO), WORDS)
    assert any(WORDS("finish.soon", names="P0", at=at) in text for text in others.texts)
    over_for = await tavern.seats.vote(table.row.id, BO, FINISH, against=True)
    assert offers(over_for) == [[], [], [], []]
    table = await later(tavern, table, OBJECTED_SECONDS)
    for user_id in (ANN, BO):
        table = await tavern.seats.vote(table.row.id, user_id, FINISH)
    assert offers(table) == [[], [], [], []]
    for panel in (board.public_panel(view_of(table), WORDS), hand.panel(view_of(table, BO), WORDS)):
        assert any(WORDS("finish.playing") in text for text in panel.texts)
