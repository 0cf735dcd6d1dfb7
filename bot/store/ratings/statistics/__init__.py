"""The statistics of a member in one game of a server, from their results, hand by hand, and their ratings.

Each game hands in the figures that it counts in a hand by name. Results are read as plain columns, and
counted beside the event loop.
"""
