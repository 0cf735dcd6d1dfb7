"""Ciapano as pictures: the table with its trick, the score sheet of a hand, examples."""

from bot.pictures.ciapano.examples import examples
from bot.pictures.ciapano.sheet import sheet
from bot.pictures.ciapano.table import table

__all__ = ["examples", "sheet", "table"]
