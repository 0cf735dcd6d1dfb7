"""The messages of a game under way: the board for everybody, a hand for one member.

One page or question stands open on a hand (`Opened` in `bot/messages/ledger.py`). It is drawn again with
every play, and a restart forgets it: the panel then shows the hand.
"""
