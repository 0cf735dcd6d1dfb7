"""The model of the database: its tables, the rows that the store takes and returns, and its errors.

Every column means one thing. A new or changed one needs a migration, and `rows` documents it. No `repr` of a
row and no error shows a seed, a token or a card.
"""
