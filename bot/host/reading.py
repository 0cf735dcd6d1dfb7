"""Values of settings as hosts write them: a clear one is taken, any other is answered with a sentence.

A sentence quotes the value and says how to write it. It never shows a secret, also not one that was put
into another setting.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Final

_QUOTES: Final = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "`": "`"}
_HIGHEST: Final = 1_000_000_000
"""The highest number where a setting has no limit of its own."""
_LONGEST: Final = 200
"""The most characters of a value that are shown."""
_SECRET: Final = re.compile(
    r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}|\b[0-9a-f]{64}\b|\b(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])[\w-]{32}\b|@|passw",
    re.ASCII,
)
"""A token, a public key, a client secret, or a password in an address."""

_LONGEST_PUBLIC: Final = 100
"""The most characters of a text that members read."""

_ON: Final = ("1", "on", "true", "yes", "y", "t", "enable", "enabled", "ja", "sì", "si", "oui")
_OFF: Final = ("0", "off", "false", "no", "n", "f", "disable", "disabled", "nein", "non")
_NEVER: Final = (
    "-",
    "never",
    "none",
    "no",
    "off",
    "null",
    "false",
    "unlimited",
    "inf",
    "infinity",
    "infinite",
    "∞",
)

_SECONDS: Final[Mapping[str, float]] = {
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds"), 0.001),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "secondo", "secondi"), 1),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes", "minuto", "minuti"), 60),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours", "ora", "ore"), 3600),
    **dict.fromkeys(("d", "day", "days", "giorno", "giorni"), 86_400),
    **dict.fromkeys(("w", "wk", "week", "weeks", "settimana", "settimane"), 604_800),
}
"""Seconds of a unit of time, by its names."""

_PORTAL: Final = "the token is on the Bot page of your application in Discord's developer portal"
_NO_TOKENS: Final = (
    (r"\d{15,21}", "an id, not the token"),
    (r"[0-9a-fA-F]{64}", "the application's public key, not the bot's token"),
    (r"[\w-]{32}", "the application's client secret, not the bot's token"),
    (r"mfa\.[\w-]+", "the token of a person, which no bot may use"),
    (r"\w+://.*", "an address, not the token"),
    (r"[^.]*(your|change|replace|paste|token|[<>…*])[^.]*", "a placeholder, not the token"),
    (r".*\s.*", "in several parts with spaces between, which no token is"),
    (r".*[^\w.-].*", "written with a character that no token has"),
)
"""Texts that are no token, each with its kind."""
_MOST: Final = 10_000
"""Bytes of a file with a token that are read."""


def cleaned(name: str, text: str) -> str:
    """Return a value without the spaces, quotes, mark of encoding or own name that slip in around it."""
    text = text.strip("\ufeff \t\r\n\v\f\u00a0\u200b")
    text = re.sub(rf"^(export\s+)?{name}\s*=\s*", "", text, flags=re.IGNORECASE)
    while len(text) > 1 and _QUOTES.get(text[0]) == text[-1]:
        text = text[1:-1].strip()
    return "" if text in ('"', "'") or text.startswith("#") else text


def uncommented(text: str) -> str:
    """Return a value without a comment after it, which only some readers of such files take for one."""
    return re.split(r"(?:^|\s)#", text, maxsplit=1)[0].strip()


def shown(text: str) -> str:
    """Return a value in quotes for a sentence, in one line; three dots for one with a secret in it."""
    if _SECRET.search(text):
        return "…"
    line = "".join(c if c.isprintable() else "·" for c in text)
    return f'"{line}"' if len(line) <= _LONGEST else f'"{line[:_LONGEST]}…"'


def slip(name: str, text: str, instead: str) -> ValueError:
    """Return the error that a setting has a value, with the advice how to write it."""
    return ValueError(f"{name} is {shown(text)}: {instead}")


def number(name: str, text: str, of: type, bounds: Mapping[str, Any], default: Any, zero: str) -> Any:
    """Return a number within bounds (`ge`, `gt`, `le`); ValueError if the text is another or none.

    `of` is int or float; 0 stands for `zero` if that is more than 0.
    """
    written = uncommented(text)
    unit = next((word for word in ("seconds", "minutes") if name.endswith(word.upper())), "")
    try:
        value = Decimal(written.replace("_", "").replace("−", "-"))
    except InvalidOperation:
        raise slip(name, text, _instead(written, of, unit, bounds, default, zero)) from None
    if of is int and re.fullmatch(r"\d{1,3}(\.\d{3})+", written):
        raise slip(name, text, f"write it without a point, {written.replace('.', '')}")
    if not value.is_finite():
        raise slip(name, text, _instead(written, of, unit, bounds, default, zero))
    if zero and value < 0:
        raise slip(name, text, f"write 0 for {zero}")
    least, above, most = bounds.get("ge"), bounds.get("gt"), bounds.get("le", _HIGHEST)
    if least is not None and value < least:
        raise slip(name, text, f"the least is {_figure(least)}{_or_empty(default)}")
    if above is not None and value <= above:
        raise slip(name, text, f"write a number above {_figure(above)}")
    if value > Decimal(most):
        raise slip(name, text, f"the most is {_figure(most)}")
    if of is int and value != int(value):
        raise slip(name, text, f"write a whole number, such as {round(value)}")
    return of(value)


def _instead(text: str, of: type, unit: str, bounds: Mapping[str, Any], default: Any, zero: str) -> str:
    """Return the advice how to write a text that is no number."""
    plain = _plain(of, unit, bounds, default)
    if text.casefold() in _NEVER:
        return f"write 0 for {zero}" if zero else plain
    if re.fullmatch(r"\d{1,3}([,.' ]\d{3})+", text) and not (of is float and text.startswith("0")):
        digits = "".join(re.findall(r"\d", text))
        return f"write it without {'commas' if ',' in text else 'points or spaces'}, {digits}"
    if re.fullmatch(r"\d+,\d+", text):
        return f"write a point for the comma, {text.replace(',', '.')}" if of is float else plain
    if parts := re.fullmatch(r"(\d+(?:[.,]\d+)?)\s*([^\W\d_]+)\.?", text):
        seconds = _SECONDS.get(parts[2].casefold()) if unit else None
        value = float(parts[1].replace(",", "."))
        if unit and seconds is None:
            return plain
        if seconds is not None:
            value = value * seconds / (60 if unit == "minutes" else 1)
        return (
            f"write the {unit or 'number'} alone, {_figure(round(value, 3) if of is float else round(value))}"
        )
    if parts := re.fullmatch(r"(\d+)\s*(/|per\b|%).*", text):
        return f"write the {unit or 'number'} alone, {parts[1]}"
    return plain


def _plain(of: type, unit: str, bounds: Mapping[str, Any], default: Any) -> str:
    """Return the sentence that asks for a number."""
    kind = f"a {'whole ' if of is int else ''}number{f' of {unit}' if unit else ''}"
    example = "" if default is None else f", such as {_figure(default)}"
    return f"write {kind}{example}{_or_empty(default)}"


def _or_empty(default: Any) -> str:
    """Return that a setting may be left empty, if it has no other default."""
    return ", or leave it empty" if default is None else ""


def _figure(value: float) -> str:
    """Return a number in figures, without a point if it is whole."""
    return str(int(value)) if value == int(value) else str(value)


def port(name: str, text: str, default: int | None) -> int:
    """Return the number of a port; ValueError if the text is none."""
    written = uncommented(text)
    if parts := re.fullmatch(r"(?:\w+://)?[\w.\[\]:-]*:(\d+)/?.*", written):
        raise slip(name, text, f"write the port alone, {parts[1]}")
    if not re.fullmatch(r"\d{1,9}", written, re.ASCII) or int(written) > 65_535:
        raise slip(name, text, f"write the number of a port, from 0 to 65535{_or_empty(default)}")
    return int(written)


def switch(name: str, text: str) -> bool:
    """Return whether a switch is on; ValueError if it is neither on nor off."""
    written = uncommented(text).casefold()
    if written not in (*_ON, *_OFF):
        raise slip(name, text, "write on or off")
    return written in _ON


def choice(name: str, text: str, choices: Sequence[str], others: Mapping[str, str]) -> str:
    """Return one of the choices, in any case and also by another name; ValueError if it is none."""
    written = uncommented(text).casefold()
    found = {**{one.casefold(): one for one in choices}, **others}.get(written)
    if found is None:
        raise slip(name, text, f"write {', '.join(choices[:-1])} or {choices[-1]}")
    return found


def numbers_in(name: str, text: str) -> str:
    """Return a list of numbers with commas between; ValueError if the text is none."""
    written = uncommented(text)
    if parts := re.fullmatch(r"(\d{1,4})\s*(?:-|–|\.\.+)\s*(\d{1,4})", written):
        first, last = int(parts[1]), int(parts[2])
        if first < last:
            some = [*range(first, min(last, first + 3) + 1)]
            raise slip(
                name, text, f"name each number, {','.join(map(str, some))}{',…' if some[-1] < last else ''}"
            )
    found = re.split(r"[,;\s]+", written.strip("[](){},; "))
    if not all(re.fullmatch(r"\d{1,9}", part, re.ASCII) for part in found):
        raise slip(name, text, "write numbers with commas between them, such as 0,1")
    return ",".join(str(int(part)) for part in found)


def public_text(name: str, text: str) -> str:
    """Return a text that members read; ValueError if it is long, or may be a secret."""
    written = uncommented(text)
    # An e-mail address is no password in an address.
    if _SECRET.search(written.replace("@", " ")):
        raise ValueError(f"{name} looks like a secret, and every member would read it: write another text")
    if len(written) > _LONGEST_PUBLIC:
        raise slip(name, text, f"write at most {_LONGEST_PUBLIC} characters")
    return written


def path_in(text: str) -> Path:
    """Return a path, with a home folder in place of ~."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def token(name: str, text: str) -> str:
    """Return a token, also one with `Bot` before it; ValueError, without the text, if it is none."""
    text = re.sub(r"^bot\s+", "", uncommented(text), flags=re.IGNORECASE)
    for pattern, kind in _NO_TOKENS:
        if re.fullmatch(pattern, text, re.ASCII | re.IGNORECASE | re.DOTALL):
            raise ValueError(f"{name} is {kind}: {_PORTAL}")
    return text


def token_in(name: str, text: str) -> str:
    """Return the token in a file; ValueError, without its content, if there is none."""
    file = path_in(text)
    if _SECRET.search(text):
        raise ValueError(
            f"{name} is a token itself: put it into {name.removesuffix('_FILE')}, or write a path"
        )
    if file.is_dir():
        raise slip(name, text, "that is a folder; write the path of the file with the token")
    try:
        with file.open("rb") as opened:
            content = opened.read(_MOST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise slip(name, text, "that file is no text in UTF-8; write the token alone into it") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file has such a name"
        raise slip(name, text, f"that file cannot be read ({reason})") from None
    written = cleaned("DISCORD_TOKEN", content)
    if not written:
        raise slip(name, text, "that file is empty; write the token into it")
    return token(f"the content of {name}", written)
