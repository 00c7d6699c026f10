"""Fights: a state that is only the fold of a list of events over a start. Nothing here knows a game."""
