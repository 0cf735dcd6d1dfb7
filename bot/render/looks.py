"""How every game is told and drawn, by the game's name."""

from typing import Any, Final

from bot.pictures import ciapano as ciapano_pictures
from bot.pictures import cicera as cicera_pictures
from bot.pictures import civil_suits as civil_pictures
from bot.pictures.game import Pictures
from bot.render import ciapano, cicera, civil_suits
from bot.render.look import Look

LOOKS: Final[dict[str, Look[Any]]] = {"cicera": cicera, "ciapano": ciapano, "civil-suits": civil_suits}

PICTURES: Final[dict[str, Pictures]] = {
    "cicera": cicera_pictures,
    "ciapano": ciapano_pictures,
    "civil-suits": civil_pictures,
}
"""A game that is not among them is shown in words alone."""
