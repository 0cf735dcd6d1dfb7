"""Games that are over, to be looked at again: their moments, the codes of these, and who may see which game.

A replay is made of the stored row of a game, hand by hand, and gives a snapshot for each moment. Words and
pictures are made of that snapshot by the same functions as in play. Nothing of an open game gets in here.
"""
