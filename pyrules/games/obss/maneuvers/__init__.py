"""Combat maneuvers: trip, disarm, push and the maneuvers of a weapon."""
