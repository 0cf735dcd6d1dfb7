"""Games that are over, to be looked at again: replays, clips, the history of a server, record files.

Whoever presses may see a game by the same rule each time (`bot/store/history/`), so a message that stays open
shows no more than the history does now.
"""
