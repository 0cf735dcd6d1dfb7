"""Cicera as pictures: its table while it is played, and the score sheet of a finished hand."""

from bot.pictures.cicera.sheet import sheet
from bot.pictures.cicera.table import table

__all__ = ["sheet", "table"]
