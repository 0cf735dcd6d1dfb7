"""The part of the store about the bot's application: its emoji and commands at Discord."""

from collections.abc import Sequence

from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from bot.store.model.others import EmojiRow
from bot.store.queries import application


class StoredApplication:
    """The noted emoji and commands of an application."""

    def __init__(self, readers: Readers, writer: Writer) -> None:
        self.readers = readers
        self.writer = writer

    async def emoji(self, application_id: int) -> tuple[EmojiRow, ...]:
        """Return every noted emoji of an application, by name."""
        return await self.readers.read(lambda c: application.stored_emoji(c, application_id))

    async def note_emoji(
        self, application_id: int, there: Sequence[EmojiRow], gone: Sequence[str] = ()
    ) -> None:
        """Forget the emoji named in `gone`, and note those in `there`, each in place of any of its name."""
        await self.writer.write(lambda c: application.save_emoji(c, application_id, there, gone))

    async def commands(self, application_id: int) -> str:
        """Return the digest of the commands last sent to Discord, empty if none is noted."""
        return await self.readers.read(lambda c: application.command_digest(c, application_id))

    async def note_commands(self, application_id: int, digest: str) -> None:
        """Note the digest of the commands that were sent to Discord."""
        await self.writer.write(lambda c: application.save_command_digest(c, application_id, digest))
