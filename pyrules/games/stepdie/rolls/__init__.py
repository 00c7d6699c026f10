"""Rolls: checks, opposed rolls, and the inputs that carry our defaults."""
