"""A panel as Discord's components: one container with texts, files, rows of buttons and selects."""

import re
from functools import lru_cache
from typing import Any, Final

import discord

from bot.blocks.blocks import (
    Answers,
    Button,
    ButtonStyle,
    ChannelSelect,
    Document,
    File,
    Form,
    Option,
    Panel,
    Picture,
    Section,
    Select,
)
from bot.locale.glyphs import as_text
from bot.locale.names import shortened
from bot.pictures.sketch.alt import ALT

_GALLERY: Final = discord.ComponentType.media_gallery.value
_FILE: Final = discord.ComponentType.file.value
_CONTAINER: Final = discord.ComponentType.container.value
_TEXT: Final = discord.ComponentType.text_display.value
_SECTION: Final = discord.ComponentType.section.value
_ROW: Final = discord.ComponentType.action_row.value
_BUTTON: Final = discord.ComponentType.button.value
_SELECT: Final = discord.ComponentType.string_select.value
_CHANNELS: Final = discord.ComponentType.channel_select.value
_LABEL: Final = discord.ComponentType.label.value
_LINE: Final = discord.ComponentType.text_input.value
_WRITTEN_IN: Final = [
    kind.value
    for kind in (
        discord.ChannelType.text,
        discord.ChannelType.news,
        discord.ChannelType.news_thread,
        discord.ChannelType.public_thread,
        discord.ChannelType.private_thread,
    )
]
"""The kinds of channels that a list of them offers."""
FILLED: Final = "text"
"""The id of the line of a form."""
_STYLES: Final = {
    ButtonStyle.PLAIN: discord.ButtonStyle.secondary.value,
    ButtonStyle.MAIN: discord.ButtonStyle.primary.value,
    ButtonStyle.GOOD: discord.ButtonStyle.success.value,
    ButtonStyle.DANGER: discord.ButtonStyle.danger.value,
}


class _AsGiven:
    """A view that discord.py sends unchanged.

    Items of discord.py would be made for one message and thrown away, at eight times the cost of their
    components. A view without items has nothing to listen for and is finished before it is sent, so
    discord.py never keeps it: presses come in by `cogs/presses/door.py`, whichever process drew the button.
    """

    def __init__(self, components: list[dict[str, Any]]) -> None:
        # Without `super().__init__()`: it takes as long as all components here, and only serves listening.
        self._drawn = components

    @property
    def timeout(self) -> None:
        """Return None: the buttons of a message do not expire."""

    def is_finished(self) -> bool:
        """Return True: discord.py has nothing to listen for."""
        return True

    def is_dispatchable(self) -> bool:
        """Return False: no press belongs here."""
        return False

    def to_components(self) -> list[dict[str, Any]]:
        """Return the components as plain data."""
        return self._drawn


class Drawn(_AsGiven, discord.ui.LayoutView):  # type: ignore[misc]  # nobody sets its timeout
    """A whole message: texts, pictures, rows of buttons."""

    def has_components_v2(self) -> bool:
        """Return True: texts and containers are components of the second version, which needs a flag."""
        return True


class _Row(_AsGiven, discord.ui.View):  # type: ignore[misc]  # nobody sets its timeout
    """A row of buttons below plain content: a phone's notification shows the content, and no container."""

    def has_components_v2(self) -> bool:
        """Return False: a row is a component of the first version, so the message can have content."""
        return False


def row(*buttons: Button) -> _Row:
    """Return the view of a row of buttons below plain content."""
    return _Row([_block(buttons)])


def layout(panel: Panel | str) -> Drawn:
    """Return the view that shows `panel`; a sentence stands without a container."""
    if isinstance(panel, str):
        return Drawn([_text(panel)])
    inside = [_text(block) if isinstance(block, str) else _block(block) for block in panel.blocks if block]
    return Drawn([{"type": _CONTAINER, "accent_color": panel.accent, "components": inside}])


def _text(text: str) -> dict[str, Any]:
    return {"type": _TEXT, "content": as_text(text)}


def _block(block: Answers | ChannelSelect | File) -> dict[str, Any]:
    match block:
        case Picture():
            return {
                "type": _GALLERY,
                "items": [
                    {"media": _attached(block.name), "description": shortened(as_text(block.alt), ALT)}
                ],
            }
        case Document():
            return {"type": _FILE, "file": _attached(block.name)}
        case Select():
            return {"type": _ROW, "components": [_select(block)]}
        case ChannelSelect():
            return {"type": _ROW, "components": [_channels(block)]}
        case Section(text, button):
            return {"type": _SECTION, "components": [_text(text)], "accessory": _button(button)}
        case _:
            return {"type": _ROW, "components": [_button(button) for button in block]}


def _attached(name: str) -> dict[str, str]:
    return {"url": f"attachment://{name}"}


def _button(button: Button) -> dict[str, Any]:
    made = {
        "type": _BUTTON,
        "custom_id": button.id,
        "style": _STYLES[button.style],
        "disabled": button.disabled,
    }
    if not button.emoji:
        made["label"] = as_text(button.label)
        return made
    # The label says everything in words, but Discord shows no emoji in a label: the tile takes its place.
    made["emoji"] = _emoji(button.emoji)
    if button.beside:
        made["label"] = as_text(button.beside)
    return made


_MARK: Final = re.compile(r"<:(\w+):(\d+)>")


@lru_cache(1024)
def _emoji(mark: str) -> dict[str, str]:
    """Return the emoji of a mark: one of the application, or a character."""
    found = _MARK.fullmatch(mark)
    return {"name": mark} if found is None else {"id": found[2], "name": found[1]}


def _select(select: Select) -> dict[str, Any]:
    return {
        "type": _SELECT,
        "custom_id": select.id,
        "placeholder": as_text(select.hint),
        "min_values": select.least,
        "max_values": select.most,
        "options": [_option(option) for option in select.options],
    }


def _channels(select: ChannelSelect) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": _CHANNELS,
        "custom_id": select.id,
        "placeholder": as_text(select.hint),
        "channel_types": _WRITTEN_IN,
    }
    if select.chosen is not None:
        made["default_values"] = [{"id": str(select.chosen), "type": "channel"}]
    return made


def _option(option: Option) -> dict[str, Any]:
    made: dict[str, Any] = {
        "label": as_text(option.label),
        "value": option.value,
        "default": option.marked,
    }
    return made | {"emoji": _emoji(option.emoji)} if option.emoji else made


def modal(form: Form) -> dict[str, Any]:
    """Return a form as Discord's modal with one line."""
    line = {
        "type": _LINE,
        "custom_id": FILLED,
        "style": discord.TextStyle.short.value,
        "min_length": 1,
        "max_length": form.most,
        "required": True,
    }
    label = {"type": _LABEL, "label": form.label, "description": form.hint, "component": line}
    return {"custom_id": form.id, "title": form.title, "components": [label]}


def filled(data: dict[str, Any]) -> str:
    """Return the text in the line of a modal that was sent, empty without one."""
    lines = [top.get("component") or {} for top in data.get("components", ())]
    return next((str(line.get("value") or "") for line in lines if line.get("custom_id") == FILLED), "")
