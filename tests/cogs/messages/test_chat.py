"""How far chat has pushed each table up; channels without tables cost nothing."""

from cogs.messages.chat import Chat


def test_what_is_said_counts_below_every_table_of_the_channel() -> None:
    chat = Chat()
    chat.posted(1, "a")
    chat.said(1)
    chat.posted(1, "b")
    chat.said(1)
    chat.said(2)
    assert (chat.below(1, "a"), chat.below(1, "b")) == (2, 1)


def test_a_table_posted_anew_is_at_the_end_again() -> None:
    chat = Chat()
    chat.posted(1, "a")
    chat.said(1)
    chat.posted(1, "a")
    assert chat.below(1, "a") == 0


def test_counting_begins_with_the_first_question() -> None:
    chat = Chat()
    chat.said(1)
    assert chat.below(1, "a") == 0
    chat.said(1)
    assert chat.below(1, "a") == 1


def test_nothing_is_kept_of_channels_without_tables() -> None:
    chat = Chat()
    for channel_id in range(100):
        chat.said(channel_id)
    chat.posted(1, "a")
    chat.forget(1, "a")
    chat.forget(1, "never there")
    assert len(chat) == 0
