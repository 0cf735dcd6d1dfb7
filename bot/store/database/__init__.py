"""The connections to the database: one writer, several readers, and who waits for them."""
