"""The way to Discord and back: requests, answers, files, components, errors.

A press is acknowledged once, within three seconds, and a hand is shown only in an ephemeral answer to its
owner. A message mentions nobody but the members whom it calls, and an edit names every file that its message
keeps, because Discord drops the others. No line of the log has a token: where the path of a request has one,
its error is logged by class or status alone.
"""
