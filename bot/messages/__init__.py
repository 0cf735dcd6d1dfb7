"""What is known of each message: where it stands, what it carries, and what is still to come to it."""
