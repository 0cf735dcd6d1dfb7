"""Names that look alike, and names that do not, in the alphabets that people mix."""

import pytest

from bot.locale.look_alikes import looks
from bot.locale.names import calls, clean


def alike(one: str, other: str) -> bool:
    return not looks(clean(one)).isdisjoint(looks(clean(other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Kings", "THE  kings"),
        ("The Kings", "ТНЕ КINGS"),  # Cyrillic capitals
        ("The Kings", "Τhe Κings"),  # Greek capitals
        ("bat", "ват"),  # Cyrillic, alike in capitals only
        ("ΝΕΡΟ", "nepo"),
        ("νo", "vo"),  # Greek, alike in small letters only
        ("PINE", "PlNE"),
        ("B00", "Boo"),
        ("Però", "PERO"),
        ("Pero\u0300", "Però"),
        ("Ølsen", "Olsen"),
        ("Straße", "STRASSE"),
        ("Di\u200dno", "Dino"),
        ("Di\u200bno\u202e", "Dino"),
        ("𝐊𝐢𝐧𝐠𝐬", "Ｋｉｎｇｓ"),
        ("Mario", "rnario"),
        ("Ёлка", "елка"),
        ("Ιλιάς", "ΙΛΙΑΣ"),
        ("❤️ Assi", "❤ assi"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I Neri", "I Veri"),
        ("Gli Assi", "Gli Ossi"),
        ("pine", "plne"),
        ("🂡", "🂱"),
        ("Кони", "Коши"),
        ("कि", "कु"),
        ("Denari 1", "Denari 2"),
    ],
)
def test_names_that_can_be_told_apart(one: str, other: str) -> None:
    assert not alike(one, other)


@pytest.mark.parametrize(
    "name",
    ["@everyone", "＠here", "Bo <@123>", "<#1>", "<:a:1>", "<a:a:1>", "http://x", "www.x", "dis.gg/abc"],
)
def test_a_name_that_calls_or_leads_away_is_known(name: str) -> None:
    assert calls(name)


@pytest.mark.parametrize("name", ["A/B", "<3 coppe", "S.P.Q.R.", "Dr. Who", "1:1", "Assi & Re"])
def test_other_names_do_not_count_as_calls(name: str) -> None:
    assert not calls(name)
