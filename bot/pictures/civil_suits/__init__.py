"""Civil Suits as pictures: the table with its trick and powers, the score sheet of a round, examples."""

from bot.pictures.civil_suits.examples import examples
from bot.pictures.civil_suits.sheet import sheet
from bot.pictures.civil_suits.table import table

__all__ = ["examples", "sheet", "table"]
