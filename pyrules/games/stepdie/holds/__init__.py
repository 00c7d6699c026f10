"""Tackle, the hold that follows, and Trip."""
