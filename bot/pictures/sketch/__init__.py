"""What a picture is made of: items, fonts, styles, names and descriptions."""
