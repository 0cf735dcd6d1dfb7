"""A panel as Discord's components: one container with texts and rows of buttons."""

from typing import Final

import discord

from bot.render.panel import Panel, Style

_STYLES: Final = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.MAIN: discord.ButtonStyle.primary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}


def layout(panel: Panel) -> discord.ui.LayoutView:
    """Return the view that shows `panel`.

    It is stopped before it is sent, so discord.py neither keeps it nor listens to it: presses come in by
    `cogs/door.py`, whichever process drew the message.
    """
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=panel.accent)
    for block in panel.blocks:
        if not block:
            continue
        if isinstance(block, str):
            container.add_item(discord.ui.TextDisplay(block))
        else:
            container.add_item(
                discord.ui.ActionRow(
                    *(
                        discord.ui.Button(
                            label=button.label,
                            custom_id=button.id,
                            style=_STYLES[button.style],
                            disabled=button.disabled,
                        )
                        for button in block
                    )
                )
            )
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(container)
    view.stop()
    return view


def note(text: str) -> discord.ui.LayoutView:
    """Return the view of a single sentence."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    view.stop()
    return view
