"""Checks recorded requests and answers against Discord's own description of its API, where it is at hand.

`check(entry)` takes one entry of `sandbox.requests` and returns the faults of the request as sentences;
`check_answer(entry)` does the same for the stand-in's answer. `available` is whether the description is
there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema.validators
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from sandbox.rest import Request

SPEC = Path(__file__).parents[2] / ".." / "shared" / "discord-openapi.json"
available = SPEC.exists()
Json = dict[str, Any]


@cache
def spec() -> Json:
    """Return the whole description, with unions that are told apart by their `type` made quick to check."""
    loaded: Json = json.loads(SPEC.read_text("utf-8"))
    schemas: Json = loaded["components"]["schemas"]
    _lighten(loaded, schemas)
    # Numbers of files in the same request: discord.py sends them as numbers and Discord takes them.
    schemas["MessageAttachmentRequest"]["properties"]["id"] = {"type": ["string", "integer"]}
    # The same goes for what a menu has chosen at first.
    for of in ("Channel", "Role", "User"):
        schemas[f"{of}SelectDefaultValue"]["properties"]["id"] = {"type": ["string", "integer"]}
    # The same goes for the users whom a message notifies.
    schemas["MessageAllowedMentionsRequest"]["properties"]["users"]["items"] = {"type": ["string", "integer"]}
    return loaded


def _lighten(node: Any, schemas: Json) -> None:
    """Turn unions into their meaning (constants, or null, a choice by `type`), for speed and good errors."""
    if isinstance(node, list):
        for item in node:
            _lighten(item, schemas)
    if not isinstance(node, dict):
        return
    for value in node.values():
        _lighten(value, schemas)
    union = "oneOf" if "oneOf" in node else "anyOf"
    options = node.get(union) or []
    if options and all("const" in option for option in options):
        node["enum"] = [option["const"] for option in node.pop(union)]
        return
    if "enum" in node and "type" in node:
        node.pop("allOf", None)  # the names of the same constants
    if len(options) == 2 and {"type": "null"} in options:
        del node[union]
        node["or null"] = options[options.index({"type": "null"}) - 1]
        return
    kinds = [_kinds(option, schemas) for option in options]
    if len(options) > 1 and all(kinds):
        del node[union]
        node["by type"] = {kind: option for option, some in zip(options, kinds, strict=True) for kind in some}


def _by_type(validator: Any, choices: dict[int, Json], value: Any, schema: Json) -> Iterator[ValidationError]:
    """Check a value against the one choice that has its type."""
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, int) or kind not in choices:
        yield ValidationError(f"type {kind!r} is none of {sorted(choices)}")
    else:
        yield from validator.descend(value, choices[kind])


def _kinds(option: Json, schemas: Json) -> list[int]:
    target = schemas.get(option.get("$ref", "").rsplit("/", 1)[-1], option)
    kind = target.get("properties", {}).get("type", {}) if isinstance(target, dict) else {}
    return list(kind.get("enum", [])) if isinstance(kind, dict) else []


@cache
def _templates() -> list[tuple[re.Pattern[str], str]]:
    """Return every path of the description as a pattern, those with fewer parameters first."""
    paths = sorted(spec()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path) for path in paths]


def _or_null(validator: Any, schema: Json, value: Any, _: Json) -> Iterator[ValidationError]:
    if value is not None:
        yield from validator.descend(value, schema)


validators: Any = jsonschema.validators
Validator = validators.extend(Draft202012Validator, {"by type": _by_type, "or null": _or_null})


@cache
def _validator(pointer: str) -> Any:
    """Return a validator of the schema that a JSON pointer into the description finds."""
    node: Any = spec()
    for step in pointer.split("|"):
        if "$ref" in node:
            node = _target(node["$ref"])
        if step not in node:
            return None
        node = node[step]
    return Validator({**node, "components": spec()["components"]})


def _target(reference: str) -> Any:
    node: Any = spec()
    for step in reference.removeprefix("#/").split("/"):
        node = node[step]
    return node


def _complaints(pointer: str, value: Any) -> list[str]:
    validator = _validator(pointer)
    if validator is None:
        return []
    if validator.is_valid(value):
        return []
    errors = list(validator.iter_errors(value))
    return [_sentence(error) for error in errors]


def _sentence(error: ValidationError) -> str:
    deepest = best_match([error])
    shown = error if deepest is None else deepest
    return f"{'/'.join(map(str, shown.absolute_path)) or 'body'}: {shown.message[:200]}"


@cache
def _template_of(method: str, path: str) -> str | None:
    for pattern, template in _templates():
        if pattern.fullmatch(path) and method.lower() in spec()["paths"][template]:
            return template
    return None


def check(entry: Request) -> list[str]:
    """Return the faults of a recorded request: an unknown operation or query, a body that does not fit."""
    template = _template_of(entry.method, entry.path)
    if template is None:
        return [f"{entry.method} {entry.path}: no such operation"]
    described = spec()["paths"][template]
    place = f"paths|{template}|{entry.method.lower()}"
    wrong: list[str] = []
    parameters = [*described.get("parameters", []), *described[entry.method.lower()].get("parameters", [])]
    known = {parameter["name"] for parameter in parameters if parameter.get("in") == "query"}
    wrong += [f"query {name!r} is unknown" for name in entry.query if name not in known]
    if entry.json is not None:
        if "requestBody" not in described[entry.method.lower()]:
            wrong.append("a body where none belongs")
        wrong += _complaints(f"{place}|requestBody|content|application/json|schema", entry.json)
    elif described[entry.method.lower()].get("requestBody", {}).get("required"):
        wrong.append("the body is missing")
    return [f"{entry.method} {entry.path}: {complaint}" for complaint in wrong]


def check_answer(entry: Request) -> list[str]:
    """Return the faults of the stand-in's answer: a status or a body that the description does not have."""
    template = _template_of(entry.method, entry.path)
    if template is None:
        return [f"{entry.method} {entry.path}: no such operation"]
    answers = spec()["paths"][template][entry.method.lower()]["responses"]
    status = str(entry.status) if str(entry.status) in answers else f"{entry.status // 100}XX"
    if status not in answers:
        return [f"{entry.method} {entry.path}: {entry.status} is not described"]
    if entry.response is None:
        return []
    place = f"paths|{template}|{entry.method.lower()}|responses|{status}|content|application/json|schema"
    body = entry.response
    if entry.status >= 400:
        # The description wants numbers as codes of single fields; Discord sends words there.
        body = {key: value for key, value in body.items() if key != "errors"}
    return [f"{entry.method} {entry.path} answered: {text}" for text in _complaints(place, body)]
