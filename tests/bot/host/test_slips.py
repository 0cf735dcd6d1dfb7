"""Slips in settings: a clear value is taken, any other gets a sentence that says how to write it."""

import os
from pathlib import Path
from typing import Any, Final

import pytest

from bot.__main__ import main, read_settings
from bot.host.names import broken, strange
from bot.host.settings import SETTING_NAMES, Settings

TOKEN: Final = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdX.abcdefghijklmnopqrstuvwxyz1"
SECRET: Final = 4 * "aB3-xy_9"
PORTAL: Final = ": the token is on the Bot page of your application in Discord's developer portal"
SQLITE: Final = "sqlite+aiosqlite:///"
UNREADABLE: Final = "the database URL cannot be read (write @ in a password as %40, / as %2F, # as %23)"
PORT: Final = "write the number of a port, from 0 to 65535"

TAKEN: Final[tuple[tuple[str, str, Any], ...]] = (
    ("TURN_SECONDS", '"45"', 45),
    ("TURN_SECONDS", "“45”", 45),
    ("TURN_SECONDS", "'45' ", 45),
    ("TURN_SECONDS", "45\r", 45),
    ("TURN_SECONDS", "\ufeff45", 45),
    ("TURN_SECONDS", "45 # seconds", 45),
    ("TURN_SECONDS", "TURN_SECONDS=45", 45),
    ("TURN_SECONDS", "export TURN_SECONDS = 45", 45),
    ("TURN_SECONDS", "45.0", 45),
    ("TURN_SECONDS", "", 60),
    ("TURN_SECONDS", '""', 60),
    ("TURN_SECONDS", "# none", 60),
    ("LIVE_TABLES", "1_000", 1000),
    ("HOLD_SECONDS", "0.5", 0.5),
    ("HEALTH_PORT", " ", None),
    ("PICTURES", "YES", True),
    ("PICTURES", "ja", True),
    ("EMOJI", "disabled", False),
    ("EMOJI", "off # for now", False),
    ("LOG_LEVEL", "warn", "WARNING"),
    ("LOG_LEVEL", "info", "INFO"),
    ("LOG_FORMAT", "JSON", "json"),
    ("DISCORD_URL", "http://127.0.0.1:8420/", "http://127.0.0.1:8420"),
    ("CONTACT", "“ann@example.org” ", "ann@example.org"),
    ("CONTACT", "Ann, https://discord.gg/abcDEF123 # for now", "Ann, https://discord.gg/abcDEF123"),
)
"""Settings as they may be written, and their values."""

