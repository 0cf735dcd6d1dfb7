"""Settings: the example file lists every one with its default, and bad values are told clearly."""

from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from bot.config import Settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"


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
        ("NUDGE_SECONDS", "-1"),
        ("SHARD_COUNT", "0"),
        ("SHARD_IDS", "0,x"),
        ("SHARD_IDS", "1"),
        ("LIVE_TABLES", "0"),
        ("SANDBOX_PORT", "70000"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_bad_value_names_its_setting(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError) as caught:
        Settings(_env_file=None)  # type: ignore[call-arg]
    assert name.lower() in str(caught.value)


def test_shards_are_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "4")
    monkeypatch.setenv("SHARD_IDS", "0, 3")
    assert Settings(_env_file=None).own_shards == [0, 3]  # type: ignore[call-arg]


def test_the_token_is_in_no_text_of_the_settings() -> None:
    assert "hush" not in repr(Settings(discord_token=SecretStr("hush")))
