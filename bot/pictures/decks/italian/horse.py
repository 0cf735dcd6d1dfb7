"""The horse of the cavalli: it walks to the left, on the ground of the figures."""

from dataclasses import dataclass
from typing import Final

from bot.pictures.decks.base import palette
from bot.pictures.decks.base.drawing import circle, clipped, path, polygon, stroked
from bot.pictures.decks.base.ornaments import chequer


@dataclass(frozen=True, slots=True)
class Coat:
    """The colours of a horse."""

    body: str
    shade: str
    """The legs on the far side."""
    mane: str


WHITE_COAT: Final = Coat("#e2e4ea", "#bcc2ce", "#a3abbb")
BAY_COAT: Final = Coat("#8a5430", "#643a1f", "#3a2416")

BODY: Final = (
    "M54 146C78 146 92 168 106 194C118 202 132 200 146 194C162 189 175 200 175 218C175 232 170 240 166 250"
    "L169 263L164 277L165 297H154L153 275L154 262C150 256 147 251 142 246C120 254 98 254 84 247"
    "L83 270L81 297H71L69 271C67 258 60 248 57 234C54 222 58 212 59 202C58 195 55 191 51 189"
    "C45 194 39 202 34 207C28 212 17 208 18 200C20 193 28 180 33 168C37 155 43 146 54 146Z"
)
FAR_LEGS: Final = (
    "M60 232C52 240 44 246 38 250C34 253 34 257 36 261L44 281L53 278L48 262L70 254Z"
    "M146 240C144 252 142 258 138 264L141 277L132 297H142L150 278L150 264L160 246Z"
)
_MANE: Final = (
    "M46 140C66 136 88 152 100 190C96 184 92 182 88 182C90 176 84 172 80 172C82 166 74 160 68 160"
    "C66 152 56 150 50 154Z"
)
_TAIL: Final = (
    "M170 202C186 200 191 222 189 244C188 264 184 278 174 290"
    "C176 272 175 254 175 240C175 224 172 216 166 210Z"
)
CLOTH: Final = "M96 192C108 202 132 202 144 193L150 240C134 247 112 248 92 244Z"


def horse(coat: Coat) -> str:
    """Return a horse with its hooves on y 304; the rider sits on (120, 198), the reins end at (88, 186)."""
    cloth = path(CLOTH, palette.RED) + chequer(84, 230, 72, 6, palette.RED, palette.CREAM)
    return (
        path(_TAIL, coat.mane)
        + path(FAR_LEGS, coat.shade)
        + path("M42 280L54 276L57 287L45 291Z", palette.INK)
        + path("M131 296H143L142 304H127Z", palette.INK)
        + polygon(((52, 148), (57, 127), (66, 147)), coat.shade)
        + path(BODY, coat.body)
        + path("M70 296H82L82 304H66Z", palette.INK)
        + path("M153 296H166V304H149Z", palette.INK)
        + path(_MANE, coat.mane)
        + path("M42 151L45 128L57 147Z", coat.body)
        + circle(40.5, 167, 2.8, palette.INK)
        + circle(23, 199, 1.9, palette.INK)
        + stroked("M26 207C29 205 31 203 32 200", coat.mane, 1.8)
        + stroked("M28 181L42 194M45 152L47 186", palette.RED, 3.2)
        + clipped("cloth", path(CLOTH, palette.RED), cloth)
    )


def reins() -> str:
    """Return the reins from the bit to the rider's hand."""
    return stroked("M38 190C54 204 72 200 88 187", palette.RED, 2.6)
