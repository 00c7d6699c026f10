"""Checks: the dice pool, its degrees of success, contests and opposed checks."""
