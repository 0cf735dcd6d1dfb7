"""Cards, tables and sheets as pictures, drawn from everybody's `View` alone, so that no hand can be in them.

A sketch's hash is its name: states that look alike share one picture. A picture and its description come from
the same values.
"""
