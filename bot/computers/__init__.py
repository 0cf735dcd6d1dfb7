"""Computers at play, hints for players, and the review of a game that is over.

A computer gets the view of its seat (`Seen`) and nothing else, legal actions included, so it has nothing to
leak. It plays through `Plays` with the number of its question, like a press. Only its moves are stored, so a
restart thinks again. A seat of its own has a user id below zero; a seat handed over keeps its owner. Where
only computers decide a game, people who watch can have all of its rest played at once.
"""
