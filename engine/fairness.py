"""The verifiable shuffle: the bot commits to a seed before anybody sits down and reveals it at the end.

The ids of the players' presses go into the game seed, so that neither the bot nor the players can choose the
cards. With the record, anybody can compute every deck again.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from hmac import digest
from itertools import count
from typing import Final

from engine import GAMES
from engine.cards import Card
from engine.record import Record, seats

_HEX_32_BYTES: Final = re.compile("[0-9a-f]{64}")
_SNOWFLAKE: Final = re.compile("[0-9]{1,20}")


def commitment(seed: bytes) -> str:
    """Return the commitment to `seed` that is shown before the game: its SHA-256 in lower-case hex."""
    return sha256(seed).hexdigest()


def game_seed(seed: bytes, entropy: Iterable[str]) -> bytes:
    """Return the seed of a game's decks: the SHA-256 of `seed` and the players' ids joined by commas."""
    return sha256(seed + ",".join(entropy).encode("ascii")).digest()


def _words(key: bytes, label: str) -> Iterator[int]:
    """Yield the 32-bit words of the endless stream `label`."""
    for block in count():
        mac = digest(key, f"{label}:{block}".encode("ascii"), "sha256")
        for i in range(0, 32, 4):
            yield int.from_bytes(mac[i : i + 4], "big")


def _uniform(words: Iterator[int], m: int) -> int:
    """Return a uniform number below `m`; words from the last multiple of `m` on are skipped."""
    return next(word for word in words if word < 2**32 - 2**32 % m) % m


def first_dealer(game_seed: bytes, seats: int) -> int:
    """Return the seat that deals the first hand."""
    return _uniform(_words(game_seed, "dealer"), seats)


def deck(game_seed: bytes, k: int, cards_in_order: Sequence[Card], cut: int = 0) -> tuple[Card, ...]:
    """Return the deck of deal `k` (from 1) in the order dealt: shuffled, then cut at `cut` (from 0)."""
    words = _words(game_seed, f"deal:{k}")
    cards = list(cards_in_order)
    for i in range(len(cards) - 1, 0, -1):
        j = _uniform(words, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards[cut:] + cards[:cut])


def check(record: Record, finished: bool) -> list[str]:
    """Return a line for each check that the record's `fairness` fails; none if it has no `fairness`."""
    if record.fairness is None:
        return []
    game = GAMES[record.game]
    try:
        committed, seed, entropy, cuts = _parts(record.fairness)
        if len(entropy) > seats(record):
            raise ValueError("more entropy than seats")
        if len(cuts) != len(record.deals):
            raise ValueError(f"{len(record.deals)} deals need as many cuts")
        options = game.options(record.options)
        for k, (dealt, cut) in enumerate(zip(record.deals, cuts, strict=True), 1):
            cutter = game.cutter(options, dealt.dealer)
            if not 0 <= cut < (1 if cutter is None else len(game.DECK)):
                raise ValueError(f"cut {k} is out of range")
    except ValueError as error:
        return [f"fairness: {error}"]
    if seed is None:
        return ["fairness: the seed of a finished game must be there"] if finished else []
    failed = []
    if commitment(seed) != committed:
        failed.append("fairness: the commitment is not that of the seed")
    key = game_seed(seed, entropy)
    for k, (dealt, cut) in enumerate(zip(record.deals, cuts, strict=True), 1):
        if k == 1 and dealt.dealer != first_dealer(key, seats(record)):
            failed.append("fairness: deal 1: the first dealer is not the one that the seed gives")
        if dealt.deck != deck(key, k, game.DECK, cut):
            failed.append(f"fairness: deal {k}: the deck is not the one that the seed gives")
    return failed


def _parts(value: object) -> tuple[str, bytes | None, list[str], list[int]]:
    """Return commitment, seed, entropy and cuts of a record's `fairness`; ValueError if it is malformed."""
    if not isinstance(value, Mapping):
        raise ValueError("is not an object")
    for key in ("commitment", "seed", "entropy", "cuts"):
        if key not in value:
            raise ValueError(f"{key} is missing")
    committed, seed, entropy, cuts = (value[key] for key in ("commitment", "seed", "entropy", "cuts"))
    if not _is_text(committed, _HEX_32_BYTES):
        raise ValueError("commitment is not 64 lower-case hex digits")
    if seed is not None and not _is_text(seed, _HEX_32_BYTES):
        raise ValueError("seed is not 64 lower-case hex digits")
    if not isinstance(entropy, list) or not all(_is_text(text, _SNOWFLAKE) for text in entropy):
        raise ValueError("entropy is not a list of ids")
    if not isinstance(cuts, list) or not all(type(cut) is int for cut in cuts):
        raise ValueError("cuts is not a list of integers")
    return committed, bytes.fromhex(seed) if seed is not None else None, entropy, cuts


def _is_text(value: object, pattern: re.Pattern[str]) -> bool:
    return type(value) is str and pattern.fullmatch(value) is not None
