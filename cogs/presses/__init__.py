"""One door for presses, and what each button does."""
