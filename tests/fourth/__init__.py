"""A small game that is none of the bot's: what a game has to bring along, and nothing more."""
