"""The parts that several panels share; each returns nothing if it has nothing to say."""
