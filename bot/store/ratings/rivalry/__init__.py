"""What results and ratings say of the people at a table: how they stand, and what a game changed."""
