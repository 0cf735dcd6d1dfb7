"""The settings of the bot: environment variables, or a `.env` file beside where it is started."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.store import Shards
from engine import civil_suits


class Settings(BaseSettings):
    """Every setting with its default; `.env.example` lists the same ones."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr = SecretStr("")
    """The bot's token; without one the local stand-in for Discord is started instead, where there is one."""
    discord_url: str = ""
    """Where another Discord answers (the stand-in's address); empty: the real one."""
    database_url: str = "sqlite+aiosqlite:///data/cards.db"
    shard_count: int | None = Field(default=None, ge=1)
    """How many shards the bot has in all; empty: as many as Discord recommends."""
    shard_ids: str = ""
    """The shards that this process runs, separated by commas; empty: all of them."""
    lobby_minutes: float = Field(default=15, gt=0)
    """A lobby that nobody touches for so long closes itself."""
    next_hand_seconds: float = Field(default=45, ge=0)
    """After a hand the next one is dealt once everybody is ready, or after this time."""
    nudge_seconds: float = Field(default=30, ge=0)
    """How long a turn lasts before its player is pinged; 0: never."""
    pause_seconds: float = Field(default=4, ge=0)
    """A computer takes a part of it for a move, and the bot for the answer of somebody who has no choice."""
    civil_powers: Annotated[dict[str, Any], NoDecode] = {}
    """The numbers of the challengers in Civil Suits, by the file that has them; none: the default ones."""
    pictures: bool = True
    """Whether tables are shown as pictures too; a server or a member can do without them."""
    emoji: bool = True
    """Whether cards are shown as tiles, which are put among the application's emoji."""
    live_tables: int = Field(default=2000, ge=1)
    """How many tables are kept in memory; the others are read again when somebody presses a button."""
    sandbox_port: int = Field(default=8377, ge=0, le=65535)
    """Where the local stand-in's page is served, on loopback only."""
    log_level: str = "INFO"

    @field_validator("shard_count", mode="before")
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
        if own and (self.shard_count is None or max(own) >= self.shard_count):
            raise ValueError("shard_ids need a shard_count above the highest of them")
        return self

    @field_validator("civil_powers", mode="before")
    @classmethod
    def _read(cls, path: str | Path) -> dict[str, Any]:
        if not path:
            return {}
        try:
            powers = tomllib.loads(Path(path).read_text("utf-8"))
            civil_suits.options({"powers": powers})
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}") from None
        except ValueError as error:
            # One line, whatever names the file has.
            raise ValueError(f"{path}: {' '.join(str(error).split())}") from None
        return powers

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, value: str) -> str:
        if value.upper() not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
            raise ValueError("log_level is DEBUG, INFO, WARNING or ERROR")
        return value.upper()

    @property
    def options(self) -> Mapping[str, Mapping[str, Any]]:
        """Return, by game, the options that this host has set for new tables."""
        return {civil_suits.NAME: {"powers": self.civil_powers}} if self.civil_powers else {}

    @property
    def own_shards(self) -> list[int] | None:
        """Return the shards that this process runs, None for all."""
        return [int(part) for part in self.shard_ids.split(",")] if self.shard_ids.strip() else None

    @property
    def shards(self) -> Shards | None:
        """Return the shards whose servers, tables and clocks belong to this process, None for all."""
        if self.own_shards is None or self.shard_count is None:
            return None
        return Shards(self.shard_count, tuple(self.own_shards))
