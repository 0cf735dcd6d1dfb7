"""The messages of a table: its board, its private panels, and its thread.

One worker draws all boards of a channel, at most five edits in five seconds, and no message gets an older
state after a newer one. A panel is edited by message id through its newest token, and a thread is archived
before the end of its game counts as shown.
"""
