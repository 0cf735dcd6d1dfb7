"""Civil Suits as pictures: the table with its trick and powers, and the score sheet of a round."""

from bot.pictures.civil_suits.sheet import sheet
from bot.pictures.civil_suits.table import table

__all__ = ["sheet", "table"]
