"""From a sketch to a PNG, and from several to a GIF, without holding up the event loop.

Pillow lets go of Python's lock, so painting has a thread of its own; the rasteriser holds it, 30 ms for a
court, so a process beside the bot draws every sprite once. A game's 128 colours are stored: computed each
time, they would cost 5 to 30 ms and shift hues from one play to the next.
"""
