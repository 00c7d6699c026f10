"""Attacks: one attack, all actions side by side, two attacks, a Shield Bash, Prepare."""
