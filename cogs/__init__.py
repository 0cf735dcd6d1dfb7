"""Everything that speaks to Discord: slash commands, presses, and the messages of tables."""
