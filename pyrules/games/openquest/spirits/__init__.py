"""Spirits: spirit combat, spirit duels and possession."""
