"""The games of a server that are over, and who may look at which of them.

A member may look at a game at which they sat, and at one that was played in a channel which they can see now
and at whose table nobody hides or was forgotten. Each condition is one expression, for all reads.
"""
