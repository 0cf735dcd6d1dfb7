"""The connections to the database: one writer with a fair queue, several readers, and their errors.

Every failure says for certain whether a write happened, or that this is unknown (`Uncertain`). A cancelled
caller never cancels a write. A URL that cannot be read is never quoted, as any part of it may be the
password.
"""
