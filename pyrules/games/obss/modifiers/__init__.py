"""Modifiers of a fight: situations, flanking, vision, reach, aim and defense."""
