"""What is remembered of the files of messages."""

from bot.carried import Attached, Carried


def test_a_message_carries_what_was_noted_last() -> None:
    carried = Carried()
    assert carried.of(1) == {}
    carried.note(1, {"a.png": Attached(5)})
    carried.note(1, {"b.png": Attached(6)})
    assert carried.of(1) == {"b.png": Attached(6)}
    carried.forget(1)
    assert carried.of(1) == {}
    carried.forget(1)


def test_a_message_without_files_takes_no_room() -> None:
    carried = Carried(most=1)
    carried.note(1, {"a.png": Attached(5)})
    carried.note(2, {})
    assert carried.of(1) == {"a.png": Attached(5)}
    carried.note(1, {})
    assert carried.of(1) == {}


def test_the_message_that_was_noted_longest_ago_is_forgotten() -> None:
    carried = Carried(most=2)
    for message_id in (1, 2, 1, 3):
        carried.note(message_id, {"a.png": Attached(message_id)})
    assert [bool(carried.of(message_id)) for message_id in (1, 2, 3)] == [True, False, True]
