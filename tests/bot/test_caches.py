"""Bounded memory."""

from bot.caches import Cache


def test_what_was_used_longest_ago_goes_first() -> None:
    kept: Cache[bytes] = Cache(10, len)
    kept.put("a", b"aaaa")
    kept.put("b", b"bbbb")
    assert kept.get("a") == b"aaaa"
    kept.put("c", b"cccc")
    assert [kept.get(key) for key in "abc"] == [b"aaaa", None, b"cccc"]


def test_a_value_that_takes_the_place_of_another_counts_once() -> None:
    kept: Cache[bytes] = Cache(10, len)
    for _ in range(5):
        kept.put("a", b"aaaa")
    kept.put("b", b"bbbb")
    assert [kept.get(key) for key in "ab"] == [b"aaaa", b"bbbb"]


def test_the_newest_is_kept_however_large_it_is() -> None:
    kept: Cache[bytes] = Cache(1, len)
    kept.put("a", b"aaaa")
    assert kept.put("b", b"bbbb") == b"bbbb"
    assert [kept.get(key) for key in "ab"] == [None, b"bbbb"]


def test_a_value_is_made_once() -> None:
    kept: Cache[bytes] = Cache(10, len)
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"a"

    assert [kept.made("a", make) for _ in range(3)] == [b"a"] * 3
    assert made == [1]
