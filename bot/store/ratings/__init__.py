"""Ratings in points a hand: the model, the fold of games in the order of their numbers, ranked lists.

A rating is kept for each member and each pair of partners, for every game, *variant* (the options that
change points) and *period* (a month, a season, all time). The transaction that ends a game folds its hands
into them.
"""
