"""A table before its first deal: seats, options, and the rematch."""
