"""All tables in memory, and every change of a game under way.

Every change holds its table, makes another snapshot and goes through `Tables.commit`, which stores it whole
before memory follows and listeners hear of it, once. After an `await` a snapshot may be old: `Tables.current`
gives the newest. The outbox, the clock and the computers are made first and passed to `Tables`, never the
other way round.
"""
