"""Ciapano as pictures: the table with its trick, and the score sheet of a hand."""

from bot.pictures.ciapano.sheet import sheet
from bot.pictures.ciapano.table import table

__all__ = ["sheet", "table"]
