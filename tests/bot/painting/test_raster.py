"""Drawings are cached; whatever happens to the folder, a picture is drawn."""

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from bot.painting import raster
from bot.painting.raster import MASTER, WISHES, Sprites, png
from bot.pictures.decks.base.drawing import rect, svg

RED = svg(10, 20, rect(0, 0, 10, 20, "#ff0000"))
BLUE = svg(10, 20, rect(0, 0, 10, 20, "#0000ff"))


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the width of each new drawing."""
    widths: list[int] = []

    def counted(svg: str, width: int) -> bytes:
        widths.append(width)
        return png(svg, width)

    monkeypatch.setattr(raster, "png", counted)
    return widths


def test_a_sprite_is_drawn_once_and_has_every_width_asked_for(tmp_path: Path, drawings: list[int]) -> None:
    sprites = Sprites(tmp_path)
    image = sprites.image(RED, 30)
    assert (image.size, image.mode, image.getpixel((15, 30))) == ((30, 60), "RGBA", (255, 0, 0, 255))
    assert sprites.image(RED, 15).size == (15, 30)
    assert drawings == [MASTER]
    assert sprites.image(BLUE, 30).getpixel((15, 30)) == (0, 0, 255, 255)
    assert sprites.image(RED, 300).size == (300, 600)
    assert drawings == [MASTER, MASTER, 300]


def test_a_small_shape_is_drawn_exactly_and_not_kept(tmp_path: Path, drawings: list[int]) -> None:
    assert Sprites(tmp_path).exact(RED, 30).size == (30, 60)
    assert (drawings, list(tmp_path.iterdir())) == ([30], [])


def test_what_is_no_svg_is_refused() -> None:
    with pytest.raises(ValueError, match="root node"):
        Sprites().image("<svg", 30)


def test_the_folder_serves_another_process(tmp_path: Path, drawings: list[int]) -> None:
    first = Sprites(tmp_path / "new").image(RED, 30)
    again = Sprites(tmp_path / "new").image(RED, 30)
    assert again.tobytes() == first.tobytes()
    assert drawings == [MASTER]
    assert [path.suffix for path in (tmp_path / "new").iterdir()] == [".png"]


def test_another_rasteriser_draws_anew(
    tmp_path: Path, drawings: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    Sprites(tmp_path).image(RED, 30)
    monkeypatch.setattr(raster, "RASTERISER", "a later one")
    Sprites(tmp_path).image(RED, 30)
    assert drawings == [MASTER, MASTER]


@pytest.mark.parametrize("kept", [0, 8, 20, 40, 60, -1])
def test_a_broken_file_is_drawn_again(tmp_path: Path, kept: int) -> None:
    whole = Sprites(tmp_path).image(RED, 30).tobytes()
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:kept])
    repaired = Sprites(tmp_path).image(RED, 30)
    assert repaired.tobytes() == whole
    assert file.read_bytes() == png(RED, MASTER) or kept == -1


def test_a_file_of_another_width_is_drawn_again(tmp_path: Path, drawings: list[int]) -> None:
    Sprites(tmp_path).image(RED, 30)
    (file,) = tmp_path.iterdir()
    file.write_bytes(png(RED, 15))
    assert Sprites(tmp_path).master(RED).width == MASTER
    assert drawings == [MASTER, MASTER]


def test_an_unwritable_folder_is_named_once_and_pictures_are_drawn(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    sprites = Sprites(tmp_path / "file")
    with caplog.at_level(logging.WARNING):
        assert sprites.image(RED, 30).width == 30
        assert sprites.image(BLUE, 30).width == 30
    assert [record.message.partition(":")[0] for record in caplog.records] == [
        f"drawn cards are not kept in {tmp_path}/file"
    ]


def test_a_full_disk_leaves_no_half_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: str, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bot.painting.raster.os.replace", full)
    assert Sprites(tmp_path).image(RED, 30).width == 30
    assert list(tmp_path.iterdir()) == []
    assert "No space left on device" in caplog.text


def test_what_a_process_beside_is_about_to_draw_is_waited_for(tmp_path: Path, drawings: list[int]) -> None:
    waiting, other = Sprites(tmp_path), Sprites(tmp_path)
    waiting.beside = True
    found: list[Image.Image] = []
    thread = threading.Thread(target=lambda: found.append(waiting.image(RED, 30)))
    thread.start()
    assert other.master(RED).width == MASTER
    thread.join()
    assert drawings == [MASTER]
    assert found[0].width == 30


def test_what_is_waited_for_is_drawn_first(tmp_path: Path, drawings: list[int]) -> None:
    """Even a drawing that the process beside does not have on its list."""
    waiting, other = Sprites(tmp_path), Sprites(tmp_path)
    waiting.beside = True
    with ThreadPoolExecutor(1) as threads:
        drawn = threads.submit(waiting.image, RED, 300)
        while not drawn.done():
            other.grant()
        assert drawn.result().width == 300
    assert drawings == [300]
    other.grant()
    assert not list((tmp_path / WISHES).iterdir())


def test_once_the_process_beside_has_ended_nothing_is_waited_for(tmp_path: Path, drawings: list[int]) -> None:
    sprites = Sprites(tmp_path)
    sprites.beside = True
    with ThreadPoolExecutor(1) as threads:
        drawn = threads.submit(sprites.image, RED, 30)
        sprites.beside = False
        assert drawn.result().width == 30
    assert drawings == [MASTER]


def test_threads_share_one_folder(tmp_path: Path) -> None:
    sprites = Sprites(tmp_path)
    widths = [10 + n % 20 for n in range(40)]
    with ThreadPoolExecutor(4) as threads:
        images = list(threads.map(lambda width: sprites.image(RED, width), widths))
    assert [image.width for image in images] == widths
