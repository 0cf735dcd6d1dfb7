"""The drawing tools of all decks: outlines, ornaments, colours and backs.

Every colour named in `palette` is among the 128 stored ones of each game: a change there needs
`make palettes`.
"""
