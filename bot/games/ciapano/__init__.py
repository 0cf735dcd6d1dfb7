"""How Ciapano is told, asked and drawn."""
