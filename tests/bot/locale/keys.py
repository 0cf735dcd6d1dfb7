"""Which texts of the catalogue the code asks for, read off the code."""

import ast
import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from bot.locale import FALLBACK

ROOT: Final = Path(__file__).parents[3]
ANY: Final = "*"
"""Stands for the part of a key that is filled in when the text is asked for."""
SAYING: Final = {"words", "_words", "count", "has", "_name", "locale_str", "self", "public_words", "Refused"}
PLAIN: Final = re.compile(r"\d+|[A-Z]\d?")
"""Numbers, ranks and suits, which fill a key without standing in the code."""


def strings(node: ast.expr) -> Iterator[str]:
    """Yield the keys that an argument can be, with ANY for what is filled in."""
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
    """Return the last part of the name of what is called."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


@cache
def trees(*folders: str) -> tuple[ast.Module, ...]:
    """Return the code in these folders."""
    paths = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return tuple(ast.parse(path.read_text("utf-8")) for path in paths if "migrations" not in path.parts)


def used(known: Collection[str]) -> set[str]:
    """Return all keys that the code asks for, `known` or not; those put together have ANY in them."""
    found: set[str] = set()
    for node in (node for tree in trees("bot", "cogs") for node in ast.walk(tree)):
        if isinstance(node, ast.Call) and called(node) in SAYING and node.args:
            found |= set(strings(node.args[0]))
        # Keys that stand in a tuple or a variable until they are said.
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known:
            found.add(node.value)
        if isinstance(node, ast.JoinedStr):
            found |= {key for key in strings(node) if matching(key, known)}
    return {key for key in found if re.fullmatch(r"[\w.*-]*[a-z][\w.*-]*", key) and key != FALLBACK}


def matching(key: str, known: Collection[str]) -> list[str]:
    """Return the `known` keys that a key with ANY in it can become, filled with what stands in the code."""
    pattern = re.compile("(.+)".join(map(re.escape, re.split(rf"[{ANY}]+", key))))
    return [name for name in known if (fits := pattern.fullmatch(name)) and all(map(_fills, fits.groups()))]


@cache
def _fills(value: str) -> bool:
    """Return whether the code can fill this into a key: each part, or its parts in turn, is written there."""
    return value in _written() or all(
        part in _written() or all(each in _written() or PLAIN.fullmatch(each) for each in part.split("-"))
        for part in value.strip(".").split(".")
    )


@cache
def _written() -> frozenset[str]:
    """Return every string in the code, and names: of arguments, and of classes in small letters."""
    found: set[str] = set()
    for node in (node for tree in trees("bot", "cogs", "engine") for node in ast.walk(tree)):
        match node:
            case ast.Constant(value=str(text)) | ast.keyword(arg=str(text)):
                found.add(text)
            case ast.ClassDef(name=name):
                found.add(name.lower())
    return frozenset(found)
