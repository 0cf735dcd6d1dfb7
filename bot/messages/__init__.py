"""The state of the bot's messages: where they stand, which panels follow, their files, pictures on their way.

Discord has no way to call a request back: one that was abandoned may still arrive, so its message is drawn
again. A panel is edited by its message id through the newest token, and a token is stored only after its
press was acknowledged: before that, Discord knows no such token. No token is ever logged.
"""
