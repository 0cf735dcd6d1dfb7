"""The parts of every message: texts, buttons, the look of a game, names.

They are plain data, and nothing of Discord: `cogs/sending/layout.py` makes components of them. An id that a
press brings back is input from outside, and `Press.parse` is the only way to read it.
"""
