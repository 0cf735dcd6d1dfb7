"""What several panels say."""
