"""The panels: the content of every message, drawn from views.

A panel is made from a `View` and nothing else of a table, so it has no hidden card to leak. Its words come
from the catalogue, and every id names the state that it was drawn for.
"""
