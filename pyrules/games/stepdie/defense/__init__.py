"""Defensive options: the best answer, several attacks in a round, stances and the Riposte."""
