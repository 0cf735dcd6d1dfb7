"""How far chat has pushed each table up: what was said in its channel since its message was posted."""


class Chat:
    """Counts what is said, only in channels where tables stand."""

    def __init__(self) -> None:
        self._below: dict[int, dict[str, int]] = {}

    def __len__(self) -> int:
        """Return in how many channels it counts."""
        return len(self._below)

    def said(self, channel_id: int) -> None:
        """Count one message below every table of a channel."""
        tables = self._below.get(channel_id, {})
        for table_id in tables:
            tables[table_id] += 1

    def posted(self, channel_id: int, table_id: str) -> None:
        """Count from zero: the table's message stands at the end of the channel."""
        self._below.setdefault(channel_id, {})[table_id] = 0

    def below(self, channel_id: int, table_id: str) -> int:
        """Return how many messages were counted below a table; counting begins with the first question."""
        return self._below.setdefault(channel_id, {}).setdefault(table_id, 0)

    def forget(self, channel_id: int, table_id: str) -> None:
        """Count no more for a table."""
        tables = self._below.get(channel_id, {})
        tables.pop(table_id, None)
        if not tables:
            self._below.pop(channel_id, None)
