"""Replaces segno's own `writers` in the worker.

That module writes QR codes as PNG, PDF, EPS and more, and on import brings urllib.request, http, email and gzip along:
a quarter of the standard library that we ship. We draw the matrix ourselves and never save.
"""
