"""Ranged combat: shots, throws, aim, shooting into a crowd, and reactions to missiles."""
