"""The web side that also runs in the worker: requests in, HTML out."""
