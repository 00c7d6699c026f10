"""Fights of this game: foes, order by skill, acts and reactions, and what follows from them."""
