"""Why the bot does not start, or cannot go on: a sentence for its host, and an exit status for each kind."""

from enum import IntEnum


class Exit(IntEnum):
    """The exit statuses of `python -m bot`; `meaning` is what the host reads of each."""

    meaning: str

    FINE = 0, "all is well"
    FAILED = 1, "an error that nobody expected"
    SETTINGS = 2, "a setting or an argument is wrong, or there is no token"
    DATABASE = 3, "the database cannot be used"
    TURNED_AWAY = 4, "Discord turns the bot away: for its token, its intents or its shards"
    UNREACHABLE = 5, "Discord cannot be reached (at a start, the bot waits for it instead)"
    PERMISSIONS = 6, "a permission is missing in a server"
    RUNNING = 7, "another process runs the bot on this database, or on these shards"

    def __new__(cls, number: int, meaning: str) -> "Exit":
        """Return the status of that number, with what it means."""
        member = int.__new__(cls, number)
        member._value_ = number
        member.meaning = meaning
        return member


class Trouble(Exception):
    """A sentence for the host, without any secret, and the status to exit with."""

    def __init__(self, status: Exit, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
