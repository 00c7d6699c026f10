"""Turns: movement, mounts, Help, and the turn tracker."""
