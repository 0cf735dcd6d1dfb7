"""The host's side of the bot: settings, logs, health, figures, checks and exit statuses.

No line of the log, finding or figure holds a card, a token or a password, and no figure an id: of the path of
a request only the words in `metrics.WORDS` are kept. Service managers rely on the exit statuses.
"""
