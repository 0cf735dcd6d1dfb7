"""Discord's markdown as the page reads it: the node of each mark, and no text that is lost or fatal."""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandbox.page.markdown import Node, parse


def p(*children: Any) -> dict[str, Any]:
    return {"k": "p", "c": list(children)}


def k(kind: str, *children: Any, **more: Any) -> dict[str, Any]:
    return {"k": kind, **more, "c": list(children)}


def mention(of: str, number: str, **more: Any) -> dict[str, Any]:
    return {"k": "mention", "of": of, "id": number, **more}


BR = {"k": "br"}


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("", []),
        ("plain", [p("plain")]),
        ("**b** *i* _i_ __u__ ~~s~~", [p(k("bold", "b"), " ", k("italic", "i"), " ", k("italic", "i"), " ",
                                        k("underline", "u"), " ", k("strike", "s"))]),
        ("***both***", [p(k("italic", k("bold", "both")))]),
        ("**a *b* c**", [p(k("bold", "a ", k("italic", "b"), " c"))]),
        ("**points:**3", [p(k("bold", "points:"), "3")]),
        ("||so **it** was||", [p(k("spoiler", "so ", k("bold", "it"), " was"))]),
        ("snake_case_name 2*3*4", [p("snake_case_name 2", k("italic", "3"), "4")]),
        ("**open", [p("**open")]),
        (r"\*not\* \_this\_ \a", [p(r"*not* _this_ \a")]),
        ("`**code**` ``a`b``", [p({"k": "code", "t": "**code**"}, " ", {"k": "code", "t": "a`b"})]),
        ("one\ntwo\n\nthree", [p("one", BR, "two"), p("three")]),
        ("# One\n## *Two*\n### Three\n#### no", [k("heading", "One", level=1),
         k("heading", k("italic", "Two"), level=2), k("heading", "Three", level=3), p("#### no")]),
        ("-# small *print*", [k("small", "small ", k("italic", "print"))]),
        ("> a\n> **b**\nc", [k("quote", p("a", BR, k("bold", "b"))), p("c")]),
        (">no", [p(">no")]),
        (">>> a\n\nb", [k("quote", p("a"), p("b"))]),
        ("a\n- b\n- c\n  - d\ne", [p("a"), k("list", k("item", "b"),
         k("item", "c", k("list", k("item", "d"), ordered=False, start=1)), ordered=False, start=1), p("e")]),
        ("3. a\n4. b", [k("list", k("item", "a"), k("item", "b"), ordered=True, start=3)]),
        ("+ a", [p("+ a")]),
        ("```py\nx = *1*\n\ny\n```\nz", [{"k": "codeblock", "t": "x = *1*\n\ny", "lang": "py"}, p("z")]),
        ("```one```", [{"k": "codeblock", "t": "one", "lang": ""}]),
        ("> ```\n> x\n> ```", [k("quote", {"k": "codeblock", "t": "x", "lang": ""})]),
        ("- a\n  ```\n  x\n  ```", [k("list", k("item", "a", {"k": "codeblock", "t": "x", "lang": ""}),
                                      ordered=False, start=1)]),
        ("[a *b*](https://x.org/y_(z))", [p(k("link", "a ", k("italic", "b"), url="https://x.org/y_(z)"))]),
        ("(see https://x.org/a).", [p("(see ", k("link", "https://x.org/a", url="https://x.org/a"), ").")]),
        ("<https://x.org>", [p(k("link", "https://x.org", url="https://x.org"))]),
        ("[x](javascript:alert(1)) ftp://a.b", [p("[x](javascript:alert(1)) ftp://a.b")]),
        ("<t:1700000000:R> <t:5>", [p({"k": "time", "at": 1700000000, "style": "R"}, " ",
                                      {"k": "time", "at": 5, "style": "f"})]),
        ("<t:99999999999999999:R> <t:5:x>", [p("<t:99999999999999999:R> <t:5:x>")]),
        ("<@1> <@!2>", [p(mention("user", "1"), " ", mention("user", "2"))]),
        ("<@&3> <#4>", [p(mention("role", "3"), " ", mention("channel", "4"))]),
        ("</cicera start:5>", [p(mention("command", "5", name="cicera start"))]),
        ("@here", [p(mention("everyone", "", name="here"))]),
        ("<:ace:6><a:run:7>", [p({"k": "emoji", "name": "ace", "id": "6"},
                                 {"k": "emoji", "name": "run", "id": "7"})]),
        ("<b>&amp; ![a](b) | c |\n|---|", [p("<b>&amp; ![a](b) | c |", BR, "|---|")]),
        ("Title\n=====\n---", [p("Title", BR, "=====", BR, "---")]),
        ("    indented", [p("indented")]),
    ],
)  # fmt: skip
def test_marks(text: str, nodes: list[Any]) -> None:
    assert list(parse(text)) == nodes


def words(nodes: Iterable[Node]) -> str:
    """Return every letter that a reader sees, or that names the language of code."""
    found = ""
    for node in nodes:
        if isinstance(node, str):
            found += node
        else:
            found += node.get("lang", "") + node.get("t", "") + words(node.get("c", ()))
    return "".join(letter for letter in found if letter.isalpha())


ANYTHING = st.text(max_size=300)
MARKED = st.lists(
    st.sampled_from(
        ["*", "**", "_", "__", "~~", "||", "`", "``", "```", "\n", "> ", ">>> ", "# ", "-# ", "- ", "1. ",
         "  ", "\\", "[", "](", ")", "<", ">", "é", "x", "yz", " ", "<t:1:R>", "\r\n", "\t", "\0", "@",
         ":", "ß"]
    ),
    max_size=60,
).map("".join)  # fmt: skip


@given(ANYTHING | MARKED)
@example("- " * 200 + "x")
@example("> " * 200 + "x")
@example("**_" * 200 + "x" + "_**" * 200)
@example("[" * 300 + "x](https://a.b)")
@settings(max_examples=300)
def test_every_text_is_read_and_its_letters_kept(text: str) -> None:
    nodes = parse(text)
    shapes(nodes)
    # Times and the names of emoji and commands are no letters of the text itself.
    if not any(sign in text for sign in ("<t:", "<:", "<a:", "</", "@everyone", "@here", "](http")):
        assert words(nodes) == "".join(letter for letter in text if letter.isalpha())


def shapes(nodes: Iterable[Node]) -> None:
    before: Node = {}
    for node in nodes:
        if isinstance(node, str):
            assert node
            assert not isinstance(before, str)
        else:
            assert isinstance(node["k"], str)
            assert node["k"] != "link" or node["url"].startswith(("http://", "https://"))
            shapes(node.get("c", ()))
        before = node


REPEATED = ["*", "**", "_ ", "__a", "`", "` ", "||", "||a", "[", "[a", "~~", "<", "> ", "- ", "\\", "\n"]
REPEATED += ["http://(", "**_", "***a", "*a ", "``` ", "```\n", "(`", "``a`"]


@pytest.mark.parametrize("sign", REPEATED)
def test_no_text_takes_long(sign: str) -> None:
    text = (sign * 4000)[:4000]
    began = perf_counter()
    parse(text)
    assert perf_counter() - began < 3
