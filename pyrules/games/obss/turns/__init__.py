"""Turns: initiative, surprise, the action budget, timed effects and the turn tracker."""
