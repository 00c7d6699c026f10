"""Replaces asyncio in the worker.

Pyodide brings it along for coroutines and promises; with what it imports it is a sixth of the library, and of the time
of a start. The worker calls plain functions: a request goes in, a response comes out.
"""
