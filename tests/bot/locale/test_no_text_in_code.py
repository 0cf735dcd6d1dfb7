"""Text for players is in the catalogue, not in the code that makes messages and pictures."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.bot.locale.keys import called
from tests.source import ROOT, Nodes, nodes, parsed

OTHER: Final = {"decks", "fonts", "felt.py", "paint.py", "raster.py", "checks.py"}
"""Code that draws outlines, and output for the host of the bot."""
FILES: Final = [
    path
    for folder in ("bot/blocks", "bot/games", "bot/panels", "bot/pictures", "bot/locale", "cogs")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if OTHER.isdisjoint(path.parts)
]
SENTENCE: Final = re.compile(
    r"^\W*[A-Z][a-z]{2,}(?:$|[^\w.])|[a-z]{2,}[.,:;!?]? [A-Za-z]|^ [a-z]{2,}|[a-z]{2,} $"
)
"""A capital first, several words, or a word beside a filled-in value."""
KNOWN: Final = {
    "magic aside",  # the notation of an action
    "Invalid emoji",  # an error of Discord
    "Replay",  # the name of a command, the same in every language
    *("patient until", "acknowledged, its answer lost", "perhaps acknowledged, no answer heard"),
    "everybody sees that an answer will come",  # like these, a note about an answer
}
TEXTS: Final = {"Button": 0, "Option": 0, "Section": 0, "Select": 2, "Text": 2, "control": 1, "private": 1}
"""The index of the argument that people read, by function."""
QUIET: Final = {"log", "cast", "TypeVar", "bot.get_cog", "patiently", "Setback"}
"""Calls without arguments for players."""


def literals(node: ast.AST) -> Iterator[str]:
    """Yield the strings below a node that players may read: no docstrings, logs, errors or type names."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert():
            return
        case ast.Call(func=function) if {
            ast.unparse(function),
            ast.unparse(function).partition(".")[0],
        } & QUIET:
            return
        case ast.Constant(value=str(text)):
            yield text
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from literals(child)


def said(code: Nodes) -> set[str]:
    """Return the strings in some code that read like a sentence, or are arguments for players."""
    found = {text for text in literals(code[0]) if SENTENCE.search(text)}
    for node in code:
        if isinstance(node, ast.Call) and (place := TEXTS.get(called(node))) is not None:
            shown = node.args[place] if place < len(node.args) else None
            if isinstance(shown, ast.Constant | ast.JoinedStr):
                found |= {text for text in literals(shown) if re.search("[A-Za-z]", text)}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_stands_in_the_code(path: Path) -> None:
    assert said(parsed(path)) <= KNOWN


@pytest.mark.parametrize(
    "code",
    [
        'private(interaction, "done")',
        'told.append(f"{mentions} it is your turn")',
        'Button("play", str(press))',
        'Option(f"{level} computer", level)',
        'Text(x, y, "won", Font.BOLD)',
        'app_commands.Command(name=name, description="Show your cards", callback=made)',
        'message.create_thread(name="Cicera")',
        'return words("board.title") + " of today"',
    ],
)
def test_a_text_in_the_code_is_found(code: str) -> None:
    assert said(nodes(ast.parse(code)))


def test_what_nobody_reads_is_no_text() -> None:
    code = 'def f(at: "Seen") -> str:\n  """Return it."""\n  log.info("it is so")\n  return words("a.key")'
    assert said(nodes(ast.parse(code))) == set()
