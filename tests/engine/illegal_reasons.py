"""The reasons for which the engine refuses an action, read from its source: for whoever translates them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ENGINE = Path(__file__).parents[2] / "engine"


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
    return [reason for path in sorted(ENGINE.rglob("*.py")) for reason in _reasons(path)]


def _reasons(path: Path) -> Iterator[Reason]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or getattr(node.func, "id", None) != "IllegalAction":
            continue
        texts = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        where = f"{path.relative_to(ENGINE.parent)}:{node.lineno}"
        assert len(texts) == len(node.args) == 3, f"{where}: a reason is written out: rule, name, sentence"
        rule, name, sentence = map(str, texts)
        values = frozenset(keyword.arg or "" for keyword in node.keywords)
        yield Reason(path.relative_to(ENGINE).parts[0], rule, name, sentence, values, where)
