"""The settings of the bot: environment variables, or a `.env` file in the working directory."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.host import option_sets
from bot.store import Shards, StoreError
from bot.store.database.address import parsed

YEAR: Final = 366 * 86_400.0
"""Seconds, the longest time that a host can set: every deadline can be stored and shown."""


class Settings(BaseSettings):
    """Every setting with its default; `.env.example` lists the same."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8-sig", extra="ignore")

    discord_token: SecretStr = SecretStr("")
    """The bot's token; without one a clone starts the local stand-in for Discord instead."""
    discord_url: str = ""
    """The address of another Discord (the stand-in); empty: the real one."""
    database_url: str = "sqlite+aiosqlite:///data/cards.db"
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
    """Seconds that a finished trick or a capture stays in sight before a computer plays on."""
    undo_seconds: float = Field(default=4, ge=0, le=60, allow_inf_nan=False)
    """Seconds in which a play can be taken back, if server and table allow it; 0: never."""
    cut_seconds: float = Field(default=10, ge=0, le=60, allow_inf_nan=False)
    """Seconds that the first deal waits for the cut; 0: nobody is asked to cut."""
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
    """Hints and reviews that a member may ask for in a minute."""
    requests_per_second: float = Field(default=40, gt=0, le=1000)
    """The most requests of the bot in a second, without the answers to presses.

    Discord allows 50 in all, and more to bots in very many servers. Several processes of one bot divide them
    by their shards.
    """
    live_tables: int = Field(default=2000, ge=1)
    """Tables kept in memory; any other is loaded again at the next press on it."""
    sandbox_port: int = Field(default=8377, ge=0, le=65535)
    """The port of the local stand-in's page, on loopback only."""
    log_level: str = "INFO"
    log_format: Literal["text", "json"] = "text"
    """The format of a line of the log."""
    health_port: int | None = Field(default=None, ge=0, le=65535)
    """The port of the health and metrics pages, on loopback only; empty: none."""
    heartbeat_file: Path | None = None
    """The file for the heartbeat (`bot/heartbeat.py`); empty: none."""

    @field_validator("discord_token")
    @classmethod
    def _a_token(cls, value: SecretStr) -> SecretStr:
        if not re.fullmatch(r"[\w.-]*", value.get_secret_value().strip(), re.ASCII):
            raise ValueError("discord_token has characters that no token has, such as quotes or spaces")
        return SecretStr(value.get_secret_value().strip())

    @field_validator("discord_url")
    @classmethod
    def _an_address(cls, value: str) -> str:
        if value and not re.fullmatch(r"https?://[\w.-]+(:\d+)?/?", value, re.ASCII):
            raise ValueError("discord_url is an http address without a path, such as http://127.0.0.1:8420")
        return value.rstrip("/")

    @field_validator("database_url")
    @classmethod
    def _a_database(cls, value: str) -> str:
        try:
            parsed(value)
        except StoreError as error:
            raise ValueError(str(error)) from None
        return value

    @field_validator("shard_count", "health_port", "heartbeat_file", mode="before")
    @classmethod
    def _empty_is_unset(cls, value: object) -> object:
        return None if value == "" else value

    @field_validator("shard_ids")
    @classmethod
    def _numbers(cls, value: str) -> str:
        if value.strip() and not all(part.strip().isdecimal() for part in value.split(",")):
            raise ValueError("shard_ids are numbers separated by commas, such as 0,1")
        return value

    @model_validator(mode="after")
    def _shards_fit(self) -> Self:
        own = self.own_shards
        if own and len(set(own)) < len(own):
            raise ValueError("shard_ids name a shard twice")
        if own and (self.shard_count is None or max(own) >= self.shard_count):
            raise ValueError("shard_ids need a shard_count above the highest of them")
        return self

    @field_validator(*option_sets.BY_FILE, mode="before")
    @classmethod
    def _read(cls, path: str | Path, info: ValidationInfo) -> Mapping[str, Any]:
        if not path:
            return {}
        try:
            return option_sets.read(Path(path), str(info.field_name))
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}") from None
        except ValueError as error:
            # In one line: names in the file may have line breaks.
            raise ValueError(f"{path}: {' '.join(str(error).split())}") from None
        except RecursionError:
            raise ValueError(f"{path}: brackets within brackets are too deep") from None

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, value: str) -> str:
        if value.upper() not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
            raise ValueError("log_level is DEBUG, INFO, WARNING or ERROR")
        return value.upper()

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
        return [int(part) for part in self.shard_ids.split(",")] if self.shard_ids.strip() else None

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
