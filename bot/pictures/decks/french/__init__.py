"""The French deck."""
