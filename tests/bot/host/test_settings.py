"""Settings: the example file lists every one with its default, and bad values get a clear message."""

from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from bot.__main__ import main
from bot.host.settings import Settings
from engine import civil_suits

EXAMPLE = Path(__file__).parents[3] / ".env.example"


def example() -> dict[str, str]:
    """Return the settings of the example file."""
    lines = [line for line in EXAMPLE.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def test_the_example_lists_every_setting() -> None:
    assert set(example()) == {name.upper() for name in Settings.model_fields}


def test_the_example_shows_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    defaults = Settings(_env_file=None)  # type: ignore[call-arg]  # pydantic-settings' own switch
    assert Settings(_env_file=EXAMPLE) == defaults  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOBBY_MINUTES", "0"),
        ("LOBBY_MINUTES", "soon"),
        ("LOBBY_MINUTES", "inf"),
        ("NEXT_HAND_SECONDS", "nan"),
        ("PAUSE_SECONDS", "1e300"),
        ("NUDGE_SECONDS", "-1"),
        ("NUDGE_SECONDS", "inf"),
        ("DISCORD_TOKEN", "in two parts"),
        ("DISCORD_URL", "127.0.0.1:8420"),
        ("DISCORD_URL", "http://127.0.0.1:8420/api"),
        ("DATABASE_URL", "cards.db"),
        ("SHARD_COUNT", "0"),
        ("SHARD_IDS", "0,x"),
        ("SHARD_IDS", "1"),
        ("LIVE_TABLES", "0"),
        ("TABLES_PER_MEMBER", "-1"),
        ("PRESSES_PER_SECOND", "many"),
        ("SANDBOX_PORT", "70000"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_bad_value_names_its_setting(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError) as caught:
        Settings(_env_file=None)  # type: ignore[call-arg]
    assert name.lower() in str(caught.value)


def test_no_shard_is_named_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "2")
    monkeypatch.setenv("SHARD_IDS", "0, 0")
    with pytest.raises(ValidationError, match="once"):
        Settings(_env_file=None)  # type: ignore[call-arg]


def test_shards_are_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "4")
    monkeypatch.setenv("SHARD_IDS", "0, 3")
    assert Settings(_env_file=None).own_shards == [0, 3]  # type: ignore[call-arg]


POWERS = {c.text: "[3, 8, 5]" for c in civil_suits.CHALLENGERS}


def written(path: Path, **powers: str | None) -> Path:
    """Write a file of powers, good but for `powers`."""
    lines = [f"{name} = {numbers}\n" for name, numbers in {**POWERS, **powers}.items() if numbers is not None]
    path.write_text("".join(lines), "utf-8")
    return path


def test_the_file_of_powers_is_read_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = written(tmp_path / "powers.toml", KD="[0, 99, 7] # printed")
    monkeypatch.setenv("CIVIL_POWERS", str(path))
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    path.unlink()
    assert settings.options.keys() == {civil_suits.NAME}
    chosen = civil_suits.options(settings.options[civil_suits.NAME])
    assert [chosen.numbers(c) for c in civil_suits.CHALLENGERS if c.text in ("AS", "KD")] == [
        (3, 8, 5),
        (0, 99, 7),
    ]


