"""Thirds of a point as pictures write them: no font of theirs has all fractions as signs."""

from bot.locale import Words


def worth(thirds: int, words: Words) -> str:
    """Return so many thirds as whole points and a fraction."""
    whole, left = divmod(thirds, 3)
    fraction = words(f"picture.ciapano.thirds.{left}") if left else ""
    return " ".join(filter(None, (str(whole) if whole or not left else "", fraction)))
