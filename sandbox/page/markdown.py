"""Discord's markdown as a tree of nodes, read by markdown-it with Discord's own rules.

A node is a string or `{"k": kind, ...}`, with its children in `c`. Lines and blocks follow Discord: a newline
is a line break, quotes and lists end with their last marked line, nothing is ever HTML.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, list_block
from markdown_it.token import Token

from sandbox.page import inline

Node = str | dict[str, Any]

DEEPEST = 20
HEADING = re.compile(r"(#{1,3})[ \t]+(\S.*?)(?:[ \t]+#+)?[ \t]*")
SMALL = re.compile(r"-#[ \t]+(\S.*)")
ITEM = re.compile(r"(?:[-*]|\d{1,9}\.)[ \t]+\S")
CODE = re.compile(r"```(?:([\w+\-.#]+)\n)?\n*((?!```)[^\n](?:(?!```).)*?)\n*```[ \t]*(?=\n|\Z)", re.DOTALL)


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _one_line(state: StateBlock, kind: str, content: str, **meta: Any) -> None:
    line = state.line
    state.line = line + 1
    state.push(f"{kind}_open", "", 1).meta = meta
    token = state.push("inline", "", 0)
    token.content, token.children = content, []
    state.push(f"{kind}_close", "", -1)


def _heading(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    found = HEADING.fullmatch(_line(state, line))
    if found and not silent:
        _one_line(state, "heading", found[2], level=len(found[1]))
    return bool(found)


def _small(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    found = SMALL.fullmatch(_line(state, line))
    if found and not silent:
        _one_line(state, "small", found[1])
    return bool(found)


def _quote(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    if state.blkIndent or state.env.get("quoted"):
        return False
    first = _line(state, line)
    if not first.startswith(("> ", ">>> ")):
        return False
    if silent:
        return True
    if first.startswith(">>> "):
        lines = [first[4:], *(_raw(state, number) for number in range(line + 1, end))]
    else:
        number = line
        lines = []
        while number < end and (text := _line(state, number)).startswith("> "):
            lines.append(text[2:])
            number += 1
    state.push("quote_open", "", 1)
    state.env["quoted"] = True
    state.md.block.parse("\n".join(lines), state.md, state.env, state.tokens)
    del state.env["quoted"]
    state.push("quote_close", "", -1)
    state.line = line + len(lines)
    return True


def _raw(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] : state.eMarks[number]]


def _code(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    start = state.bMarks[line] + state.tShift[line]
    found = CODE.match(state.src, start, state.eMarks[end - 1])
    if found is None:
        return False
    last = line + state.src.count("\n", start, found.end())
    if any(state.sCount[n] < state.blkIndent and not state.isEmpty(n) for n in range(line, last + 1)):
        return False
    if silent:
        return True
    text = state.getLines(line, last + 1, state.blkIndent, False)
    inner = CODE.match(text.lstrip(" \t"))
    token = state.push("codeblock", "", 0)
    token.meta = {"t": inner[2] if inner else found[2], "lang": found[1] or ""}
    state.line = last + 1
    return True


def _list(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    marked = ITEM.match(_line(state, line)) is not None
    return marked and state.level < DEEPEST and list_block(state, line, end, silent)


def _paragraph(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Read lines up to an empty one, one that begins something else, or one outside of the list item."""
    rules = state.md.block.ruler.getRules("paragraph")
    after = line + 1
    while (
        after < end
        and not state.isEmpty(after)
        and state.sCount[after] >= state.blkIndent
        and not any(rule(state, after, end, True) for rule in rules)
    ):
        after += 1
    state.push("paragraph_open", "p", 1).map = [line, after]
    token = state.push("inline", "", 0)
    token.content = state.getLines(line, after, state.blkIndent, False).strip()
    token.children = []
    state.push("paragraph_close", "p", -1)
    state.line = after
    return True


def _reader() -> MarkdownIt:
    md = MarkdownIt("zero", {"maxNesting": 100})
    md.core.ruler.enableOnly(["normalize", "block", "inline"])
    ends: RuleOptionsType = {"alt": ["paragraph", "list"]}
    md.block.ruler.at("list", _list, {"alt": ["paragraph"]})
    for name, rule in (("small", _small), ("headline", _heading), ("quote", _quote), ("codeblock", _code)):
        md.block.ruler.before("list", name, rule, ends)
    md.block.ruler.at("paragraph", _paragraph)
    md.block.ruler.enableOnly(["small", "headline", "quote", "codeblock", "list", "paragraph"])
    inline.install(md)
    return md


READER = _reader()


@lru_cache(maxsize=2048)
def parse(text: str) -> tuple[Node, ...]:
    """Return the nodes of a text; they are shared, so callers must not change them."""
    return tuple(_nodes(READER.parse(text)))


def _nodes(tokens: list[Token]) -> list[Node]:
    root: list[Node] = []
    open_: list[list[Node]] = [root]
    for token in tokens:
        here = open_[-1]
        if token.nesting == -1:
            open_.pop()
        elif token.nesting == 1 and token.hidden:
            open_.append(here)
        elif token.nesting == 1:
            node = _opened(token)
            here.append(node)
            open_.append(node["c"])
        elif token.type == "inline":
            here.extend(_nodes(token.children or []))
        elif token.type != "text":
            here.append({"k": token.type, **token.meta})
        elif here and isinstance(here[-1], str):
            here[-1] += token.content
        elif token.content:
            here.append(token.content)
    return root


def _opened(token: Token) -> dict[str, Any]:
    kind = token.type.removesuffix("_open")
    match kind:
        case "paragraph":
            return {"k": "p", "c": []}
        case "bullet_list":
            return {"k": "list", "ordered": False, "start": 1, "c": []}
        case "ordered_list":
            return {"k": "list", "ordered": True, "start": token.attrs.get("start", 1), "c": []}
        case "list_item":
            return {"k": "item", "c": []}
    return {"k": kind, **token.meta, "c": []}
