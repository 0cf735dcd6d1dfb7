"""The messages of a table: board, panels, ping and thread."""
