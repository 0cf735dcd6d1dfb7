"""A small game that is none of the bot's: the parts that a game must have, and nothing more."""
