"""`/cards about`: the page that says who runs the bot, how it is, and what becomes of one's data."""

import re
from pathlib import Path

import pytest

from bot import VERSION
from bot.locale import Catalogue
from bot.panels.lists.about import Facts, about
from tests.e2e.support.choosing import at_work, opened
from tests.e2e.support.house import running, sandboxed

LINKS = {"privacy": "https://example.org/privacy", "terms": "https://example.org/terms"}


@pytest.mark.parametrize("locale", ["en-US", "it"])
async def test_a_member_alone_reads_the_version_the_contact_and_the_links(
    tmp_path: Path, locale: str
) -> None:
    words = Catalogue.load().words(locale)
    async with sandboxed(1) as made:
        made.sandbox.world.documents = {
            "privacy_policy_url": LINKS["privacy"],
            "terms_of_service_url": LINKS["terms"],
        }
        async with running(made, tmp_path / "cards.db", contact="ann@example.org") as bot:
            (ann,) = made.people
            ann.speak(locale)
            text = (await opened(ann, made, "about")).text
            at = re.search(r"<t:([0-9]+):R>", text)
            assert at is not None
            assert abs(int(at[1]) - bot.time.began_at) < 2
            version = words("about.version", version=VERSION, at=at[1])
            assert text.startswith(f"{words('about.title')}\n{version}\n")
            assert f"\n{words('about.host')}\nann\\@example.org\n" in text
            privacy, terms = (words(f"about.{key}", link=link) for key, link in LINKS.items())
            assert text.endswith(f"\n{words('about.data')}\n{privacy} · {terms}")
        assert list(made.sandbox.violations) == []


async def test_without_a_contact_and_documents_the_page_says_the_essentials_in_words(tmp_path: Path) -> None:
    words = Catalogue.load().words("en")
    async with at_work(tmp_path) as made:
        text = (await opened(made.people[0], made, "about")).text
        assert words("about.no-contact") in text
        assert text.endswith(words("about.data"))
        assert "](" not in text


async def test_the_times_of_discord_and_of_presses_are_told_once_they_are_measured(tmp_path: Path) -> None:
    async with sandboxed(1, heartbeat=0.1) as made, running(made, tmp_path / "cards.db") as bot:
        (ann,) = made.people
        first = (await opened(ann, made, "about")).text
        assert "Lately" not in first
        await made.sandbox.until(lambda: bot.latency < 3, what="a heartbeat is answered")
        await made.sandbox.until(lambda: bot.metrics.acknowledged_lately is not None, what="it is measured")
        text = (await opened(ann, made, "about")).text
        assert re.search(
            r"\nDiscord answers me in [0-9]+ ms\.\nLately I answer a press in [0-9]+ ms\.\n", text
        )


@pytest.mark.parametrize(
    "contact", ["@everyone", "<@12> **now**", "[here](https://example.org)", "# big", "\u200b"]
)
def test_a_contact_mentions_nobody_and_formats_nothing(contact: str) -> None:
    words = Catalogue.load().words("en")
    (_, host, _) = about(Facts(0, None, None, contact, "", ""), words).texts
    shown = host.partition("\n")[2]
    assert not any(
        f"{before}{sign}" in f" {shown}" for before in " a*]" for sign in ("@", "<", "*", "[", "(", "#")
    )
