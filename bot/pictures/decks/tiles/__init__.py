"""Small signs for buttons and texts: tiles, icons, and their names."""
