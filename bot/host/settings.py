"""The settings of the bot: environment variables, or a `.env` file in the working directory."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.host import option_sets, reading
from bot.store import Shards, StoreError
from bot.store.database.address import file_of, parsed

YEAR: Final = 366 * 86_400.0
"""Seconds, the longest time that a host can set: every deadline can be stored and shown."""


_BOUNDS: Final = ("ge", "gt", "le")
_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
_FORMATS = Literal["text", "json"]
_ZERO: Final[Mapping[str, str]] = {
    "turn_seconds": "no clock",
    "nudge_seconds": "never",
    "undo_seconds": "never",
    "cut_seconds": "never",
    "tables_per_member": "no limit",
    "tables_per_channel": "no limit",
    "tables_per_server": "no limit",
    "starts_per_minute": "no limit",
    "presses_per_second": "no limit",
    "advice_per_minute": "no limit",
    "forget_servers_days": "never",
    "keep_games_days": "no limit",
}
"""The meaning of 0 in a setting in which it is more than a short time."""


class Settings(BaseSettings):
    """Every setting with its default; `.env.example` lists the same."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8-sig", extra="ignore")

    discord_token: SecretStr = SecretStr("")
    """The bot's token; without one a clone starts the local stand-in for Discord instead."""
    discord_token_file: SecretStr = SecretStr("")
    """The token in a file, set as its path: the secrets of containers come so; empty: none."""
    discord_url: str = ""
    """The address of another Discord (the stand-in); empty: the real one."""
    database_url: str = "sqlite+aiosqlite:///data/cards.db"
    forgotten_file: Path | None = None
    """The list of members who were forgotten; empty: beside SQLite's file, or data/cards.forgotten."""
    shard_count: int | None = Field(default=None, ge=1)
    """The number of shards of the bot; empty: as many as Discord recommends."""
    shard_ids: str = ""
    """The shards that this process runs, separated by commas; empty: all of them."""
    lobby_minutes: float = Field(default=15, gt=0, le=YEAR / 60, allow_inf_nan=False)
    """Minutes without a press after which a lobby closes."""
    next_hand_seconds: float = Field(default=45, ge=0, le=YEAR, allow_inf_nan=False)
    """Seconds after a hand until the next is dealt, unless everybody is ready before."""
    turn_seconds: int = Field(default=60, ge=0, le=604_800)
    """Seconds of a turn where several people play and no clock was chosen; 0: no limit."""
    nudge_seconds: float = Field(default=30, ge=0, le=YEAR, allow_inf_nan=False)
    """Seconds of a turn until its player is pinged; 0: never."""
    pause_seconds: float = Field(default=4, ge=0, le=YEAR, allow_inf_nan=False)
    """Seconds; a part of them is a computer's time for a move, and the bot's for a seat without a choice."""
    hold_seconds: float = Field(default=2, ge=0, le=60, allow_inf_nan=False)
    """Seconds that a finished trick or a capture stays in sight before a computer plays on.

    A part of the last sheet of a game does as well, and the whole four times as long; 0: it is not counted.
    """
    undo_seconds: float = Field(default=4, ge=0, le=60, allow_inf_nan=False)
    """Seconds in which a play can be taken back, if server and table allow it; 0: never."""
    cut_seconds: float = Field(default=10, ge=0, le=60, allow_inf_nan=False)
    """Seconds that the first deal waits for the cut; 0: nobody is asked to cut."""
    contact: str = ""
    """Where members reach the host of the bot, as `/cards about` tells them; empty: not told."""
    civil_powers: Annotated[dict[str, Any], NoDecode] = {}
    """Sets of the challengers' numbers in Civil Suits, set as the path of a file; empty: the default."""
    pictures: bool = True
    """Whether tables are shown as pictures too; servers and members can switch them off."""
    emoji: bool = True
    """Whether cards are shown as tiles, which the bot adds to the application's emoji."""
    tables_per_member: int = Field(default=3, ge=0)
    """Open tables that a member may have opened in a server; here and below 0 is no limit."""
    tables_per_channel: int = Field(default=5, ge=0)
    tables_per_server: int = Field(default=20, ge=0)
    starts_per_minute: int = Field(default=6, ge=0)
    """Tables that a member may open in a minute."""
    presses_per_second: int = Field(default=20, ge=0)
    """Presses and commands of a member answered in a second; four times as many in a burst."""
    advice_per_minute: int = Field(default=20, ge=0)
    """Hints, reviews and key moments that a member may ask for in a minute."""
    requests_per_second: float = Field(default=40, gt=0, le=1000)
    """The most requests of the bot in a second, without the answers to presses.

    Discord allows 50 in all, and more to bots in very many servers. Several processes of one bot divide them
    by their shards.
    """
    forget_servers_days: int = Field(default=30, ge=0, le=36_500)
    """Days after which the data of a server that the bot has left is deleted; 0: never."""
    keep_games_days: int = Field(default=0, ge=0, le=36_500)
    """Days for which the plays of a game are kept after its end; 0: no limit. Its result stays."""
    live_tables: int = Field(default=2000, ge=1)
    """Open tables kept in memory; any other is loaded again at the next press on it."""
    sandbox_port: int = Field(default=8377, ge=0, le=65535)
    """The port of the local stand-in's page, on loopback only."""
    log_level: str = "INFO"
    log_format: _FORMATS = "text"
    """The format of a line of the log."""
    health_port: int | None = Field(default=None, ge=0, le=65535)
    """The port of the health and metrics pages, on loopback only; empty: none."""
    heartbeat_file: Path | None = None
    """The file for the heartbeat (`bot/heartbeat.py`); empty: none."""

    @field_validator("*", mode="before")
    @classmethod
    def _as_written(cls, value: object, info: ValidationInfo) -> object:
        """Return a value that was written as text as the field has it; ValueError with a sentence."""
        if not isinstance(value, str | Path):
            return value
        field = str(info.field_name)
        about = cls.model_fields[field]
        name, default = field.upper(), about.get_default()
        text = reading.cleaned(name, str(value))
        if not text:
            return default
        if field in _BY_FIELD:
            return _BY_FIELD[field](name, text)
        if field in option_sets.BY_FILE:
            return _sets(field, text)
        if field.endswith("_port"):
            return reading.port(name, text, default)
        if about.annotation is bool:
            return reading.switch(name, text)
        bounds = {key: getattr(part, key) for part in about.metadata for key in _BOUNDS if hasattr(part, key)}
        of = float if about.annotation is float else int
        return reading.number(name, text, of, bounds, default, _ZERO.get(field, ""))

    @field_validator("discord_token_file")
    @classmethod
    def _no_other_token(cls, value: SecretStr, info: ValidationInfo) -> SecretStr:
        other = info.data.get("discord_token")
        if value.get_secret_value() and other is not None and other.get_secret_value():
            raise ValueError("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: leave one of them empty")
        return value

    @field_validator("shard_ids")
    @classmethod
    def _shards_fit(cls, value: str, info: ValidationInfo) -> str:
        own = _numbers(value)
        if own and len(set(own)) < len(own):
            raise ValueError(f'SHARD_IDS is "{value}": name each shard once')
        if own and "shard_count" in info.data and max(own) >= (info.data["shard_count"] or 0):
            least = max(own) + 1
            raise ValueError(
                f'SHARD_IDS is "{value}": set SHARD_COUNT to the number of all, at least {least}'
            )
        return value

    @property
    def token(self) -> str:
        """Return the bot's token, empty if none is set."""
        return self.discord_token.get_secret_value() or self.discord_token_file.get_secret_value()

    @property
    def options(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the options of all new tables that this host has set, by game."""
        return self._by_game(option_sets.everywhere)

    @property
    def offered(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """Return the values beside a game's own menu that a lobby offers, by game, option and name."""
        return self._by_game(option_sets.selectable)

    def _by_game(self, of: Callable[[str, option_sets.Sets], dict[str, Any]]) -> dict[str, dict[str, Any]]:
        """Return the options that `of` returns for each setting with sets, by game."""
        found: dict[str, dict[str, Any]] = {}
        for setting, (game, _) in option_sets.BY_FILE.items():
            if options := of(setting, getattr(self, setting)):
                found.setdefault(game, {}).update(options)
        return found

    @property
    def own_shards(self) -> list[int] | None:
        """Return the shards that this process runs, None for all."""
        return _numbers(self.shard_ids) or None

    @property
    def own_share(self) -> float:
        """Return the share of all shards that this process runs, from 0 to 1."""
        return len(self.own_shards) / self.shard_count if self.own_shards and self.shard_count else 1.0

    @property
    def shards(self) -> Shards | None:
        """Return the shards whose servers, tables and clocks belong to this process, None for all."""
        if self.own_shards is None or self.shard_count is None:
            return None
        return Shards(self.shard_count, tuple(self.own_shards))


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part]


