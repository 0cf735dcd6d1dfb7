"""The messages of a lobby: the public one, the private panel of each viewer, and its pages."""
