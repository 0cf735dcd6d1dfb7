"""The messages of a game under way: the board for everybody, a hand for one member."""
