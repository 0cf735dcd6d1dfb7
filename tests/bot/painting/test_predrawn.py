"""The parts of pictures, drawn into a folder in advance."""

import sys
from pathlib import Path

import pytest

from bot.painting import predrawn
from bot.painting.__main__ import main
from bot.painting.gallery import Gallery
from bot.painting.raster import MASTER, Sprites
from bot.pictures.decks import Deck, emoji_svgs, face
from bot.pictures.decks.base.drawing import rect, svg
from bot.tasks import Failure
from engine.cards import FRENCH_DECK

SMALL = svg(10, 10, rect(0, 0, 10, 10, "#ff0000"))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave only one small thing to draw."""
    monkeypatch.setattr(predrawn, "everything", lambda: iter([(SMALL, MASTER)]))


def test_every_card_tile_and_emoji_is_among_it() -> None:
    drawn = [svg for svg, _ in predrawn.everything()]
    for deck in Deck:
        assert {face(deck, card) for card in FRENCH_DECK} <= set(drawn)
    assert set(emoji_svgs().values()) <= set(drawn)


@pytest.mark.usefixtures("small")
def test_a_folder_is_whole_once_all_is_drawn(tmp_path: Path) -> None:
    assert not predrawn.is_whole(tmp_path)
    assert main([str(tmp_path)]) == 0
    assert predrawn.is_whole(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert main([str(tmp_path)]) == 0
    assert sorted(tmp_path.iterdir()) == before


def test_a_folder_that_cannot_be_written_is_named_before_anything_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(predrawn, "everything", lambda: iter([("no drawing", MASTER)]))
    (tmp_path / "file").write_text("in the way")
    assert main([str(tmp_path / "file")]) == 1
    assert str(tmp_path / "file") in capsys.readouterr().err
    assert main(["one", "two"]) == 2


def test_other_drawings_make_another_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    before = predrawn.marker_name()
    monkeypatch.setattr(predrawn, "RASTERISER", "a later one")
    assert predrawn.marker_name() != before


async def test_the_bot_has_it_drawn_beside_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    commands: list[tuple[str, ...]] = []

    async def run_subprocess(command: tuple[str, ...]) -> Failure:
        commands.append(command)
        return Failure(1, "no room")

    monkeypatch.setattr("bot.painting.gallery.run_subprocess", run_subprocess)
    gallery = Gallery(tmp_path)
    await gallery.fill()
    assert commands == [(sys.executable, "-m", "bot.painting", str(tmp_path))]
    assert "no room" in caplog.text
    Sprites(tmp_path)
    (tmp_path / predrawn.marker_name()).touch()
    await gallery.fill()
    await Gallery(None).fill()
    assert len(commands) == 1
    gallery.close()
