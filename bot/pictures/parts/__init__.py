"""The parts that pictures of several games share, and `Pictures`, the interface to a game's own.

A game's own pictures are made from everybody's view, never from a hand.
"""
