"""Discord's markdown inside of a line: emphasis, code, spoilers, links, mentions, times, emoji.

Each is a pattern at the place where it begins, as in Discord's own client; `markdown.py` does the lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

Meta = dict[str, Any]

DEEPEST = 30
LAST_SECOND = 8_640_000_000_000
"""The last moment that a browser's Date can show."""

WRAPS: dict[str, tuple[tuple[str, re.Pattern[str]], ...]] = {
    "*": (
        ("italic", re.compile(r"\*(?=\S)((?:\*\*|\s+(?:[^*\s]|\*\*)|[^\s*])+?)\*(?!\*)")),
        ("bold", re.compile(r"\*\*((?:\\.|[^\\])+?)\*\*(?!\*)", re.DOTALL)),
    ),
    "_": (
        ("italic", re.compile(r"_((?:__|\\.|[^\\_])+?)_\b", re.DOTALL)),
        ("underline", re.compile(r"__((?:\\.|[^\\])+?)__(?!_)", re.DOTALL)),
    ),
    "~": (("strike", re.compile(r"~~((?:\\.|[^\\])+?)~~(?!_)", re.DOTALL)),),
    "|": (("spoiler", re.compile(r"\|\|((?:\\.|[^\\])+?)\|\|", re.DOTALL)),),
}
PLAIN = re.compile(r"[^\\\n`*_~|<\[@:h]+")
ESCAPED = re.compile(r"\\([^A-Za-z0-9\s])")
CODE = re.compile(r"(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)", re.DOTALL)
MASKED = re.compile(
    r"\[((?:\\.|[^\[\]\\]|\[[^\[\]]*\])+)\]\(\s*<?(https?://[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?\s*\)",
    re.DOTALL,
)
ANGLED = re.compile(r"<(https?://[^\s<>]+)>")
BARE = re.compile(r"https?://[^\s<]+[^<.,:;\"'\]\s]")
TIME = re.compile(r"<t:(-?\d{1,17})(?::([tTdDfFR]))?>")
MENTION = re.compile(r"<(@!?|@&|#)(\d{1,20})>")
COMMAND = re.compile(r"</([-_'\w]+(?: [-_'\w]+){0,2}):(\d{1,20})>")
EMOJI = re.compile(r"<a?:(\w{1,32}):(\d{1,20})>")
EVERYONE = re.compile(r"@(everyone|here)\b")


def _time(found: re.Match[str]) -> Meta | None:
    at = int(found[1])
    return {"at": at, "style": found[2] or "f"} if abs(at) <= LAST_SECOND else None


def _mention(found: re.Match[str]) -> Meta:
    of = {"@": "user", "@!": "user", "@&": "role", "#": "channel"}[found[1]]
    return {"of": of, "id": found[2]}


LEAVES: dict[str, tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], Meta | None]], ...]] = {
    "`": (("code", CODE, lambda found: {"t": found[2]}),),
    "\n": (("br", re.compile(r"\n"), lambda found: {}),),
    "@": (("mention", EVERYONE, lambda found: {"of": "everyone", "id": "", "name": found[1]}),),
    "<": (
        ("time", TIME, _time),
        ("mention", MENTION, _mention),
        ("mention", COMMAND, lambda found: {"of": "command", "id": found[2], "name": found[1]}),
        ("emoji", EMOJI, lambda found: {"name": found[1], "id": found[2]}),
    ),
}


def _at(state: StateInline, pattern: re.Pattern[str]) -> re.Match[str] | None:
    return pattern.match(state.src, state.pos, state.posMax)


def _plain(state: StateInline, silent: bool) -> bool:
    found = _at(state, PLAIN)
    if found is None:
        return False
    state.pending += found[0]
    state.pos = found.end()
    return True


def _escape(state: StateInline, silent: bool) -> bool:
    found = _at(state, ESCAPED)
    if found is None:
        return False
    state.pending += found[1]
    state.pos = found.end()
    return True


def _leaf(state: StateInline, silent: bool) -> bool:
    for kind, pattern, read in LEAVES.get(state.src[state.pos], ()):
        found = _at(state, pattern)
        meta = None if found is None else read(found)
        if found is not None and meta is not None:
            state.push(kind, "", 0).meta = meta
            state.pos = found.end()
            return True
    return False


def _wrapped(state: StateInline, silent: bool) -> bool:
    """Read emphasis; the longest way to read a sign wins, as in Discord: `***a***` is italic bold."""
    if state.level >= DEEPEST:
        return False
    kind, best = "", None
    for name, pattern in WRAPS.get(state.src[state.pos], ()):
        found = _at(state, pattern)
        if found is not None and (best is None or found.end() > best.end()):
            kind, best = name, found
    if best is None:
        return False
    _inside(state, kind, best, {})
    return True


def _link(state: StateInline, silent: bool) -> bool:
    if state.linkLevel or state.src[state.pos] not in "[<h":
        return False
    masked = _at(state, MASKED)
    if masked is not None and state.level < DEEPEST:
        state.linkLevel += 1
        _inside(state, "link", masked, {"url": masked[2]})
        state.linkLevel -= 1
        return True
    found = _at(state, ANGLED) or _at(state, BARE)
    if found is None:
        return False
    url = found[1] if found.re is ANGLED else _balanced(found[0])
    state.push("link_open", "a", 1).meta = {"url": url}
    state.push("text", "", 0).content = url
    state.push("link_close", "a", -1)
    state.pos += len(found[0]) if found.re is ANGLED else len(url)
    return True


def _balanced(url: str) -> str:
    """Return an address without closing brackets at its end that it does not open."""
    while url.endswith(")") and url.count(")") > url.count("("):
        url = url[:-1]
    return url


def _inside(state: StateInline, kind: str, found: re.Match[str], meta: Meta) -> None:
    end = state.posMax
    state.push(f"{kind}_open", "", 1).meta = meta
    state.pos, state.posMax = found.span(1)
    state.md.inline.tokenize(state)
    state.push(f"{kind}_close", "", -1)
    state.pos, state.posMax = found.end(), end


def install(md: MarkdownIt) -> None:
    """Make these the only rules of a reader inside of lines."""
    rules = {"plain": _plain, "escaped": _escape, "leaf": _leaf, "anchor": _link, "wrapped": _wrapped}
    for name, rule in rules.items():
        md.inline.ruler.push(name, rule)
    md.inline.ruler.enableOnly(list(rules))
    md.inline.ruler2.enableOnly([])
