"""How fast the bot and its engine are: each module prints one JSON line, figures as ratios where it can."""
