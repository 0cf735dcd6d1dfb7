"""The memory of messages' files."""

from bot.messages.attachments import Attachment, Attachments
from bot.messages.follow_ups import SETTLING


def test_a_message_carries_what_was_noted_last() -> None:
    attachments = Attachments()
    assert attachments.of(1) == {}
    attachments.note(1, {"a.png": Attachment(5)})
    attachments.note(1, {"b.png": Attachment(6)})
    assert attachments.of(1) == {"b.png": Attachment(6)}
    attachments.forget(1)
    assert attachments.of(1) == {}
    attachments.forget(1)


def test_a_message_without_files_is_not_an_unknown_one() -> None:
    attachments = Attachments()
    assert not attachments.known(1)
    attachments.note(1, {})
    assert (attachments.known(1), attachments.of(1)) == (True, {})


A, B, C = {"a.png": Attachment(5)}, {"b.png": Attachment(6)}, {"c.png": Attachment(7)}


def test_while_an_edit_is_under_way_only_what_it_keeps_is_certain() -> None:
    attachments = Attachments()
    attachments.note(1, {**A, **B})
    edit = attachments.begin(1, ["a.png", "c.png"])
    assert attachments.of(1) == A
    attachments.carried_out(edit, {**A, **C})
    assert attachments.of(1) == {**A, **C}


def test_an_edit_that_is_refused_leaves_all_as_it_was() -> None:
    attachments = Attachments()
    attachments.note(1, A)
    attachments.refused(attachments.begin(1, []))
    assert attachments.of(1) == A


def test_of_two_edits_at_once_nobody_knows_which_came_last() -> None:
    attachments = Attachments()
    attachments.note(1, A)
    first, second = attachments.begin(1, ["b.png"]), attachments.begin(1, ["a.png"])
    attachments.carried_out(second, A)
    assert attachments.of(1) == {}
    attachments.carried_out(first, B)
    assert attachments.of(1) == {}
    # A later one is alone again.
    attachments.carried_out(attachments.begin(1, []), C)
    assert attachments.of(1) == C


def test_an_edit_that_was_given_up_may_be_carried_out_for_a_while() -> None:
    now = 0.0
    attachments = Attachments(now=lambda: now)
    attachments.note(1, A)
    attachments.given_up(attachments.begin(1, []))
    attachments.carried_out(attachments.begin(1, []), B)
    assert attachments.of(1) == {}
    now = SETTLING[-1]
    attachments.carried_out(attachments.begin(1, []), B)
    assert attachments.of(1) == B


def test_the_message_that_was_noted_longest_ago_is_forgotten() -> None:
    attachments = Attachments(most=2)
    for message_id in (1, 2, 1, 3):
        attachments.note(message_id, {"a.png": Attachment(message_id)})
    assert [bool(attachments.of(message_id)) for message_id in (1, 2, 3)] == [True, False, True]
