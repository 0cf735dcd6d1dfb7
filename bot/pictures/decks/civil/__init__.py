"""The deck of Civil Suits."""
