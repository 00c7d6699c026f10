"""Replaces base64 in the worker: `secrets` imports it for tokens as text, and the worker only rolls dice."""
