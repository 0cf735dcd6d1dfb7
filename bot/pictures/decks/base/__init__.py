"""What all decks are drawn with: outlines, ornaments, colours and backs."""
