"""What a host sets and sees: settings, logs, health, checks and exit statuses."""
