"""What each message says."""
