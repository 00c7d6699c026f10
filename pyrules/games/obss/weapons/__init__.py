"""Weapons and damage: damage dice, sizes, the damage ladder and harm done."""