@pytest.mark.parametrize(
    ("powers", "problem"),
    [
        ({"JD": None}, "JD is missing"),
        ({"TS": "[1, 2, 3]"}, "TS is no challenger"),
        ({"AS": "[1, 2]"}, "AS needs three integers from 0 to 99"),
        ({"AS": "[1, 2, 100]"}, "AS needs three integers from 0 to 99"),
        ({"AS": "[1, 2, true]"}, "AS needs three integers from 0 to 99"),
        ({"AS": "[1, 2, 3"}, "at line"),
        ({'"two\\nlines"': "1"}, "two lines is no challenger"),
    ],
)
def test_a_bad_file_of_powers_ends_the_start(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    powers: dict[str, str | None],
    problem: str,
) -> None:
    path = written(tmp_path / "powers.toml", **powers)
    assert problem in complaint(monkeypatch, capsys, path)


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe", b"\x00", b"AS = " + 5000 * b"["])
def test_a_file_of_powers_that_is_none_ends_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "powers.toml"
    if content is not None:
        path.write_bytes(content)
    complaint(monkeypatch, capsys, path)


def of_sets(**sets: str) -> str:
    """Return a file of sets by name, each with the same numbers for all challengers."""
    tables = (
        (name, [f"{challenger} = {numbers}" for challenger in POWERS]) for name, numbers in sets.items()
    )
    return "\n".join(line for name, lines in tables for line in (f'["{name}"]', *lines))


def test_a_file_of_several_sets_is_offered_and_sets_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "powers.toml"
    path.write_text(of_sets(Printed="[1, 2, 3]", **{"Strong ♥ queens": "[4, 5, 6]"}), "utf-8")
    monkeypatch.setenv("CIVIL_POWERS", str(path))
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    assert settings.options == {}
    offered = settings.offered[civil_suits.NAME]["powers"]
    assert list(offered) == ["default", "Printed", "Strong ♥ queens"]
    assert {"powers": offered["default"]} == civil_suits.values(civil_suits.options({}))
    assert offered["Printed"] == {name: [1, 2, 3] for name in POWERS}


def test_a_file_of_sets_may_begin_with_the_mark_of_windows_editors(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "powers.toml"
    path.write_text(of_sets(A="[1, 2, 3]", B="[4, 5, 6]"), "utf-8-sig")
    monkeypatch.setenv("CIVIL_POWERS", str(path))
    offered = Settings(_env_file=None).offered  # type: ignore[call-arg]
    assert set(offered[civil_suits.NAME]["powers"]) >= {"A", "B"}


def test_the_only_set_of_a_file_is_that_of_all_tables(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "powers.toml"
    path.write_text(of_sets(Printed="[1, 2, 3]"), "utf-8")
    monkeypatch.setenv("CIVIL_POWERS", str(path))
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    assert settings.options == {civil_suits.NAME: {"powers": {name: [1, 2, 3] for name in POWERS}}}
    assert settings.offered == {}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (of_sets(A="[1, 2]"), "A: powers: AS needs three integers from 0 to 99"),
        (of_sets(A="[1, 2, 3]", a="[4, 5, 6]"), "a is the name of two sets"),
        (of_sets(Default="[1, 2, 3]"), "that of the default one"),
        (of_sets(**{"Poteri soliti": "[1, 2, 3]"}), "that of the default one"),
        (of_sets(**{"♠": "[1, 2, 3]", "♠\ufe0e": "[4, 5, 6]"}), "is the name of two sets"),
        (of_sets(A="[1, 2, 3]", B="[1, 2, 3]"), "B has the numbers of another set"),
        (of_sets(**{"x" * 33: "[1, 2, 3]"}), "at most 32 letters"),
        (of_sets(**{"\u202eA": "[1, 2, 3]"}), "is no name of one line"),
        (of_sets(**{"": "[1, 2, 3]"}), "is no name of one line"),
        (of_sets(**{f"{n}": f"[1, 2, {n}]" for n in range(25)}), "more than 24 sets"),
        ("AS = [1, 2, 3]\n" + of_sets(A="[1, 2, 3]"), "A is no challenger"),
    ],
)
def test_sets_that_cannot_be_offered_end_the_start(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    content: str,
    problem: str,
) -> None:
    path = tmp_path / "powers.toml"
    path.write_text(content, "utf-8")
    assert problem in complaint(monkeypatch, capsys, path)


def complaint(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], path: Path) -> str:
    """Return the only line of output when the bot does not start, which names the setting and the file."""
    monkeypatch.setenv("CIVIL_POWERS", str(path))
    monkeypatch.chdir(path.parent)
    assert main() == 2
    line = capsys.readouterr().err
    assert line.startswith("CIVIL_POWERS is ")
    assert str(path) in line
    assert line.count("\n") == 1
    return line


def test_the_token_is_in_no_text_of_the_settings() -> None:
    assert "hush" not in repr(Settings(discord_token=SecretStr("hush")))
