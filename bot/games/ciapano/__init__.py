"""Ciapano's texts, questions and pictures.

`look` sees the viewer's `View` and `picture` everybody's, and nothing else.
"""
