"""The slash commands.

They are registered with Discord only when they have changed since the last registration, of which the store
has a digest. Every callback runs inside the error boundary, as presses do, and only in a server.
"""
