"""Telling Discord the commands: only where they differ from what it was told last."""

import hashlib
import json
import logging

import discord
from discord import app_commands

from bot.app import CardsBot
from bot.store import StoreError

log = logging.getLogger(__name__)


async def register(bot: CardsBot) -> None:
    """Tell Discord the commands, unless it has those that it was told last and they are the same."""
    assert bot.application_id is not None
    told = await _payload(bot)
    if await _noted(bot) == _digest(told, await _known(bot)):
        return
    commands = await bot.tree.sync()
    log.info("told Discord the commands")
    try:
        await bot.store.note_commands(bot.application_id, _digest(told, commands))
    except StoreError as error:
        # They are told once more at the next start.
        log.warning("that Discord knows the commands could not be noted: %s", error)


async def _payload(bot: CardsBot) -> str:
    translator = bot.tree.translator
    assert translator is not None
    commands = [await one.get_translated_payload(bot.tree, translator) for one in bot.tree.get_commands()]
    return json.dumps(commands, sort_keys=True)


async def _known(bot: CardsBot) -> list[app_commands.AppCommand]:
    """Return the commands that Discord has, none where it does not tell."""
    try:
        return await bot.tree.fetch_commands()
    except discord.HTTPException as error:
        log.info("Discord does not tell which commands it has (%s)", error.status)
        return []


async def _noted(bot: CardsBot) -> str:
    assert bot.application_id is not None
    try:
        return await bot.store.commands(bot.application_id)
    except StoreError:
        return ""


def _digest(told: str, known: list[app_commands.AppCommand]) -> str:
    """Return what stands for commands: a command that somebody has registered again has another id."""
    ids = sorted(command.id for command in known)
    return hashlib.sha256(f"{told} {ids}".encode()).hexdigest()
