"""Attacks: one strike, full rounds, charges, shots, splash weapons and help in combat."""