REFUSED: Final = (
    ("DISCORD_TOKEN", "123456789012345678", f"DISCORD_TOKEN is an id, not the token{PORTAL}"),
    (
        "DISCORD_TOKEN",
        64 * "a",
        f"DISCORD_TOKEN is the application's public key, not the bot's token{PORTAL}",
    ),
    (
        "DISCORD_TOKEN",
        SECRET,
        f"DISCORD_TOKEN is the application's client secret, not the bot's token{PORTAL}",
    ),
    ("DISCORD_TOKEN", "mfa.hushed", f"DISCORD_TOKEN is the token of a person, which no bot may use{PORTAL}"),
    ("DISCORD_TOKEN", "your-token-here", f"DISCORD_TOKEN is a placeholder, not the token{PORTAL}"),
    ("DISCORD_TOKEN", "https://discord.com/hushed", f"DISCORD_TOKEN is an address, not the token{PORTAL}"),
    (
        "DISCORD_TOKEN",
        "hushed and more",
        f"DISCORD_TOKEN is in several parts with spaces between, which no token is{PORTAL}",
    ),
    (
        "DISCORD_TOKEN",
        "my.hushed.one!",
        f"DISCORD_TOKEN is written with a character that no token has{PORTAL}",
    ),
    (
        "DISCORD_TOKEN_FILE",
        TOKEN,
        "DISCORD_TOKEN_FILE is a token itself: put it into DISCORD_TOKEN, or write a path",
    ),
    (
        "DISCORD_TOKEN_FILE",
        "/nowhere/token",
        'DISCORD_TOKEN_FILE is "/nowhere/token": that file cannot be read (No such file or directory)',
    ),
    (
        "DISCORD_TOKEN_FILE",
        "/",
        'DISCORD_TOKEN_FILE is "/": that is a folder; write the path of the file with the token',
    ),
    ("DISCORD_URL", "127.0.0.1:8420", 'DISCORD_URL is "127.0.0.1:8420": write http://127.0.0.1:8420'),
    (
        "DISCORD_URL",
        "http://127.0.0.1:8420/api/v10",
        'DISCORD_URL is "http://127.0.0.1:8420/api/v10": write http://127.0.0.1:8420',
    ),
    ("DISCORD_URL", "discord.com", 'DISCORD_URL is "discord.com": leave it empty for the real Discord'),
    (
        "DISCORD_URL",
        "https://me:hushed@here",
        "DISCORD_URL is …: write an http address without a path, such as http://127.0.0.1:8420",
    ),
    ("DATABASE_URL", "cards.db", f'DATABASE_URL is "cards.db": for a file write {SQLITE}cards.db'),
    (
        "DATABASE_URL",
        "/data/cards.db",
        f'DATABASE_URL is "/data/cards.db": for a file write {SQLITE}/data/cards.db',
    ),
    (
        "DATABASE_URL",
        "sqlite:data/cards.db",
        f'DATABASE_URL is "sqlite:data/cards.db": for a file write {SQLITE}data/cards.db',
    ),
    (
        "DATABASE_URL",
        "sqlite://data/cards.db",
        f'DATABASE_URL is "sqlite://data/cards.db": write three slashes before a path: {SQLITE}data/cards.db',
    ),
    (
        "DATABASE_URL",
        "sqlite:////",
        'DATABASE_URL is "sqlite:////": that is a folder; write the path of a file in it',
    ),
    (
        "DATABASE_URL",
        "mysql://me:hushed@host/cards",
        "DATABASE_URL is …: no such database: mysql (sqlite+aiosqlite or postgresql+asyncpg)",
    ),
    ("DATABASE_URL", "postgres://me:hu@shed@host/cards", f"DATABASE_URL is …: {UNREADABLE}"),
    ("DATABASE_URL", "postgres:me:hushed", f"DATABASE_URL is …: {UNREADABLE}"),
    ("DATABASE_URL", "hushed", f"DATABASE_URL is …: {UNREADABLE}"),
    ("DATABASE_URL", "psql postgres://me:hushed@h/d", "DATABASE_URL is …: write the URL alone, without psql"),
    ("DATABASE_URL", "jdbc:postgresql://host/d", "DATABASE_URL is …: write the URL alone, without jdbc:"),
    ("SHARD_COUNT", "auto", 'SHARD_COUNT is "auto": write a whole number, or leave it empty'),
    ("SHARD_COUNT", "0", 'SHARD_COUNT is "0": the least is 1, or leave it empty'),
    ("SHARD_IDS", "0-2", 'SHARD_IDS is "0-2": name each number, 0,1,2'),
    ("SHARD_IDS", "0,x", 'SHARD_IDS is "0,x": write numbers with commas between them, such as 0,1'),
    ("SHARD_IDS", "1", 'SHARD_IDS is "1": set SHARD_COUNT to the number of all, at least 2'),
    ("SHARD_IDS", "0 0", 'SHARD_IDS is "0,0": name each shard once'),
    ("CONTACT", 101 * "x", f'CONTACT is "{101 * "x"}": write at most 100 characters'),
    (
        "CONTACT",
        TOKEN,
        "CONTACT looks like a secret, and every member would read it: write another text",
    ),
    ("LOBBY_MINUTES", "2h", 'LOBBY_MINUTES is "2h": write the minutes alone, 120'),
    ("LOBBY_MINUTES", "never", 'LOBBY_MINUTES is "never": write a number of minutes, such as 15'),
    ("LOBBY_MINUTES", "0", 'LOBBY_MINUTES is "0": write a number above 0'),
    ("NEXT_HAND_SECONDS", "1,5", 'NEXT_HAND_SECONDS is "1,5": write a point for the comma, 1.5'),
    ("NEXT_HAND_SECONDS", "nan", 'NEXT_HAND_SECONDS is "nan": write a number of seconds, such as 45'),
    ("TURN_SECONDS", "45s", 'TURN_SECONDS is "45s": write the seconds alone, 45'),
    ("TURN_SECONDS", "1 day", 'TURN_SECONDS is "1 day": write the seconds alone, 86400'),
    ("TURN_SECONDS", "never", 'TURN_SECONDS is "never": write 0 for no clock'),
    ("TURN_SECONDS", "-1", 'TURN_SECONDS is "-1": write 0 for no clock'),
    ("TURN_SECONDS", "1.000", 'TURN_SECONDS is "1.000": write it without a point, 1000'),
    ("TURN_SECONDS", "1,000", 'TURN_SECONDS is "1,000": write it without commas, 1000'),
    ("TURN_SECONDS", "45.5", 'TURN_SECONDS is "45.5": write a whole number, such as 46'),
    ("TURN_SECONDS", "604801", 'TURN_SECONDS is "604801": the most is 604800'),
    (
        "TURN_SECONDS",
        "soon\nor late",
        'TURN_SECONDS is "soon·or late": write a whole number of seconds, such as 60',
    ),
    ("TURN_SECONDS", TOKEN, "TURN_SECONDS is …: write a whole number of seconds, such as 60"),
    ("NUDGE_SECONDS", "off", 'NUDGE_SECONDS is "off": write 0 for never'),
    ("PAUSE_SECONDS", "500 ms", 'PAUSE_SECONDS is "500 ms": write the seconds alone, 0.5'),
    ("PAUSE_SECONDS", "1e300", 'PAUSE_SECONDS is "1e300": the most is 31622400'),
    ("HOLD_SECONDS", "-2", 'HOLD_SECONDS is "-2": the least is 0'),
    ("UNDO_SECONDS", "61", 'UNDO_SECONDS is "61": the most is 60'),
    ("CUT_SECONDS", "10 sec.", 'CUT_SECONDS is "10 sec.": write the seconds alone, 10'),
    (
        "CIVIL_POWERS",
        "/nowhere.toml",
        'CIVIL_POWERS is "/nowhere.toml": that file cannot be read (No such file or directory)',
    ),
    ("CIVIL_POWERS", "/", 'CIVIL_POWERS is "/": that is a folder; write the path of a TOML file'),
    ("PICTURES", "perhaps", 'PICTURES is "perhaps": write on or off'),
    ("EMOJI", "2", 'EMOJI is "2": write on or off'),
    ("TABLES_PER_MEMBER", "3 tables", 'TABLES_PER_MEMBER is "3 tables": write the number alone, 3'),
    ("TABLES_PER_CHANNEL", "unlimited", 'TABLES_PER_CHANNEL is "unlimited": write 0 for no limit'),
    ("TABLES_PER_SERVER", "1e999999999", 'TABLES_PER_SERVER is "1e999999999": the most is 1000000000'),
    ("STARTS_PER_MINUTE", "6/min", 'STARTS_PER_MINUTE is "6/min": write the number alone, 6'),
    ("PRESSES_PER_SECOND", "many", 'PRESSES_PER_SECOND is "many": write a whole number, such as 20'),
    ("ADVICE_PER_MINUTE", "-1", 'ADVICE_PER_MINUTE is "-1": write 0 for no limit'),
    ("REQUESTS_PER_SECOND", "0", 'REQUESTS_PER_SECOND is "0": write a number above 0'),
    ("FORGET_SERVERS_DAYS", "never", 'FORGET_SERVERS_DAYS is "never": write 0 for never'),
    ("KEEP_GAMES_DAYS", "-1", 'KEEP_GAMES_DAYS is "-1": write 0 for no limit'),
    ("LIVE_TABLES", "2 000", 'LIVE_TABLES is "2 000": write it without points or spaces, 2000'),
    ("SANDBOX_PORT", "127.0.0.1:8377", 'SANDBOX_PORT is "127.0.0.1:8377": write the port alone, 8377'),
    ("SANDBOX_PORT", "70000", f'SANDBOX_PORT is "70000": {PORT}'),
    ("LOG_LEVEL", "LOUD", 'LOG_LEVEL is "LOUD": write DEBUG, INFO, WARNING or ERROR'),
    ("LOG_FORMAT", "plain", 'LOG_FORMAT is "plain": write text or json'),
    ("HEALTH_PORT", "off", f'HEALTH_PORT is "off": {PORT}, or leave it empty'),
    ("FORGOTTEN_FILE", "/", 'FORGOTTEN_FILE is "/": that is a folder; write the path of a file in it'),
    ("HEARTBEAT_FILE", "/", 'HEARTBEAT_FILE is "/": that is a folder; write the path of a file in it'),
)
"""Settings with slips, and the bot's sentence for each."""


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a folder of its own, without settings."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.upper() in SETTING_NAMES]:
        monkeypatch.delenv(name)


