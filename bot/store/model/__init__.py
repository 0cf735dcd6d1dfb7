"""What the database holds: its tables, the rows that the store gives and takes, and its errors."""
