"""How fast Discord is asked, and how often a member may do a thing."""
