"""Who is called, and by which message."""
