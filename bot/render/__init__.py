"""What people see, as plain data: from a table as it may be shown to the texts and buttons of a message."""
