"""The ratings of a whole server: folded of all its results, and stored in the place of any others."""
