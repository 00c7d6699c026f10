"""Replaces tokenize in the worker: linecache imports it to read sources, and the worker has no sources."""