def _an_address(name: str, text: str) -> str:
    """Return the address of a Discord, without a slash at its end."""
    written = text.rstrip("/")
    if re.fullmatch(r"https?://[\w.-]+(:\d+)?", written, re.ASCII | re.IGNORECASE):
        return written
    if host := re.match(r"(?:(https?)://)?([\w.-]+(?::\d+)?)(/.*)?$", written, re.ASCII | re.IGNORECASE):
        if host[2].endswith("discord.com"):
            raise reading.slip(name, text, "leave it empty for the real Discord")
        wanted = f"{(host[1] or 'http').lower()}://{host[2]}"
        raise reading.slip(
            name, text, f"write {wanted}" if reading.shown(wanted) != "…" else "write an address"
        )
    raise reading.slip(name, text, "write an http address without a path, such as http://127.0.0.1:8420")


def _a_database(name: str, text: str) -> str:
    """Return the address of a database; its errors show no password."""
    try:
        file = file_of(parsed(text))
    except StoreError as error:
        # Only a file has surely no password in it.
        told = reading.shown(text) if re.match(r"sqlite|[^:]*[./][^:]*$|[A-Za-z]:\\", text) else "…"
        raise ValueError(f"{name} is {told}: {error}") from None
    if file is not None and file.is_dir():
        raise reading.slip(name, text, "that is a folder; write the path of a file in it")
    return text


