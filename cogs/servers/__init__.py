"""What Discord tells of servers, and what the bot asks it there."""
