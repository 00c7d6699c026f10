"""Escape: retreat, slipping away, sprints and chases."""
