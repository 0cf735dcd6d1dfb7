"""The Italian deck."""
