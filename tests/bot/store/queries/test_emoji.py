"""The tiles in Discord, as the database has them."""

import pytest

from bot.store import EmojiRow, Store

APPLICATION, OTHER = 2**60, 2**61
SEVEN, KING = EmojiRow("spades_7", 2**62, "a" * 64), EmojiRow("spades_king", 2**62 + 1, "")

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def test_what_is_noted_is_known_by_name(store: Store) -> None:
    assert await store.application.emoji(APPLICATION) == ()
    await store.application.note_emoji(APPLICATION, [KING, SEVEN])
    assert await store.application.emoji(APPLICATION) == (SEVEN, KING)
    await store.application.note_emoji(APPLICATION, [])
    assert await store.application.emoji(APPLICATION) == (SEVEN, KING)


async def test_a_new_one_takes_the_place_of_what_had_its_name(store: Store) -> None:
    await store.application.note_emoji(APPLICATION, [SEVEN, KING])
    new, former = EmojiRow("spades_7", 5, "b" * 64), EmojiRow("spades_7__old", SEVEN.emoji_id, SEVEN.digest)
    await store.application.note_emoji(APPLICATION, [new, former])
    assert await store.application.emoji(APPLICATION) == (new, former, KING)
    await store.application.note_emoji(
        APPLICATION, [SEVEN], gone=["spades_7__old", "spades_king", "never_there"]
    )
    assert await store.application.emoji(APPLICATION) == (SEVEN,)


async def test_another_application_has_its_own(store: Store) -> None:
    await store.application.note_emoji(APPLICATION, [SEVEN])
    await store.application.note_emoji(OTHER, [KING])
    await store.application.note_emoji(OTHER, [], gone=["spades_7"])
    assert await store.application.emoji(APPLICATION) == (SEVEN,)
    assert await store.application.emoji(OTHER) == (KING,)


async def test_it_is_still_there_after_a_restart(url: str) -> None:
    for expected in ((), (SEVEN,)):
        store = await Store.open(url)
        assert await store.application.emoji(APPLICATION) == expected
        await store.application.note_emoji(APPLICATION, [SEVEN])
        await store.close()
