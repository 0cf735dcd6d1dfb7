"""From a sketch to a PNG."""
