"""What every message is built of: texts, buttons and names."""
