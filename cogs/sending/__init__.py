"""The way to Discord and back."""
