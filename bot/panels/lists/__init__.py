"""The messages with lists: open tables, settings, digest, own data; a thread's; the page about the bot."""
