"""The messages of games that are over: a moment of a replay, clips of it, and the history of a server."""
