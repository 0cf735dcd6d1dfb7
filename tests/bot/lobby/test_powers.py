"""Several sets of powers, one of which the host of a table chooses."""

from pathlib import Path
from typing import Final

from bot.locale import Catalogue
from bot.messages.ledger import Opened
from bot.panels.table import board, hand
from bot.panels.table.rules import rules
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import civil_suits
from engine.civil_suits.options import DEFAULT_POWERS
from tests.bot.tavern import PEOPLE, Tavern, refusal

WORDS: Final = Catalogue.load().words("en")
OPTIONS_PAGE: Final = Opened(0, "options")


def sets_file(folder: Path, *names: str) -> Path:
    """Write a file of sets, no two with the same numbers."""
    path = folder / f"{names[0]}.toml"
    lines = []
    for number, name in enumerate(names):
        lines += [f'["{name}"]', *(f"{c.text} = [{number}, 9, 1]" for c in civil_suits.CHALLENGERS)]
    path.write_text("\n".join(lines), "utf-8")
    return path


def house_rules_of(table: Table) -> str:
    """Return the line about a table's options on the board and in the rules."""
    view = view_of(table)
    return str((board.public_panel(view, WORDS).blocks, rules("civil-suits", 1, WORDS, view).blocks))


async def test_the_host_of_a_table_chooses_one_of_several_sets(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, civil_powers=sets_file(tmp_path, "Printed", "*Odd*"))
    table = await tavern.lobby("civil-suits")
    assert table.options.powers == DEFAULT_POWERS
    usual = house_rules_of(table)
    assert WORDS("civil-suits.option.powers.default") not in usual
    table = await tavern.lobbies.choose(table.row.id, PEOPLE[0], "powers", "*Odd*")
    assert set(table.options.powers) == {(1, 9, 1)}
    assert table.row.options == civil_suits.values(table.options)
    assert house_rules_of(table).count(repr(r"powers: \*Odd\*")[1:-1]) == 2
    [select] = [
        s for s in hand.panel(view_of(table, PEOPLE[0]), WORDS, OPTIONS_PAGE).selects if "powers" in s.id
    ]
    assert [(o.label, o.value, o.marked) for o in select.options] == [
        (WORDS("civil-suits.option.powers.default"), "default", False),
        ("Printed", "Printed", False),
        ("*Odd*", "*Odd*", True),
    ]
    for wrong in ("Other", "", "powers"):
        assert (
            await refusal(tavern.lobbies.choose(table.row.id, PEOPLE[0], "powers", wrong)) == "refused.forged"
        )
    again = await tavern.lobbies.choose(table.row.id, PEOPLE[0], "powers", "default")
    assert again.options.powers == DEFAULT_POWERS
    assert house_rules_of(again) == usual
    await tavern.close()


async def test_a_rematch_keeps_a_set_also_when_it_is_offered_no_more(tmp_path: Path) -> None:
    first = await Tavern.open(tmp_path, civil_powers=sets_file(tmp_path, "Printed", "Odd"))
    numbers = first.tables.settings.offered["civil-suits"]["powers"]["Odd"]
    table = await first.game("civil-suits", powers=numbers)
    await first.close()
    later = await Tavern.open(tmp_path, civil_powers=sets_file(tmp_path, "Other", "Renamed"))
    await later.seats.stop(table.row.id)
    again = await later.rematches.rematch(table.row.id, later.person(0), channel_id=8, language="en")
    assert again.options == table.options
    assert "Renamed" in house_rules_of(again)
    await later.close()
    last = await Tavern.open(tmp_path)
    again = await last.tables.get(again.row.id)
    assert again.options == table.options
    assert WORDS("civil-suits.option.powers") in house_rules_of(again)
    await last.close()
