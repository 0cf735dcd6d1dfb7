"""The looks and pictures of all games, by the game's name.

A look sees the viewer's `View` and nothing else, a picture everybody's, so that neither can leak a hand. A
picture and its description come from the same values: each game works them out once, as a moment.
"""

from typing import Any, Final

from bot.blocks.look import Look
from bot.games import cicera, civil_suits
from bot.games.ciapano import look as ciapano
from bot.games.ciapano import picture as ciapano_pictures
from bot.games.cicera import picture as cicera_pictures
from bot.games.civil_suits import picture as civil_pictures
from bot.pictures.parts.game import Pictures

LOOKS: Final[dict[str, Look[Any]]] = {"cicera": cicera, "ciapano": ciapano, "civil-suits": civil_suits}

PICTURES: Final[dict[str, Pictures]] = {
    "cicera": cicera_pictures,
    "ciapano": ciapano_pictures,
    "civil-suits": civil_pictures,
}
"""Games without pictures are shown in words alone."""
