"""The number of messages with which chat has pushed each board up since it was posted."""


class Chat:
    """Counts the messages of chat, only in channels where tables stand."""

    def __init__(self) -> None:
        self._below: dict[int, dict[str, int]] = {}

    def __len__(self) -> int:
        """Return the number of channels in which messages are counted."""
        return len(self._below)

    def said(self, channel_id: int) -> None:
        """Count one message below every board of a channel."""
        tables = self._below.get(channel_id, {})
        for table_id in tables:
            tables[table_id] += 1

    def posted(self, channel_id: int, table_id: str) -> None:
        """Count from zero for a board that stands at the end of the channel."""
        self._below.setdefault(channel_id, {})[table_id] = 0

    def below(self, channel_id: int, table_id: str) -> int:
        """Return the number of messages below a board; counting begins with the first question."""
        return self._below.setdefault(channel_id, {}).setdefault(table_id, 0)

    def forget(self, channel_id: int, table_id: str) -> None:
        """Stop counting for a table."""
        tables = self._below.get(channel_id, {})
        tables.pop(table_id, None)
        if not tables:
            self._below.pop(channel_id, None)
