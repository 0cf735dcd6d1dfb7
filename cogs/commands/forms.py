"""The form of a game's slash commands, as Discord is told: their options, with descriptions and choices."""

import inspect
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.app import CardsBot
from bot.host.option_sets import DEFAULT
from bot.lobby.options import CLOCKS
from bot.locale import FALLBACK
from bot.locale.glyphs import as_text
from bot.panels.shared.absence import clock_key
from cogs.commands.registration import translated
from cogs.sending.answers import Interaction
from cogs.sending.boundary import bounded
from engine import GAMES
from engine.ai import LEVELS

Handler = Callable[..., Coroutine[Any, Any, None]]


def callback_of(bot: CardsBot, handler: Handler, **options: tuple[Any, Any]) -> Handler:
    """Return the callback of a command, which runs `handler` inside the error boundary.

    Its signature has `options` (annotation, default), from which discord.py makes the options of the command.
    """

    async def command(interaction: Interaction, **values: Any) -> None:
        await bounded(bot, interaction, lambda words: handler(interaction, words, **values))

    keyword = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("interaction", keyword, annotation=discord.Interaction)] + [
        inspect.Parameter(name, keyword, annotation=annotation, default=default)
        for name, (annotation, default) in options.items()
    ]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # discord.py reads it
    return command


def start_callback(
    bot: CardsBot, game: str, offered: Mapping[str, Mapping[str, Any]], handler: Handler
) -> Handler:
    """Return the callback of `start`, with a parameter for each of the game's options.

    `offered` are the values that the host of the bot offers for options without a menu, by name.
    """
    text = partial(translated, bot.catalogue.words(FALLBACK))
    options = GAMES[game].OPTIONS
    parameters: dict[str, tuple[Any, Any]] = {
        name: (type(values[0]) | None, None) for name, values in options.items()
    }
    parameters |= dict.fromkeys(offered, (str | None, None))
    most = most_seats(game) - 1
    parameters |= {
        "computers": (app_commands.Range[int, 0, most] | None, None),
        "level": (str | None, None),
        "clock": (int | None, None),
    }
    made = callback_of(bot, handler, **parameters)
    about = {name: text(f"command.option.{name}.about") for name in parameters}
    choices = {
        name: [
            app_commands.Choice(name=text(f"{game}.option.{name}.{value}"), value=value) for value in values
        ]
        for name, values in options.items()
    }
    choices |= {name: _named_choices(game, name, offered[name], text) for name in offered}
    choices["level"] = [app_commands.Choice(name=text(f"level.{name}"), value=name) for name in LEVELS]
    choices["clock"] = [
        app_commands.Choice(name=text(*clock_key(seconds)), value=seconds) for seconds in CLOCKS
    ]
    return app_commands.choices(**choices)(app_commands.describe(**about)(made))


def _named_choices(
    game: str, option: str, offered: Mapping[str, Any], text: Callable[..., app_commands.locale_str]
) -> list[app_commands.Choice[str | int | float]]:
    return [
        app_commands.Choice(
            name=text(f"{game}.option.{option}.default") if name == DEFAULT else as_text(name),
            value=name,
        )
        for name in offered
    ]


def most_seats(game: str) -> int:
    """Return the largest number of seats of a game."""
    rules = GAMES[game]
    players = rules.OPTIONS.get("players", (None,))
    options = [{} if number is None else {"players": number} for number in players]
    return max(sum(map(len, rules.sides(rules.options(chosen)))) for chosen in options)


def in_teams(game: str) -> bool:
    """Return whether a game is played in teams, unless its options say otherwise."""
    rules = GAMES[game]
    return any(len(seats) > 1 for seats in rules.sides(rules.options({})))
