"""What servers and members may choose, and what they have chosen."""
