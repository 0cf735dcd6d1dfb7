"""The messages of a lobby."""
