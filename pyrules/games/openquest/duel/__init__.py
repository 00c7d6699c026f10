"""Duels: two fighters or one against several, round by round to the end."""