def complaints(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines that the bot says when it does not start."""
    assert main() == 2
    return capsys.readouterr().err.splitlines()


def test_every_setting_has_a_slip() -> None:
    assert {name for name, *_ in REFUSED} == SETTING_NAMES


@pytest.mark.parametrize(("name", "text", "value"), TAKEN)
def test_what_is_clear_is_taken(monkeypatch: pytest.MonkeyPatch, name: str, text: str, value: Any) -> None:
    monkeypatch.setenv(name, text)
    assert getattr(Settings(), name.lower()) == value


@pytest.mark.parametrize(("name", "text", "sentence"), REFUSED)
def test_a_slip_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, text: str, sentence: str
) -> None:
    monkeypatch.setenv(name, text)
    assert complaints(capsys) == [sentence]


def test_all_slips_are_told_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slips = {name: (text, sentence) for name, text, sentence in REFUSED if name != "SHARD_IDS"}
    for name, (text, _) in slips.items():
        monkeypatch.setenv(name, text)
    assert sorted(complaints(capsys)) == sorted(sentence for _, sentence in slips.values())


@pytest.mark.parametrize(
    "text", [f'"{TOKEN}"', f"Bot {TOKEN}", f" {TOKEN}\r", f"DISCORD_TOKEN={TOKEN} # mine"]
)
def test_a_token_is_taken_without_what_is_around_it(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", text)
    assert Settings().token == TOKEN


@pytest.mark.parametrize(
    "url", ["sqlite:///~/cards.db", "sqlite+aiosqlite:///~/cards.db", "postgresql+psycopg2://me@h/d"]
)
def test_a_database_may_be_written_as_for_other_drivers(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert Settings().database_url == url


# The token in a file


@pytest.mark.parametrize(
    "content", [f"{TOKEN}", f"{TOKEN}\r\n", f"\ufeff{TOKEN}\n\n", f'DISCORD_TOKEN="{TOKEN}"\n']
)
def test_the_token_may_be_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str) -> None:
    file = tmp_path / "token"
    file.write_bytes(content.encode())
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(file))
    settings = Settings()
    assert settings.token == TOKEN
    assert TOKEN not in repr(settings)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "that file is empty; write the token into it"),
        (b" \r\n", "that file is empty; write the token into it"),
        (b"\xff\xfeh\x00u\x00", "that file is no text in UTF-8; write the token alone into it"),
        (b"hushed\nhushed", "is in several parts"),
        (b"123456789012345678\n", "is an id, not the token"),
    ],
)
def test_a_file_without_a_token_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    content: bytes,
    problem: str,
) -> None:
    (tmp_path / "token").write_bytes(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    (line,) = complaints(capsys)
    assert "DISCORD_TOKEN_FILE is" in line
    assert problem in line
    assert "hushed" not in line


def test_two_tokens_are_one_too_many(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "token").write_text(TOKEN)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert complaints(capsys) == [
        "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: leave one of them empty"
    ]


# Names


def test_lines_of_env_that_set_nothing_end_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ("# a comment", "", "TURN_SECONDS 45", "HOLD_SECONDS: 4", "PICTURES", "HUSHED", "EMOJI=perhaps")
    (tmp_path / ".env").write_text("\n".join(lines))
    assert complaints(capsys) == [
        "line 3 of .env is no setting: write NAME=value, and close each quote",
        "line 4 of .env is no setting: write NAME=value, and close each quote",
        "line 5 of .env has PICTURES alone: write PICTURES=value",
        'EMOJI is "perhaps": write on or off',
    ]


@pytest.mark.parametrize(
    ("env", "environment", "sentences"),
    [
        ("DISCORD_TOKNE=x", {}, ["DISCORD_TOKNE is no setting of the bot: is DISCORD_TOKEN meant?"]),
        (
            "",
            {"DISCORD_BOT_TOKEN": "x"},
            ["DISCORD_BOT_TOKEN is no setting of the bot: is DISCORD_TOKEN meant?"],
        ),
        ("token=x", {}, ["TOKEN is no setting of the bot: is DISCORD_TOKEN meant?"]),
        ("CARDS_LOG_LEVEL=x", {}, ["CARDS_LOG_LEVEL is no setting of the bot: is LOG_LEVEL meant?"]),
        ("", {"TURN_SECOND": "5"}, ["TURN_SECOND is no setting of the bot: is TURN_SECONDS meant?"]),
        (
            "EMOJI=on\n\nEMOJI=off",
            {},
            [".env sets EMOJI more than once, in lines 1 and 3: the last one counts"],
        ),
        (
            "",
            {"emoji": "on", "EMOJI": "off"},
            ["the environment sets EMOJI more than once, as EMOJI and emoji: keep one"],
        ),
        # Names of other programs, and one's own in any case.
        ("POSTGRES_PASSWORD=x\nemoji=on", {"RUST_LOG_LEVEL": "x", "TOKEN": "x", "EMOJI": "off"}, []),
    ],
)
def test_a_slip_in_a_name_is_told(
    tmp_path: Path, env: str, environment: dict[str, str], sentences: list[str]
) -> None:
    (tmp_path / ".env").write_text(env)
    assert list(broken(SETTING_NAMES)) == []
    assert list(strange(SETTING_NAMES, environment)) == sentences
    assert read_settings() is not None
