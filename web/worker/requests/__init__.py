"""The requests that pages send to the worker, one file for each kind."""
