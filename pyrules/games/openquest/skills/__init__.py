"""Skill tests: simple tests, opposed tests, contests, derived values and stacked modifiers."""
