"""A local stand-in for Discord, for tests and for trying the bot by hand.

It serves a gateway websocket and the REST API v10 on loopback. An unmodified discord.py talks to it once its
two addresses point here. It is strict where Discord is strict, and scripted members (the driver) or a plain
web page press the buttons.
"""
