"""One table at one moment, as an immutable snapshot, and what can be read off it."""
