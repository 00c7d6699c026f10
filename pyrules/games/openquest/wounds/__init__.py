"""Wounds: hit points, healing and dying."""
