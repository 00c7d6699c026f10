"""Runs inside Pyodide: what pack.py puts to work."""
