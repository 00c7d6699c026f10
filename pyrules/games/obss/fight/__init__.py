"""Fights of this game: foes, order, acts, and what follows from them."""
