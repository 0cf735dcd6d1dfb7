"""The catalogue files: gettext `.po` files, compiled in memory and read anew once they change."""

import copy
import gettext
import io
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def texts_of(languages: Iterable[str], folders: Sequence[Path]) -> gettext.GNUTranslations:
    """Return the texts of the first language, and behind them those of the others to fall back on.

    A text that a folder lacks comes from the folders after it, before another language.
    """
    first, *others = [
        _read(path)
        for language in dict.fromkeys(languages)
        for folder in folders
        if (path := folder / f"{language}.po").exists()
    ]
    for translations in others:
        first.add_fallback(translations)
    return first


def _read(path: Path) -> gettext.GNUTranslations:
    """Return the texts of a file, which others can be put behind."""
    return copy.copy(_compiled(path, path.stat().st_mtime_ns))


@cache
def _compiled(path: Path, changed: int) -> gettext.GNUTranslations:
    """Return a catalogue as gettext has it, made once while its file does not change."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