def _a_file(name: str, text: str) -> Path:
    """Return the path of a file; health says so if it cannot be written."""
    file = reading.path_in(text)
    if file.is_dir():
        raise reading.slip(name, text, "that is a folder; write the path of a file in it")
    return file


def _sets(field: str, text: str) -> Mapping[str, Any]:
    """Return the sets of a file of them."""
    name = field.upper()
    try:
        return option_sets.read(reading.path_in(text), field)
    except IsADirectoryError:
        raise reading.slip(name, text, "that is a folder; write the path of a TOML file") from None
    except OSError as error:
        raise reading.slip(name, text, f"that file cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise reading.slip(name, text, "that file is no text in UTF-8") from None
    except TOMLDecodeError as error:
        said = f"that file is no TOML; write lines such as AS = [3, 8, 5] ({error})"
        raise reading.slip(name, text, said) from None
    except ValueError as error:
        # In one line: names in the file may have line breaks.
        raise reading.slip(name, text, f"in that file {' '.join(str(error).split())}") from None
    except RecursionError:
        raise reading.slip(name, text, "brackets within brackets are too deep in that file") from None


_BY_FIELD: Final[Mapping[str, Callable[[str, str], object]]] = {
    "discord_token": lambda name, text: SecretStr(reading.token(name, text)),
    "discord_token_file": lambda name, text: SecretStr(reading.token_in(name, text)),
    "discord_url": _an_address,
    "database_url": _a_database,
    "shard_ids": reading.numbers_in,
    "contact": reading.public_text,
    "log_level": lambda name, text: reading.choice(name, text, _LEVELS, {"warn": "WARNING"}),
    "log_format": lambda name, text: reading.choice(name, text, get_args(_FORMATS), {}),
    "heartbeat_file": _a_file,
    "forgotten_file": _a_file,
}
"""How the text of a setting is read that is no number, port, switch or file of sets."""

SETTING_NAMES: Final = frozenset(name.upper() for name in Settings.model_fields)
"""The names of all settings."""
