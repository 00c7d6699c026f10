"""A whole fight as a short text for links: its events as JSON, packed by a model that learns from what it has packed.

`text.py` is the way in. Nothing here knows a game: a game supplies samples, from which the model learns beforehand.
"""
