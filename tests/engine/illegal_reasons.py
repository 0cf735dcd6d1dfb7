"""The reasons for which the engine refuses an action, read from its source, for translators."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tests.source import Nodes, modules


@dataclass(frozen=True)
class Reason:
    """One `IllegalAction(rule, name, sentence, **values)` in the source."""

    game: str
    rule: str
    name: str
    sentence: str
    values: frozenset[str]
    where: str


def illegal_reasons() -> list[Reason]:
    """Return every reason that the engine gives, in the order of the source."""
    return [reason for file, code in modules("engine") for reason in _reasons(file, code)]


def _reasons(file: str, code: Nodes) -> Iterator[Reason]:
    for node in code:
        if not isinstance(node, ast.Call) or getattr(node.func, "id", None) != "IllegalAction":
            continue
        texts = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        where = f"{file}:{node.lineno}"
        assert len(texts) == len(node.args) == 3, f"{where}: a reason is written out: rule, name, sentence"
        rule, name, sentence = map(str, texts)
        values = frozenset(keyword.arg or "" for keyword in node.keywords)
        yield Reason(file.split("/")[1], rule, name, sentence, values, where)
