"""Fights of this game: order, acts, reactions, holds, wounds, foes, and what follows from each."""
