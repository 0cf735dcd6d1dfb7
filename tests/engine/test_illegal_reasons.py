"""Every reason for a refusal has one name, so that every language can have a text for it."""

import re
import string
from collections import Counter

from tests.engine.illegal_reasons import illegal_reasons


def test_there_are_reasons() -> None:
    assert {"turn", "hand", "table", "sum"} <= {reason.name for reason in illegal_reasons()}


def test_a_name_stands_for_one_reason_of_a_game() -> None:
    names = Counter((reason.game, reason.name) for reason in illegal_reasons())
    assert [name for name, times in names.items() if times > 1] == []


def test_a_sentence_uses_only_what_it_is_given() -> None:
    for reason in illegal_reasons():
        used = {name for _, name, _, _ in string.Formatter().parse(reason.sentence) if name}
        assert used <= reason.values, reason.where


def test_a_reason_cites_a_rule() -> None:
    for reason in illegal_reasons():
        assert re.fullmatch("[A-Z][0-9]{1,2}", reason.rule), reason.where
        assert re.fullmatch("[a-z][a-z-]*", reason.name), reason.where
