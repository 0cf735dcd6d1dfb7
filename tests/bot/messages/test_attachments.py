"""The memory of messages' files."""

from bot.messages.attachments import Attachment, Attachments


def test_a_message_carries_what_was_noted_last() -> None:
    attachments = Attachments()
    assert attachments.of(1) == {}
    attachments.note(1, {"a.png": Attachment(5)})
    attachments.note(1, {"b.png": Attachment(6)})
    assert attachments.of(1) == {"b.png": Attachment(6)}
    attachments.forget(1)
    assert attachments.of(1) == {}
    attachments.forget(1)


def test_a_message_without_files_takes_no_room() -> None:
    attachments = Attachments(most=1)
    attachments.note(1, {"a.png": Attachment(5)})
    attachments.note(2, {})
    assert attachments.of(1) == {"a.png": Attachment(5)}
    attachments.note(1, {})
    assert attachments.of(1) == {}


def test_the_message_that_was_noted_longest_ago_is_forgotten() -> None:
    attachments = Attachments(most=2)
    for message_id in (1, 2, 1, 3):
        attachments.note(message_id, {"a.png": Attachment(message_id)})
    assert [bool(attachments.of(message_id)) for message_id in (1, 2, 3)] == [True, False, True]
