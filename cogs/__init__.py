"""Everything that speaks to Discord: slash commands, presses, and what is published."""
