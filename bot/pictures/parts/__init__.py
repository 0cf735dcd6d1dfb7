"""The parts that pictures of several games share."""
