"""The messages of Carta alta beside those that every game has."""

import random

from bot.locale import Catalogue
from bot.messages.ledger import Opened
from bot.panels.ratings.stats import stats_panel
from bot.panels.table import board, hand
from bot.pictures.sketch.style import Style
from bot.table.viewing import view_of
from tests.bot.panels.ratings.some_statistics import full
from tests.bot.pictures.scenes_tricks import played, table
from tests.fourth import rules


def test_the_sheet_of_a_hand_can_be_looked_up(catalogue: Catalogue) -> None:
    made = next(made for made in played(table(rules.NAME), random.Random(1)) if made.between_hands)
    view, words = view_of(made, made.seats[0].user_id), catalogue.words("en")
    told = "\n".join(hand.panel(view, words, Opened(0, "scores")).texts)
    assert words("carta-alta.sheet.title", number=1) in told
    assert all(row.name in told for row in made.seats[1:])


def test_a_finished_trick_is_in_sight_until_somebody_leads_again(catalogue: Catalogue) -> None:
    words, tricks = catalogue.words("en"), 0
    for made in played(table(rules.NAME), random.Random(1)):
        seen: rules.Seen = made.game.observe(made.state, None)
        if made.waits_for() and seen.tricks and not seen.table:
            told = "\n".join(board.public_panel(view_of(made), words).texts)
            assert all(words.card(card) in told for _, card in seen.tricks[-1])
            tricks += 1
    assert tricks > 10


def test_a_members_statistics_have_its_own_number_and_a_curve(catalogue: Catalogue) -> None:
    words = catalogue.words("en")
    panel = stats_panel(full(rules.NAME), {}, words, Style(), waits=False, public=True)
    assert "7 tricks" in panel.texts[0]
    assert "Places, latest first: **1** 3" in panel.texts[0]
    assert len(panel.files) == 1
