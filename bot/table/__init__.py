"""One table at one moment: an immutable snapshot, and functions that read it.

A `Table` never changes, and nothing is stored or sent here: `bot/tables` changes tables, `bot/panels` shows
them. Its snapshots share one `ledger`, which is no part of the game. The log only grows: it holds whole
decks, so that it can be replayed without the shuffle's code, and a play taken back stays in it, followed by
`undo`; so a number on a button is good for one state alone.
"""
