"""Cicera as pictures: its table while it is played, the score sheet of a finished hand, examples."""

from bot.pictures.cicera.examples import examples
from bot.pictures.cicera.sheet import sheet
from bot.pictures.cicera.table import table

__all__ = ["examples", "sheet", "table"]
