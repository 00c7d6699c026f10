"""Stands in for base64 in the worker's pack: `secrets` brings it along for tokens as text; the worker throws dice."""
