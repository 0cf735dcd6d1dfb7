"""The keys of the catalogue that the code uses, found in its syntax trees."""

import ast
import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Final

from bot.locale import FALLBACK
from tests.source import modules

ANY: Final = "*"
"""The part of a key that is filled in at run time."""
SAYING: Final = {"words", "_words", "count", "has", "_text", "locale_str", "self", "public_words", "Refused"}
PLAIN: Final = re.compile(r"\d+|[A-Z]\d?")
"""Numbers, ranks and suits, which fill a key without appearing in the code."""


def strings(node: ast.expr) -> Iterator[str]:
    """Yield the keys that an argument can be, with ANY for filled-in parts."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            parts = [part.value if isinstance(part, ast.Constant) else ANY for part in values]
            yield "".join(map(str, parts))
        case ast.IfExp(body=body, orelse=orelse):
            yield from strings(body)
            yield from strings(orelse)
        case ast.BoolOp(values=values):
            for value in values:
                yield from strings(value)


def called(node: ast.Call) -> str:
    """Return the last part of a called name."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def code(*folders: str) -> Iterator[ast.AST]:
    """Yield all syntax nodes of the code in these folders."""
    for file, parts in modules(*folders):
        if "/migrations/" not in file:
            yield from parts


def used(known: Collection[str]) -> set[str]:
    """Return all keys that the code uses, `known` or not; composed ones have ANY in them."""
    found: set[str] = set()
    put_together: set[str] = set()
    for node in code("bot", "cogs"):
        if isinstance(node, ast.Call) and called(node) in SAYING and node.args:
            found |= set(strings(node.args[0]))
        # Keys kept in a tuple or a variable until they are used.
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known:
            found.add(node.value)
        if isinstance(node, ast.JoinedStr):
            put_together |= set(strings(node))
    found |= {key for key in put_together if matching(key, known)}
    return {key for key in found if re.fullmatch(r"[\w.*-]*[a-z][\w.*-]*", key) and key != FALLBACK}


def matching(key: str, known: Collection[str]) -> list[str]:
    """Return the `known` keys that a key with ANY can become, filled with strings of the code."""
    pattern = re.compile("(.+)".join(map(re.escape, re.split(rf"[{ANY}]+", key))))
    return [name for name in known if (fits := pattern.fullmatch(name)) and all(map(_fills, fits.groups()))]


@cache
def _fills(value: str) -> bool:
    """Return whether the code can fill this into a key: as a whole or in parts, it is written there."""
    return value in _written() or all(
        part in _written() or all(each in _written() or PLAIN.fullmatch(each) for each in part.split("-"))
        for part in value.strip(".").split(".")
    )


@cache
def _written() -> frozenset[str]:
    """Return every string in the code, and names: of arguments, and of classes in lower case."""
    found: set[str] = set()
    for node in code("bot", "cogs", "engine"):
        match node:
            case ast.Constant(value=str(text)) | ast.keyword(arg=str(text)):
                found.add(text)
            case ast.ClassDef(name=name):
                found.add(name.lower())
    return frozenset(found)
