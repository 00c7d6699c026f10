"""Rolls of combat: modifiers, defenses, results, damage and fumbles."""
