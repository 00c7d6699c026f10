"""What scripts of the Console run with: `run.py` runs them, `shown.py` prepares what they show, `sweeps.py` helps them.

The build packs this package for the Console's own Python. Nothing here knows a browser: `run` is handed a function that
sends its messages.
"""
