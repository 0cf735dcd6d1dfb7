"""The outcome of a member's action: the bot's answer, its silence, or the client's own refusal."""

from __future__ import annotations

from typing import Any

from sandbox.interactions import Interaction
from sandbox.modals import Modal
from sandbox.view import Message

KINDS = {
    4: "message",
    5: "deferred",
    6: "deferred_update",
    7: "update",
    8: "autocomplete",
    9: "modal",
}


class NoAnswer(Exception):
    """The application did not respond within three seconds."""


class Refused(Exception):
    """The client does not let the member do this: a value out of range, a message that is not theirs."""


class Gone(Refused):
    """The target of the action has just vanished or changed: the message, its component, the form."""


class Answer:
    """The bot's answer to one interaction; its message and follow-ups show later changes too."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction

    def __repr__(self) -> str:
        return f"<Answer {self.kind} {self.message!r}>"

    @property
    def kind(self) -> str:
        """Return `message`, `update`, `deferred`, `deferred_update`, `modal` or `autocomplete`."""
        return KINDS[self.interaction.answer or 0]

    @property
    def milliseconds(self) -> float:
        """Return how many milliseconds passed from the press to the acknowledgement, on the sandbox clock."""
        return self.interaction.milliseconds

    @property
    def message(self) -> Message | None:
        """Return the message that is the answer: the new one, or for an update the one that was pressed."""
        original = self.interaction.original
        return None if original is None else Message(original)

    @property
    def text(self) -> str:
        """Return all text of the answer's message; empty when there is none."""
        return "" if self.message is None else self.message.text

    @property
    def followups(self) -> list[Message]:
        """Return the further messages so far, deleted ones left out."""
        return [Message(message) for message in self.interaction.followups if not message.deleted]

    @property
    def modal(self) -> Modal | None:
        """Return the form that was opened."""
        made = self.interaction
        return None if made.modal is None else Modal(made.modal, made)

    @property
    def choices(self) -> list[tuple[str, Any]]:
        """Return the choices of an autocompletion, as (name, value)."""
        return [(choice["name"], choice["value"]) for choice in self.interaction.choices]
