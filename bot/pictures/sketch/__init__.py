"""A picture as plain data: items, fonts, styles, names and descriptions.

Nothing is typed that the package's fonts lack, and no font is taken from the system, so a picture is the same
everywhere.
"""
