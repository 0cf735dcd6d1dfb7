"""One table at one moment: an immutable snapshot, and functions that read it.

A `Table` never changes, and nothing is stored or sent here: `bot/tables` changes tables, `bot/panels` shows
them. Its snapshots share one `ledger`, which is no part of the game. The log only grows: it holds whole
decks, so that it can be replayed without the shuffle's code, and plays taken back stay in it, followed by
`undo` and their number if they are several; so a number on a button is good for one state alone.
"""
