"""Ranged combat: Aim, Double Shot, Reload and Toss."""
